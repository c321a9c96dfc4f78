/** The game on the board: playing it, and what the engine thinks of it. */
import { z } from '../zod'
import type { Board } from '../../games/twenty48/board'
import type { FamilyId } from '../../games/twenty48/heuristics/family'
import type { Player, Turn } from '../../games/twenty48/player'
import type { SearchReport } from '../../games/twenty48/search/report'
import { moveShape, playerShape, seedShape } from '../shapes'
import { call, nothing } from './call'

/** The game on the board; there is one, and every page shows it. */
export interface GameView {
  /** Grows with each new game. */
  readonly id: number
  /** The tiles are drawn from this seed. */
  readonly seed: number
  /** Where the game began: two tiles drawn from the seed, or a position that was set. */
  readonly origin: 'seed' | 'position'
  readonly board: Board
  /** Points so far: since the origin, and those a saved game came with. */
  readonly score: number
  readonly slides: number
  readonly over: boolean
  /** Slides that can be taken back, and played again. */
  readonly undo: number
  readonly redo: number
  /** The one turn between the last view and this, for the animation; absent after any other change. */
  readonly last?: { readonly before: Board; readonly turn: Turn }
  /** The game that was on the board before this one can come back: `takeBackGame`. */
  readonly former?: true
  /** Set while the engine plays on by itself. */
  readonly autoplay?: { readonly slidesPerSecond: Speed }
}

/** Slides a second, or as fast as the engine can. */
export type Speed = number | 'fastest'

/** A game as columns for a graph: row i is the position after `slides[i]` slides. */
export interface GameGraph {
  /** Ascending, from the start of the game to the end of its undone slides; of a long game not all, but every extreme. */
  readonly slides: readonly number[]
  readonly score: readonly number[]
  readonly empties: readonly number[]
  /** One for each player that searched boards of the game, the first to search first. */
  readonly lines: readonly ValueLine[]
  /** Milliseconds that the slide to this position took; `null` for the first, and where nobody measured it. */
  readonly ms: readonly (number | null)[]
  /** Slides to the board that is shown. */
  readonly at: number
  /** Slides of the game, undone ones included. */
  readonly total: number
}

/** A player, as a page needs it to tell its values from those of others. */
export interface LinePlayer {
  /** Of `playerHash`, or `UNKNOWN_PLAYER`. */
  readonly hash: string
  /** Name of the profile; `null` for weights or settings of none, and for the unknown player. */
  readonly profile: string | null
  /** Of its evaluator; `null` for the unknown player. */
  readonly family: FamilyId | null
  /** Lines of equal units can be compared; see `unitHash`. */
  readonly unit: string
}

/** What one player's last search of each board found it worth, in rows as the columns beside it. */
export interface ValueLine extends LinePlayer {
  /** `null` for a board that it did not search. */
  readonly value: readonly (number | null)[]
  /** Of each value, in (tile + slide) pairs; `null` also where nobody knows. */
  readonly depth: readonly (number | null)[]
}

/** What the engine thinks of the board; follows the game while it is on. */
export interface AnalysisView {
  readonly on: boolean
  readonly running: boolean
  /** The last report, on the board it names: an older one while a new search begins. */
  readonly report?: SearchReport
  readonly ms?: number
  /** Whose search the report is of. */
  readonly player?: Player
}

const slideCount = z.strictObject({ slides: z.int().min(1).max(1e9) })
export const speedShape: z.ZodType<Speed> = z.union([z.literal('fastest'), z.number().min(0.1).max(1000)])

export const PLAY_CALLS = {
  /** Starts a game; without a seed one is drawn. */
  newGame: call<GameView>()(z.strictObject({ seed: seedShape.optional() })),
  /** Starts a game from a position in any notation of `parsePosition`. `BAD_POSITION` names what is wrong with it. */
  setPosition: call<GameView>()(z.strictObject({ text: z.string() })),
  /**
   * Takes the game of that id, and every later one, off the board: the game before it goes on, with its undone slides, and
   * leaves the library, if it came there by being left. What is left now is kept as always. `NOT_FOUND` where too many games
   * were begun since, or the lab was started anew.
   */
  takeBackGame: call<GameView>()(z.strictObject({ id: z.int().min(0) })),
  /** `ILLEGAL_MOVE` when nothing would move. */
  slide: call<GameView>()(z.strictObject({ move: moveShape })),
  undo: call<GameView>()(slideCount),
  redo: call<GameView>()(slideCount),

  /** The game so far in at most this number of rows. */
  gameGraph: call<GameGraph>()(z.strictObject({ points: z.int().min(10).max(2000) })),

  /** Searches the board within the player's limits and slides. `CANCELLED` when the game changed meanwhile or it was stopped. */
  engineMove: call<SearchReport>()(z.strictObject({ player: playerShape })),
  /** Plays on until the game is over, `stop`, or any other change of the game. */
  startAutoplay: call<void>()(z.strictObject({ player: playerShape, speed: speedShape })),
  stopAutoplay: call<void>()(nothing),

  /** Turns analysis on, or gives it another player: it follows the board until it is stopped. */
  startAnalysis: call<void>()(z.strictObject({ player: playerShape })),
  stopAnalysis: call<void>()(nothing),
} as const
