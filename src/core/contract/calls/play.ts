/** The game on the board: playing and analysing it. */
import { countShape, wholeShape, z } from '../zod'
import { MOVES, type Board, type Rank } from '../../games/twenty48/board'
import type { Evaluator } from '../../games/twenty48/heuristics/family'
import type { TileChance } from '../../games/twenty48/outlook'
import type { Player, Turn } from '../../games/twenty48/player'
import type { SearchReport } from '../../games/twenty48/search/report'
import type { TopNode } from '../../tree/views'
import { boardShape, moveShape, playerShape, seedShape } from '../shapes'
import { call, nothing } from './call'

/** The game on the board; there is only one, and every page shows it. */
export interface GameView {
  /** Increases with each new game. */
  readonly id: number
  /** Seed of the tiles. */
  readonly seed: number
  /** How the game began: with two tiles drawn from the seed, or in a position that was set. */
  readonly origin: 'seed' | 'position'
  readonly board: Board
  /** Who made its moves; absent: a person. */
  readonly by?: 'engine' | 'both'
  /** Points so far: since the start, plus those that a saved game came with. */
  readonly score: number
  readonly slides: number
  readonly over: boolean
  /** Moves that can be undone, and redone. */
  readonly undo: number
  readonly redo: number
  /** The single turn between the last view and this, for the animation; absent after any other change. */
  readonly last?: { readonly before: Board; readonly turn: Turn }
  /** True if the previous game can come back: `takeBackGame`. */
  readonly former?: true
  /** Present while the engine plays by itself. */
  readonly autoplay?: { readonly slidesPerSecond: Speed }
}

/** Moves per second, or as fast as the engine can. */
export type Speed = number | 'fastest'

/** A game as columns for a graph: row i is the position after `slides[i]` moves. */
export interface GameGraph {
  /** Ascending, from the start of the game to the end of its undone moves; for a long game a subset that includes every extreme. */
  readonly slides: readonly number[]
  readonly score: readonly number[]
  readonly empties: readonly number[]
  /** Rank of the largest tile, and the sum of all faces. */
  readonly largest: readonly number[]
  readonly sum: readonly number[]
  /** One for each player that searched boards of the game, in the order of their first searches. */
  readonly lines: readonly ValueLine[]
  /** Milliseconds that the move to this position took; `null` for the first position, and if they were not measured. */
  readonly ms: readonly (number | null)[]
  /** Moves to the board shown. */
  readonly at: number
  /** Moves of the game, including undone ones. */
  readonly total: number
}

/** A player, with what a page needs to distinguish its values from others'. */
export interface LinePlayer {
  /** Hash from `playerHash`, or `UNKNOWN_PLAYER`. */
  readonly hash: string
  /** Name of the profile; `null` for an unnamed player, and for the unknown player. */
  readonly profile: string | null
  /** Family of its evaluator; `null` for the unknown player. */
  readonly family: Evaluator['family'] | null
  /** Lines with equal units can be compared; see `unitHash`. */
  readonly unit: string
  /** For a wall expert: the tile of its chances, 0 … 1, which the values are. */
  readonly goal?: Rank
}

/** The value of each board in one player's last search of it, in the rows of the other columns. */
export interface ValueLine extends LinePlayer {
  /** `null` for a board that it did not search. */
  readonly value: readonly (number | null)[]
  /** Depth of each value, in (tile + move) pairs; `null` also if unknown. */
  readonly depth: readonly (number | null)[]
}

/** The engine's analysis of the board; follows the game while it is on. */
export interface AnalysisView {
  readonly on: boolean
  readonly running: boolean
  /** The last report, with its board: an older one while a new search begins. */
  readonly report?: SearchReport
  readonly ms?: number
  /** The player of the report's search. */
  readonly player?: Player
}

/** How far games of a quick player get from the board. */
export interface OutlookView {
  readonly board: Board
  /** Games so far. */
  readonly games: number
  readonly tiles: readonly TileChance[]
  /** Whether more are played. */
  readonly running: boolean
  /** The built-in profile that plays, and its depth. */
  readonly profile: string
  readonly depth: number
}

/** The first plies of a search, as it was recorded: of the search that moves, or of one that is not asked. */
export interface PlayTree {
  readonly board: Board
  /** Whose values these are; an expert's are chances from 0 to 1. */
  readonly of: 'evaluator' | 'expert'
  /** The player that searched. */
  readonly player: Player
  readonly report: Pick<SearchReport, 'best' | 'values' | 'depth' | 'depths' | 'cuts' | 'expert'>
  /** Moves tried in the whole search of the newest iteration, recorded or not. */
  readonly nodes: number
  readonly root: TopNode
}

const slideCount = z.strictObject({ slides: wholeShape(1, 1e9) })
export const speedShape: z.ZodType<Speed> = z.union([z.literal('fastest'), z.number().min(0.1).max(1000)])

export const PLAY_CALLS = {
  /** Starts a game; without a seed, draws one. */
  newGame: call<GameView>()({ seed: seedShape.optional() }),
  /** Starts a game from a position in any notation of `parsePosition`. `BAD_POSITION` names the fault. */
  setPosition: call<GameView>()({ text: z.string() }),
  /**
   * Removes the game of that id, and every later one, from the board. The game before it continues, with its undone moves; if it was added
   * to the library when it was left, it is removed there. The removed games are saved as usual. `NOT_FOUND` if too many games were started
   * since, or the lab was restarted.
   */
  takeBackGame: call<GameView>()({ id: countShape }),
  /** `ILLEGAL_MOVE` if the move changes nothing. */
  slide: call<GameView>()({ move: moveShape }),
  /** Number in the library of the game on the board, which is added if it is not there. `BAD_REQUEST` for a game without moves. */
  saveGame: call<number>()(nothing),
  undo: call<GameView>()(slideCount),
  redo: call<GameView>()(slideCount),

  /** The game so far in at most this number of rows. */
  gameGraph: call<GameGraph>()({ points: wholeShape(10, 2000) }),

  /**
   * Searches the board within the player's limits and makes the best move. `CANCELLED` if the game changed meanwhile or the search was
   * stopped.
   */
  engineMove: call<SearchReport>()({ player: playerShape }),
  /** Plays until the game is over, `stop`, or any other change of the game. */
  startAutoplay: call<void>()({ player: playerShape, speed: speedShape }),
  stopAutoplay: call<void>()(nothing),

  /** Turns analysis on, or gives it another player: it follows the board until it is stopped. */
  startAnalysis: call<void>()({ player: playerShape }),
  stopAnalysis: call<void>()(nothing),

  /** The tree of the last search that was recorded; from the first call on, searches that are shown are recorded. */
  playTree: call<PlayTree | null>()(nothing),
  /** The tree of the evaluator's own search of a board, within the player's limits: where an expert decides, it does not move. */
  evaluatorTree: call<PlayTree>()({ board: boardShape, player: playerShape }),
  /** The parts of that tree below some moves, without illegal ones. The root of each is the board after its move. */
  moveTrees: call<readonly PlayTree[]>()({
    board: boardShape,
    player: playerShape,
    moves: z.array(moveShape).min(1).max(MOVES.length),
  }),

  /** The outlook of the board, which is played from the first call on: whenever the board rests. `null` while it does not. */
  outlook: call<OutlookView | null>()(nothing),
} as const
