import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { contentOfResults, parseAnswer, type MachineResults } from '../../../core/contract/machineAnswers'
import {
  gamesOf,
  isClocked,
  itemsOfJob,
  jobOfItem,
  MOST_ITEMS,
  MOST_TEXT,
  packJob,
  type MachineJob,
  type WorkerCard,
} from '../../../core/contract/machines'
import { WORKER_SECONDS } from '../../../core/contract/calls/engine'
import { packGames, type JobId, type PlayedGame } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import type { SearchSettings } from '../../../core/search/settings'
import type { Scope } from '../../scope'
import { findNetwork } from '../networks/networkFile'
import { type Work, type WorkOptions, Works } from '../pool/chunkedWork'
import type { Pool } from '../pool/pool'
import { type AskBatch, type Batch, rankOf } from '../pool/threadHandle'
import type { QueueLink } from './link'
import { computeJob, machineOf } from './queueWorker'

const LOOK_MS = 1000
/** Looks between two at what every job is doing, which events report sooner. */
const LOOKS_PER_SWEEP = 3
/** What a job should take: short enough to lose, long enough to be worth its messages. */
const JOB_MS = 1000
/** Items of a job before the first answer. */
const FIRST_ITEMS = 8
/** A last job that takes longer than this, and than three times the usual, is given to a second worker. */
const SLOW_MS = 10_000
/** A job that failed so often is computed here. */
const MOST_FAILURES = 2
/** The owner computes one item of this number again. */
const CHECKED = 1000

/** Milliseconds per item of a work, of late. */
interface Pace {
  ms?: number
}

interface Given {
  readonly id: string
  readonly job: MachineJob
  readonly text: string
  readonly rank: number
  readonly pace: Pace
  /** Works that wait for it: two may ask for the same. */
  readonly receivers: { readonly batch: Batch; readonly onResults: (results: MachineResults) => void }[]
  readonly since: number
  failures: number
  hasTwin: boolean
  /** Whether its answer is being checked, or it is computed here. */
  isHere: boolean
}

export interface QueueOwnerOptions {
  readonly link: QueueLink
  /** Computes what workers cannot, and checks what they answer. */
  readonly local: Pool
  readonly kernel: string
  /** Folders of the networks that workers may fetch. */
  readonly networks: readonly string[]
  readonly complain: (message: string) => void
}

