import type { Arg, LabEvents, RunFilePart, RunKind } from '../../../core/contract/calls'
import type { OpenServices } from '../../lab/localLab'
import type { Terminal } from './terminal'

/** The events whose payload is the row of a run that a command computes. */
type RowEvent = 'tuning' | 'comparison' | 'sweep'

interface Computing<Event extends RowEvent> {
  readonly kind: Extract<RunKind, 'tuning' | 'bench' | 'comparison' | 'sweep'>
  readonly event: Event
  /** Pauses it. */
  readonly signal: AbortSignal
  /** Starts or resumes it. @param state absent: it computes */
  readonly begin: () => Promise<{ readonly id: number; readonly state?: LabEvents[RowEvent]['state'] }>
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
    if (!isActive(row.state)) rested.resolve()
  })
  on('failure', () => void look?.().catch(() => rested.resolve()))
  const { id, state = 'running' } = await begin()
  if (!isActive(state)) return id
  const pause = () => void call('pauseRun', { kind, id }).catch((error: unknown) => terminal.complain((error as Error).message))
  if (signal.aborted) pause()
  signal.addEventListener('abort', pause)
  await rested.promise
  signal.removeEventListener('abort', pause)
  return id
}

function isActive(state: LabEvents[RowEvent]['state']): boolean {
  return ['queued', 'waiting', 'running', 'stopping'].includes(state)
}

/** The whole file of a run. */
export async function exportedText(call: OpenServices['call'], run: Arg<'exportRun'>): Promise<string> {
  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await call('exportRun', { ...run, ...(from !== undefined && { from }) })
    text += part.text
    from = part.next
  }
  return text
}
