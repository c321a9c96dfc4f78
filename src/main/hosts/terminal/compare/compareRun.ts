/** Shows a comparison, new or resumed, while it is played, and its result. */
import type { CompareHearing, CompareOutcome } from '../../../lab/localLab'
import { sayKept, sayTrouble, sayUnkept } from '../bench/benchRun'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { TimeLeft } from '../output/timeLeft'
import { compareAnswer } from './compareAnswer'
import { compareTable } from './compareTable'
import type { Terminal } from '../terminal'

export interface CompareOutput {
  readonly json?: boolean
  readonly home?: string
}

/** Sets a failing exit code if a game could not be stored. */
export async function showComparison(
  terminal: Terminal,
  { json, home }: CompareOutput,
  signal: AbortSignal,
  play: (hearing: CompareHearing) => Promise<CompareOutcome>,
): Promise<void> {
  const outcome = await playAndShow(terminal, play, signal)
  const { result, comparison, done, kept, isDropped, failure } = outcome
  if (result && json) await terminal.printJson(compareAnswer(result, outcome, { interrupted: signal.aborted }))
  else if (result) await terminal.printLines(compareTable(result, outcome, terminal.style))
  if (isDropped) terminal.complain('no game ended, so this comparison was not saved')
  else if (comparison === null && result?.ended === 'signal')
    terminal.complain('nothing was saved, so this comparison cannot be resumed')
  else if (kept) {
    const stored = `comparison ${comparison}: ${counted(done + kept.stored, 'game')}`
    sayKept(terminal, kept, result !== undefined && result.ended !== 'signal', stored, resumeCommand(terminal, comparison!, home))
  }
  if (failure) throw failure
}

async function playAndShow(
  terminal: Terminal,
  play: (hearing: CompareHearing) => Promise<CompareOutcome>,
  signal: AbortSignal,
): Promise<CompareOutcome> {
  let bar: Progress | undefined
  let timeLeft: TimeLeft | undefined
  let names: readonly string[] = []
  let isWarned = false
  try {
    return await play({
      signal,
      async onBegun({ plan, comparison, done, seconds, unkept }) {
        sayUnkept(terminal, unkept, 'comparison')
        const players = plan.players.length
        names = plan.players.map(({ name }) => name)
        timeLeft = new TimeLeft(players, { done, seconds })
        const name = comparison === null ? 'compare' : `comparison ${comparison}`
        bar = new Progress(terminal, { total: players * plan.rule.games, done, name })
      },
      onGame(games, looks) {
        const note = () => `difference ${whole(looks.first.mean)} after ${whole(looks.seeds)}`
        const [alike] = looks.alike
        if (alike && !isWarned) {
          isWarned = true
          const [one, other] = alike.map(place => names[place]!)
          terminal.complain(
            `all ${whole(looks.seeds)} games of ${one} and ${other} so far are equal: they seem to play alike, although their settings differ`,
          )
        }
        bar?.show(games, note, timeLeft?.after(games, looks))
      },
      onTrouble: sayTrouble.bind(undefined, terminal),
    })
  } finally {
    bar?.stop()
  }
}

/** @param home of the flag */
export function resumeCommand(terminal: Terminal, comparison: number, home?: string): string {
  return terminal.commandLine(`compare --resume ${comparison}`, home)
}
