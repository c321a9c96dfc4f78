/** A closed network of jobs: owner → queue → a thread of a worker → queue → owner → store, each of the three with one server. */
import { createRandom } from '../../../src/core/random'
import type { Costs } from './costs'

interface Load {
  readonly workers: number
  readonly threads: number
  /** Of one game on one thread. */
  readonly msPerGame: number
}

export interface Simulated {
  readonly gamesPerSecond: number
  /** Of what the threads could play. */
  readonly share: number
  /** Parts of the time that each works. */
  readonly owner: number
  readonly queue: number
  readonly store: number
}

/** As in `queueOwner.ts`. */
const JOB_MS = 1000
const MOST_IN_JOB = 5000
const SECONDS = 60
const WARM_UP_MS = 10_000

/** Serves in the order of arrival. */
class Server {
  #free = 0

  /** @returns when it is done */
  serve(now: number, ms: number): number {
    this.#free = Math.max(now, this.#free) + ms
    return this.#free
  }
}

/** @returns of the time after a warm-up */
export function simulate(costs: Costs, { workers, threads, msPerGame }: Load): Simulated {
  const random = createRandom(workers)
  const games = Math.max(1, Math.min(MOST_IN_JOB, Math.round(JOB_MS / msPerGame)))
  const all = workers * threads
  // what the workers ask each second slows the queue for jobs
  const background = (workers * costs.queuePerWorkerSecond) / 1000
  const queueMs = costs.queuePerJob / 2 / Math.max(0.001, 1 - background)
  const [owner, queue, store] = [new Server(), new Server(), new Server()]
  const events = new Heap()
  const waiting: (() => void)[] = []
  let [free, done] = [all, 0]
  const end = WARM_UP_MS + SECONDS * 1000

  const give = (now: number): void => {
    const given = owner.serve(now, costs.ownerPerJob / 2)
    events.push(given, () => events.push(queue.serve(given, queueMs), () => arrive()))
  }
  const arrive = (): void => {
    if (free === 0) return void waiting.push(compute)
    compute()
  }
  const compute = (): void => {
    free--
    // games differ, and so do jobs of the same number of games
    events.push(events.now + games * msPerGame * (0.75 + random.below(500) / 1000), () => {
      free++
      waiting.shift()?.()
      events.push(queue.serve(events.now, queueMs), () =>
        events.push(owner.serve(events.now, costs.ownerPerJob / 2 + games * costs.ownerPerGame), () =>
          events.push(store.serve(events.now, games * costs.storePerGame), () => {
            if (events.now >= WARM_UP_MS) done += games
            give(events.now)
          }),
        ),
      )
    })
  }
  for (let job = 0; job < 2 * all + 2; job++) give(0)
  events.runUntil(end)
  const gamesPerSecond = done / SECONDS
  // by the law of utilisation
  const busy = (msPerJob: number): number => Math.min(1, ((gamesPerSecond / games) * msPerJob) / 1000)
  return {
    gamesPerSecond,
    share: gamesPerSecond / ((all * 1000) / msPerGame),
    owner: busy(costs.ownerPerJob + games * costs.ownerPerGame),
    queue: Math.min(1, busy(costs.queuePerJob) + background),
    store: busy(games * costs.storePerGame),
  }
}

/** Events in the order of their times; a binary heap. */
class Heap {
  now = 0
  readonly #items: { readonly at: number; readonly act: () => void }[] = []

  push(at: number, act: () => void): void {
    const items = this.#items
    let i = items.push({ at, act }) - 1
    for (let up = (i - 1) >> 1; i > 0 && items[up]!.at > at; i = up, up = (i - 1) >> 1) this.#swap(i, up)
  }

  runUntil(end: number): void {
    for (let next = this.#pop(); next && next.at <= end; next = this.#pop()) {
      this.now = next.at
      next.act()
    }
  }

  #pop(): { readonly at: number; readonly act: () => void } | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (!first || items.length === 0) return first
    items[0] = last!
    for (let i = 0; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2]
      let least = i
      if (left < items.length && items[left]!.at < items[least]!.at) least = left
      if (right < items.length && items[right]!.at < items[least]!.at) least = right
      if (least === i) return first
      this.#swap(i, least)
      i = least
    }
  }

  #swap(a: number, b: number): void {
    const items = this.#items
    const held = items[a]!
    items[a] = items[b]!
    items[b] = held
  }
}
