import { type MachineResults, packAnswer } from '../../../core/contract/machineAnswers'
import { type MachineJob, exactJson, networksOfJob, parseJob, type WorkerCard } from '../../../core/contract/machines'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { LabError } from '../../../core/errors'
import { NETWORK_ENDING } from '../../files/dataContents'
import { VERSION } from '../../installation'
import type { Scope } from '../../scope'
import { findNetwork, networkId, readNetwork } from '../networks/networkFile'
import type { Pool } from '../pool/pool'
import type { QueueLink } from './link'

/** Between two looks at which jobs are still wanted. */
const LOOK_MS = 1000
/** How long a worker waits for a network that it lacks. */
const NETWORK_TRIES = 60
/** A flood of bad jobs must not fill a log. */
const MOST_COMPLAINTS = 100

export interface QueueWorkerOptions {
  readonly link: QueueLink
  readonly pool: Pool
  readonly kernel: string
  /** Unique among the workers of a queue, and legible. */
  readonly id: string
  /** Folders of networks; what the queue brings is written to the last. */
  readonly networks: readonly string[]
  readonly complain: (message: string) => void
}

/** Computes the jobs of a queue on this machine's pool. Writes nothing but networks, each under the id of its content. */
export class QueueWorker {
  readonly #active = new Map<string, AbortController>()
  readonly #drained = Promise.withResolvers<void>()
  readonly #work: ReturnType<QueueLink['work']>
  #items = 0
  #games = 0
  #refusals = 0
  #isDraining = false
  /** Items and games done at the last looks. */
  readonly #recent: { readonly items: number; readonly games: number }[] = [{ items: 0, games: 0 }]

