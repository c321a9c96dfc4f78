/** The one way in which a command computes a run that has a number or a key. */
import type { Arg, RunKind, RunRow } from '../../../core/contract/calls'
import { isActive, RUN_EVENTS } from '../../../core/contract/calls/runRow'
import { runFileTexts } from '../../../core/contract/calls/runs'
import { checkNewFile } from '../../files/newFile'
import type { CommandLab, OpenServices } from '../../lab/localLab'
import { isUnfinished } from '../../../core/unfinished'
import { Progress, type ProgressState } from './output/progress'
import type { Terminal } from './terminal'

interface Computation<K extends RunKind> {
  readonly kind: K
  /** Starts or resumes it. @returns its row */
  begin(services: OpenServices, signal: AbortSignal): Promise<RunRow<K>>
  /** Receives each row, the first one too, after it has settled for the row before; none of a run that rests already. */
  onRow(row: RunRow<K>): void | Promise<void>
  /** Called after a failure outside the calls, instead of reporting it: rejects if no row can come any more. */
  look?(services: OpenServices): Promise<unknown>
}

interface RunCommand<K extends RunKind, View> extends Omit<Computation<K>, 'onRow'> {
  /** What a row shows on the bar, after what it prints; absent: nothing. */
  bar(row: RunRow<K>): ProgressState | undefined | Promise<ProgressState | undefined>
  /** Hides the bar. */
  readonly hidden?: boolean | undefined
  /** A new file for the lines of the finished run. */
  readonly out?: string | undefined
  view(call: OpenServices['call'], row: RunRow<K>): Promise<View>
  print(view: View): Promise<void>
}

/** Computes a run to its end, or until a signal pauses it, and prints what is there. */
export async function runCommand<K extends RunKind, View extends Pick<RunRow<K>, 'state'>>(
  terminal: Terminal,
  { open }: Pick<CommandLab, 'open'>,
  { bar: stateOf, hidden, out, view: viewOf, print, ...computation }: RunCommand<K, View>,
): Promise<void> {
  if (out !== undefined) checkNewFile(out) // before hours of games
  const signal = terminal.interruptSignal()
  const bar = new Progress(terminal, hidden)
  const { view, file } = await open('write', async services => {
    const { call } = services
    const row = await computeToRest<K>(terminal, services, signal, {
      ...computation,
      async onRow(row) {
        const state = await stateOf(row)
        if (state) bar.show(state)
      },
    })
    const view = await viewOf(call, row)
    const isWritten = out !== undefined && view.state === 'finished'
    const run = { kind: computation.kind, id: row.id } as Arg<'exportRun'>
    return { view, file: isWritten ? await exportedText(call, run) : undefined }
  }).finally(() => bar.stop())
  await print(view)
  if (file !== undefined) await terminal.deliver(file, out)
  terminal.endIfAborted(signal)
}

/** Computes a run by the calls of pages. Settles with its row once it neither computes nor waits. @param signal pauses it */
export async function computeToRest<K extends RunKind>(
  terminal: Terminal,
  services: OpenServices,
  signal: AbortSignal,
  { kind, begin, onRow, look }: Computation<K>,
): Promise<RunRow<K>> {
  const { call, on } = services
  const rested = Promise.withResolvers<RunRow<K>>()
  const complain = ({ message }: Pick<Error, 'message'>): void => terminal.complain(message)
  const early: RunRow<K>[] = []
  let follow = (row: RunRow<K>): void => void early.push(row)
  let last: RunRow<K> | undefined
  on(RUN_EVENTS[kind], row => follow(row as RunRow<K>))
  on('failure', failure => (look ? void look(services).catch(() => last && rested.resolve(last)) : complain(failure)))
  const begun = (last = await begin(services, signal))
  if (!isActive(begun)) return begun
  let handled = Promise.resolve()
  const handle = async (row: RunRow<K>): Promise<void> => {
    await onRow(row)
    if (!isActive(row)) rested.resolve(row)
  }
  follow = row => {
    if (row.id === begun.id) handled = handled.then(() => handle((last = row))).catch(rested.reject)
  }
  for (const row of [begun, ...early]) follow(row)
  const pause = () => void call('pauseRun', { kind, id: begun.id } as Arg<'pauseRun'>).catch(complain)
  if (signal.aborted) pause()
  signal.addEventListener('abort', pause)
  return rested.promise.finally(() => signal.removeEventListener('abort', pause))
}

/** The program that has the data folder open for writing, if any. */
export type Writing = Awaited<ReturnType<CommandLab['writer']>>

interface Advice {
  readonly one: string
  /** The command that resumes a run, without the program's name. */
  readonly resume: (id: number) => string
  readonly home: string | undefined
}

/**
 * What a list says below its table if a run is unfinished: how to resume it, or which process may compute it. No lines if all are finished.
 */
export function unfinishedAdvice(
  terminal: Terminal,
  rows: readonly Parameters<typeof isUnfinished>[0][],
  writer: Writing,
  { one, resume, home }: Advice,
): string[] {
  const unfinished = rows.find(isUnfinished)
  if (!unfinished) return []
  if (!writer) return ['', `Resume one with: ${terminal.commandLine(resume(unfinished.id), home)}`]
  const who = `"${writer.program}" (process ${writer.pid}) is writing in this folder`
  return ['', `${who} and may be computing an unfinished ${one}. Once it has ended, that can be resumed.`]
}

/** The whole file of a run. */
async function exportedText(call: OpenServices['call'], run: Arg<'exportRun'>): Promise<string> {
  let text = ''
  for await (const part of runFileTexts(from => call('exportRun', { ...run, ...from }))) text += part
  return text
}
