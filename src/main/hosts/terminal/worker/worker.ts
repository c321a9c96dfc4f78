import type { Command } from 'commander'
import { addThreadsFlag, wholeIn } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { table } from '../output/layout'
import { whole } from '../output/numbers'
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
    .description('Lists the workers of a queue that were seen in the last ten seconds.')
    .option('--queue <address>', ADDRESS)
    .option('--drain <worker>', 'asks this worker to finish its jobs and to end')
    .option('--json', 'a line of JSON for each worker')
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
  const workers = await terminal.withLab({}, lab => lab.local('workersAt', queue, drain, message => terminal.complain(message)))
  if (json) {
    for (const worker of workers) await terminal.printJson(worker)
    return
  }
  if (drain !== undefined) return terminal.print(`Worker ${drain} finishes its jobs and ends.`)
  if (workers.length === 0) return terminal.print('No worker was seen in the last ten seconds.')
  const head = ['worker', 'version', 'kernel', 'cores', 'threads', 'items', 'per second', 'state']
  const rows = workers.map(({ id, version, kernel, cores, threads, items, perSecond, isDraining }) => [
    ...[id, version, kernel, whole(cores), whole(threads), whole(items), perSecond.toFixed(1)],
    isDraining ? 'draining' : 'at work',
  ])
  await terminal.printLines(table(head, rows, { align: 'lllrrrrl', style: terminal.style }))
}
