import { afterEach, describe, expect, test, vi } from 'vitest'
import { LabError, type LabErrorData } from '../../../../src/core/errors'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { deriveSeed } from '../../../../src/core/random'
import type { BenchAnswer } from '../../../../src/main/hosts/terminal/compare/compareAnswer'
import type { Comparison } from '../../../../src/core/contract/calls'
import type { NewBatchGame } from '../../../../src/core/contract/stored'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { Comparisons } from '../../../../src/main/lab/compare/comparisons'
import { summaryOf } from '../../../../src/main/lab/compare/comparison'
import type { BatchGame } from '../../../../src/main/lab/compare/contest'
import { GameSaver, newBatches } from '../../../../src/main/lab/compare/gameSaver'
import { NO_PROGRESS, type BatchProgress } from '../../../../src/main/lab/compare/storedComparisons'
import { provenanceOf } from '../../../../src/main/lab/ground/provenance'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { cleanUp, newFolder, openReader, openWriter } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import { thesisPlayer } from '../../../support/threads'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(cleanUp)

async function kept(folder: string) {
  const reader = await openReader(folder)
  const games = await reader.games.window({ sort: 'created', descending: false, offset: 0, limit: 1000 })
  const batches = await reader.batches.list()
  await reader.close()
  return { games, batches }
}

describe('lab bench', () => {
  test('keeps its games as a batch with what they came to, and each can be played again', async () => {
    const folder = newFolder()
    const ended = await lab(['bench', '6', '--depth', '0', '--seed', '9', '--home', folder, '--json'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [result] = jsonLines<BenchAnswer>(ended)
    const { games, batches } = await kept(folder)
    expect(batches).toMatchObject([{ seed: 9, games: 6, stored: 6, profile: 'thesis', ended: expect.any(Number) as number }])
    expect(batches[0]!.summary).toMatchObject({ games: 6, mean: result!.mean, max: result!.max })
    expect(games.map(({ kind, profile, over, hasTurns }) => ({ kind, profile, over, hasTurns }))).toEqual(
      Array(6).fill({ kind: 'bench', profile: 'thesis', over: true, hasTurns: false }),
    )
    expect(new Map(games.map(({ batchIndex, seed }) => [batchIndex, seed]))).toEqual(
      new Map(Array.from({ length: 6 }, (_, i) => [i, deriveSeed(9, i)])),
    )
    for (const { id, score, slides } of games.slice(0, 2)) {
      const shown = await lab(['replay', 'show', String(id), '--home', folder, '--json'])
      expect(shown).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.stringify(jsonLines(shown))).toContain(`"score":${score}`)
      expect(slides).toBeGreaterThan(10)
    }
  })

  test('keeps the moves of games that the clock played, which no seed plays again', async () => {
    const folder = newFolder()
    await lab(['bench', '2', '--time', '0.02', '--home', folder])
    expect((await kept(folder)).games.map(({ hasTurns }) => hasTurns)).toEqual([true, true])
  })

  test('reports and continues if nothing can be saved, and saves nothing if not wanted', async () => {
    const folder = newFolder()
    await openWriter(folder)
    const beside = await lab(['bench', '2', '--depth', '0', '--home', folder, '--json'])
    expect(beside).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not saved, and this bench cannot be resumed: .*in use by a test/) as string,
    })
    expect(jsonLines<BenchAnswer>(beside)[0]).toMatchObject({ games: 2, kept: false })
    expect(jsonLines<BenchAnswer>(beside)[0]).toMatchObject({ batch: null })
    const unwanted = await lab(['bench', '2', '--depth', '0', '--home', folder, '--json', '--no-keep'])
    expect(unwanted).toMatchObject({ code: 0, stderr: '' })
    expect((await kept(folder)).batches).toEqual([])
  })
})

const planOf = (games: number, seed = 1) => ({
  ...{ players: [{ name: 'thesis', profile: 'thesis', player: thesisPlayer({ depth: 0 }) }], seed, rule: { games, margin: 0 } },
})

