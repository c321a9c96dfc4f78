/** Reproductions that play matches. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MatchLine, ReproductionName } from '../../../../src/core/contract/files'
import { readMatch } from '../../../../src/core/contract/matches'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { branching, cellsOf } from '../../../../src/main/lab/reproduce/matches/branching'
import { lightHeavy } from '../../../../src/main/lab/reproduce/matches/lightHeavy'
import { scoreOf, scoreText, seedsText, sumOf, valueText, wonText } from '../../../../src/main/lab/reproduce/matches/score'
import {
  lineOf,
  matchesFingerprint,
  matchesOf,
  playMissing,
  type Series,
} from '../../../../src/main/lab/reproduce/matches/series'
import { processorClocks, timeMissing, type Timing } from '../../../../src/main/lab/reproduce/matches/timed'
import { warehouse } from '../../../../src/main/lab/reproduce/matches/warehouse'
import { pairingsOf, SETTINGS } from '../../../../src/main/lab/reproduce/matches/warehousePairings'
import type { Reproduction } from '../../../../src/main/lab/reproduce/reproduction'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { benchOf, effort, QUICK } from './reproduceSupport'

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

test('what a line says stands in the order of the players, whatever their seats', async () => {
  const { bench, orders } = benchOf(open(), Infinity, () => ({
    values: [5, -5],
    winner: 0,
    players: [effort, { ...effort, moves: 9, nodes: 7, overruns: 2 }],
  }))
  await playMissing(bench, 'stage', [{ ...SERIES, matches: 2 }])
  const [one, swapped] = matchesOf(bench.results, SERIES)
  expect(orders.map(({ players }) => players[0]!.searcher)).toEqual(['random', 'greedy'])
  expect(orders[0]!.seed).toBe(orders[1]!.seed)
  expect(one).toMatchObject({ winner: 0, values: [5, -5], moves: [10, 9], nodes: [50, 7], overruns: [0, 2] })
  expect(swapped).toMatchObject({ winner: 1, values: [-5, 5], moves: [9, 10], nodes: [7, 50], overruns: [2, 0] })
})

test('matches under other rules, of other players or another seed are not taken for its own', async () => {
  const { bench } = benchOf(open())
  await playMissing(bench, 'stage', [SERIES])
  const others: Series[] = [
    { ...SERIES, seed: 4 },
    { ...SERIES, players: SERIES.players.toReversed() },
    { ...SERIES, rules: { ...SERIES.rules, bounds: { actions: 3 } } },
  ]
  for (const other of others) expect(matchesOf(bench.results, other)).toEqual([])
  expect(matchesOf(bench.results, { ...SERIES, matches: 2 })).toHaveLength(6)
})

test('a lab that plays other matches has another fingerprint', () => {
  const swapped = { ...SERIES, players: SERIES.players.toReversed() }
  expect(matchesFingerprint([SERIES])).toBe(matchesFingerprint([SERIES]))
  expect(matchesFingerprint([SERIES])).not.toBe(matchesFingerprint([swapped]))
})

const line = (match: number, value: number): MatchLine => ({
  ...{ kind: 'match', series: 's', match, seed: 1, played: 'p', ended: 'over', values: [value, -value] },
  ...(value !== 0 && { winner: value > 0 ? 0 : 1 }),
  ...{ moves: [10, 10], nodes: [40, 400], ms: [1, 2], processorMs: [1, 2], overruns: [0, 0] },
})

test('a score has Wilson’s interval of its wins, and Student’s of the pairs’ means', () => {
  // pairs: 2, 4, 0, 6, 3 and a match whose sides were not swapped yet
  const matches = [4, 0, 6, 2, 3, -3, 6, 6, 10, -4, 7].map((value, match) => line(match, value))
  expect(scoreText(scoreOf(matches, 0))).toBe('8–1–2')
  expect(scoreText(scoreOf(matches, 1))).toBe('2–1–8')
  expect(wonText(scoreOf(matches, 0))).toBe('73 % [43 – 90]')
  // mean 37/11; of the pairs 3 ± 2.776 · √5 / √5
  expect(valueText(matches, 0)).toBe('3.4 [0.2 – 5.8]')
  expect(valueText(matches, 1)).toBe('−3.4 [−5.8 – −0.2]')
  expect(wonText(scoreOf(matches.slice(0, 4), 0))).toBe('')
  expect(valueText(matches.slice(0, 4), 0)).toBe('3.0')
})

test('scores of several opponents are summed, and their values have Student’s interval of the seeds’ means', () => {
  expect(scoreText(sumOf([scoreOf([line(0, 3)], 0), scoreOf([line(0, 3)], 1), scoreOf([line(0, 0)], 0)]))).toBe('1–1–1')
  // of five seeds the means 2, 4, 0, 6 and 3
  const values = [4, 0, 6, 2, 3, -3, 6, 6, 10, -4].map((value, i) => ({ seed: Math.floor(i / 2), value }))
  expect(seedsText(values)).toBe('3.0 [0.2 – 5.8]')
  expect(seedsText(values.slice(0, 8))).toBe('3.0')
})

test('a clock of processor time stands still while other programs run, and is read ten times a millisecond', () => {
  let [passed, spent, reads] = [0, 0, 0]
  const clocks = processorClocks(
    () => passed,
    () => (reads++, spent),
  )
  expect(clocks.now()).toBe(0)
  ;[passed, spent] = [0.05, 0.05]
  expect([clocks.now(), reads]).toEqual([0, 1])
  ;[passed, spent] = [40, 0.1]
  expect([clocks.now(), reads]).toEqual([0.1, 2])
  expect(clocks.processor!()).toBe(0.1)
})

test('every agent meets every other one, and each pairing has a name of its own', () => {
  const all = Object.values(SETTINGS).flatMap(setting => pairingsOf(setting, Infinity))
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  const agents = SETTINGS.nodes.agents.length
  expect(pairingsOf(SETTINGS.nodes, Infinity)).toHaveLength((agents * (agents - 1)) / 2)
  for (const { rules, players, seed } of all) expect(() => readMatch({ ...rules, players, seed })).not.toThrow()
})

test('the page of the warehouse has every pairing, and what was a fault', async () => {
  const { bench } = benchOf(open(), Infinity, ({ players }) =>
    players[0]!.searcher === 'random'
      ? { ended: 'fault', fault: { agent: 0, reason: 'illegal', message: 'it chose no action' }, values: [-3, 3], winner: 1 }
      : {},
  )
  expect(warehouse.isEnough!(bench.results, 2)).toBe(false)
  await warehouse.compute(bench, 2)
  expect(warehouse.isEnough!(bench.results, 2)).toBe(true)
  const page = warehouse.page(bench.results, 'lab reproduce warehouse', 2)
  expect(page).not.toMatch(/NaN|undefined/)
  expect(page).toMatch(/\| random +\| greedy +\| 2 +\| 0–1–1 +\| +\| +\| −1\.5 +\| 20 /)
  expect(page).toContain('- random against greedy, 1,000 nodes a move, game 0: random illegal: it chose no action')
  const [agents] = page.split('## Under a clock')
  // of 7 pairings of 2, where it has the first seat in one: 7 of 14 lost, 21 credits behind
  expect(agents).toMatch(/\| random +\| 14 +\| 0–7–7 +\| 0 % \[0 – 22\] +\| 50 % \[27 – 73\] +\| −1\.5 /)
})

test.each<[ReproductionName, Reproduction]>([
  ['light-heavy', lightHeavy],
  ['warehouse', warehouse],
])('the page of %s says how many games are missing', async (name, reproduction) => {
  const { bench } = benchOf(open(name), Infinity, () => ({}))
  await reproduction.compute(bench, 2)
  expect(reproduction.isEnough!(bench.results, 20)).toBe(true)
  const page = reproduction.page(bench.results, 'lab reproduce', 20)
  expect(page).toContain('| 2 of 20 ')
  expect(page).not.toMatch(/NaN|undefined/)
})

test('light-heavy counts the games of every table that its sentence is about', async () => {
  const { bench } = benchOf(open('light-heavy'), Infinity, () => ({}))
  await lightHeavy.compute(bench, 2)
  // 2 games of each of 9 depths in each of the two tables of the usual board
  expect(lightHeavy.page(bench.results, 'lab reproduce light-heavy', 2)).toContain('On 5 × 5 cells all 36 games ended')
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

test('the page of branching compares times with the usual board in the same match, over the means of the seeds', () => {
  const results = open('branching')
  for (const cell of cellsOf(6))
    for (let match = 0; match < 6; match++) {
      // the game of a seed is timed twice: 0.2 and 0.4 ms, then 0.5 and 0.7, then 0.2 and 0.4; four times as long with a block
      const processorMs = (match % 2 === 0 ? 2 : 4) + (match === 2 || match === 3 ? 3 : 0)
      const block = cell.its.options['placeBlock'] === true
      const each = { ...effort, nodes: block ? 270 : 50, processorMs: processorMs * (block ? 4 : 1) }
      results.add(lineOf({ series: cell, match }, { ...QUICK, players: [each, each] }))
    }
  const page = branching.page(results, 'lab reproduce branching', 6)
  expect(page).not.toMatch(/NaN|undefined/)
  // 0.3, 0.6 and 0.3 ms: 0.4 ± 4.303 · 0.1
  expect(page).toMatch(/\| greedy +\| 5 × 5 +\| 6 +\| 4\.0 +\| 5 +\| 0\.4 \[−0\.0303 – 0\.83\] +\| +\|/)
  expect(page).toMatch(/\| greedy +\| 5 × 5, placing a block +\| 6 +\| 26\.0 +\| 27 +\| 1\.6 \[.*\] +\| 4\.00 \[4\.00 – 4\.00\]/)
})
