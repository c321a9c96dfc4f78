import { expect, test } from 'vitest'
import { plannedEvaluations } from '../../src/core/tuning/tuningConfig'
import { putSection, section } from '../study/page'
import { over, studyLine } from '../study/report'
import { ROWS } from '../study/rows'

test("the interval over runs is Student's", () => {
  // t(0.975; 3) = 3.1824 and s/√4 = √(5/3)/2: 2.5 ± 2.054
  const { mean, interval } = over([1, 2, 3, 4])
  expect(mean).toBe(2.5)
  expect(interval[0]).toBeCloseTo(2.5 - 2.054, 1)
  expect(interval[1]).toBeCloseTo(2.5 + 2.054, 1)
})

test('a line tells what was reported, what it is worth, and by how much the one exceeds the other, run by run', () => {
  const found = [
    { games: 100, reported: 3000, worth: 1000 },
    { games: 120, reported: 2000, worth: 2000 },
  ]
  const cells = studyLine('Name', found).split(' | ')
  expect(cells.map(cell => cell.replaceAll(/^\| | \|$/g, ''))).toEqual([
    'Name',
    '110',
    '2,500',
    expect.stringMatching(/^1,500 \[.* – .*\]$/),
    expect.stringMatching(/^\+100% \[.* – .*\]$/),
    '1,000 … 2,000',
  ])
})

test('every row has the same budget, but for its last batch', () => {
  for (const { name, config } of ROWS) {
    const run = config(1)
    const games = plannedEvaluations(run) * run.objective.games
    expect(games, name).toBeGreaterThanOrEqual(2560)
    expect(games, name).toBeLessThanOrEqual(2560 * 1.25)
  }
})

test('every row searches what `noisy-smart` or the thesis with an h1 of either sign searches, at the same depth and settings', () => {
  const [first, ...others] = ROWS.map(({ config }) => config(1).objective)
  for (const { settings, depth, fitness, seeds, evaluator } of others)
    expect({ settings, depth, fitness, seeds, evaluator }).toEqual({
      ...{ settings: first!.settings, depth: first!.depth, fitness: first!.fitness },
      ...{ seeds: first!.seeds, evaluator: first!.evaluator },
    })
})

test('the section of the page is replaced where it is, added where it is not, and nothing else changes', () => {
  const facts = { seeds: 10, games: 1234, took: '3 min', machine: 'here', made: 'today' }
  const [old, renewed] = [section(['| old |'], facts), section(['| new |'], facts)]
  const page = '# Page\n\n## Other\n\nA figure.\n'
  const once = putSection(page, old)
  expect(once).toBe(`${page}\n${old}\n`)
  expect(putSection(once, renewed)).toBe(`${page}\n${renewed}\n`)
  expect(putSection(`${once}\n## Last\n\nAnother.\n`, renewed)).toBe(`${page}\n${renewed}\n\n## Last\n\nAnother.\n`)
})
