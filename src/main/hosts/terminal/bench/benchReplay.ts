/** Shows the result of playing stored games again. */
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { PlayedAgain, ReplayHearing } from '../../../lab/localLab'
import { block } from '../output/layout'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { EXIT, type Terminal } from '../terminal'

/** Sets the failing exit code if a game has another result. @param name of the batch or comparison, with its number */
export async function showReplay(
  terminal: Terminal,
  { json, name }: { readonly json?: boolean; readonly name: string },
  signal: AbortSignal,
  play: (hearing: ReplayHearing) => Promise<PlayedAgain>,
): Promise<void> {
  let bar: Progress | undefined
  const again = await play({
    signal,
    onBegun: total => (bar = new Progress(terminal, { total, name: `replay of ${name}` })),
    onGame: games => bar?.show(games),
  }).finally(() => bar?.stop())
  if (json) await terminal.printJson(replayAnswer(again, signal.aborted))
  else await terminal.printLines(block([name, ...replayLines(again, signal.aborted)]))
  if (again.first) terminal.exitCode = EXIT.failure
}

/** docs/terminal.md documents it. */
function replayAnswer({ games, first, skipped, kernel }: PlayedAgain, interrupted: boolean) {
  return {
    games,
    identical: first === undefined,
    first: first ? { ...first, stored: written(first.stored), played: written(first.played) } : null,
    ...{ skipped, kernel },
    ...(interrupted && { interrupted }),
  }
}

type Outcome = NonNullable<PlayedAgain['first']>['stored']

function written({ score, slides, board }: Outcome) {
  return { score, slides, position: makePosition(board) }
}

function replayLines({ games, first, skipped, kernel }: PlayedAgain, interrupted: boolean): string[] {
  return [
    first
      ? `Different: game ${first.game} (seed ${first.seed}) of ${first.name} is stored with ${textOf(first.stored)}, and ends now with ${textOf(first.played)}.`
      : `Identical: ${counted(games, 'game')} played again with the same score, moves and board${interrupted ? ', of those until the interruption' : ''}.`,
    ...(skipped.length > 0 ? [`Left out, as a clock decided their games: ${skipped.join(', ')}.`] : []),
    ...(kernel.stored === kernel.here ? [] : [`Stored by the kernel ${kernel.stored}, played again by ${kernel.here}.`]),
  ]
}

function textOf({ score, slides, board }: Outcome): string {
  return `${whole(score)} points after ${counted(slides, 'move')} on ${makePosition(board)}`
}
