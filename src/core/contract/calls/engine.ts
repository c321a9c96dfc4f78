/** The machine's resources that the lab may use. */
import type { LabErrorData } from '../../errors'
import { MOST_THREADS } from '../compute'
import type { QueueView } from '../machines'
import { textShape, wholeShape, z } from '../zod'
import { call, nothing } from './call'

export interface EngineView {
  readonly chosen: EngineChoice
  /** The values that `null` stands for on this machine. */
  readonly usual: { readonly threads: number; readonly memoryMiB: number }
  /** Number of threads that the lab was started with; overrides the choice until the lab ends. */
  readonly startedWith?: number
  /** Why the choice is not on the disk; absent if it is. The lab tries again. */
  readonly unsaved?: LabErrorData
  readonly cores: number
  readonly machineMiB: number
}

export const LEAST_MEMORY_MIB = 256
/** A worker of a queue that was not seen for this long is gone. */
export const WORKER_SECONDS = 10

/** The user's choice; `null`: the value suggested for the machine. */
export const engineChoiceShape = z.strictObject({
  threads: wholeShape(1, MOST_THREADS).nullable(),
  /** For all threads with their tables together. */
  memoryMiB: wholeShape(LEAST_MEMORY_MIB, 1e9).nullable(),
  /** An address or a file with one, without a password. Absent: LAB_QUEUE. */
  queue: textShape(4000).exactOptional(),
})

export type EngineChoice = Readonly<z.infer<typeof engineChoiceShape>>

export const ENGINE_CALLS = {
  /** Answered whatever else is under way: shows that the lab's process runs. */
  alive: call<void>()(nothing),
  engine: call<EngineView>()(nothing),
  /** Takes effect now and after every start. `BAD_SETTING` for more than the machine has, or less than a running job needs. */
  chooseEngine: call<EngineView>()(engineChoiceShape),
  /** The queue of machines, and its workers; `null`: the lab has none. `BAD_SETTING` if it does not answer. */
  machines: call<QueueView | null>()(nothing),
  /** Asks a worker to finish its jobs and to end. `NOT_FOUND`, or `BAD_SETTING`. */
  drainWorker: call<void>()(z.strictObject({ worker: textShape(200) })),
} as const
