/** Reproductions that play matches. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ReproductionName } from '../../../../src/core/contract/files'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { matchesOf, playMissing, type Series } from '../../../../src/main/lab/reproduce/matches/series'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { benchOf } from './reproduceSupport'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-matches-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const open = (name: ReproductionName = 'warehouse') => ResultsFile.open(path, name, { kernel: 'k', fingerprint: 'f' })

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
