/** A process of the lab that is killed in the middle of a tuning run. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { dataFile } from '../../src/main/store/opening'
import { openReader } from '../main/store/storeSupport'
import type { startLab } from './terminalProcess'
import { outcomeOf } from '../main/lab/tuning/tuningSupport'

/**
 * Kills it once so many evaluations and validation games are stored in the folder, and so many ms later.
 * @returns whether it still ran
 */
export async function killOnceStored(
  child: ReturnType<typeof startLab>,
  folder: string,
  stored: number,
  delay = 0,
): Promise<boolean> {
  const ended = once(child, 'exit')
  let gone = false
  void ended.then(() => (gone = true))
  while (!gone && !(storedIn(folder) >= stored)) await setTimeout(2)
  await Promise.race([setTimeout(delay), ended])
  child.kill('SIGKILL')
  const [, signal] = (await ended) as [number | null, string | null]
  return signal === 'SIGKILL'
}

/** `NaN` while there is no run yet. */
export function storedIn(folder: string): number {
  if (!existsSync(dataFile(folder))) return NaN
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    const sql = 'SELECT evaluations + (SELECT count(*) FROM validation_games) AS stored FROM runs'
    return (db.prepare(sql).get() as { stored: number } | undefined)?.stored ?? NaN
  } catch {
    return NaN // its tables are being made
  } finally {
    db.close()
  }
}

/** All that the only run of a folder left behind but times. */
export async function outcomeIn(folder: string): Promise<unknown> {
  const store = await openReader(folder)
  expect(await store.maintenance.check()).toEqual([])
  const runs = await store.runs.list()
  expect(runs).toHaveLength(1)
  return outcomeOf(store, runs[0]!.id)
}
