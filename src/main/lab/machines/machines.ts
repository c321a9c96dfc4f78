/** Workers of a queue: this process as one, and the list of all. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { LabError } from '../../../core/errors'
import { WORKER_SECONDS } from '../../../core/contract/calls/engine'
import type { QueueView, WorkerCard } from '../../../core/contract/machines'
import type { QueueLink } from '../../compute/queue/link'
import { readKernel } from '../../compute/pool/kernelFile'
import { queueAddress } from '../../compute/queue/queuePool'
import { VERSION } from '../../installation'
import { type Scope, scoped } from '../../scope'
import { openPool } from '../ground/enginePool'
import type { LocalContext } from '../ground/storeLease'

export interface WorkerOrder {
  /** See `queueAddress`. */
  readonly queue: string | undefined
  readonly threads: number | undefined
  /** Absent: the name of this machine. */
  readonly name: string | undefined
  /** Port of 127.0.0.1 that answers in the text format of Prometheus; absent: none. */
  readonly metrics: number | undefined
  readonly complain: (message: string) => void
  /** Called once it takes jobs. */
  readonly onReady: (card: Pick<WorkerCard, 'id' | 'threads' | 'kernel'> & { readonly place: string }) => void
}

/** How long a question waits for a queue. */
const ANSWER_MS = 5000

/** Computes jobs of a queue until `signal` aborts, or until the worker is drained. @returns the number of items that it computed */
export async function runWorker({ env }: Pick<LocalContext, 'env'>, order: WorkerOrder, signal: AbortSignal): Promise<number> {
  const { threads, name = hostname(), metrics, complain } = order
  const url = namedQueue(order.queue, env)
  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'twenty48-lab', 'networks')
  const { pool, kernel, networks = [] } = openPool({ threads, window: false, networks: cache })
  const [{ QueueLink }, { QueueWorker }] = await Promise.all([
    import('../../compute/queue/link'),
    import('../../compute/queue/queueWorker'),
  ])
  return scoped('a worker', async scope => {
    scope.add(pool)
    if (kernel === 'none') readKernel() // throws
    const link = scope.add(new QueueLink({ url, kernel, complain }))
    const id = `${name}:${process.pid}`
    const worker = new QueueWorker({ link, pool, kernel, id, networks, complain }, scope)
    if (metrics !== undefined) {
      const server = createServer((_, answer) => {
        answer.setHeader('Content-Type', 'text/plain; version=0.0.4')
        answer.end(metricsText({ id, kernel, threads: pool.threads, ...worker.speed }))
      })
      server.listen(metrics, '127.0.0.1')
      await once(server, 'listening').catch((cause: unknown) => {
        throw new LabError('BAD_SETTING', `metrics: port ${metrics} cannot be used: ${(cause as Error).message}`, undefined, {
          cause,
        })
      })
      scope.defer(() => {
        server.closeAllConnections()
        return new Promise(resolve => server.close(resolve))
      })
    }
    await link.ready(signal)
    order.onReady({ id, threads: pool.threads, kernel, place: link.place })
    const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort')
    await Promise.race([aborted, worker.drained])
    return worker.speed.items
  })
}

/** What a queue and its workers do. @throws {LabError} `BAD_SETTING` if it does not answer */
export function queueAt({ env }: Pick<LocalContext, 'env'>, queue: string | undefined): Promise<QueueView> {
  return withLink(namedQueue(queue, env), viewOf)
}

/** Asks a worker to finish its jobs and to end. @throws {LabError} `NOT_FOUND`, or `BAD_SETTING` if the queue does not answer */
export function drainWorkerOf({ env }: Pick<LocalContext, 'env'>, queue: string | undefined, worker: string): Promise<void> {
  return withLink(namedQueue(queue, env), link => drainAt(link, worker))
}

/** How long a connection outlives its last question: a page that shows the machines asks every two seconds. */
const QUIET_MS = 5000

interface HeldLink {
  readonly url: string
  readonly scope: Scope
  readonly link: Promise<QueueLink>
}

