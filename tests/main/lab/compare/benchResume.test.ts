import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { StoredBatch, StoredComparison } from '../../../../src/core/contract/stored'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { experimentOf, extended, getComparison, NO_PROGRESS } from '../../../../src/main/lab/compare/storedComparisons'
import type { BenchAnswer } from '../../../../src/main/hosts/terminal/compare/compareAnswer'
import { dataFile } from '../../../../src/main/store/opening'
import { cleanUp, damage, edit, newFolder, openReader, openWriter, sampleBatch, sampleBatchGame } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'
import { ending, jsonLines, startHearing, type Ended } from '../../../support/terminalProcess'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(cleanUp)

function countIn(folder: string, table: 'batches' | 'games'): number | undefined {
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    return db.prepare(`SELECT count(*) AS count FROM ${table}`).get()!['count'] as number
  } catch {
    return undefined // it is being made
  } finally {
    db.close()
  }
}

/** A bench of which some games are stored, as a kill leaves it: it was to have more. */
async function unfinished(folder: string, games: number, done: number, args: readonly string[]): Promise<void> {
  expect((await lab(['bench', String(done), ...args, '--home', folder])).code).toBe(0)
  edit(folder, `UPDATE batches SET ended = NULL, summary = 'null', games = ${games}`)
}

test.each([
  [100, 'thesis', 'thesis', ['--depth', '1']],
  [30, 'expectimax:thesis:depth=1', null, ['--player', 'expectimax:thesis:depth=1']],
])(
  'Ctrl-C names the command that resumes it, and the %i rows of %s are those of an undisturbed one',
  async (games, name, profile, player) => {
    const folder = newFolder()
    const flags = [String(games), ...player, '--seed', '5', '--csv']
    const aGameIsShown = interrupted(/\n\d/)
    const { code, stderr } = await lab(['bench', ...flags, '--home', folder], { once: aGameIsShown })
    expect([code, stderr]).toEqual([130, expect.stringContaining(`Resume with: npx lab bench --resume 1 --home ${folder}\n`)])
    const stored = countIn(folder, 'games')
    expect(stored).toBeLessThan(games)
    expect(stderr).toContain(`batch 1: ${stored} of ${games} games stored`)

    const listed = await lab(['bench', '--list', '--json', '--home', folder])
    expect(jsonLines(listed)).toMatchObject([{ id: 1, profile, players: [name], stored, games, seed: 5, state: 'unfinished' }])
    const resumed = await lab(['bench', '--resume', '1', '--csv', '--home', folder])
    const whole = await lab(['bench', ...flags, '--no-keep'])
    expect([resumed.code, resumed.stderr]).toEqual([0, ''])
    const timeless = ({ stdout }: Ended) => stdout.split('\n').map(row => row.split(',').toSpliced(6, 1).join(','))
    expect(timeless(resumed)).toEqual(timeless(whole))
    expect(jsonLines(await lab(['bench', '--list', '--json', '--home', folder]))).toMatchObject([
      { stored: games, state: 'finished' },
    ])
  },
)

test('times and nodes are of all games, however often it was interrupted', async () => {
  const folder = newFolder()
  await unfinished(folder, 12, 5, ['--depth', '0', '--seed', '6'])
  const reader = await openReader(folder)
  const [before] = await reader.batches.list()
  await reader.close()
  const [result] = jsonLines<BenchAnswer>(await lab(['bench', '--resume', '--json', '--home', folder]))
  const after = await openReader(folder)
  const [batch] = await after.batches.list()
  const games = await after.batches.played(1, 0, 12)
  const progress = batch!.progress as { seconds: number; times: { counts: [number, number][] } }
  const slides = games.reduce((sum, each) => sum + each.slides, 0)
  expect(progress.times.counts.reduce((sum, [, count]) => sum + count, 0)).toBe(slides)
  expect(result!.msPerMove.mean).toBeCloseTo(games.reduce((sum, { ms }) => sum + ms, 0) / slides, 4)
  expect(result!.seconds).toBeGreaterThan((before!.progress as typeof progress).seconds)
  const nodes = games.reduce((sum, each) => sum + each.nodes, 0)
  const { threads } = (result as unknown as { settings: { threads: number } }).settings
  const playing = games.reduce((sum, { ms }) => sum + ms, 0) / 1000 / threads
  expect(Math.abs(result!.nodesPerSecond - nodes / playing)).toBeLessThanOrEqual(1)
})

