import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LabError } from '../../src/core/errors'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { deriveSeed } from '../../src/core/random'
import type { BenchResult } from '../../src/main/hosts/terminal/face'
import type { BenchSummary } from '../../src/main/lab/bench'
import { BenchKeeper } from '../../src/main/lab/benchKeeper'
import type { Provenance } from '../../src/main/lab/provenance'
import { cleanUp, newFolder, openReader, openWriter } from './storeSupport'
import { ending, jsonLines, lab, startLab } from './terminalProcess'

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
    const [result] = jsonLines<BenchResult>(ended)
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

  test('says so and goes on where nothing can be kept, or nobody wants it', async () => {
    const folder = newFolder()
    await openWriter(folder)
    const beside = await lab(['bench', '2', '--depth', '0', '--home', folder, '--json'])
    expect(beside).toMatchObject({ code: 0, stderr: expect.stringMatching(/not kept: .*in use by a test/) as string })
    expect(jsonLines<BenchResult>(beside)[0]).toMatchObject({ games: 2 })
    const unwanted = await lab(['bench', '2', '--depth', '0', '--home', folder, '--json', '--no-keep'])
    expect(unwanted).toMatchObject({ code: 0, stderr: '' })
    expect((await kept(folder)).batches).toEqual([])
  })

  test('keeps games that a clock decided slide by slide', async () => {
    const folder = newFolder()
    const timed = await lab(['bench', '2', '--time', '0.2', '--depth', '2', '--seed', '9', '--home', folder, '--json'])
    expect(timed).toMatchObject({ code: 0, stderr: '' })
    const { games } = await kept(folder)
    expect(games.map(({ hasTurns }) => hasTurns)).toEqual([true, true])
    for (const { id, score, slides } of games) {
      const shown = await lab(['replay', 'show', String(id), '--home', folder, '--json'])
      const [told] = jsonLines<{ score: number; slides: number; ms: { slides: number; total: number } }>(shown)
      expect(told).toMatchObject({ score, slides, ms: { slides } })
      expect(told!.ms.total).toBeGreaterThan(0)
    }
  })
})

test('a bench that fails has kept what it played until then', async () => {
  const folder = newFolder()
  const child = startLab(['bench', '500', '--depth', '3', '--seed', '3', '--threads', '1', '--csv', '--home', folder], {
    NODE_OPTIONS: `--require ${join(import.meta.dirname, '../e2e/killableThreads.cjs')}`,
  })
  let text = ''
  const played = new Promise<void>(resolve =>
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()).split('\n').length > 3 && resolve()),
  )
  const ended = ending(child)
  await played
  child.kill('SIGUSR2')
  await wait(1_000) // the game that was played is tried again
  child.kill('SIGUSR2')
  const { code, stdout, stderr } = await ended
  expect([code, stderr]).toEqual([1, expect.stringMatching(/lost its thread 2 times/)])
  const rows = stdout.trimEnd().split('\n').length - 1
  const { games, batches } = await kept(folder)
  expect(rows).toBeGreaterThan(0)
  expect(games).toHaveLength(rows)
  expect(batches).toMatchObject([{ games: 500, stored: rows, summary: null }])
})

describe('a keeper', () => {
  const board = parseBoard('1212212112122121')
  const game = (index: number) => ({
    index,
    result: { seed: index, score: 4, slides: 1, board, maxRank: 2 as const, firstSlide: [], nodes: 1 },
    ms: 1,
  })
  const open = async (addAll: (games: readonly unknown[]) => Promise<number[]>) => {
    const ends: unknown[] = []
    const store = {
      games: { addAll },
      batches: { begin: async () => 7, end: async (...args: unknown[]) => void ends.push(args) },
    }
    const keeper = await BenchKeeper.begin(store as never, { games: 9, seed: 1 }, { profile: 'p' } as Provenance)
    return { keeper, ends }
  }

  test('writes in blocks, and holds the games up while the disk is behind', async () => {
    const blocks: number[] = []
    let free = (): void => undefined
    const disk = new Promise<void>(resolve => (free = resolve))
    const { keeper, ends } = await open(async games => {
      await disk
      blocks.push(games.length)
      return []
    })
    let held = 0
    for (let i = 0; i < 10_000 && !keeper.room(); i++) {
      keeper.add(game(i))
      held++
    }
    expect(held).toBeLessThan(4_000)
    const room = keeper.room()
    expect(room).toBeInstanceOf(Promise)
    free()
    await room
    expect(keeper.room()).toBeUndefined()
    keeper.add(game(held))
    await keeper.end({} as BenchSummary)
    expect(blocks.reduce((sum, length) => sum + length, 0)).toBe(held + 1)
    expect(Math.max(...blocks)).toBeLessThanOrEqual(500)
    expect(ends).toEqual([[7, {}]])
  })

  test('that failed once keeps no more, holds nothing up, and tells at the end', async () => {
    let tries = 0
    const { keeper, ends } = await open(async () => {
      tries++
      throw new LabError('STORE_FULL', 'There is no room.')
    })
    for (let i = 0; i < 5_000; i++) {
      keeper.add(game(i))
      await keeper.room()
    }
    await expect(keeper.end({} as BenchSummary)).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(tries).toBeLessThan(9)
    expect(ends).toEqual([])
  })
})
