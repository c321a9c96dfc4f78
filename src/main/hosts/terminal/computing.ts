import type { Arg, LabEvents, RunKind } from '../../../core/contract/calls'
import { runFileTexts } from '../../../core/contract/runFile'
import type { OpenServices } from '../../lab/localLab'
import type { Terminal } from './terminal'

/** The events whose payload is the row of a run that a command computes. */
type RowEvent = 'tuning' | 'comparison' | 'sweep' | 'calibration'

interface Computing<Event extends RowEvent, Id> {
  readonly kind: Extract<RunKind, 'tuning' | 'bench' | 'comparison' | 'sweep' | 'calibration'>
  readonly event: Event
  /** Pauses it. */
  readonly signal: AbortSignal
  /** Starts or resumes it. @param state absent: it computes */
  readonly begin: () => Promise<{ readonly id: Id; readonly state?: LabEvents[RowEvent]['state'] }>
  readonly onRow: (row: LabEvents[Event]) => void
  /** Called after a failure outside the calls: rejects if no row can come any more. */
  readonly look?: () => Promise<unknown>
}

/** Computes a run by the calls of pages. Settles with its number once it neither computes nor waits. */
export async function computeToRest<Event extends RowEvent, Id extends number | string>(
  terminal: Terminal,
  { call, on }: OpenServices,
  { kind, event, signal, begin, onRow, look }: Computing<Event, Id>,
): Promise<Id> {
  const rested = Promise.withResolvers<void>()
  on(event, row => {
    onRow(row)
    if (!isActive(row.state)) rested.resolve()
  })
  on('failure', () => void look?.().catch(() => rested.resolve()))
  const { id, state = 'running' } = await begin()
  if (!isActive(state)) return id
  const run = { kind, id } as Arg<'pauseRun'>
  const pause = () => void call('pauseRun', run).catch((error: unknown) => terminal.complain((error as Error).message))
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
  for await (const part of runFileTexts(from => call('exportRun', { ...run, ...from }))) text += part
  return text
}
