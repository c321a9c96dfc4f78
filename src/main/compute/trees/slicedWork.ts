import { LabError } from '../../../core/errors'
import type { Sliced } from '../../../core/sliced'

/** Duration of one slice: too short for a user to notice. */
const SLICE_MS = 8
/** Interval between progress reports. Works that end sooner report none. */
const REPORT_MS = 150

export interface Listener<Result> {
  readonly done: (result: Result) => void
  readonly failed: (error: LabError) => void
  /** 0 … 1 */
  readonly progress?: (share: number) => void
}

interface Work {
  readonly key: string
  readonly steps: Sliced<unknown>
  readonly listener: Listener<unknown>
  reportedAt: number
}

/** Long work on a thread, done in slices. Between two slices the thread reads its messages; several take turns. */
export class SlicedWork {
  /** In the order of their turns. */
  #queue: Work[] = []
  #awaitsTurn = false

  /**
   * Does the first slice immediately. A running work with the same key is dropped and fails with `CANCELLED`.
   * @throws anything but a `LabError`: a bug
   */
  begin<Result>(key: string, steps: Sliced<Result>, listener: Listener<Result>): void {
    this.drop(each => each === key)
    this.#goOn({ key, steps, listener: listener as Listener<unknown>, reportedAt: performance.now() })
  }

  drop(which: (key: string) => boolean): void {
    const dropped = this.#queue.filter(({ key }) => which(key))
    this.#queue = this.#queue.filter(({ key }) => !which(key))
    for (const { listener } of dropped)
      listener.failed(new LabError('CANCELLED', 'It was stopped, or replaced by a new request.'))
  }

  #goOn(work: Work): void {
    const { steps, listener } = work
    const until = performance.now() + SLICE_MS
    try {
      for (;;) {
        const step = steps.next()
        if (step.done) return listener.done(step.value)
        const now = performance.now()
        if (now - work.reportedAt >= REPORT_MS) {
          work.reportedAt = now
          listener.progress?.(step.value)
        }
        if (now >= until) break
      }
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return listener.failed(error)
    }
    this.#queue.push(work)
    if (this.#awaitsTurn) return
    this.#awaitsTurn = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#awaitsTurn = false
    const work = this.#queue.shift()
    if (work) this.#goOn(work)
    if (this.#queue.length === 0 || this.#awaitsTurn) return
    this.#awaitsTurn = true
    setImmediate(this.#turn)
  }
}
