/** The connection to a queue: BullMQ on Redis or Valkey. Loaded only where a queue is named. */
import { Queue, QueueEvents, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { MAX_NETWORK_BYTES } from '../../../core/contract/networkFile'
import { parseShape } from '../../../core/contract/shapes'
import { type QueueView, type WorkerCard, workerShape } from '../../../core/contract/machines'
import { LabError } from '../../../core/errors'
import { onAbort } from '../pool/threadHandle'

/** All keys begin with it. */
const PREFIX = 'lab'
/** A job that no owner has wanted for this long is dropped, because its owner died. Longer than a pause of the network. */
const WANTED_SECONDS = 45
/** How long an answer waits for its owner, which may have to be started again. */
const ANSWER_SECONDS = 1800
const NETWORK_SECONDS = 600
/** How long a worker that was lost stays in the list. */
const CARD_SECONDS = 600
/** The jobs of a worker that was not heard for this long go to others. */
const LOCK_MS = 10_000
/** A job whose worker was lost so often fails, and its owner computes it. */
const MOST_STALLS = 5
/** Events that the queue keeps for an owner that lags behind; what it misses it finds by looking. */
const MOST_EVENTS = 1000
const MOST_WORKERS = 10_000
const RETRY_MS = 1000

/** What Redis answers to a wrong password, or to none. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM)\b/

export interface LinkOptions {
  /** An address of `queueAddress`. */
  readonly url: string
  readonly kernel: string
  /** Receives what a user must know. */
  readonly complain: (message: string) => void
}

/** One end of a queue. Jobs of another kernel are in a queue of their own, so that no worker takes a job that it must refuse. */
export class QueueLink {
  readonly place: string
  readonly #redis: Redis
  readonly #queue: Queue
  readonly #closing: (() => Promise<unknown>)[] = []
  readonly #refusal = new AbortController()
  #wasReady = false
  /** Why there is no connection. */
  trouble = 'no answer'
  #isLost = false
  #isClosed = false

