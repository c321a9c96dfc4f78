import { EMPTY } from '../../../../src/core/games/twenty48/board'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contentHash } from '../../../../src/core/contentHash'
import { deriveSeed } from '../../../../src/core/random'
import type { ReproductionName, RunLine } from '../../../../src/core/contract/files'
import { plannedEvaluations } from '../../../../src/core/tuning/tuningConfig'
import type { PlayedGame } from '../../../../src/main/compute/pool/pool'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { madeLines } from '../../../../src/main/lab/reproduce/made'
import { table } from '../../../../src/main/lab/reproduce/markdown'
import { ownBatch, ownStatistics } from '../../../../src/main/lab/reproduce/ownResults'
import { players } from '../../../../src/main/lab/reproduce/players'
import { playersPage } from '../../../../src/main/lab/reproduce/playersPage'
import {
  gamesOf,
  playerKey,
  playMissing,
  stopIfAsked,
  type Bench,
  type GameBatch,
} from '../../../../src/main/lab/reproduce/reproduction'
import { refuseForeign, writeMarked } from '../../../../src/main/lab/reproduce/reproduceCommands'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { isEnoughForThesis, thesisPage } from '../../../../src/main/lab/reproduce/thesisPage'
import {
  batchOf,
  closestReading,
  COARSE,
  distanceToPublished,
  EXPERIMENTS,
  FINE,
  finalBatches,
  READINGS,
} from '../../../../src/main/lab/reproduce/thesisReadings'
import { tuningPage } from '../../../../src/main/lab/reproduce/tuningPage'
import { ABLATIONS, OPTIMIZERS, ROWS } from '../../../../src/main/lab/reproduce/tuningRows'
import type { Row } from '../../../../src/main/lab/reproduce/tuningSearch'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results', 'thesis.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const PLAYS = 'abc'
const open = (fingerprint = PLAYS, name: ReproductionName = 'thesis', kernel = 'k1') =>
  ResultsFile.open(path, name, { kernel, fingerprint })
const game = (batch: string, game: number, largest = 8192, score = 100_000 + game, player = 'p') =>
  ({ kind: 'game', batch, game, player, seed: 7 + game, score, largest, slides: 5000, nodes: 2500 }) as const
const of = ({ name, player, seed }: GameBatch, i: number, largest?: number) => ({
  ...game(name, i, largest, undefined, contentHash({ player, seed })),
  seed: deriveSeed(seed, i),
})
const run = ({ name, config, mostGames }: Row, seed: number, worth: number): RunLine => ({
  kind: 'run',
  row: name,
  seed,
  config: contentHash({ config: config(seed), mostGames: mostGames ?? null }),
  ...{ games: 2560, reported: 40_000, worth, largest: 4096, weights: { h1: 0, h2: 1, h3: 1, h4: 1 } },
})

/** A line of one tree of four leaves, of which a search visits at least three. */
function leaves(order: 'best' | 'random' | 'uncut', alphaBeta: number, pvs: number): string {
  return JSON.stringify({
    ...{ kind: 'leaves', branching: 2, depth: 2, order, first: 0, trees: 1 },
    ...{ alphaBeta: [alphaBeta], pvs: [pvs] },
  })
}

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

test('a line that was cut off is dropped once: what another process has added since then stays', () => {
  open().add(game('one', 0))
  appendFileSync(path, '{"kind":"game","batch":"one","ga')
  const [one, other] = [open(), open()]
  one.add(game('one', 1))
  one.add(game('one', 2))
  other.add(game('one', 3))
  expect(open().games('one', 'p').map(each => each.game)).toEqual([0, 1, 2, 3]) // oxfmt-ignore
})

test('of a result that two processes measured the first line counts, so a page that was written stays true', () => {
  const [one, other] = [open(), open()]
  one.add(game('one', 0, 8192, 1000))
  other.add(game('one', 0, 8192, 2000))
  expect(open().games('one', 'p')).toMatchObject([{ score: 1000 }])
})