/** Looks at a queue again and again over one connection, which closes some time after the last look. */
export class QueueWatch {
  #held: HeldLink | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly scope: Scope,
    private readonly quietMs = QUIET_MS,
  ) {
    scope.defer(() => clearTimeout(this.#timer))
  }

  /** @throws {LabError} `BAD_SETTING` if the queue does not answer */
  async look(url: string): Promise<QueueView> {
    clearTimeout(this.#timer)
    if (this.#held?.url !== url) this.#release()
    const held = (this.#held ??= this.#open(url))
    try {
      return await answerOf(await held.link, viewOf)
    } catch (error) {
      if (held === this.#held) this.#release() // the next look connects again
      throw error
    } finally {
      clearTimeout(this.#timer)
      if (!this.scope.isClosed) this.#timer = setTimeout(() => this.#release(), this.quietMs)
    }
  }

  #open(url: string): HeldLink {
    const scope = this.scope.child('a look at a queue')
    return { url, scope, link: openLink(url, scope) }
  }

  #release(): void {
    void this.#held?.scope.close()
    this.#held = undefined
  }
}

async function drainAt(link: QueueLink, worker: string): Promise<void> {
  const isThere = (await link.workers()).some(({ id, seenSecondsAgo }) => id === worker && seenSecondsAgo <= WORKER_SECONDS)
  if (!isThere) throw new LabError('NOT_FOUND', `no worker ${worker} is at the queue`)
  await link.drain(worker)
}

async function viewOf(link: QueueLink): Promise<QueueView> {
  const workers = (await link.workers()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const own = readKernel().hash
  return { place: link.place, workers, jobs: await link.jobs([...new Set([own, ...workers.map(({ kernel }) => kernel)])]) }
}

async function withLink<T>(url: string, ask: (link: QueueLink) => Promise<T>): Promise<T> {
  return scoped('a link to a queue', async scope => answerOf(await openLink(url, scope), ask))
}

async function openLink(url: string, scope: Scope): Promise<QueueLink> {
  const { QueueLink } = await import('../../compute/queue/link')
  return scope.add(new QueueLink({ url, kernel: 'none', complain: () => undefined }))
}

/** @throws {LabError} `BAD_SETTING` if the queue does not answer in time */
async function answerOf<T>(link: QueueLink, ask: (link: QueueLink) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ANSWER_MS)
  const silence = once(late, 'abort').then(() => {
    throw new LabError('BAD_SETTING', `queue: ${link.place} does not answer (${link.trouble})`)
  })
  const answer = link.ready(late).then(isReady => (isReady ? ask(link) : silence))
  return await Promise.race([answer, silence]).catch((error: unknown) => {
    if (error instanceof LabError) throw error
    throw new LabError('BAD_SETTING', `queue: ${link.place}: ${(error as Error).message}`, undefined, { cause: error })
  })
}

function namedQueue(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  const url = queueAddress(flag, env)
  if (url === undefined) throw new LabError('BAD_SETTING', 'queue: name one by --queue or LAB_QUEUE')
  return url
}

/** Source: prometheus.io/docs/instrumenting/exposition_formats. */
function metricsText({
  id,
  kernel,
  threads,
  items,
  perSecond,
  gamesPerSecond,
}: Omit<WorkerCard, 'version' | 'cores' | 'isDraining'>): string {
  const label = (text: string): string => JSON.stringify(text)
  return [
    '# HELP lab_worker_info The worker, and the lab that it runs.',
    '# TYPE lab_worker_info gauge',
    `lab_worker_info{worker=${label(id)},version=${label(VERSION)},kernel=${label(kernel)}} 1`,
    '# HELP lab_worker_threads Threads that compute.',
    '# TYPE lab_worker_threads gauge',
    `lab_worker_threads ${threads}`,
    '# HELP lab_worker_items_total Games, boards and other items computed.',
    '# TYPE lab_worker_items_total counter',
    `lab_worker_items_total ${items}`,
    '# HELP lab_worker_items_per_second Items per second over the last ten seconds.',
    '# TYPE lab_worker_items_per_second gauge',
    `lab_worker_items_per_second ${perSecond}`,
    '# HELP lab_worker_games_per_second Games per second over the last ten seconds.',
    '# TYPE lab_worker_games_per_second gauge',
    `lab_worker_games_per_second ${gamesPerSecond}`,
    '',
  ].join('\n')
}
