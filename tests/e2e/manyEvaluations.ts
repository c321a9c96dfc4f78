import type { TuningConfig } from '../../src/core/contract/tuning/tuningConfig'
import { openStore } from '../../src/main/store/store'
import { THREAD_FILE } from '../main/store/storeSupport'
import { headPool, simulated, smallConfig, tuningWith } from '../main/lab/tuning/tuningSupport'

/** Leaves a finished run of so many simulated evaluations, 50 an iteration, in a data folder that nobody has open. */
export async function keepManyEvaluations(folder: string, evaluations: number): Promise<void> {
  const store = await openStore({ folder, program: 'a test', threadFile: THREAD_FILE })
  const base = smallConfig()
  const config: TuningConfig = {
    ...base,
    title: `${evaluations} evaluations`,
    optimizer: { ...base.optimizer, particles: 50 } as TuningConfig['optimizer'],
    budget: { kind: 'evaluations', count: evaluations },
  }
  const { tuning } = tuningWith({ store, pool: headPool(), objective: simulated({ atOnce: 50 }) })
  await tuning.start(config)
  await tuning.idle()
  await tuning.close()
  await store.close()
}