  constructor(private readonly options: LinkOptions) {
    const { host } = new URL(options.url)
    this.place = host
    this.#redis = new Redis(options.url, {
      maxRetriesPerRequest: null,
      retryStrategy: () => (this.#isClosed || this.refused.aborted ? null : RETRY_MS),
    })
    this.#redis.on('error', error => this.#lost(error))
    this.#redis.on('ready', () => {
      if (this.#isLost) options.complain(`The queue at ${host} answers again.`)
      this.#isLost = false
      this.#wasReady = true
    })
    const connection = this.#redis
    this.#queue = new Queue(this.#name, { connection, prefix: PREFIX, streams: { events: { maxLen: MOST_EVENTS } } })
    this.#queue.on('error', error => this.#lost(error))
    this.#closing.push(() => this.#queue.close())
  }

  /** Aborts if the queue refuses the password at the first connection; the reason is a `LabError`. */
  get refused(): AbortSignal {
    return this.#refusal.signal
  }

  /** Waits for the first connection, until `signal` aborts. @returns whether there is one @throws {LabError} `BAD_SETTING` if the queue refuses the password */
  async ready(signal: AbortSignal): Promise<boolean> {
    await new Promise<void>(resolve => {
      if (this.#wasReady) return resolve()
      this.#redis.once('ready', () => resolve())
      onAbort(AbortSignal.any([this.refused, signal]), resolve)
    })
    this.refused.throwIfAborted()
    return this.#wasReady
  }

  /** Adds a job, unless it is there. @param rank lower is served first */
  async add(id: string, text: string, rank: number): Promise<void> {
    await this.want([id])
    await this.#queue.add(
      'job',
      { text },
      { jobId: id, priority: rank + 1, attempts: 1, removeOnComplete: true, removeOnFail: true },
    )
  }

  /** Gives a job to a second worker too. */
  async addTwin(id: string, text: string, rank: number): Promise<void> {
    const options = { jobId: id + TWIN, priority: rank + 1, attempts: 1, removeOnComplete: true, removeOnFail: true }
    await this.#queue.add('job', { text }, options)
  }

  /** Says that the jobs are still wanted: without this, workers drop them after `WANTED_SECONDS`. */
  async want(ids: readonly string[]): Promise<void> {
    const pipeline = this.#redis.pipeline()
    for (const id of ids) pipeline.set(`${PREFIX}:wanted:${id}`, '1', 'EX', WANTED_SECONDS)
    checked(await pipeline.exec())
  }

  /** Workers drop the job within two seconds. */
  async unwant(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#redis.del(ids.map(id => `${PREFIX}:wanted:${id}`))
    // one that a worker holds is locked: it stops by itself
    await Promise.allSettled(ids.flatMap(id => [this.#queue.remove(id), this.#queue.remove(id + TWIN)]))
  }

  /** Which of the jobs are wanted. */
  async wanted(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const found = await this.#redis.mget(ids.map(id => `${PREFIX}:wanted:${id}`))
    return new Set(ids.filter((_, i) => found[i] !== null))
  }

  /** Which of the jobs are in the queue, or with a worker. */
  async queued(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const pipeline = this.#redis.pipeline()
    for (const id of ids) pipeline.exists(this.#queue.toKey(id))
    const found = checked(await pipeline.exec())
    return new Set(ids.filter((_, i) => found[i] === 1))
  }

  /**
   * Stores the answer to a job, unless it has one or is no longer wanted: the first is final. While the queue is full it waits, as long as
   * `isWanted`.
   */
  async answer(id: string, text: string, isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      try {
        await this.#redis.eval(FIRST_ANSWER, 2, `${PREFIX}:wanted:${id}`, `${PREFIX}:answer:${id}`, text, ANSWER_SECONDS)
        return
      } catch (error) {
        this.options.complain(`The queue at ${this.place} refuses an answer: ${(error as Error).message}`)
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async hasAnswer(id: string): Promise<boolean> {
    return (await this.#redis.exists(`${PREFIX}:answer:${id}`)) === 1
  }

  /** The stored answer, if there is one; it stays until `forget`, so that an owner that dies meanwhile finds it again. */
  async answerTo(id: string, most: number): Promise<string | undefined> {
    const key = `${PREFIX}:answer:${id}`
    if ((await this.#redis.strlen(key)) > 4 * most) return ''
    return (await this.#redis.get(key)) ?? undefined
  }

  async forget(id: string): Promise<void> {
    await this.#redis.del(`${PREFIX}:answer:${id}`, `${PREFIX}:wanted:${id}`)
  }

  /** Calls `onEnd` with the id of each job that a worker has answered, and of each that failed. */
  hear(onEnd: (id: string, failure?: string) => void): void {
    const events = new QueueEvents(this.#name, { connection: this.#redis, prefix: PREFIX })
    events.on('error', error => this.#lost(error))
    events.on('completed', ({ jobId }) => onEnd(withoutTwin(jobId)))
    events.on('failed', ({ jobId, failedReason }) => onEnd(withoutTwin(jobId), failedReason))
    this.#closing.push(() => events.close())
  }

  /** Takes jobs, at most `together` at a time. */
  work(together: number, compute: (id: string, text: string) => Promise<void>): { drain(): Promise<void> } {
    const worker = new Worker(
      this.#name,
      async ({ id, data }) => {
        const text = (data as { text?: unknown } | null)?.text
        await compute(withoutTwin(String(id)), typeof text === 'string' ? text : '')
      },
      {
        ...{ connection: this.#redis, prefix: PREFIX, concurrency: together },
        ...{ lockDuration: LOCK_MS, stalledInterval: LOCK_MS / 2, maxStalledCount: MOST_STALLS },
      },
    )
    worker.on('error', error => this.#lost(error))
    this.#closing.push(() => worker.close(true))
    return { drain: () => worker.close() }
  }

  async show(card: WorkerCard): Promise<void> {
    await this.#redis.sadd(`${PREFIX}:workers`, card.id)
    await this.#redis.set(`${PREFIX}:worker:${card.id}`, JSON.stringify(card), 'EX', CARD_SECONDS)
  }

  /** Takes an ended worker off the list. */
  async hide(worker: string): Promise<void> {
    await this.#redis.del(`${PREFIX}:worker:${worker}`)
  }

  /** Workers of every kernel that were seen lately. */
  async workers(): Promise<QueueView['workers']> {
    const [, ids] = await this.#redis.sscan(`${PREFIX}:workers`, 0, 'COUNT', MOST_WORKERS)
    if (ids.length === 0) return []
    const keys = ids.map(id => `${PREFIX}:worker:${id}`)
    const found = await this.#redis.mget(keys)
    const pipeline = this.#redis.pipeline()
    for (const key of keys) pipeline.ttl(key)
    const left = checked(await pipeline.exec()) as number[]
    const gone = ids.filter((_, i) => found[i] === null)
    if (gone.length > 0) await this.#redis.srem(`${PREFIX}:workers`, gone)
    return found.flatMap((text, i) =>
      text === null ? [] : readCard(text).map(card => ({ ...card, seenSecondsAgo: Math.max(0, CARD_SECONDS - left[i]!) })),
    )
  }

  /** Jobs of these kernels. */
  async jobs(kernels: readonly string[]): Promise<QueueView['jobs']> {
    const pipeline = this.#redis.pipeline()
    for (const kernel of kernels) {
      const key = `${PREFIX}:${nameFor(kernel)}`
      // a job that lost its worker waits in a list of its own
      pipeline.llen(`${key}:active`).zcard(`${key}:prioritized`).llen(`${key}:wait`)
    }
    const counts = checked(await pipeline.exec()) as number[]
    const active = counts.reduce((sum, count, i) => sum + (i % 3 === 0 ? count : 0), 0)
    return { waiting: counts.reduce((sum, count) => sum + count, 0) - active, active }
  }

  /** Asks a worker to finish its jobs and to end. */
  async drain(worker: string): Promise<void> {
    await this.#redis.set(`${PREFIX}:drain:${worker}`, '1', 'EX', NETWORK_SECONDS)
  }

  async isDrained(worker: string): Promise<boolean> {
    return (await this.#redis.exists(`${PREFIX}:drain:${worker}`)) === 1
  }

  /** Asks the owners for a network. */
  async askNetwork(id: string): Promise<void> {
    await this.#redis.sadd(`${PREFIX}:asked`, id)
  }

  /** Takes the list of networks that workers lack. */
  async askedNetworks(): Promise<string[]> {
    return this.#redis.spop(`${PREFIX}:asked`, 16)
  }

  async offerNetwork(id: string, file: Buffer): Promise<void> {
    await this.#redis.set(`${PREFIX}:network:${id}`, file, 'EX', NETWORK_SECONDS)
  }

  async network(id: string): Promise<Buffer | undefined> {
    const key = `${PREFIX}:network:${id}`
    if ((await this.#redis.strlen(key)) > MAX_NETWORK_BYTES) return undefined
    return (await this.#redis.getBuffer(key)) ?? undefined
  }

  /** Does not wait for a queue that does not answer. */
  async close(): Promise<void> {
    this.#isClosed = true
    const ended = Promise.allSettled(this.#closing.toReversed().map(close => close()))
    let timer: NodeJS.Timeout | undefined
    await Promise.race([ended, new Promise(resolve => (timer = setTimeout(resolve, RETRY_MS)))])
    clearTimeout(timer)
    this.#redis.disconnect()
  }

  get #name(): string {
    return nameFor(this.options.kernel)
  }

  /** Reports the beginning of an outage. The client tries to connect again by itself. */
  #lost(error: Error): void {
    delete (error as { command?: unknown }).command // it may hold the password
    const isRefused = REFUSAL.test(error.message)
    if (isRefused && !this.#wasReady && !this.#isClosed) {
      const message = `queue: ${this.place} ${error.message.startsWith('NOAUTH') ? 'needs a password' : 'refuses the password'}`
      this.#refusal.abort(new LabError('BAD_SETTING', message))
      this.#redis.disconnect()
      return
    }
    if (this.#isLost || this.#isClosed) return
    this.#isLost = true
    this.trouble = error.message || (error as NodeJS.ErrnoException).code || this.trouble
    this.options.complain(`The queue at ${this.place} does not answer (${this.trouble}). Waiting for it.`)
  }
}

/** Stores an answer for some seconds if the job is wanted and has none. Redis runs a script as one step. */
const FIRST_ANSWER = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2], 'NX') end`

/** Ends the id of a job's second copy. */
const TWIN = '-twin'

function withoutTwin(id: string): string {
  return id.endsWith(TWIN) ? id.slice(0, -TWIN.length) : id
}

function nameFor(kernel: string): string {
  return `jobs-${kernel}`
}

function readCard(text: string): WorkerCard[] {
  try {
    return [parseShape(workerShape, JSON.parse(text), 'a worker')]
  } catch {
    return [] // written by another program
  }
}

/** The answers of a pipeline. @throws its first error */
function checked(answers: readonly (readonly [error: Error | null, result: unknown])[] | null): unknown[] {
  return (answers ?? []).map(([error, result]) => {
    if (error) throw error
    return result
  })
}
