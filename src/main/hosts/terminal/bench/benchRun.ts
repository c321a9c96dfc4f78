/** Shows a bench, new or resumed, while it is played, and its result. */
import type { LabErrorData } from '../../../../core/errors'
import type { BenchHearing, BenchOutcome } from '../../../lab/localLab'
import { benchTable } from './benchTable'
import { CSV_HEADER, CsvRows } from './csv'
import { benchResult } from '../output/machineOutput'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { TimeLeft } from '../output/timeLeft'
import { resumeCommand } from './benchList'
import { EXIT, type Terminal } from '../terminal'

type Kept = NonNullable<BenchOutcome['kept']>

export interface OutputFlags {
  readonly json?: boolean
  readonly csv?: boolean
  readonly home?: string
}

/** Sets a failing exit code if a game could not be stored. */
export async function showBench(
  terminal: Terminal,
  { json, csv, home }: OutputFlags,
  signal: AbortSignal,
  play: (hearing: BenchHearing) => Promise<BenchOutcome>,
): Promise<void> {
  const rows = csv ? new CsvRows(text => terminal.printAtOnce(text)) : undefined
  const outcome = await playAndShow(terminal, play, signal, rows)
  const { summary, made, plan, batch, done, kept, isDropped, failure } = outcome
  if (summary && json) await terminal.printJson(benchResult(summary, made, plan, { batch, interrupted: signal.aborted }))
  else if (summary && !rows) await terminal.printLines(benchTable(summary, made, plan, terminal.style, batch))
  if (isDropped) terminal.complain('no game ended, so this bench was not saved')
  else if (kept) {
    const stored = `batch ${batch}: ${whole(done + kept.stored)} of ${counted(plan.games, 'game')}`
    sayKept(terminal, kept, summary !== undefined && summary.ended !== 'signal', stored, resumeCommand(terminal, batch!, home))
  } else if (summary && summary.ended === 'signal') terminal.complain('nothing was saved, so this bench cannot be resumed')
  if (failure) throw failure
}

async function playAndShow(
  terminal: Terminal,
  play: (hearing: BenchHearing) => Promise<BenchOutcome>,
  signal: AbortSignal,
  rows: CsvRows | undefined,
): Promise<BenchOutcome> {
  let bar: Progress | undefined
  let timeLeft: TimeLeft | undefined
  let counted = Infinity
  try {
    return await play({
      signal,
      async onBegun({ plan, batch, done, seconds, unkept }) {
        sayUnkept(terminal, unkept, 'bench')
        if (rows) await terminal.print(CSV_HEADER)
        timeLeft = new TimeLeft(1, { done, seconds })
        const hidden = rows !== undefined && terminal.stdout.isTTY
        bar = new Progress(terminal, { total: plan.games, done, name: batch === null ? 'bench' : `batch ${batch}`, hidden })
      },
      onGame(game, looks, soFar) {
        if (looks.isDecided || looks.rule.minutes !== undefined) counted = looks.seeds
        rows?.add(game, counted)
        if (soFar) bar?.show(soFar.games, () => `mean ${whole(soFar.mean)}`, timeLeft?.after(soFar.games, looks))
      },
      ...(rows && { room: () => terminal.backlog() }),
      onTrouble: sayTrouble.bind(undefined, terminal),
    })
  } finally {
    rows?.end(counted)
    bar?.stop()
  }
}

/** Before the first game; a failure unless another process has the folder. */
export function sayUnkept(terminal: Terminal, unkept: LabErrorData | undefined, what: 'bench' | 'comparison'): void {
  if (!unkept) return
  terminal.complain(`the games are not saved, and this ${what} cannot be resumed: ${unkept.message}`)
  if (unkept.code !== 'STORE_LOCKED') terminal.exitCode = EXIT.failure
}

/** As soon as the disk is full, and when it has room again. */
export function sayTrouble(terminal: Terminal, problem: LabErrorData | undefined): void {
  terminal.complain(
    problem
      ? `the games are not being stored: ${problem.message} Trying again every second.`
      : 'the games are being stored again',
  )
}

/** Prints nothing for a finished bench that is stored completely. @param stored the number of games and their name */
export function sayKept(terminal: Terminal, { unstored, trouble }: Kept, isOver: boolean, stored: string, goOn: string): void {
  const isLost = trouble !== undefined || unstored > 0
  if (isOver && !isLost) return
  const lost = unstored > 0 ? `; ${counted(unstored, 'game')} could not be stored` : ''
  const why = trouble ? ` (${trouble.message})` : ''
  terminal.complain(`${stored} stored${lost}${why}. Resume with: ${goOn}`)
  if (isLost) terminal.exitCode = EXIT.failure
}
