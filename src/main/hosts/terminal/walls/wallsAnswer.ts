/** The last output of `lab walls --json` and `--csv`; docs/terminal.md documents both. */
import { csvOf } from '../../../../core/csv'
import { faceSum } from '../../../../core/games/twenty48/board'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { cellsBeside } from '../../../../core/games/twenty48/walls/phases'
import { GENERATOR } from '../../../../core/random'
import { VERSION } from '../../../about'
import type { WallOutcome } from '../../../lab/localLab'
import { fourDigits, OUTPUT_VERSION, rounded } from '../output/machineOutput'

export function wallsAnswer({ plan, summary, total, file, threads, kernel, machine }: WallOutcome, interrupted: boolean) {
  const { source, players, seed, continuations } = plan
  return {
    boards: summary.boards,
    games: summary.games,
    planned: total,
    players: summary.players.map(({ name, rows, all, msPerMove }) => ({
      ...{ name, rows, all, msPerMove: fourDigits(msPerMove) },
    })),
    differences: summary.differences,
    seed,
    continuations,
    source,
    settings: {
      ...{ face: OUTPUT_VERSION, players, generator: GENERATOR, kernel, machine, threads },
      reproducible: [...players, source.from].every(({ player }) => player.limits.ms === undefined),
    },
    version: VERSION,
    file: file ?? null,
    ...(interrupted && { interrupted }),
  }
}

/** A row per phase, in the order of the boards. */
export function wallsCsv({ plan, record }: WallOutcome): string {
  const { boards, phasesInOrder } = record
  return csvOf({
    columns: ['game', 'board', 'position', 'sum', 'cells', 'continuation', 'player', 'survived', 'moves', 'ms'],
    rows: phasesInOrder.map(({ board, continuation, player, survived, moves, ms }) => {
      const { game, position } = boards[board]!
      const ranks = parseBoard(position)
      const cells = cellsBeside(ranks, plan.source.multiple)
      const { name } = plan.players[player]!
      return [game, board, position, faceSum(ranks), cells, continuation, name, Number(survived), moves, rounded(ms)]
    }),
  })
}
