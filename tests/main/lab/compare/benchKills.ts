/** `lab bench` killed at chosen moments, resumed, and what it comes to all the same. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import type { BenchAnswer } from '../../../../src/main/hosts/terminal/compare/compareAnswer'
import { dataFile } from '../../../../src/main/store/opening'
import { cleanUp, newFolder, openReader } from '../../store/storeSupport'
import { ending, startLab } from '../../../support/terminalProcess'

/** Games of a bench that is killed: some seconds of them. */
export const GAMES = 1500
const FLAGS = [String(GAMES), '--depth', '1', '--seed', '77']
/** Of one bench. */
const MOST_KILLS = 8
/** After the games that were waited for are stored. */
const MOST_DELAY_MS = 120

/** When a process is killed. */
interface Moment {
  readonly stored: number
  readonly delay: number
}

/** All of the answer that does not follow from the clock or the threads. */
function gamesOf({
  msPerMove: _a,
  nodesPerSecond: _b,
  seconds: _c,
  settings,
  batch: _d,
  kept: _f,
  ...games
}: BenchAnswer): unknown {
  const { threads: _e, ...made } = settings
  return { ...games, settings: made }
}

export async function undisturbedBench(): Promise<unknown> {
  return gamesOf(await answer(['bench', ...FLAGS, '--no-keep', '--threads', '2', '--json']))
}

/**
 * Kills benches at moments drawn from the seed, resumes each until it ends, and checks what it comes to.
 *
 * @returns how many games were stored after each kill
 */
export async function killBenches(expected: unknown, kills: number, seed: number): Promise<readonly number[]> {
  const all: number[] = []
  for (let bench = 0; all.length < kills; bench++) {
    expect(bench, `benches with but ${all.length} kills`).toBeLessThan(Math.max(4, kills))
    const moments = drawMoments(seed + bench, Math.min(MOST_KILLS, kills - all.length))
    const { found, outcome } = await outcomeAfterKills(moments)
    expect(outcome, `kills at ${JSON.stringify(moments)} left ${found.join(', ')}`).toEqual(expected)
    all.push(...found)
    await cleanUp()
  }
  return all
}

function drawMoments(seed: number, count: number): readonly Moment[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, i) => ({
    stored: Math.floor(((i + random.next()) / (count + 1)) * GAMES),
    delay: Math.floor(MOST_DELAY_MS * random.next()),
  }))
}

async function outcomeAfterKills(moments: readonly Moment[]): Promise<{ outcome: unknown; found: number[] }> {
  const folder = newFolder()
  const found: number[] = []
  for (const [i, { stored, delay }] of moments.entries()) {
    const threads = String(1 + (i % 3))
    const child = startLab([...next(folder), '--threads', threads, '--home', folder, '--json'])
    const ended = once(child, 'exit')
    let gone = false
    void ended.then(() => (gone = true))
    while (!gone && !(storedIn(folder) >= stored)) await setTimeout(2)
    await Promise.race([setTimeout(delay), ended])
    child.kill('SIGKILL')
    const [, signal] = (await ended) as [number | null, string | null]
    if (signal !== 'SIGKILL') throw new Error(`the bench was over before its kill number ${i}, ${JSON.stringify(moments)}`)
    const before = found.at(-1) ?? 0
    found.push(storedIn(folder))
    expect(found.at(-1), 'games that were stored').toBeGreaterThanOrEqual(Math.max(before, stored))
  }
  const result = await answer([...next(folder), '--threads', '2', '--home', folder, '--json'])
  const store = await openReader(folder)
  expect(await store.maintenance.check()).toEqual([])
  const batches = await store.batches.list()
  expect(batches).toMatchObject([{ id: result.batch, games: GAMES, stored: GAMES, summary: { games: GAMES, mean: result.mean } }])
  expect(result.settings.threads).toBe(2)
  return { outcome: gamesOf(result), found }
}

/** Until its batch was stored there is nothing to resume. */
function next(folder: string): string[] {
  return Number.isNaN(storedIn(folder)) ? ['bench', ...FLAGS] : ['bench', '--resume']
}

/** Games of the only batch; `NaN` while there is none. */
export function storedIn(folder: string): number {
  if (!existsSync(dataFile(folder))) return NaN
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    const sql = 'SELECT (SELECT count(*) FROM games WHERE batch = batches.id) AS stored FROM batches'
    return (db.prepare(sql).get() as { stored: number } | undefined)?.stored ?? NaN
  } catch {
    return NaN // its tables are being made
  } finally {
    db.close()
  }
}

async function answer(args: readonly string[]): Promise<BenchAnswer> {
  const { code, stdout, stderr } = await ending(startLab(args))
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as BenchAnswer
}
