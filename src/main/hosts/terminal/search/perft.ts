import type { Command } from 'commander'
import { makePosition, parseBoard } from '../../../../core/games/twenty48/notation'
import { perft } from '../../../../core/games/twenty48/board'
import { helpNotes } from '../output/help'
import { duration, whole } from '../output/numbers'
import { wholeIn } from '../flags/numberFlags'
import { POSITION_OR_INPUT, positionText } from './lines'
import type { Terminal } from '../terminal'

/** 10 turns take longer than any user waits. */
const MOST_TURNS = 10

export function definePerft(command: Command, terminal: Terminal): void {
  command
    .description(
      'Counts the positions after 1, 2, … N moves (each followed by a new tile), without merging equal ones: the check of the ' +
        'rules that other implementations can be compared with.',
    )
    .argument('<position>', POSITION_OR_INPUT)
    .argument('<moves>', 'how many moves ahead', wholeIn(0, MOST_TURNS))
    .option('--json', 'a line of JSON for each number of moves')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(countTurns.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab perft 0000001000000010 3
  lab perft 0000001000000010 2 --json`

// Each count is printed as soon as it is known, so Ctrl-C loses only the current one.
async function countTurns(terminal: Terminal, position: string, turns: number, { json }: { json?: boolean }): Promise<void> {
  const board = parseBoard(await positionText(terminal, position))
  if (!json) await terminal.print('moves        positions  time')
  for (let depth = Math.min(turns, 1); depth <= turns; depth++) {
    const started = performance.now()
    const positions = perft(board, depth)
    const ms = performance.now() - started
    if (json) await terminal.printJson({ position: makePosition(board), turns: depth, positions, ms: Number(ms.toFixed(3)) })
    else await terminal.print(`${String(depth).padStart(5)}  ${whole(positions).padStart(15)}  ${duration(ms)}`)
  }
}
