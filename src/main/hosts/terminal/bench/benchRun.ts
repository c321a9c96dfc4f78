/** Shows a bench, new or resumed, while it is played, and what comes of it. */
import type { BenchHearing, BenchOutcome } from '../../../lab/commandLab'
import { benchTable } from './benchTable'
import { CSV_HEADER, CsvRows } from './csv'
import { benchResult } from '../output/machineOutput'
import { counted, whole } from '../output/numbers'
import { complain, EXIT, print, printAtOnce, printJson, room } from '../output/output'
import { Progress } from '../output/progress'
import { styleFor } from '../output/style'
import { TimeLeft } from '../output/timeLeft'
import { resumeCommand } from './benchList'

export interface OutputFlags {
  readonly json?: boolean
  readonly csv?: boolean
  readonly home?: string
}

/** Sets a failing exit code where a game could not be stored. */
export async function showBench(
  { json, csv, home }: OutputFlags,
  signal: AbortSignal,
  play: (hearing: BenchHearing) => Promise<BenchOutcome>,
): Promise<void> {
  const rows = csv ? new CsvRows(printAtOnce) : undefined
  const outcome = await playAndShow(play, signal, rows)
  const { summary, made, plan, batch, kept, isDropped, failure } = outcome
  if (summary && json) await printJson(benchResult(summary, made, plan, { batch, interrupted: signal.aborted }))
  else if (summary && !rows) await print(benchTable(summary, made, plan, styleFor(process.stdout), batch).join('\n'))
  if (isDropped) complain('no game ended, so this bench was not kept')
  else if (kept) sayKept(kept, outcome, home)
  else if (summary && summary.ended === 'signal') complain('nothing was kept, so this bench cannot be resumed')
  if (failure) throw failure
}

async function playAndShow(
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
        if (unkept) {
          complain(`the games are not kept, and this bench cannot be resumed: ${unkept.message}`)
          if (unkept.code !== 'STORE_LOCKED') process.exitCode = EXIT.failure
        }
        if (rows) await print(CSV_HEADER)
        timeLeft = new TimeLeft(1, { done, seconds })
        const hidden = rows !== undefined && process.stdout.isTTY
        bar = new Progress({ total: plan.games, done, name: batch === null ? 'bench' : `batch ${batch}`, hidden })
      },
      onGame(game, looks, soFar) {
        if (looks.isDecided || looks.rule.minutes !== undefined) counted = looks.seeds
        rows?.add(game, counted)
        if (soFar) bar?.show(soFar.games, () => `mean ${whole(soFar.mean)}`, timeLeft?.after(soFar.games, looks))
      },
      ...(rows && { room }),
      onTrouble: sayTrouble,
    })
  } finally {
    rows?.end(counted)
    bar?.stop()
  }
}

/** At once, when the disk gives no more room, and when it does again. */
export const sayTrouble: BenchHearing['onTrouble'] = problem =>
  complain(
    problem
      ? `the games are not being stored: ${problem.message} Trying again every second.`
      : 'the games are being stored again',
  )

/** Nothing, of a bench that was played and stored whole. */
function sayKept(
  { stored, unstored, trouble }: NonNullable<BenchOutcome['kept']>,
  { plan, batch, done, summary }: BenchOutcome,
  home: string | undefined,
): void {
  const isLost = trouble !== undefined || unstored > 0
  if (summary && summary.ended !== 'signal' && !isLost) return
  const lost = unstored > 0 ? `; ${counted(unstored, 'game')} could not be stored` : ''
  const why = trouble ? ` (${trouble.message})` : ''
  complain(
    `batch ${batch}: ${whole(done + stored)} of ${counted(plan.games, 'game')} stored${lost}${why}. Go on with: ${resumeCommand(batch!, home)}`,
  )
  if (isLost) process.exitCode = EXIT.failure
}
