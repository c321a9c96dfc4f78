/** Workers of a queue: this process as one, and the list of all. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { LabError } from '../../../core/errors'
import type { WorkerCard } from '../../compute/queue/link'
import { readKernel } from '../../compute/pool/kernelFile'
import { queueAddress } from '../../compute/queue/queuePool'
import { VERSION } from '../../installation'
import { scoped } from '../../scope'
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
        answer.end(metricsText({ id, kernel, threads: pool.threads, items: worker.items, perSecond: worker.perSecond }))
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
    order.onReady({ id, threads: pool.threads, kernel, place: link.place })
    const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort')
    await Promise.race([aborted, worker.drained])
    return worker.items
  })
}

/** The workers of a queue that were seen in the last seconds, of every kernel, by id. @param drain one of them, to be drained */
export async function workersAt(
  { env }: Pick<LocalContext, 'env'>,
  queue: string | undefined,
  drain: string | undefined,
  complain: (message: string) => void,
): Promise<WorkerCard[]> {
  const url = namedQueue(queue, env)
  const { QueueLink } = await import('../../compute/queue/link')
  return scoped('workers', async scope => {
    const link = scope.add(new QueueLink({ url, kernel: 'none', complain }))
    const workers = (await link.workers()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (drain === undefined) return workers
    if (!workers.some(({ id }) => id === drain)) throw new LabError('NOT_FOUND', `no worker ${drain} is at the queue`)
    await link.drain(drain)
    return workers
  })
}

function namedQueue(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  const url = queueAddress(flag, env)
  if (url === undefined) throw new LabError('BAD_SETTING', 'queue: name one by --queue or LAB_QUEUE')
  return url
}

/** Source: prometheus.io/docs/instrumenting/exposition_formats. */
function metricsText({ id, kernel, threads, items, perSecond }: Omit<WorkerCard, 'version' | 'cores' | 'isDraining'>): string {
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
    '',
  ].join('\n')
}
