import type { Command } from 'commander'
import { WORKER_SECONDS } from '../../../../core/contract/calls/engine'
import { visible } from '../../../../core/quoted'
import { addThreadsFlag, wholeIn } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { table } from '../output/layout'
import { counted, whole } from '../output/numbers'
import type { Terminal } from '../terminal'

const ADDRESS = 'the queue: redis://host:port, or a file with the address (default: LAB_QUEUE)'

interface WorkerFlags {
  readonly queue?: string
  readonly threads?: number
  readonly name?: string
  readonly metrics?: number
}

export function defineWorker(command: Command, terminal: Terminal): void {
  addThreadsFlag(
    command
      .description(
        'Computes jobs for labs that run with --queue on other machines, until Ctrl-C. A worker needs the version of those labs, and fetches networks that it lacks. See docs/machines.md.',
      )
      .option('--queue <address>', ADDRESS),
  )
    .option('--name <name>', 'name in "lab workers" (default: the name of this machine)')
    .option('--metrics <port>', 'answers on this port of 127.0.0.1 in the format of Prometheus', wholeIn(0, 65_535))
    .addHelpText(
      'after',
      helpNotes(`
Examples:
  lab worker --queue redis://teacher:6379
  lab worker --queue queue.txt --threads 2 --metrics 9100`),
    )
    .action(work.bind(undefined, terminal))
}

async function work(terminal: Terminal, { queue, threads, name, metrics }: WorkerFlags): Promise<void> {
  terminal.goOnWithoutOutput()
  const signal = terminal.interruptSignal()
  await terminal.withLab({}, async lab => {
    const items = await lab.local(
      'runWorker',
      {
        ...{ queue, threads, name, metrics },
        complain: message => terminal.complain(message),
        onReady: ({ id, threads, kernel, place }) =>
          void terminal.print(
            `Worker ${id} takes jobs of kernel ${kernel} from ${place}, on ${threads} threads. Ctrl-C ends it.`,
          ),
      },
      signal,
    )
    await terminal.print(`Computed ${whole(items)} items.`)
  })
}

interface WorkersFlags {
  readonly queue?: string
  readonly drain?: string
  readonly json?: boolean
}

export function defineWorkers(command: Command, terminal: Terminal): void {
  command
    .description(
      'Lists the workers of a queue, what they compute per second, and how many jobs wait. A worker that was not seen for ten seconds is lost.',
    )
    .option('--queue <address>', ADDRESS)
    .option('--drain <worker>', 'asks this worker to finish its jobs and to end')
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      helpNotes(`
Examples:
  lab workers --queue redis://teacher:6379
  lab workers --queue redis://teacher:6379 --drain pc07:4711`),
    )
    .action(list.bind(undefined, terminal))
}

async function list(terminal: Terminal, { queue, drain, json }: WorkersFlags): Promise<void> {
  if (drain !== undefined) {
    await terminal.withLab({}, lab => lab.local('drainWorkerOf', queue, drain))
    return json ? terminal.printJson({ draining: drain }) : terminal.print(`Worker ${drain} finishes its jobs and ends.`)
  }
  const { workers, jobs, ...rest } = await terminal.withLab({}, lab => lab.local('queueAt', queue))
  if (json) return terminal.printJson({ workers, jobs, ...rest })
  const head = ['worker', 'version', 'kernel', 'threads', 'items', 'games/s', 'seen', 'state']
  const rows = workers.map(({ id, version, kernel, cores, threads, items, seenSecondsAgo, isDraining, gamesPerSecond }) => [
    ...[visible(id), visible(version), visible(kernel), `${threads} of ${cores}`, whole(items)],
    ...[gamesPerSecond.toFixed(1), `${seenSecondsAgo} s ago`],
    seenSecondsAgo > WORKER_SECONDS ? 'lost' : isDraining ? 'draining' : 'at work',
  ])
  if (rows.length > 0) await terminal.printLines(table(head, rows, { align: 'lllrrrrl', style: terminal.style }))
  const there = workers.filter(({ seenSecondsAgo }) => seenSecondsAgo <= WORKER_SECONDS)
  const games = there.reduce((sum, { gamesPerSecond }) => sum + gamesPerSecond, 0)
  await terminal.print(
    `${counted(there.length, 'worker')} · ${games.toFixed(1)} games/s · ${counted(jobs.waiting, 'job')} waiting, ${whole(jobs.active)} with workers`,
  )
}
