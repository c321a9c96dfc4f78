import type { FromThread, JobId, StopCell, ToThread } from '../../core/contract/compute'
import { STOP_REASONS } from '../../core/contract/compute'
import { LabError, unreachable } from '../../core/errors'
import type { Player } from '../../core/games/twenty48/player'
import type { Kernel } from '../../core/kernel/port'
import type { TracedKernel } from '../../core/kernel/tracedPort'
import { AutoplayJob } from './autoplayJob'
import { BoardsJob } from './boardsJob'
import { GamesJob } from './gamesJob'
import { PlayoutsJob } from './playoutsJob'
import type { SlicedJob } from './slicedJob'
import { TraceJob } from './traceJob'

/** How long games are played before the thread hears messages again: the longest that a search waits, or one slide. */
const SLICE_MS = 4

export interface ThreadPort {
  postMessage(message: FromThread): void
  on(event: 'message', listener: (message: ToThread) => void): unknown
}

/**
 * The loop of a compute thread: hear a message, ask the core, post the answer. Holds at most one batch, which it plays in
 * slices, and answers searches between two of them.
 *
 * @param makeTraced the kernel that records, for the one thread that needs it
 */
export function serveThread(port: ThreadPort, kernel: Kernel, makeTraced: () => TracedKernel, stopCell: StopCell): void {
  const post = (message: FromThread): void => port.postMessage(message)
  let batch: SlicedJob | undefined
  let cancelSlice = (): void => undefined
  let loaded: string | undefined
  let tracedKernel: TracedKernel | undefined
  let lastSearch: JobId = 0
  const isWanted = (): boolean => Atomics.load(stopCell, 3) > lastSearch

  port.on('message', message => reportFailure(message.job, () => hear(message)))
  post({ kind: 'ready', memoryBytes: kernel.memoryBytes })

  function hear(message: ToThread): void {
    switch (message.kind) {
      case 'search':
        return post(search(message))
      case 'games':
        return begin(new GamesJob(message, kernel, load, stopCell, post, isWanted))
      case 'autoplay':
        return begin(new AutoplayJob(message, kernel, stopCell, post))
      case 'trace':
        return record(message)
      case 'boards':
        return begin(new BoardsJob(message, kernel, stopCell, post, isWanted))
      case 'playouts':
        return begin(new PlayoutsJob(message, kernel, stopCell, post, isWanted))
      case 'release':
        if (batch?.job === message.job) end(batch)
        return
      default:
        return unreachable(message)
    }
  }

  function search({ job, evaluator, settings, request }: ToThread & { kind: 'search' }): FromThread {
    lastSearch = job
    load({ evaluator, settings })
    const iteration = kernel.search(request, () =>
      Atomics.load(stopCell, 0) >= job ? STOP_REASONS[Atomics.load(stopCell, 1)] : undefined,
    )
    return { kind: 'searched', job, iteration, memoryBytes: kernel.memoryBytes }
  }

  function record(message: ToThread & { kind: 'trace' }): void {
    load(message.player) // the line that is shown is found by the kernel
    tracedKernel ??= makeTraced()
    new TraceJob(message, kernel, tracedKernel, stopCell, post).run()
    post({ kind: 'played', job: message.job, memoryBytes: kernel.memoryBytes })
  }

  /** The kernel knows what it has loaded by identity, and each message brings a copy. */
  function load({ evaluator, settings }: Pick<Player, 'evaluator' | 'settings'>): void {
    const text = JSON.stringify([evaluator, settings])
    if (text === loaded) return
    loaded = undefined // should the kernel refuse
    kernel.load(evaluator, settings)
    loaded = text
  }

  function begin(job: SlicedJob): void {
    if (batch) throw new Error(`job ${job.job} was given to a thread that plays job ${batch.job}`)
    batch = job
    slice()
  }

  function slice(): void {
    const playing = batch!
    reportFailure(playing.job, () => {
      load(playing.player) // a search may have loaded something else meanwhile
      const progress = playing.play(performance.now() + SLICE_MS)
      if (progress === 'done') end(playing)
      else scheduleSlice(progress === 'more' ? 0 : progress.waitMs)
    })
  }

  function scheduleSlice(waitMs: number): void {
    if (waitMs > 0) {
      const timer = setTimeout(slice, waitMs)
      cancelSlice = () => clearTimeout(timer)
    } else {
      const immediate = setImmediate(slice)
      cancelSlice = () => clearImmediate(immediate)
    }
  }

  function end(playing: SlicedJob): void {
    cancelSlice()
    batch = undefined
    playing.release()
    post({ kind: 'played', job: playing.job, memoryBytes: kernel.memoryBytes })
  }

  /** An expected failure is an answer. Anything else is a bug: the thread dies of it, and the pool reports `WORKER_LOST`. */
  function reportFailure(job: JobId, act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (batch?.job === job) {
        cancelSlice()
        batch = undefined
      }
      post({ kind: 'failed', job, error: error.toData() })
    }
  }
}