/** The works of a lab whose chunks are jobs of a queue. */
export class QueueOwner {
  readonly #given = new Map<string, Given>()
  readonly #works = new Works({
    threads: () => this.#threads,
    // each worker admits what fits there, and what does not is computed here
    admit: () => () => undefined,
    dispatch: () => this.#dispatch(),
    release: chunk => this.#release(chunk),
  })
  readonly #distrusted = new Set<string>()
  readonly #complained = new Set<string>()
  readonly #closing = new AbortController()
  #asking: Pace = {}
  /** Threads of the workers that were seen last. */
  #threads = 1
  #looks = 0

  constructor(
    private readonly options: QueueOwnerOptions,
    scope: Scope,
  ) {
    options.link.hear((id, failure) => this.#heard(id, failure))
    scope.every(LOOK_MS, () => this.#look()) // the link reports an outage
    scope.defer(() => {
      this.#closing.abort()
      const given = [...this.#given.values()]
      this.#given.clear()
      const closed = new LabError('CANCELLED', 'the lab was closed')
      for (const { receivers } of given) for (const { batch } of receivers) batch.lost(closed)
    })
  }

  async run<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, options: WorkOptions): Promise<void> {
    const pace: Pace = {}
    const sized: Work<Item, Result> = {
      ...work,
      get mostInChunk() {
        return pace.ms === undefined
          ? Math.min(work.mostInChunk, FIRST_ITEMS)
          : Math.max(1, Math.min(Math.round(JOB_MS / pace.ms), MOST_ITEMS / 2))
      },
      ask: (...asked) => {
        this.#asking = pace
        return work.ask(...asked)
      },
    }
    const { refused } = this.options.link
    const signal = options.signal ? AbortSignal.any([options.signal, refused]) : refused
    await this.#works.run(settings, sized, { ...options, signal })
    refused.throwIfAborted()
  }

  /** Jobs in the queue are limited by the threads that can take them: the queue's memory does not grow with the run. */
  get #most(): number {
    return 2 * this.#threads + 2
  }

  #dispatch(): void {
    for (let work = this.#works.next(); work && this.#given.size < this.#most; work = this.#works.next())
      this.#give(this.#works.take(work))
  }

  #give(batch: Batch): void {
    const ask = ((call: MachineJob['call'], { job: _, ...order }: { readonly job: JobId }, onNews: (news: unknown) => void) => {
      const job = { kernel: this.options.kernel, call, order } as unknown as MachineJob
      const onResults = (results: MachineResults): void =>
        onNews(call === 'games' ? packGames(results as readonly PlayedGame[]) : results)
      this.#send(job, { batch, onResults })
      return () => undefined
    }) as unknown as AskBatch
    batch.ask(ask, 0)
  }

  #send(job: MachineJob, receiver: Given['receivers'][number]): void {
    const { id, text } = packJob(job)
    const known = this.#given.get(id)
    if (known) return void known.receivers.push(receiver)
    const given: Given = {
      ...{ id, job, text, rank: rankOf(receiver.batch), pace: this.#asking, receivers: [receiver] },
      ...{ since: performance.now(), failures: 0, hasTwin: false, isHere: false },
    }
    this.#given.set(id, given)
    void this.#add(given)
  }

  async #add({ id, text, rank }: Given): Promise<void> {
    const { link } = this.options
    try {
      // a lab that died may have ordered it
      if (await link.hasAnswer(id)) return await this.#take(id)
      if (this.#given.has(id)) await link.add(id, text, rank)
    } catch (error) {
      if (!link.refused.aborted)
        this.#complainOnce(`The queue at ${link.place} takes no jobs: ${(error as Error).message}. Trying again.`)
    }
  }

  #heard(id: string, failure?: string): void {
    const given = this.#given.get(id)
    if (!given || given.isHere) return
    if (failure !== undefined) {
      this.#complainOnce(`A job failed in the queue: ${failure}`)
      if (++given.failures >= MOST_FAILURES) return void this.#computeHere(given)
    }
    void this.#take(id).catch(() => undefined) // the next look tries again
  }

  /** Reads the answer to a job, if there is one. */
  async #take(id: string): Promise<void> {
    const { link } = this.options
    const text = await link.answerTo(id, MOST_TEXT)
    const given = this.#given.get(id)
    if (text === undefined || !given || given.isHere) return
    given.isHere = true
    const results = await this.#checked(given, text)
    if (!this.#given.has(id)) return
    await link.forget(id).catch(() => undefined)
    if (results === 'local') return void this.#computeHere(given)
    if (results === 'again') {
      given.isHere = false
      return void this.#add(given)
    }
    this.#accept(given, results)
  }

  async #checked({ job, pace, since }: Given, text: string): Promise<MachineResults | 'again' | 'local'> {
    let answer: ReturnType<typeof parseAnswer>
    try {
      answer = parseAnswer(job, text)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      this.#complainOnce(`An answer from the queue is refused: ${error.message}`)
      return 'local'
    }
    const { worker } = answer
    if (this.#distrusted.has(worker)) return 'local'
    if ('problem' in answer) {
      this.#complainOnce(`Worker ${worker} refused a job, which is computed here: ${answer.problem}`)
      return 'local'
    }
    const { results } = answer
    const ms = Math.min(answer.ms, performance.now() - since) / results.length
    pace.ms = pace.ms === undefined ? ms : (pace.ms + ms) / 2
    for (const [item, result] of results.entries()) {
      const alone = randomInt(CHECKED) > 0 ? undefined : jobOfItem(job, item)
      if (!alone || isClocked(alone)) continue
      const [own] = await this.#compute(alone).catch(() => [])
      if (own !== undefined && contentOfResults([own]) === contentOfResults([result])) continue
      if (own === undefined) return 'local'
      this.#distrusted.add(worker)
      this.options.complain(`Worker ${worker} answered another result than this machine. Its answers are no longer used.`)
      return 'local'
    }
    if (job.call !== 'games' || !isClocked(job)) return results
    const machine = machineOf(worker)
    return gamesOf(job.order).map(({ limits }, i) => (limits.ms === undefined ? results[i]! : { ...(results[i] as PlayedGame), machine })) // oxfmt-ignore
  }

  /** For jobs that workers cannot do: what fails here too is a fault of the job. */
  async #computeHere(given: Given): Promise<void> {
    given.isHere = true
    const { id, job, receivers } = given
    try {
      const results = await this.#compute(job)
      if (this.#given.has(id)) this.#accept(given, results)
    } catch (error) {
      if (!this.#given.delete(id)) return
      for (const { batch } of receivers) batch.lost(error)
      this.#dispatch()
    }
    void this.options.link.unwant([id]).catch(() => undefined)
  }

  #compute(job: MachineJob): Promise<MachineResults> {
    return computeJob(this.options.local, job, this.#closing.signal)
  }

  #accept({ id, receivers }: Given, results: MachineResults): void {
    this.#given.delete(id)
    for (const { batch, onResults } of receivers) {
      onResults(results)
      batch.ended()
    }
    this.#dispatch()
  }

  #release(batch: Batch): void {
    for (const { id, receivers } of this.#given.values()) {
      const place = receivers.findIndex(receiver => receiver.batch === batch)
      if (place < 0) continue
      receivers.splice(place, 1)
      if (receivers.length === 0) {
        this.#given.delete(id)
        void this.options.link.unwant([id]).catch(() => undefined)
      }
      batch.ended()
    }
  }

  async #look(): Promise<void> {
    const { link } = this.options
    const waiting = (): Given[] => [...this.#given.values()].filter(({ isHere }) => !isHere)
    const sweeps = this.#looks++ % LOOKS_PER_SWEEP === 0
    if (sweeps) this.#count((await link.workers()).filter(({ seenSecondsAgo }) => seenSecondsAgo <= WORKER_SECONDS))
    if (this.#given.size === 0) return
    await link.want(waiting().map(({ id }) => id))
    await this.#offerNetworks()
    if (!sweeps) return
    const old = waiting().filter(({ since }) => performance.now() - since > LOOK_MS)
    for (const { id } of old) await this.#take(id)
    const left = old.filter(({ id, isHere }) => this.#given.has(id) && !isHere)
    const queued = await link.queued(left.map(({ id }) => id))
    for (const given of left) if (!queued.has(given.id)) await this.#add(given)
    await this.#giveTwice(left)
  }

  /** The last jobs of a run, if they are late. */
  async #giveTwice(given: readonly Given[]): Promise<void> {
    if (this.#works.next() || this.#given.size >= this.#threads) return
    for (const each of given) {
      const usual = (each.pace.ms ?? Infinity) * itemsOfJob(each.job)
      if (each.hasTwin || performance.now() - each.since < Math.max(SLOW_MS, 3 * usual)) continue
      each.hasTwin = true
      await this.options.link.addTwin(each.id, each.text, each.rank)
    }
  }

  #count(workers: readonly WorkerCard[]): void {
    const { kernel, link } = this.options
    const able = workers.filter(worker => worker.kernel === kernel && !worker.isDraining)
    const threads = able.reduce((sum, worker) => sum + worker.threads, 0)
    for (const { id, version, ...other } of workers)
      if (other.kernel !== kernel)
        this.#complainOnce(
          `Worker ${id} gets no jobs: it has kernel ${other.kernel} (version ${version}), this lab has kernel ${kernel}.`,
        )
    if (threads === 0 && this.#given.size > 0)
      this.#complainOnce(`No worker is at the queue ${link.place}. Start one with: lab worker`)
    this.#threads = Math.max(1, threads)
    this.#dispatch()
  }

  async #offerNetworks(): Promise<void> {
    const { link, networks } = this.options
    for (const id of await link.askedNetworks())
      try {
        await link.offerNetwork(id, readFileSync(findNetwork(id, networks)))
      } catch (error) {
        if (!(error instanceof LabError)) throw error // the queue failed; the worker asks again
      }
  }

  #complainOnce(message: string): void {
    if (this.#complained.has(message) || this.#complained.size > 1000) return
    this.#complained.add(message)
    this.options.complain(message)
  }
}
