import type { GamePosition, Player, Turn } from '../../../core/games/twenty48/player'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import type { SearchReport } from '../../../core/search/report'
import type { EnginePool } from '../../lab/enginePool'

/** One slide of the engine, with the search behind it. */
export interface EngineTurn {
  readonly report: SearchReport
  readonly ms: number
  readonly turn: Turn
  readonly position: GamePosition
}

/** Plays until the game is over or the signal comes. */
export async function* engineTurns(
  pool: EnginePool['pool'],
  player: Player,
  start: GamePosition,
  signal: AbortSignal,
): AsyncGenerator<EngineTurn> {
  for (let position = start; !isOver(position);) {
    const { report, ms } = await pool.search(position.board, player, { signal })
    if (signal.aborted) return
    const played = playTurn(position, report.best!)!
    position = played.position
    yield { report, ms, turn: played.turn, position }
  }
}
