import { EMPTY } from '../../../../src/core/games/twenty48/board'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ReproductionName } from '../../../../src/core/contract/files'
import type { PlayedGame } from '../../../../src/main/compute/pool/pool'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { ownBatch, ownStatistics } from '../../../../src/main/lab/reproduce/ownResults'
import { gamesOf, playMissing, type Bench } from '../../../../src/main/lab/reproduce/reproduction'
import { refuseForeign, writeMarked } from '../../../../src/main/lab/reproduce/reproduce'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { batchOf, READINGS } from '../../../../src/main/lab/reproduce/thesisReadings'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results', 'thesis.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const PLAYS = 'abc'
const open = (fingerprint = PLAYS, name: ReproductionName = 'thesis') =>
  ResultsFile.open(path, name, { kernel: 'k1', fingerprint })
const game = (batch: string, game: number) =>
  ({ kind: 'game', batch, game, player: 'p', seed: 7 + game, score: 100_000, largest: 8192, slides: 5000, nodes: 2500 }) as const

/** Its games follow from the seed alone. @param stopAfter so many of them, as a person stops it */
function benchOf(results: ResultsFile, stopAfter = Infinity) {
  const stop = new AbortController()
  const played: number[] = []
  const stages: [string, number, number][] = []
  const bench: Bench = {
    results,
    signal: stop.signal,
    onStage: (...stage) => void stages.push(stage),
    onGames: () => undefined,
    pool: {
      threads: 1,
      async playGames(_, seeds, onGame) {
        for (const seed of seeds.toReversed()) {
          if (played.length === stopAfter) return stop.abort()
          played.push(seed)
          onGame({
            result: { seed, score: seed % 1000, slides: 10, nodes: 40, maxRank: 5, board: EMPTY.with(0, 5) },
          } as unknown as PlayedGame)
        }
      },
      playTasks: () => Promise.reject(new Error('none are asked for')),
      playMatches: () => Promise.reject(new Error('none are asked for')),
      playPassages: () => Promise.reject(new Error('none are asked for')),
    },
    playHere: () => expect.unreachable(),
  }
  return { bench, played, stages }
}

const BATCH = batchOf(READINGS[0]!, 10)

test('a reproduction that was stopped continues where it stopped, to the same results', async () => {
  const whole = benchOf(open())
  await playMissing(whole.bench, BATCH)
  const expected = gamesOf(whole.bench.results, BATCH)
  expect(expected).toHaveLength(10)
  rmSync(path)

  const first = benchOf(open(), 4)
  await expect(playMissing(first.bench, BATCH)).rejects.toThrow(path)
  const second = benchOf(open())
  await playMissing(second.bench, BATCH)
  expect(second.stages).toEqual([[BATCH.name, 10, 4]])
  expect(second.played).toHaveLength(6)
  expect(gamesOf(second.bench.results, BATCH)).toEqual(expected)
})

test('a line that a kill cut off is dropped, and the next one is whole', () => {
  const file = open()
  file.add(game('one', 0))
  appendFileSync(path, '{"kind":"game","batch":"one","ga')
  const again = open()
  expect(again.games('one', 'p')).toHaveLength(1)
  again.add(game('one', 1))
  expect(open().games('one', 'p').map(each => each.game)).toEqual([0, 1]) // oxfmt-ignore
})

test('results of another player, other rules or other settings are left out', () => {
  const file = open()
  for (const of of ['p', 'other']) {
    const kinds = ['game', 'run', 'speed', 'match', 'wall game', 'wall phase']
    for (const kind of kinds)
      file.add({ kind, player: of, played: of, config: of, batch: 'b', row: 'r', series: 'b', test: 'b' } as never)
  }
  const found = [file.games('b', 'p'), file.runs('r', () => 'p'), file.speeds('p'), file.matches('b', 'p')]
  for (const results of [...found, file.wallGames('b', 'p'), file.wallPhases('b', 'p')])
    expect(results).toMatchObject([{ player: 'p', played: 'p', config: 'p' }])
})

test('a page that this program did not write is refused; an empty one blocks no writer', () => {
  const page = join(mkdtempSync(join(root, 'case-')), 'page.md')
  writeFileSync(page, '')
  expect(() => refuseForeign(page)).not.toThrow()
  writeMarked(page, 'ours')
  expect(readFileSync(page, 'utf8')).toMatch(/\nours\n$/)
  expect(() => refuseForeign(page)).not.toThrow()
  writeFileSync(page, 'mine')
  expect(() => refuseForeign(page)).toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
})

test('a file that is not its own is refused, and stays as it is, also where it ends without a line end', () => {
  open()
  for (const text of ['{"my":"precious data"}', 'one line\nanother', `${JSON.stringify(game('one', 0))}\n`]) {
    writeFileSync(path, text)
    expect(() => open()).toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test('a count of leaves that no search visits is named by its line', () => {
  open().add(game('one', 0))
  const tree = { kind: 'leaves', branching: 2, depth: 2, order: 'best', first: 0, trees: 1 }
  appendFileSync(path, `${JSON.stringify({ ...tree, alphaBeta: [3], pvs: [4] })}\n`)
  expect(() => open()).toThrow(/thesis\.jsonl: line 3: no search of these trees visits this number of leaves/)
})

test('results of a lab that plays other games or of another reproduction, and files that say nothing, are refused and stay as they are', () => {
  open().add(game('one', 0))
  const before = readFileSync(path, 'utf8')
  expect(() => open('other')).toThrow(expect.objectContaining({ code: 'KERNEL_BROKEN' }))
  expect(() => open(PLAYS, 'tuning')).toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
  expect(readFileSync(path, 'utf8')).toBe(before)
  writeFileSync(path, `${JSON.stringify(game('one', 0))}\n`)
  expect(() => open()).toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
})

test('built-in profiles hold what docs/results has of their games', () => {
  const file = ResultsFile.read(fileURLToPath(new URL('../../../../docs/results/players.jsonl', import.meta.url)), 'players')
  for (const profile of builtInProfiles()) {
    const statistics = ownStatistics(file, ownBatch(profile, Infinity), profile)
    expect(profile.statistics, `${profile.name}: npm run profiles`).toEqual(statistics && JSON.parse(JSON.stringify(statistics)))
  }
})
