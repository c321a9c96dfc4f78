/** Apart from tuningSupport.ts, which runs without Vitest too. */
import { expect } from 'vitest'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { openWriter } from '../../store/storeSupport'
import { outcomeOf, tuningWith } from './tuningSupport'

/** A whole run over a pool. @param pausedAfter so many evaluations, if at all, and then taken up */
export async function outcomeOfRun(config: TuningConfig, pool: Pool, pausedAfter?: number) {
  const store = await openWriter()
  let heard = 0
  const onEvaluated = () => void (++heard === pausedAfter && tuning.pause(1))
  const { tuning, failures } = tuningWith({ store, pool, onEvaluated })
  const { id } = await tuning.start(config)
  await tuning.idle()
  if (pausedAfter !== undefined) {
    expect((await tuning.runs.view(id)).state).toBe('paused')
    await tuning.resume(id)
    await tuning.idle()
  }
  expect(failures).toEqual([])
  return { outcome: await outcomeOf(store, id), view: await tuning.runs.view(id) }
}
