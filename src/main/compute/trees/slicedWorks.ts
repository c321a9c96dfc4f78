import { LabError } from '../../../core/errors'
import type { Sliced } from '../../../core/sliced'

/** Duration of one slice: too short for a user to notice. */
const SLICE_MS = 8
/** Interval between progress reports. Works that end sooner report none. */
const TOLD_MS = 150

export interface Hearer<Result> {
  readonly done: (result: Result) => void
  readonly failed: (error: LabError) => void
  /** 0 … 1 */
  readonly progress?: (share: number) => void
}

interface Work {
  readonly key: string
  readonly steps: Sliced<unknown>
  readonly hearer: Hearer<unknown>
  told: number
}

/** Long works on a thread, done in slices. Between two slices the thread reads its messages; several works take turns. */
export class SlicedWorks {
  /** In the order of their turns. */
  #works: Work[] = []
  #awaitsTurn = false

  /**
   * Does the first slice immediately. A running work with the same key is dropped and fails with `CANCELLED`.
   * @throws anything but a `LabError`: a bug
   */
  begin<Result>(key: string, steps: Sliced<Result>, hearer: Hearer<Result>): void {
    this.drop(each => each === key)
    this.#goOn({ key, steps, hearer: hearer as Hearer<unknown>, told: performance.now() })
  }

  drop(which: (key: string) => boolean): void {
    const dropped = this.#works.filter(({ key }) => which(key))
    this.#works = this.#works.filter(({ key }) => !which(key))
    for (const { hearer } of dropped) hearer.failed(new LabError('CANCELLED', 'It was stopped, or replaced by a new request.'))
  }

  #goOn(work: Work): void {
    const { steps, hearer } = work
    const until = performance.now() + SLICE_MS
    try {
      for (;;) {
        const step = steps.next()
        if (step.done) return hearer.done(step.value)
        const now = performance.now()
        if (now - work.told >= TOLD_MS) {
          work.told = now
          hearer.progress?.(step.value)
        }
        if (now >= until) break
      }
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return hearer.failed(error)
    }
    this.#works.push(work)
    if (this.#awaitsTurn) return
    this.#awaitsTurn = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#awaitsTurn = false
    const work = this.#works.shift()
    if (work) this.#goOn(work)
    if (this.#works.length === 0 || this.#awaitsTurn) return
    this.#awaitsTurn = true
    setImmediate(this.#turn)
  }
}
