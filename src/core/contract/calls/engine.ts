/** How much of the machine the lab may take. */
import type { LabErrorData } from '../../errors'
import { z } from '../zod'
import { call, nothing } from './call'

/** What a person chose; `null`: as the machine suggests. */
export interface EngineChoice {
  readonly threads: number | null
  /** Of all threads with their tables together. */
  readonly memoryMiB: number | null
}

export interface EngineView {
  readonly chosen: EngineChoice
  /** What `null` stands for here. */
  readonly usual: { readonly threads: number; readonly memoryMiB: number }
  /** The lab was started with so many threads: they hold until it ends, whatever is chosen. */
  readonly startedWith?: number
  /** Why the choice is not on the disk; absent where it is. The lab goes on trying. */
  readonly unsaved?: LabErrorData
  readonly cores: number
  readonly machineMiB: number
}

export const MOST_THREADS = 256
export const LEAST_MEMORY_MIB = 256

export const engineChoiceShape: z.ZodType<EngineChoice> = z.strictObject({
  threads: z.int().min(1).max(MOST_THREADS).nullable(),
  memoryMiB: z.int().min(LEAST_MEMORY_MIB).max(1e9).nullable(),
})

export const ENGINE_CALLS = {
  engine: call<undefined, EngineView>(nothing),
  /** Holds at once and after every start. `BAD_SETTING` for more than the machine has, or than a job under way can do without. */
  chooseEngine: call<EngineChoice, EngineView>(engineChoiceShape),
} as const
