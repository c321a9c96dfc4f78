/** `SIGKILL` at a random moment of a backup, a restore, a daily copy or a move: the data are whole, in one place, and the next try succeeds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, newFolder } from '../main/store/storeSupport'
import { check, KINDS, prepare, work, type Kind } from './copies/works'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 300)
/** About as long as two of the works take. */
const MOST_MS = 1500

afterEach(cleanUp)

test('copies, restores and moves killed at random moments', async () => {
  const [home, scratch] = [newFolder(), newFolder()]
  await prepare(home, scratch)
  const kills: Record<Kind, number> = { backup: 0, restore: 0, daily: 0, move: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const kind = await killedIn(home, scratch, KINDS[kill % KINDS.length]!, Math.random() * MOST_MS)
    kills[kind]++
    await check(home, scratch)
    await work(kind, home, scratch)
    await check(home, scratch)
  }
  record('Kills of copies, restores and moves', { kills: KILLS, ...kills })
  expect(Math.min(...Object.values(kills))).toBeGreaterThan(0)
})

/** @returns what it did last */
async function killedIn(home: string, scratch: string, first: Kind, ms: number): Promise<Kind> {
  const file = join(import.meta.dirname, 'copies', 'copier.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, home, scratch, first], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let last = first
  let killing: Promise<unknown> | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') killing = wait(ms).then(() => child.kill('SIGKILL'))
    else last = line as Kind
  }
  await killing
  expect(await exited).toEqual([null, 'SIGKILL'])
  return last
}
