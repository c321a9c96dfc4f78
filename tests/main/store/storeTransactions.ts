/** What `storeWriter.ts` writes, and a check of what a kill has left of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Turn } from '../../../src/core/games/twenty48/player'
import type { SideLine } from '../../../src/core/games/twenty48/replay'
import { openWriter, sampleGame } from './storeSupport'

export function kindOf(n: number): 'games' | 'setting' | 'board' {
  return n % 4 === 2 ? 'setting' : n % 4 === 3 ? 'board' : 'games'
}

/** Games in transaction n: from one to some hundred, which take up to a tenth of a second. */
export function gamesOf(n: number): number {
  return 1 + ((n * 37) % 160)
}

/** Transaction n of the writer of side lines, on a game of this length: up to 99 lines. */
export const TRIED_SLIDES = 300
export function triedIn(n: number): readonly SideLine[] {
  const turns: readonly Turn[] = Array.from({ length: 1 + (n % 40) }, () => ({ move: 'left', spawn: { cell: n % 16, rank: 1 } }))
  return Array.from({ length: 1 + (n % 99) }, (_, i) => ({ after: n, turns, ...(i > 0 && { of: i }) }))
}

/** Side lines of the games in transaction n. */
export function linesOf(n: number): readonly SideLine[] {
  const turns: readonly Turn[] = [{ move: 'left', spawn: { cell: n % 16, rank: 1 } }]
  return [
    { after: n, turns },
    { of: 1, after: n + 1, turns },
  ]
}

export type Since = 'opening' | 'open' | 'stored'
type Meanwhile = (pid: number) => Promise<void>

/**
 * Starts a writer on a folder, kills it `ms` after it began to open it, had opened it or stored something, and checks what it left: a sound file, every
 * transaction that it told of or that was there before, whole, and at most the one after those.
 *
 * @param before the last transaction that was there before.
 * @param ms or what is done, with its process number, before it is killed.
 * @returns the last one that is there now.
 */
export async function killAndCheck(folder: string, before: number, since: Since, ms: number | Meanwhile): Promise<number> {
  const told = Math.max(before, await runAndKill(folder, since, typeof ms === 'number' ? () => wait(ms) : ms))
  expect(since === 'opening' || existsSync(join(folder, 'writer.json'))).toBe(true) // nobody could remove it

  const store = await openWriter(folder)
  expect(await store.maintenance.check()).toEqual([])
  const board = (await store.currentGame.get())?.seed ?? 0
  const setting = ((await store.settings.get('last')) as number | undefined) ?? 0
  const games = async (n: number) => (kindOf(n) === 'games' ? store.games.count({ text: `n${n}.` }) : 0)
  const counts = await Promise.all(Array.from({ length: told + 3 }, (_, n) => games(n)))
  for (const n of counts.flatMap((count, n) => (count > 0 ? [n] : []))) {
    const [row] = await store.games.window({ sort: 'created', descending: true, offset: 0, limit: 1, text: `n${n}.` })
    expect((await store.games.get(row!.id))!.sideLines, `side lines of transaction ${n}`).toEqual(linesOf(n))
  }
  await store.close()
  expect(existsSync(join(folder, 'writer.json'))).toBe(false)

  for (let n = 1; n <= told; n++) if (kindOf(n) === 'games') expect(counts[n], `transaction ${n} of ${told}`).toBe(gamesOf(n))
  const next = told + 1
  expect([lastOf('setting', told), lastOf('setting', next)], `setting after ${told}`).toContain(setting)
  expect([lastOf('board', told), lastOf('board', next)], `board after ${told}`).toContain(board)
  if (kindOf(next) === 'games') expect([0, gamesOf(next)], `transaction ${next}`).toContain(counts[next])
  expect(counts[next + 1], `transaction ${next + 1}`).toBe(0)
  return setting === next || board === next || counts[next]! > 0 ? next : told
}

/**
 * The same of a writer that replaces the side lines of one game: those that it told of are there, or the next ones, and the game is whole.
 *
 * @returns the transaction that is there now.
 */
export async function killAndCheckLines(folder: string, before: number, ms: number): Promise<number> {
  const told = Math.max(before, await runAndKill(folder, 'stored', () => wait(ms), 'lines'))
  const store = await openWriter(folder)
  expect(await store.maintenance.check()).toEqual([])
  const { sideLines = [], played, board, slides } = (await store.games.get(1))!
  await store.close()
  const game = sampleGame(1, {}, TRIED_SLIDES)
  expect({ played, board, slides }).toEqual({ played: game.played, board: game.board, slides: game.slides })
  const n = sideLines[0]?.after ?? 0
  expect([told, told + 1]).toContain(n)
  expect(sideLines, `side lines of transaction ${n}`).toEqual(triedIn(n))
  return n
}

/** @returns the last transaction that the writer told of. */
async function runAndKill(folder: string, since: Since, meanwhile: Meanwhile, writes = 'all'): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'storeWriter.ts'), folder, writes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let told = 0
  let killing: Promise<void> | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const isNumber = /^\d+$/.test(line)
    if (since === (isNumber ? 'stored' : line)) killing ??= meanwhile(child.pid!).finally(() => child.kill('SIGKILL'))
    if (isNumber) told = Number(line)
  }
  await killing
  expect(await exited).toEqual([null, 'SIGKILL'])
  return told
}

/** The last transaction of a kind up to n, 0 if there is none. */
function lastOf(kind: ReturnType<typeof kindOf>, n: number): number {
  while (n > 0 && kindOf(n) !== kind) n--
  return n
}
