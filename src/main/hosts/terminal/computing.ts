import type { LabEvents, RunKind } from '../../../core/contract/calls'
import type { OpenServices } from '../../lab/localLab'
import type { Terminal } from './terminal'

/** The events whose payload is the row of a run that a command computes. */
type RowEvent = 'run' | 'comparison'

interface Computing<Event extends RowEvent> {
  readonly kind: Extract<RunKind, 'tuning' | 'bench' | 'comparison'>
  readonly event: Event
  /** Pauses it. */
  readonly signal: AbortSignal
  /** Starts or resumes it. @returns its number */
  readonly begin: () => Promise<number>
  readonly onRow: (row: LabEvents[Event]) => void
  /** Called after a failure outside the calls: rejects if no row can come any more. */
  readonly look?: () => Promise<unknown>
}

/** Computes a run by the calls of pages. Settles with its number once it neither computes nor waits. */
export async function computeToRest<Event extends RowEvent>(
  terminal: Terminal,
  { call, on }: OpenServices,
  { kind, event, signal, begin, onRow, look }: Computing<Event>,
): Promise<number> {
  const rested = Promise.withResolvers<void>()
  on(event, row => {
    onRow(row)
    if (!['queued', 'waiting', 'running', 'stopping'].includes(row.state)) rested.resolve()
  })
  on('failure', () => void look?.().catch(() => rested.resolve()))
  const id = await begin()
  const pause = () => void call('pauseRun', { kind, id }).catch((error: unknown) => terminal.complain((error as Error).message))
  if (signal.aborted) pause()
  signal.addEventListener('abort', pause)
  await rested.promise
  signal.removeEventListener('abort', pause)
  return id
}