/** As much of a result as a saver reads. */
const result = { players: [{ games: 9 }], looks: 1, ended: 'games' } as unknown as Comparison

test('a bench that fails has kept what it played until then', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const plan = planOf(500, 3)
  const lost = new LabError('WORKER_LOST', 'A game lost its thread 2 times.')
  const pool = {
    async playGames(_: unknown, seeds: readonly number[], onGame: (played: unknown, index: number) => void) {
      for (const i of [0, 1]) onGame({ result: { ...game(0).result, seed: seeds[i] }, times: { counts: [] }, ms: 1 }, i)
      throw lost
    },
  } as unknown as Pool
  const runs = new Comparisons({
    ...{ kind: 'bench', store, engine: { pool, kernel: 'a kernel' }, jobs: new Jobs(() => undefined) },
    ...{ onRow: () => undefined, onFailure: () => undefined },
  })
  await runs.start(plan)
  await runs.idle()
  expect(await runs.view(1)).toMatchObject({ state: 'failed', stored: 2, problem: { code: lost.code } })
  expect(await runs.result(1)).toBeUndefined()
  await store.close()
  const { games, batches } = await kept(folder)
  expect(games).toHaveLength(2)
  expect(batches).toMatchObject([{ games: 500, stored: 2, summary: null }])
})

const board = parseBoard('1212212112122121')
const game = (index: number): BatchGame => ({
  index,
  result: { seed: index, score: 4, slides: 1, board, maxRank: 2, firstSlide: [], nodes: 1 },
  times: Int32Array.of(7, 1),
  ms: 1,
})

