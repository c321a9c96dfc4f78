/** Runs of one kind: one computes, the others wait in line. */
import { LabError } from '../../../core/errors'
import { Throttle } from '../ground/throttle'

const NEWS_PER_SECOND = 4

export interface RunQueueOptions {
  /** Computes a run until its end or the signal's, and saves how it ended; begins at once, and does not reject. */
  readonly compute: (id: number, signal: AbortSignal) => Promise<void>
  /** Called for a run that moved up in the line, and for the one that computes: at most 4 times per second. */
  readonly onNews: (id: number) => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}

interface Active {
  readonly id: number
  readonly controller: AbortController
  readonly news: Throttle
  done: Promise<void>
}

export class RunQueue {
  #active: Active | undefined
  /** Ids of runs, the next first. */
  readonly #waiting: number[] = []
  /** The last request for a run. */
  #steering: Promise<unknown> = Promise.resolve()
  #estimating: AbortController | undefined
  #isClosed = false

  constructor(private readonly options: RunQueueOptions) {}

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Number of runs that wait before it; `undefined` unless it waits. */
  ahead(id: number): number | undefined {
    const place = this.#waiting.indexOf(id)
    return place < 0 ? undefined : place
  }

  /** One request at a time, so that two requests to resume a run do not both queue it. */
  steer<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#steering.then(act)
    this.#steering = result.catch(() => undefined)
    return result
  }

  /** Ends an estimate: it would take threads from the run, and measure fewer than it has. */
  add(id: number): void {
    this.stopEstimate()
    this.#waiting.push(id)
    this.#next()
  }

  /** Reports the run that computes, soon. */
  tell(): void {
    this.#active?.news.ask()
  }

  /**
   * Takes a run out of the line or off the threads.
   * @returns whether it computed
   */
  async rest(id: number): Promise<boolean> {
    const place = this.#waiting.indexOf(id)
    if (place >= 0) {
      this.#waiting.splice(place, 1)
      await this.#tellWaiting()
    }
    if (this.#active?.id !== id) return false
    this.#active.controller.abort()
    await this.#active.done
    return true
  }

  /**
   * One at a time: ended by a new one, by a run that is added, and by `stopEstimate`.
   * @throws {LabError} `CANCELLED` if it was ended
   */
  async estimate<T>(measure: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.stopEstimate()
    const { signal } = (this.#estimating = new AbortController())
    const estimate = await measure(signal)
    if (signal.aborted) throw new LabError('CANCELLED', 'The measurement ended before it had a result.')
    return estimate
  }

  stopEstimate(): void {
    this.#estimating?.abort()
  }

  /** Settles when no run computes or waits. */
  async idle(): Promise<void> {
    while (this.#active) await this.#active.done
  }

  /** Ends the run that computes, once earlier requests are answered. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.stopEstimate()
    this.#waiting.length = 0
    await this.#steering
    this.#active?.controller.abort()
    await this.#active?.done
  }

  #next(): void {
    if (this.#active || this.#isClosed) return
    const id = this.#waiting.shift()
    if (id === undefined) return
    const news = new Throttle(NEWS_PER_SECOND, () => void this.#tell(id))
    const active: Active = { id, news, controller: new AbortController(), done: Promise.resolve() }
    this.#active = active
    active.done = this.#compute(active)
    void this.#tellWaiting()
  }

  async #compute({ id, controller, news }: Active): Promise<void> {
    await this.options.compute(id, controller.signal)
    news.close()
    await this.#tell(id)
    this.#active = undefined
    this.#next()
  }

  async #tellWaiting(): Promise<void> {
    for (const id of [...this.#waiting]) await this.#tell(id)
  }

  #tell(id: number): Promise<unknown> {
    const { onNews, onFailure } = this.options
    return onNews(id).catch(onFailure)
  }
}
