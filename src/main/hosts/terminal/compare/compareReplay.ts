/** Shows the result of playing stored games again. */
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { ReplayedGames, ReplayOptions } from '../../../lab/localLab'
import { block, present } from '../output/layout'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { EXIT, type Terminal } from '../terminal'

/** Sets the failing exit code if a game has another result. @param name of the batch or comparison, with its number */
export async function showReplay(
  terminal: Terminal,
  { json, name }: { readonly json?: boolean; readonly name: string },
  signal: AbortSignal,
  replay: (options: ReplayOptions) => Promise<ReplayedGames>,
): Promise<void> {
  let bar: Progress | undefined
  const replayed = await replay({
    signal,
    onStart: total => (bar = new Progress(terminal, { total, name: `replay of ${name}` })),
    onGame: games => bar?.show(games),
  }).finally(() => bar?.stop())
  await terminal.printAs(json, replayAnswer(replayed, signal.aborted), block([name, ...replayLines(replayed, signal.aborted)]))
  if (replayed.first) terminal.exitCode = EXIT.failure
}

/** docs/terminal.md documents it. */
function replayAnswer({ games, first, skipped, kernel }: ReplayedGames, interrupted: boolean) {
  return {
    games,
    identical: first === undefined,
    first: first ? { ...first, stored: outcomeAnswer(first.stored), played: outcomeAnswer(first.played) } : null,
    ...{ skipped, kernel },
    ...(interrupted && { interrupted }),
  }
}

type Outcome = NonNullable<ReplayedGames['first']>['stored']

function outcomeAnswer({ score, slides, board }: Outcome) {
  return { score, slides, position: makePosition(board) }
}

function replayLines({ games, first, skipped, kernel }: ReplayedGames, interrupted: boolean): string[] {
  return present([
    first
      ? `Different: game ${first.game} (seed ${first.seed}) of ${first.name} is stored with ${textOf(first.stored)}, and ends now with ${textOf(first.played)}.`
      : `Identical: ${counted(games, 'game')} played again with the same score, moves and board${interrupted ? ', of those until the interruption' : ''}.`,
    skipped.length > 0 && `Left out, as a clock decided their games: ${skipped.join(', ')}.`,
    kernel.stored !== kernel.here && `Stored by the kernel ${kernel.stored}, played again by ${kernel.here}.`,
  ])
}

function textOf({ score, slides, board }: Outcome): string {
  return `${whole(score)} points after ${counted(slides, 'move')} on ${makePosition(board)}`
}