describe('a saver', () => {
  type Add = (batch: number, games: readonly NewBatchGame[], progress: BatchProgress) => Promise<void>
  const open = async (add: Add) => {
    const ends: unknown[] = []
    const troubles: (string | undefined)[] = []
    const addAll = async (parts: readonly { id: number; games: readonly NewBatchGame[]; progress: BatchProgress }[]) => {
      for (const { id, games, progress } of parts) await add(id, games, progress)
    }
    const batches = { add: addAll, end: async (...args: unknown[]) => void ends.push(args) }
    const options = { store: { batches } as never, onTrouble: (problem?: LabErrorData) => void troubles.push(problem?.code) }
    const saver = new GameSaver({ kind: 'bench', id: 7, batches: [{ id: 7, progress: NO_PROGRESS }] }, options)
    return { saver, ends, troubles }
  }

  afterEach(() => void vi.useRealTimers())

  test('writes as soon as 64 games wait, and 50 ms after the first of fewer', async () => {
    vi.useFakeTimers()
    const blocks: number[][] = []
    const { saver } = await open(async (_, games) => void blocks.push(games.map(({ index }) => index)))
    for (let i = 0; i < 63; i++) saver.add(game(i))
    await vi.advanceTimersByTimeAsync(0)
    expect(blocks).toEqual([])
    saver.add(game(63))
    await vi.advanceTimersByTimeAsync(0)
    expect(blocks.map(({ length }) => length)).toEqual([64])
    saver.add(game(64))
    await vi.advanceTimersByTimeAsync(40)
    saver.add(game(65))
    expect(blocks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10)
    expect(blocks[1]).toEqual([64, 65])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([blocks.length, vi.getTimerCount()]).toEqual([2, 0])
    await saver.end()
  })

  test('writes what came during one write with the next, and holds the games up while the disk is behind', async () => {
    const blocks: number[] = []
    let free = (): void => undefined
    const disk = new Promise<void>(resolve => (free = resolve))
    let counted = 0
    const { saver, ends, troubles } = await open(async (_, games, { times }) => {
      await disk
      blocks.push(games.length)
      counted = times.counts[0]![1]
    })
    let held = 0
    for (let i = 0; i < 10_000 && !saver.room(); i++) {
      saver.add(game(i))
      held++
    }
    expect(held).toBeLessThan(2_000)
    const room = saver.room()
    expect(room).toBeInstanceOf(Promise)
    free()
    await room
    expect(saver.room()).toBeUndefined()
    saver.add(game(held))
    expect(await saver.end(result)).toEqual({ stored: held + 1, unstored: 0, trouble: undefined })
    expect(blocks.reduce((sum, length) => sum + length, 0)).toBe(held + 1)
    expect(counted).toBe(held + 1) // the times are those of the games that are stored
    expect(Math.max(...blocks)).toBeLessThanOrEqual(500)
    expect([ends, troubles]).toEqual([[[7, summaryOf(result)]], []])
  })

  test('that cannot store reports it immediately, delays nothing, keeps trying, and counts lost games', async () => {
    vi.useFakeTimers()
    let isFull = true
    let tries = 0
    let last: BatchProgress | undefined
    const { saver, ends, troubles } = await open(async (_, __, progress) => {
      tries++
      if (isFull) throw new LabError('STORE_FULL', 'There is no room.')
      last = progress
    })
    for (let i = 0; i < 64; i++) saver.add(game(i))
    await vi.advanceTimersByTimeAsync(0)
    expect(troubles).toEqual(['STORE_FULL'])
    for (let i = 64; i < 5_000; i++) {
      saver.add(game(i))
      expect(saver.room()).toBeUndefined()
    }
    await vi.advanceTimersByTimeAsync(3_000)
    expect([tries, troubles]).toEqual([4, ['STORE_FULL']])
    isFull = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(troubles).toEqual(['STORE_FULL', undefined])
    expect(await saver.end(result)).toEqual({ stored: 1_000, unstored: 4_000, trouble: undefined })
    expect(last!.times.counts).toEqual([[7, 1_000]])
    expect(ends).toEqual([]) // it lacks games, so it is not finished
    expect(vi.getTimerCount()).toBe(0)
  })

  test('calls a batch finished when its last game is stored, not before', async () => {
    vi.useFakeTimers()
    const done: string[] = []
    const { saver, ends } = await open(async (_, games) => {
      await new Promise(resolve => setTimeout(resolve, 20))
      done.push(`${games.length} games, finished: ${ends.length > 0}`)
    })
    for (let i = 0; i < 64; i++) saver.add(game(i)) // a write begins
    await vi.advanceTimersByTimeAsync(5)
    for (let i = 64; i < 100; i++) saver.add(game(i))
    const end = saver.end(result)
    await vi.runAllTimersAsync()
    expect(await end).toMatchObject({ stored: 100, unstored: 0 })
    expect(done).toEqual(['64 games, finished: false', '36 games, finished: false'])
    expect(ends).toHaveLength(1)
  })

  test('stores on a real disk until that is full, and says what is there', async () => {
    const folder = newFolder()
    const store = await openWriter(folder, { maxPages: 160 })
    const troubles: unknown[] = []
    const options = { store, onTrouble: (problem?: LabErrorData) => void troubles.push(problem?.code) }
    const [batch] = newBatches(planOf(9_000), [provenanceOf('p', thesisPlayer({ depth: 0 }), { pool: { threads: 1 } as Pool, kernel: 'k' })]) // oxfmt-ignore
    const id = await store.batches.begin(batch!)
    const saver = new GameSaver({ kind: 'bench', id, batches: [{ id, progress: NO_PROGRESS }] }, options)
    for (let i = 0; i < 9_000; i++) {
      saver.add(game(i))
      await saver.room()
    }
    const { stored, unstored, trouble } = await saver.end()
    expect([trouble?.code, troubles, stored + unstored]).toEqual(['STORE_FULL', ['STORE_FULL'], 9_000])
    await store.close()
    expect((await kept(folder)).batches).toMatchObject([{ stored, ended: null }])
    expect(stored).toBeGreaterThan(0)
  })
})
