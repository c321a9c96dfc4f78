/** Reproductions that play matches. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ReproductionName } from '../../../../src/core/contract/files'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { matchesOf, playMissing, type Series } from '../../../../src/main/lab/reproduce/matches/series'
import { timeMissing, type Timing } from '../../../../src/main/lab/reproduce/matches/timed'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { benchOf } from './reproduceSupport'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-matches-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const open = (name: ReproductionName = 'warehouse') => ResultsFile.open(path, name, { kernel: 'k', fingerprint: 'f' })

const PASSING: Timing = { stage: 'stage', limits: 'passing', warmUps: 1 }

const SERIES: Series = {
  name: 'one against the other',
  rules: { game: 'ticTacToe', position: 'start' },
  players: ['greedy', 'random'].map(parsePlayerText),
  matches: 6,
  seed: 3,
}

test('a series that was stopped continues where it stopped, to the same results', async () => {
  const whole = benchOf(open())
  await playMissing(whole.bench, 'stage', [SERIES])
  const expected = matchesOf(whole.bench.results, SERIES)
  expect(expected.map(({ match }) => match)).toEqual([0, 1, 2, 3, 4, 5])
  rmSync(path)

  const first = benchOf(open(), 2)
  await expect(playMissing(first.bench, 'stage', [SERIES])).rejects.toThrow(path)
  const second = benchOf(open())
  await playMissing(second.bench, 'stage', [SERIES])
  expect(second.stages).toEqual([['stage', 6, 2]])
  expect(second.orders).toHaveLength(4)
  expect(matchesOf(second.bench.results, SERIES)).toEqual(expected)
  expect(matchesOf(open(), SERIES)).toEqual(expected)
})

test('timed games are played series by series in turns, and continue where they were stopped', async () => {
  const all = ['a', 'b', 'c'].map(name => ({ ...SERIES, name, matches: 2 }))
  const results = open('branching')
  const first = benchOf(results, 4)
  await expect(timeMissing(first.bench, PASSING, all)).rejects.toThrow(path)
  expect(all.map(series => matchesOf(results, series).map(({ match }) => match))).toEqual([[0, 1], [0], [0]])
  const second = benchOf(open('branching'))
  await timeMissing(second.bench, PASSING, all)
  expect(second.stages).toEqual([['stage', 6, 4]])
  for (const series of all) {
    const lines = matchesOf(second.bench.results, series)
    expect(lines.map(({ seed }) => seed)).toEqual([expect.any(Number), lines[0]!.seed])
    expect(lines.every(({ processorMs }) => processorMs!.every(ms => ms >= 0))).toBe(true)
  }
})
