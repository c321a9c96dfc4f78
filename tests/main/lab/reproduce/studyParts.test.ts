/** What the parts of a study compute, each by itself. */
import { expect, test } from 'vitest'
import type { CountRow, GameLine, MatchRow } from '../../../../src/core/contract/files'
import { tInterval } from '../../../../src/core/stats/intervals'
import { mean } from '../../../../src/core/stats/summary'
import { matchCell } from '../../../../src/main/lab/reproduce/matchColumns'
import { wrongFigures } from '../../../../src/main/lab/reproduce/page'
import { playStudy } from '../../../../src/main/lab/reproduce/playStudy'
import { Results } from '../../../../src/main/lab/reproduce/results'
import { hashOf, studyRows, type Row } from '../../../../src/main/lab/reproduce/rows'
import { percents } from '../../../../src/main/lab/reproduce/text'
import { benchOf, HEAD, STUDY } from './studySupport'

/** The results of these rows, and what tables are made from. @param lines results that are there before */
async function played(rows: readonly Row[], lines: readonly GameLine[] = []) {
  const results = await new Results('tried', HEAD).read(HEAD, lines)
  await playStudy(benchOf(results), rows)
  return { name: 'tried', words: 'tried', results, rows }
}

const rows = studyRows(STUDY)
const duels = rows.filter(({ part }) => part === 'duels') as MatchRow[]
const trees = rows.find(({ part }) => part === 'trees') as CountRow
const treesWith = (change: Partial<CountRow>): CountRow => ({ ...trees, ...change })

test('a trial has one of everything', () => {
  for (const row of studyRows(STUDY, 1))
    if (row.kind === 'walls') expect(row.steps.map(({ boards }) => boards)).toEqual([1, 1])
    else expect(row.kind === 'tune' ? row.runs : row.kind === 'count' ? row.number : row.games).toBe(1)
})

test('each row has as many matches as it wants, two from each seed, or one where players keep their seats', async () => {
  const wanted = duels.map((row, i) => ({ ...row, games: [2, 4][i]! }))
  const { results } = await played(wanted)
  const seeds = (row: MatchRow) => results.games(row).map(({ seed }) => seed)
  expect(wanted.map(row => [seeds(row).length, new Set(seeds(row)).size])).toEqual([[2, 1], [4, 2]]) // oxfmt-ignore
  const keeping = [{ ...duels[0]!, games: 4, keepsSeats: true }] as const
  const kept = (await played(keeping)).results.games(keeping[0])
  expect(new Set(kept.map(({ seed }) => seed)).size).toBe(4)
})

test('the interval of points is over seeds, whose two matches are not independent', async () => {
  const [row] = duels
  const games = 40
  const winner = (game: number) => (Math.floor(game / 2) < 14 ? 0 : 1)
  const lines = Array.from({ length: games }, (_, game): GameLine => ({
    ...{ kind: 'game', row: row!.name, of: hashOf(row!), game, seed: Math.floor(game / 2), winner: winner(game) },
    ...{ values: [winner(game) === 0 ? 1 : -1, winner(game) === 0 ? -1 : 1], moves: [3, 3] },
  }))
  const all = [{ ...row!, games }]
  const points = Array.from({ length: games / 2 }, (_, seed) => 1 - winner(2 * seed))
  expect(matchCell(all[0]!, 'points', await played(all, lines))).toBe(`70 % ${percents(tInterval(points))}`)
})

test('each tree counts once; alpha-beta visits fewest leaves of its best order, most of its worst', async () => {
  const row = treesWith({ trees: { branching: 2, depth: 3, orders: ['best', 'random', 'worst'] } })
  const counts = (await played([row])).results.counts(row).map(line => line.counts)
  const of = (order: string) => counts.flatMap(each => each[`${order} alphaBeta`]!)
  expect(counts.map(each => each['best pvs']!.length)).toEqual([50, 10])
  expect(new Set(of('best'))).toEqual(new Set([2 ** 2 + 2 ** 1 - 1])) // Knuth and Moore
  expect(mean(of('worst'))).toBeGreaterThan(mean(of('random')) + 0.5)
})

test('searchers that disagree about a tree end the study', async () => {
  await expect(played([treesWith({ searchers: { alphaBeta: 'alphaBeta', greedy: 'greedy' } })])).rejects.toThrow(
    /^move .*, worth/,
  )
})

test('a figure in a sentence is its cell, not the beginning of its digits', async () => {
  const sources = await played(duels)
  const figure = (text: string) => wrongFigures(`<!-- figure: sum duels | * | games -->${text}<!-- -->`, sources)
  expect(figure('12')).toEqual([])
  expect(figure('1')).toEqual(['sum duels | * | games: "1" is "12"'])
})
