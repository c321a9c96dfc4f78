import type { BoardValue } from './search/report'
import type { SearchLimits, SearchSettings } from '../../search/settings'
import type { Board, Move, Rank, Spawn } from './board'
import type { Evaluator } from './heuristics/family'

/** All that a slide of the engine follows from, besides the board. */
export interface Player {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly limits: SearchLimits
}

/** What a whole game follows from, besides its evaluator and its seed. */
export interface GameRules {
  readonly settings: SearchSettings
  readonly limits: SearchLimits
  /** Most slides of the game; absent: it ends when nothing moves. */
  readonly maxSlides?: number
}

/** A game between two turns; with a player it determines the rest of the game. */
export interface GamePosition {
  readonly board: Board
  /** Points so far. */
  readonly score: number
  /** Slides so far. */
  readonly slides: number
  /** State of the generator that draws the tiles to come; see `restoreRandom`. */
  readonly random: string
}

/** One turn: the slide and the tile that followed. */
export interface Turn {
  readonly move: Move
  readonly spawn: Spawn
}

/** A turn of the engine, with what its search found the board before it worth, at which depth, and how many milliseconds it took. */
export interface SearchedTurn extends Turn, BoardValue {
  readonly ms: number
}

export interface GameResult {
  readonly seed: number
  readonly score: number
  readonly slides: number
  readonly board: Board
  readonly maxRank: Rank
  /** By rank, 0 … 17: the number of the slide after which the board first held it, 0 for the start, `null` for never. */
  readonly firstSlide: readonly (number | null)[]
  /** Slides tried by the searches of the whole game. */
  readonly nodes: number
}