  constructor(
    private readonly options: QueueWorkerOptions,
    private readonly scope: Scope,
  ) {
    const { link, pool } = options
    // one more than there are threads: none waits for the next job
    this.#work = link.work(pool.threads + 1, (id, text) => this.#answer(id, text))
    scope.defer(async () => {
      for (const controller of this.#active.values()) controller.abort()
      // an owner counts it until then; a queue that does not answer forgets it by itself
      await Promise.race([link.hide(options.id).catch(() => undefined), new Promise(resolve => setTimeout(resolve, LOOK_MS))])
    })
    scope.every(LOOK_MS, () => this.#look()) // the link reports an outage
  }

  /** Jobs that it computes now. */
  get active(): number {
    return this.#active.size
  }

  /** Done so far. */
  get items(): number {
    return this.#items
  }

  /** Over the last ten seconds. */
  get speed(): Pick<WorkerCard, 'items' | 'perSecond' | 'gamesPerSecond'> {
    const seconds = (Math.max(1, this.#recent.length - 1) * LOOK_MS) / 1000
    const { items, games } = this.#recent[0]!
    return { items: this.#items, perSecond: (this.#items - items) / seconds, gamesPerSecond: (this.#games - games) / seconds }
  }

  /** Resolves when it was drained: its jobs are answered, and it takes no others. */
  get drained(): Promise<void> {
    return this.#drained.promise
  }

  async #look(): Promise<void> {
    const { link, id, kernel, pool } = this.options
    this.#recent.push({ items: this.#items, games: this.#games })
    if (this.#recent.length > 11) this.#recent.shift()
    const ids = [...this.#active.keys()]
    const wanted = await link.wanted(ids)
    for (const each of ids) if (!wanted.has(each)) this.#active.get(each)?.abort()
    if (!this.#isDraining && (await link.isDrained(id))) {
      this.#isDraining = true
      void this.#work.drain().then(this.#drained.resolve, this.#drained.reject)
    }
    const machine = { cores: availableParallelism(), threads: pool.threads }
    if (!this.scope.isClosed)
      await link.show({ id, version: VERSION, kernel, ...machine, ...this.speed, isDraining: this.#isDraining })
  }

  async #answer(id: string, text: string): Promise<void> {
    const { link, id: worker, complain } = this.options
    if (this.#active.has(id)) return // its copy
    if (!(await link.wanted([id])).has(id) || (await link.hasAnswer(id))) return
    const controller = new AbortController()
    this.#active.set(id, controller)
    const { signal } = controller
    try {
      const answer = await this.#compute(id, text, signal).catch((error: unknown) => {
        if (!(error instanceof LabError)) throw error
        if (error.code !== 'CANCELLED' && ++this.#refusals <= MOST_COMPLAINTS)
          complain(
            this.#refusals === MOST_COMPLAINTS ? 'Further refused jobs are not shown.' : `Job ${id} is refused: ${error.message}`,
          )
        return exactJson({ worker, problem: error.message.slice(0, 1000) })
      })
      if (!signal.aborted) await link.answer(id, answer, () => !signal.aborted)
    } finally {
      this.#active.delete(id)
    }
  }

  async #compute(id: string, text: string, signal: AbortSignal): Promise<string> {
    const { kernel, pool, id: worker } = this.options
    const job = parseJob(id, text)
    if (job.kernel !== kernel)
      throw new LabError('BAD_REQUEST', `the job is for kernel ${job.kernel}, and ${worker} has kernel ${kernel}: install the same version of the lab`) // oxfmt-ignore
    for (const network of networksOfJob(job)) await this.#fetch(network, signal)
    const began = performance.now()
    const results = await computeJob(pool, job, signal)
    this.#items += results.length
    if (job.call === 'games' || job.call === 'samples' || job.call === 'matches') this.#games += results.length
    return packAnswer(job, { worker, results, ms: performance.now() - began })
  }

  /** Gets a network that this machine lacks. @throws {LabError} `NOT_FOUND`, `BAD_FILE` */
  async #fetch(id: string, signal: AbortSignal): Promise<void> {
    const { link, networks } = this.options
    if (has(id, networks)) return
    for (let i = 0; i < NETWORK_TRIES && !signal.aborted; i++) {
      const bytes = await link.network(id)
      if (bytes) return keepNetwork(id, bytes, networks.at(-1)!)
      await link.askNetwork(id)
      await new Promise(resolve => setTimeout(resolve, LOOK_MS / 2))
    }
    throw new LabError('NOT_FOUND', `network ${id} is neither on this worker nor offered by an owner`, { network: id })
  }
}

/** The name of a worker's machine, in its id: a worker that was started again is the same machine. */
export function machineOf(worker: string): string {
  return worker.replace(/:\d+$/, '')
}

function has(id: string, folders: readonly string[]): boolean {
  try {
    findNetwork(id, folders)
    return true
  } catch (error) {
    if (error instanceof LabError && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** @throws {LabError} `BAD_FILE` for anything but the network of this id, which is then not kept */
function keepNetwork(id: string, bytes: Buffer, folder: string): void {
  if (!/^[0-9a-f]{16}$/.test(id)) throw new LabError('BAD_FILE', 'not the id of a network')
  const file = join(folder, `${id}${NETWORK_ENDING}`)
  const part = `${file}.${process.pid}.part`
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(part, bytes)
    if (networkId(readNetwork(part)) !== id) throw new LabError('BAD_FILE', `the network from the queue is not ${id}`)
    if (!existsSync(file)) renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

/**
 * Computes a job on the threads of this machine.
 * @throws {LabError} `CANCELLED` once `signal` aborts, and what the pool throws
 */
export async function computeJob(pool: Pool, { call, order }: MachineJob, signal: AbortSignal): Promise<MachineResults> {
  const results: MachineResults[number][] = []
  const keep = (result: MachineResults[number], item: number): void => void (results[item] = result)
  switch (call) {
    case 'games': {
      const tasks = order.groups.flatMap(({ seeds, ...group }) => seeds.map(seed => ({ ...group, seed })))
      const failed = new AbortController()
      await pool.playTasks(order.rules, tasks, keep, {
        signal: AbortSignal.any([signal, failed.signal]),
        onLost: (_, error) => failed.abort(error),
      })
      if (failed.signal.aborted) throw failed.signal.reason as LabError
      break
    }
    case 'boards':
      await pool.searchBoards(order.player, order.boards, keep, { signal })
      break
    case 'passages':
      await pool.playPassages(order.player, order.passages, keep, { signal })
      break
    case 'samples':
      await pool.sampleGames(order.player, order.games, keep, { signal })
      break
    case 'matches':
      await pool.playMatches(order.matches, { onMatch: keep }, { signal })
      break
  }
  if (signal.aborted) throw new LabError('CANCELLED', 'the job is no longer wanted')
  return results
}