describe('a damaged row of a bench', () => {
  /** All games are stored, and it is not ended. */
  async function unended(...flags: string[]): Promise<string> {
    const folder = newFolder()
    await lab(['bench', '6', '--seed', '5', '--home', folder, ...flags])
    edit(folder, `UPDATE batches SET ended = NULL, summary = 'null'`)
    return folder
  }
  const gamesIn = async (folder: string) => {
    const reader = await openReader(folder)
    const games = await reader.games.window({ sort: 'created', descending: false, offset: 0, limit: 99 })
    const played = await reader.batches.played(1, 0, 99)
    await reader.close()
    return { games, played }
  }

  test.each([
    ['the figures of a game', 'UPDATE bench_games SET nodes = nodes + 1 WHERE game = 3'],
    ['a game', 'UPDATE games SET score = score + 4 WHERE id = 3'],
  ])('%s costs that game, which is played again', async (_, sql) => {
    const folder = await unended('--depth', '0')
    const before = await gamesIn(folder)
    damage(folder, sql)
    const { code, stderr } = await lab(['bench', '--resume', '1', '--json', '--home', folder])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^lab: One damaged row [^\n]*\n$/)])
    const { games, played } = await gamesIn(folder)
    const without = (list: readonly object[]) => list.map(each => ({ ...each, ms: 0 }))
    expect(without(played)).toEqual(without(before.played))
    expect(games).toHaveLength(6)
  })

  test('the figures of a game that a clock decided: it is played again, and the stored game leaves the batch', async () => {
    const folder = await unended('--time', '0.02', '--depth', '1')
    edit(folder, `UPDATE games SET slides = slides + 1 WHERE id = 3`) // as no other play comes out
    damage(folder, 'UPDATE bench_games SET nodes = nodes + 1 WHERE game = 3')
    const resumed = await lab(['bench', '--resume', '1', '--json', '--home', folder])
    expect(resumed.code).toBe(0)
    const { games, played } = await gamesIn(folder)
    expect(games.map(({ id, batch }) => [id, batch])).toEqual([1, 2, 3, 4, 5, 6, 7].map(id => [id, id === 3 ? null : 1]))
    expect(played.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5])
  })
})

test('what cannot be resumed is refused, and says which could be', async () => {
  const folder = newFolder()
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab(['bench', '--resume', ...args, '--home', folder])
    expect([code, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await refused()).toBe('lab: There is no unfinished bench. The batches: lab bench --list\n')
  const played = await lab(['bench', '3', '--depth', '0', '--home', folder])
  const [scores] = /scores +\d.*/.exec(played.stdout) ?? []
  expect(await lab(['bench', '--resume', '1', '--home', folder])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(scores!) as string,
  })
  expect(await refused('7')).toBe('lab: There is no bench 7. The benches: lab bench --list\n')
  edit(
    folder,
    `INSERT INTO batches (title, seed, games, profile, provenance, created, progress)
       SELECT title, 4, 9, profile, provenance, created + 1, '{"seconds":0,"times":{"counts":[]}}' FROM batches;
     INSERT INTO batches (title, seed, games, profile, provenance, created, progress)
       SELECT title, 5, 8, profile, provenance, created + 2, '{"seconds":0,"times":{"counts":[]}}' FROM batches WHERE id = 1`,
  )
  expect(await refused()).toBe(
    'lab: There are 2 unfinished benches, name one of them: 3 (thesis, 0 of 8 games, seed 5), 2 (thesis, 0 of 9 games, seed 4).\n',
  )
  for (const [flag, says] of [
    [['--seed', '6'], '--seed: 6 contradicts batch 2, which has 4.'],
    [['--profile', 'power'], '--profile: power contradicts batch 2, which has thesis.'],
    [['--no-keep'], '--no-keep: true contradicts batch 2, which was begun without it.'],
  ] as const)
    expect(await refused('2', ...flag)).toContain(says)
  const agreed = await lab([...'bench 9 --resume 2 --seed 4 --depth 0 --profile thesis --home'.split(' '), folder])
  expect([agreed.code, agreed.stderr]).toEqual([0, ''])
})

