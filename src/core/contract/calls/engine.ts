/** How much of the machine the lab may take. */
import type { LabErrorData } from '../../errors'
import { MOST_THREADS } from '../compute'
import { z } from '../zod'
import { call, nothing } from './call'

export interface EngineView {
  readonly chosen: EngineChoice
  /** What `null` stands for here. */
  readonly usual: { readonly threads: number; readonly memoryMiB: number }
  /** Number of threads that the lab was started with: it holds until the lab ends, whatever is chosen. */
  readonly startedWith?: number
  /** Why the choice is not on the disk; absent where it is. The lab goes on trying. */
  readonly unsaved?: LabErrorData
  readonly cores: number
  readonly machineMiB: number
}

export const LEAST_MEMORY_MIB = 256

/** What a person chose; `null`: as the machine suggests. */
export const engineChoiceShape = z.strictObject({
  threads: z.int().min(1).max(MOST_THREADS).nullable(),
  /** Of all threads with their tables together. */
  memoryMiB: z.int().min(LEAST_MEMORY_MIB).max(1e9).nullable(),
})

export type EngineChoice = Readonly<z.infer<typeof engineChoiceShape>>

export const ENGINE_CALLS = {
  engine: call<EngineView>()(nothing),
  /** Holds at once and after every start. `BAD_SETTING` for more than the machine has, or than a job under way can do without. */
  chooseEngine: call<EngineView>()(engineChoiceShape),
} as const