test('a page is not overwritten but replaced once the new one is whole, and an empty one blocks no writer', () => {
  const page = join(mkdtempSync(join(root, 'case-')), 'page.md')
  writeFileSync(page, '')
  expect(() => refuseForeign(page)).not.toThrow()
  writeMarked(page, 'before')
  const old = `${page}.old`
  linkSync(page, old) // what is written over changes under both names
  writeMarked(page, 'after')
  expect(readFileSync(old, 'utf8')).toMatch(/\nbefore\n$/)
  expect(readFileSync(page, 'utf8')).toMatch(/\nafter\n$/)
  expect(readdirSync(dirname(page)).toSorted()).toEqual(['page.md', 'page.md.old'])
  mkdirSync(`${page}.folder`)
  expect(() => writeMarked(`${page}.folder`, 'after')).toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
  expect(readdirSync(dirname(page)).toSorted()).toEqual(['page.md', 'page.md.folder', 'page.md.old'])
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

test('games of another player under the same name are not taken for its own', async () => {
  const first = benchOf(open())
  await playMissing(first.bench, BATCH)
  const other = { ...BATCH, player: { ...BATCH.player, limits: { depth: 1 } } }
  const second = benchOf(open())
  await playMissing(second.bench, other)
  expect(second.played).toHaveLength(10)
})

test.each([
  ['{"kind":"game"}', /thesis\.jsonl: line 3: /],
  ['no JSON', /thesis\.jsonl: line 3: /],
  [leaves('best', 3, 4), /thesis\.jsonl: line 3: no search of these trees visits this number of leaves/],
  [leaves('random', 5, 4), /thesis\.jsonl: line 3: no search/],
  [leaves('random', 2, 4), /thesis\.jsonl: line 3: no search/],
  [leaves('uncut', 3, 4), /thesis\.jsonl: line 3: no search/],
])('a damaged line is named: %s', (line, message) => {
  open().add(game('one', 0))
  appendFileSync(path, `${line}\n`)
  const before = readFileSync(path, 'utf8')
  expect(() => open()).toThrow(message)
  expect(readFileSync(path, 'utf8')).toBe(before)
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

test('a kernel that was changed, and plays the same games, continues; the page names both', () => {
  open(PLAYS, 'thesis', 'k1').add(game('one', 0))
  const file = open(PLAYS, 'thesis', 'k2')
  file.add(game('one', 1))
  expect(file.games('one', 'p')).toHaveLength(2)
  expect(madeLines(file, 'lab reproduce thesis')).toContain('kernel k1 and k2')
})

test('the page says how busy the machine was at each start, if the results do', () => {
  open(PLAYS, 'thesis', 'k1').add(game('one', 0))
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { load: _, ...rest } = JSON.parse(head!) as Record<string, unknown>
  const heads = [rest, { ...rest, load: 0.3 }, { ...rest, load: 12 }]
  writeFileSync(path, [...heads.slice(0, 1).map(each => JSON.stringify(each)), ...lines, ''].join('\n'))
  expect(madeLines(open(), 'lab')).not.toContain('Load')
  writeFileSync(path, [...heads.map(each => JSON.stringify(each)), ...lines, ''].join('\n'))
  expect(madeLines(open(), 'lab')).toContain('before the start: 0.3, then 12.0.')
})

test('the distance to the published tiles is 0 for their shares, 1 for others, and half the sum of the differences', () => {
  const repeat = (face: number, count: number) => Array<number>(count).fill(face)
  const published = [...repeat(32768, 3), ...repeat(16384, 27), ...repeat(8192, 46), ...repeat(4096, 24)]
  expect(distanceToPublished(published)).toBeCloseTo(0, 12)
  expect(distanceToPublished([2048, 1024])).toBeCloseTo(1, 12)
  // 46 % + 24 % are too many by half of 30 %: what lacks is 30 %
  expect(distanceToPublished([...repeat(8192, 61), ...repeat(4096, 39)])).toBeCloseTo(0.3, 12)
})

test('the closest reading is the one most like the published shares, of those that are not too fine', () => {
  const file = open()
  const near = READINGS.find(({ cut, depth, h4Minimum }) => cut === 1e-3 && depth === 'distinct' && h4Minimum === 'board')!
  const fine = READINGS.find(({ cut }) => cut === 1e-4)!
  for (const reading of READINGS)
    for (let i = 0; i < 4; i++)
      file.add(of(batchOf(reading, 15), i, reading === near || reading === fine ? [16384, 8192, 8192, 4096][i]! : 2048))
  expect(closestReading(file, 15)).toEqual(near)
})

test('the page of the thesis has a row for each reading, and the published shares beside ours', () => {
  const file = open()
  for (const reading of READINGS) for (let i = 0; i < 12; i++) file.add(of(batchOf(reading, 15), i))
  for (const batch of finalBatches(closestReading(file, 15), 15)) for (let i = 0; i < 10; i++) file.add(of(batch, i, 16384))
  for (const row of EXPERIMENTS) file.add(run(row, 1, 30_000))
  const page = thesisPage(file, 'lab reproduce thesis', 15)
  expect(page).toContain('Made by `lab reproduce thesis` with 2048 Lab')
  const lines = page.split('\n')
  for (const cut of ['0.01', '0.001', '0.0001']) expect(lines.filter(line => line.includes(`| ${cut} `))).toHaveLength(4)
  expect(lines.find(line => line.startsWith('| 16384 '))).toMatch(/\| 27 % \[19 – 36\] +\| 100 % \[72 – 100\]/)
})

test('the page of the thesis waits for its results, and shows how many games are missing', () => {
  const file = open()
  for (const reading of COARSE) for (let i = 0; i < 12; i++) file.add(of(batchOf(reading, 15), i))
  const [final, hand] = finalBatches(closestReading(file, 15), 15)
  file.add(of(final!, 0))
  file.add(run(EXPERIMENTS[0]!, 1, 30_000))
  expect(isEnoughForThesis(file, 15)).toBe(false)
  file.add(of(hand!, 0))
  expect(isEnoughForThesis(file, 15)).toBe(true)
  file.add(of(batchOf(FINE[0]!, 15), 0))
  const page = thesisPage(file, 'lab reproduce thesis', 15)
  expect(page).toContain('| 12 of 15 ')
  expect(page).toMatch(/\| 0\.0001 \| 1 of 5 /)
  expect(page).toMatch(/\| 0\.0001 \| 0 of 5 +\| +\|/)
  expect(page).not.toContain('NaN')
})

test('a page is written where a reproduction was stopped, as far as it came', async () => {
  const results = open(PLAYS, 'players')
  const profile = builtInProfiles()[0]!
  const batch = ownBatch(profile, 20)
  for (let i = 0; i < 12; i++) results.add(of(batch, i, 4096))
  results.add({ kind: 'speed', player: playerKey(batch), machine: 'a machine', nodes: 1000, ms: 4 })
  const row = playersPage(results, 'lab reproduce players', 20)
    .split('\n')
    .find(line => line.startsWith(`| ${batch.name}`))
  // 2,500 slides tried in 5,000 moves, at 250 a millisecond
  expect(row).toMatch(
    /\| 12 of 20 +\| 100,006 \[.*\| 100 % \[76 – 100\] \| 100 % \[76 – 100\] \| (0 % \[0 – 24\] +\| ){3}1 +\| 0\.002 /,
  )
  const { bench, played } = benchOf(results, 20)
  await expect(players.compute(bench, 20)).rejects.toThrow('Stopped')
  expect(played.length).toBe(20)
})

test('a stop before the first result names no file that does not exist', () => {
  const results = open(PLAYS, 'players')
  const stop = () => stopIfAsked(AbortSignal.abort(), results)
  expect(stop).toThrow(/^Stopped[.] Nothing is done yet[.]$/)
  results.add({ kind: 'speed', player: 'p', machine: 'a machine', nodes: 1000, ms: 4 })
  expect(stop).toThrow(`What is done is in ${results.path}; the same command resumes there.`)
})

test('weights that were chosen by the games of one seed are judged by those of another', () => {
  const seedOf = (name: string) =>
    ownBatch(
      builtInProfiles().find(each => each.name === name)!,
      100,
    ).seed
  expect(READINGS.map(reading => batchOf(reading, 10).seed)).not.toContain(seedOf('thesis'))
  expect(seedOf('power')).toBe(batchOf(READINGS[0]!, 10).seed)
})

test('built-in profiles hold what docs/results has of their games', () => {
  const file = ResultsFile.read(fileURLToPath(new URL('../../../../docs/results/players.jsonl', import.meta.url)), 'players')
  for (const profile of builtInProfiles()) {
    const statistics = ownStatistics(file, ownBatch(profile, Infinity), profile)
    expect(profile.statistics, `${profile.name}: npm run profiles`).toEqual(statistics && JSON.parse(JSON.stringify(statistics)))
  }
})

test('the results of a profile name the lab that played its games, not the last one that added a line', () => {
  const file = ResultsFile.read(fileURLToPath(new URL('../../../../docs/results/players.jsonl', import.meta.url)), 'players')
  const stampOf = (name: string) => builtInProfiles().find(each => each.name === name)?.statistics?.stamp
  const { 0: first, [file.heads.length - 1]: last } = file.heads
  expect(stampOf('thesis-face')).toMatchObject({ kernel: last?.kernel, at: last?.at })
  expect(stampOf('hand-tuned')).toMatchObject({ kernel: first?.kernel, at: first?.at })
})

test('every way to search has the same budget of games, the same games to be judged by, and its own name', () => {
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length)
  const first = ROWS[0]!.config(1)
  for (const { name, config, mostGames } of ROWS) {
    const { objective, validation, ...run } = config(1)
    expect(mostGames, name).toBe(2560)
    expect(plannedEvaluations({ objective, validation, ...run }) * objective.games, name).toBeGreaterThanOrEqual(2560)
    const { settings, depth, fitness, seeds, evaluator } = objective
    expect({ settings, depth, fitness, seeds, evaluator, validation }).toEqual({
      ...{ settings: first.objective.settings, depth: first.objective.depth, fitness: first.objective.fitness },
      ...{ seeds: first.objective.seeds, evaluator: first.objective.evaluator, validation: first.validation },
    })
  }
})

test('the page of optimisers shows values, the part of the noise, and differences by seed', () => {
  const file = open(PLAYS, 'tuning')
  for (const row of ROWS) for (const seed of [1, 2, 3]) file.add(run(row, seed, 30_000 + 1000 * seed))
  const { base, changed } = ABLATIONS[0]!
  for (const seed of [1, 2, 3]) file.add(run(changed[0]!, seed, 32_000 + 1000 * seed + 10 * seed))
  const lines = tuningPage(file, 'lab reproduce tuning').split('\n')
  // t(0.975; 2) = 4.303, s = 1000: 32,000 ± 2,484; 40/31 + 40/32 + 40/33 − 3 over 3
  expect(lines.find(line => line.startsWith(`| ${OPTIMIZERS[0]!.name} `))).toMatch(/32,000 \[29,516 – 34,484\] +\| 25 % /)
  expect(lines.find(line => line.startsWith(`| ${changed[0]!.name} `))).toMatch(/\| 2,020 \[1,995 – 2,045\] +\| /)
  expect(lines.some(line => line.startsWith(`| ${base.name} `))).toBe(true)
})

test('tables are lined up', () => {
  expect(table([['a', 'long'], ['word', '1']])).toBe('| a    | long |\n| ---- | ---- |\n| word | 1    |') // oxfmt-ignore
})

test.skipIf(!existsSync('/proc'))('a folder that the system does not let anybody make is refused by its name', () => {
  path = '/proc/lab-results/x/thesis.jsonl'
  expect(() => open()).toThrow(
    expect.objectContaining({ code: 'BAD_FILE', message: expect.stringContaining('/proc/lab-results') as string }),
  )
})
