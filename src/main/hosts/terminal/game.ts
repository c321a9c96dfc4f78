import type { GamePosition, Player, Turn } from '../../../core/games/twenty48/player'
import { isOver } from '../../../core/games/twenty48/playGame'
import { boardValue, type SearchReport } from '../../../core/search/report'
import type { EnginePool } from '../../lab/enginePool'
import type { LabGame } from '../../lab/labGame'

/** One slide of the engine, with the search behind it. */
export interface EngineTurn {
  readonly report: SearchReport
  readonly ms: number
  readonly turn: Turn
  readonly position: GamePosition
}

/** Plays the game on until it is over or the signal comes. */
export async function* engineTurns(
  pool: EnginePool['pool'],
  player: Player,
  game: LabGame,
  signal: AbortSignal,
): AsyncGenerator<EngineTurn> {
  while (!isOver(game.history.position)) {
    const { report, ms } = await pool.search(game.history.position.board, player, { signal })
    if (signal.aborted) return
    const turn = slideByEngine(game, player, { report, ms })
    yield { report, ms, turn, position: game.history.position }
  }
}

/** Plays the best slide of a search of the position. */
export function slideByEngine(game: LabGame, player: Player, { report, ms }: Pick<EngineTurn, 'report' | 'ms'>): Turn {
  game.history.setValue(boardValue(report)!)
  return game.play(report.best!, ms, player)!
}
