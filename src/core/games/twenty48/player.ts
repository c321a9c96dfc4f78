import type { SearchedWorth } from './search/report'
import type { SearchLimits, SearchSettings } from '../../search/settings'
import type { Board, Move, Rank, Spawn } from './board'
import type { Evaluator } from './heuristics/family'

/** Everything that determines the engine's move, besides the board. */
export interface Player {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly limits: SearchLimits
  /**
   * Text of a searcher that plays whole games instead of the kernel, see `searcherPlayer`. It decides alone: evaluator and settings are then
   * idle, and of the limits only the time is repeated here.
   */
  readonly searcher?: string
}

/** Everything that determines a whole game, besides its evaluator and its seed. */
export interface GameRules extends Omit<Player, 'evaluator'> {
  /** Maximum number of moves of the game; absent: it ends when no move is legal. */
  readonly maxSlides?: number
}

/** A game between two turns; with a player it determines the rest of the game. */
export interface GamePosition {
  readonly board: Board
  /** Points so far. */
  readonly score: number
  /** Moves so far. */
  readonly slides: number
  /** State of the generator that draws the next tiles; see `restoreRandom`. */
  readonly random: string
}

/** One turn: the move and the tile that followed. */
export interface Turn {
  readonly move: Move
  readonly spawn: Spawn
}

/**
 * A turn of the engine, with the value of the board before it, the depth of the search, and its milliseconds. A turn that an expert decided
 * has no value and no depth.
 */
export interface SearchedTurn extends Turn, SearchedWorth {
  readonly ms: number
}

export interface GameResult {
  readonly seed: number
  readonly score: number
  readonly slides: number
  readonly board: Board
  readonly maxRank: Rank
  /** By rank, 0 … 17: the move after which the board first had it, 0 for the start, `null` for never. */
  readonly firstSlide: readonly (number | null)[]
  /** Moves tried by the searches of the whole game. */
  readonly nodes: number
}