test('a bench of another kernel, of an earlier lab, or beside a writer is not resumed', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await store.batches.begin(sampleBatch())
  const beside = await lab(['bench', '--resume', '--home', folder])
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringMatching(/in use by a test/)])
  await store.close()
  const earlier = await lab(['bench', '--resume', '1', '--home', folder])
  expect([earlier.code, earlier.stderr]).toEqual([2, expect.stringMatching(/Batch 1 was stored by an earlier lab/)])

  const other = newFolder()
  await unfinished(other, 9, 2, ['--depth', '0'])
  edit(other, `UPDATE provenances SET json = json_set(json, '$.kernel', 'abc')`)
  const { code, stderr } = await lab(['bench', '--resume', '--home', other])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/Batch 1 was begun with the kernel abc, this lab has [0-9a-f]{12}/)])
})

test('a game that is not of its batch is not counted', async () => {
  const folder = newFolder()
  await unfinished(folder, 9, 2, ['--depth', '0'])
  edit(folder, 'UPDATE games SET seed = 12 WHERE id = 1')
  const { code, stderr } = await lab(['bench', '--resume', '--home', folder])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/of the batch has the seed 12, not \d+/)])
})

test('games that were stored are read page by page, each once', async () => {
  const writer = await openWriter()
  const provenance = { evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS, limits: { depth: 1 } }
  const batch = await writer.batches.begin(sampleBatch({ games: 6000, provenance, progress: NO_PROGRESS }))
  const indexes = Array.from({ length: 5001 }, (_, index) => index)
  const game = sampleBatchGame(0)
  const games = indexes.map(index => ({ ...game, index }))
  await writer.batches.add([{ id: batch, games, progress: NO_PROGRESS }])
  const { earlier } = experimentOf(writer, await getComparison(writer, 'bench', batch))
  const read: number[] = []
  for await (const page of earlier[0]!.pages) read.push(...page.map(({ index }) => index))
  expect(read).toEqual(indexes)
})

test('a bench that is interrupted before its first game ended is not kept', async () => {
  const folder = newFolder()
  const child = await startHearing(['bench', '3', '--depth', '6', '--cut', '0', '--json', '--home', folder])
  const ended = ending(child)
  await vi.waitUntil(() => existsSync(dataFile(folder)) && countIn(folder, 'batches') === 1, { timeout: 50_000 })
  const running = await lab(['bench', '--list', '--home', folder])
  expect(running.stdout).toMatch(/"lab bench" \(process \d+\) is writing in this folder/)
  expect(running.stdout).not.toContain('--resume')
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect([code, stderr]).toEqual([130, 'lab: no game ended, so this bench was not saved\n'])
  expect(JSON.parse(stdout)).toMatchObject({ batch: null })
  expect((await lab(['bench', '--list', '--home', folder])).stdout).toContain('No bench is stored here yet')
})

test('more games than an unfinished bench was to have are a further look, as what it had could be seen', () => {
  const batch = { ended: null, games: 100, progress: NO_PROGRESS, summary: null } as StoredBatch
  const after = (stored: number) => extended({ batches: [{ ...batch, stored }] } as unknown as StoredComparison, 200).batches
  expect(after(40)).toMatchObject([{ games: 200, progress: { extended: [40] } }])
  expect(after(0)).toMatchObject([{ games: 200, progress: NO_PROGRESS }])
})
