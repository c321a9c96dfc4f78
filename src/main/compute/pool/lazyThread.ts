import type { Transferable } from 'node:worker_threads'
import { STOP_REASONS, type Memory, type SearchedIteration, type SearchOrder } from '../../../core/contract/compute'
import type { Question, Reply, ToAnswerer, ToAsker } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import type { Kernel } from '../../../core/kernel/port'
import type { ThreadLike } from '../../threadChannel'

/** About the processor time that a thread takes to start, so dropped work at most doubles that cost. */
const LONGEST_HERE_MS = 20

type Event = 'message' | 'error' | 'exit'
type Listener = (message: never) => void

/**
 * Short searches on the caller's thread, for a command with nothing else to do. The first search that takes longer is dropped and
 * given to a thread, as are all later ones. Signals and timers run between two iterations.
 */
export class LazyThread implements ThreadLike {
  #kernel: Kernel | undefined
  #thread: ThreadLike | undefined
  readonly #listeners: (readonly [event: Event, listener: Listener])[] = []

  /** @param now in milliseconds */
  constructor(
    kernel: Kernel,
    private readonly start: () => ThreadLike,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#kernel = kernel
  }

  postMessage(message: ToAnswerer, transfer?: readonly Transferable[]): void {
    const reply = 'call' in message && this.#kernel ? this.#answer(message, this.#kernel) : undefined
    if (reply) setImmediate(() => this.#tell({ id: message.id!, reply }))
    else this.#started().postMessage(message, transfer)
  }

  on(event: Event, listener: Listener): void {
    this.#listeners.push([event, listener])
  }

  async terminate(): Promise<void> {
    this.#kernel = undefined
    await this.#thread?.terminate()
  }

  /** `undefined` if it needs a thread. */
  #answer({ call, arg }: Question, kernel: Kernel): Reply<Memory | SearchedIteration> | undefined {
    if (call === 'start') return { ok: true, value: { memoryBytes: kernel.memoryBytes } }
    if (call !== 'search') return undefined
    const { evaluator, settings, request, readsExpert } = arg as SearchOrder
    // from the first look at the clock on: the file of an expert's network is read before it
    let end = Infinity
    let isLong = false
    const isOverdue = (): boolean => {
      if (end === Infinity) end = this.now() + LONGEST_HERE_MS
      return (isLong ||= this.now() > end)
    }
    try {
      kernel.load(evaluator, settings, readsExpert)
      const iteration = kernel.search(request, () => (isOverdue() ? STOP_REASONS[0] : undefined))
      return isLong ? undefined : { ok: true, value: { iteration, memoryBytes: kernel.memoryBytes } }
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return { ok: false, error: error.toData() }
    }
  }

  #started(): ThreadLike {
    if (this.#thread) return this.#thread
    this.#kernel = undefined
    const thread = (this.#thread = this.start())
    for (const [event, listener] of this.#listeners) thread.on(event as 'message', listener as (message: ToAsker) => void)
    return thread
  }

  #tell(message: ToAsker): void {
    for (const [event, listener] of this.#listeners) if (event === 'message') listener(message as never)
  }
}
