/**
 * What the store keeps, as services and pages see it. Times are milliseconds since 1970. A field of type `unknown` is any
 * JSON value: its shape belongs to the service that writes it.
 */
import type { Board, Move, Rank } from '../games/twenty48/board'
import type { GamePosition } from '../games/twenty48/player'
import type { Stamp } from '../stamp'
import type { Profile } from './files'

export interface ProfileDraft extends Omit<Profile, 'tags' | 'origin' | 'statistics'> {
  readonly tags: readonly string[]
  /** Where the weights came from. */
  readonly origin: unknown
  /** Results of validating it; `null` before there are any. */
  readonly statistics: unknown
}

export interface StoredProfile extends ProfileDraft {
  readonly id: number
  readonly created: number
  readonly updated: number
}

/** Unsaved changes of a profile, by its number; `null` for none. */
export interface StoredDraft {
  readonly profile: number
  readonly draft: unknown
}

/** What can be deleted and brought back. */
export const DELETED_KINDS = ['profiles', 'games', 'runs'] as const
export type DeletedKind = (typeof DELETED_KINDS)[number]

export const GAME_KINDS = ['person', 'engine', 'bench', 'import'] as const
/** Who played it; `import`: it came from a file. */
export type GameKind = (typeof GAME_KINDS)[number]

/** One line of the library. */
export interface GameRow {
  readonly id: number
  readonly kind: GameKind
  /** Name of the profile that played; `null` for a person. */
  readonly profile: string | null
  /** Where person and engine made moves: how many the person made; `null` where nobody counted. Absent where one made all. */
  readonly mixed?: { readonly byHand: number | null }
  /** The tiles were drawn from it; `null` where nobody knows. */
  readonly seed: number | null
  readonly score: number
  readonly slides: number
  readonly maxRank: Rank
  /** The last board. */
  readonly board: Board
  /** Whether it was played to its end. */
  readonly over: boolean
  /** When it was stored. */
  readonly created: number
  /** When it was begun and ended; `null` where nobody knows. */
  readonly started: number | null
  readonly ended: number | null
  readonly notes: string
  readonly batch: number | null
  /** Its number in the batch. */
  readonly batchIndex: number | null
  /** Whether the turns are kept; otherwise the game is played again from its seed and provenance. */
  readonly hasTurns: boolean
}

/** Whose values they are. */
export interface ValueOwner {
  /** Of `playerHash`, or `UNKNOWN_PLAYER`. */
  readonly hash: string
  /** Name of the profile that was like this when it searched; `null` for weights or settings of none. */
  readonly profile: string | null
  /** Evaluator and settings, as they were written; `null` for the unknown player. */
  readonly player: unknown
}

/** Of values that were stored or written to a file when nobody noted whose they are. */
export const UNKNOWN_PLAYER = 'unknown'

/** What one player's last search of each board of a game found it worth. */
export interface PlayerValues extends ValueOwner {
  /** Slides played before the first board of the columns. */
  readonly first: number
  /** `NaN` for a board that it did not search. */
  readonly values: Float64Array
  /** Of each value; `null` where nobody knows. */
  readonly depths: Uint8Array | null
}

/** Players that a game has values of, at most: weights that are tried out make a new one with each change. */
export const MOST_VALUE_OWNERS = 8

/** What is kept of a game slide by slide. */
export interface GameTurns {
  /** Of `encodeTurns`. */
  readonly turns: Uint8Array
  /** By player; at most `MOST_VALUE_OWNERS`. */
  readonly values: readonly PlayerValues[]
  /** Milliseconds that each slide took, `NaN` where nobody measured it. */
  readonly ms: Float32Array | null
}

export interface StoredGame extends GameRow {
  /** The first board, or `null`: the two tiles drawn from the seed. */
  readonly start: Board | null
  /** Points that the game began with. */
  readonly startScore: number
  /** All that the game follows from besides its seed; see `main/lab/engine/provenance.ts`. */
  readonly provenance: unknown
  readonly played: GameTurns | null
}

export type NewGame = Omit<StoredGame, 'id' | 'hasTurns' | 'mixed'>

/** Longest notes on a game, in characters. */
export const MAX_NOTES = 10_000

export const GAME_SORTS = ['created', 'score', 'maxRank', 'slides'] as const
export type GameSort = (typeof GAME_SORTS)[number]

/** Slides. Until then the tiles sum to 88 at most, so no tile is larger than 64: such a game shows nothing of its player. */
export const SHORT_GAME = 20

export interface GameFilter {
  readonly kind?: GameKind
  readonly profile?: string
  readonly batch?: number
  /** Leaves out games of fewer than `SHORT_GAME` slides that nobody finished, imported or wrote notes on. */
  readonly hideShort?: true
  /** Found anywhere in the profile's name, the notes or the seed; case does not matter. */
  readonly text?: string
}

export interface GameOrder {
  readonly sort: GameSort
  readonly descending: boolean
}

/** A window of the library: rows `offset` … `offset + limit − 1` of the order. Equal keys stand in the order they were stored. */
export interface GameQuery extends GameFilter, GameOrder {
  readonly offset: number
  readonly limit: number
}

/** A run of many games under one setting. */
export interface NewBatch {
  readonly title: string
  /** Game i is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  /** Games asked for. */
  readonly games: number
  readonly profile: string | null
  readonly provenance: unknown
  readonly created: number
  /** Of its stored games together; see `BenchProgress`. `null` for a batch of an earlier lab, which cannot be resumed. */
  readonly progress: unknown
}

export interface StoredBatch extends NewBatch {
  readonly id: number
  /** Games stored so far, without deleted ones. */
  readonly stored: number
  /** When its last game was stored; `null` while it runs, and after it was interrupted or killed. */
  readonly ended: number | null
  /** What the games came to; `null` until it ended. */
  readonly summary: unknown
  /** The comparison that it belongs to, or `null`. */
  readonly comparison: number | null
}

/** Players that are compared on the same seeds. */
export interface StoredComparison {
  readonly id: number
  /** What was declared before the first game. */
  readonly rule: unknown
  readonly created: number
  /** What it came to; `null` until it ended. */
  readonly result: unknown
  /** One a player, in their order. */
  readonly batches: readonly StoredBatch[]
}

/** A game of a batch; profile and provenance are those of the batch. */
export interface StoredBatchGame {
  /** Its number in the batch. */
  readonly index: number
  readonly seed: number
  readonly score: number
  readonly slides: number
  readonly maxRank: Rank
  readonly board: Board
  /** As in `GameResult`. */
  readonly firstSlide: readonly (number | null)[]
  readonly nodes: number
  /** Time on its thread. */
  readonly ms: number
}

export interface NewBatchGame extends StoredBatchGame {
  readonly over: boolean
  readonly created: number
  readonly played: GameTurns | null
}

/** The game on the board: enough to go on with it, undo and redo included. */
export interface CurrentGame {
  readonly seed: number
  readonly origin: 'seed' | 'position'
  readonly start: GamePosition
  /** Of `encodeTurns`: the turns played, then those undone. */
  readonly turns: Uint8Array
  /** Turns played. */
  readonly played: number
  /** Values, and the time of each turn, as in `StoredGame`. */
  readonly values: readonly PlayerValues[]
  readonly ms: Float32Array | null
  /** What the library will say about it; see `main/lab/games/labGame.ts`. */
  readonly about: unknown
}

/** The search of every slide of a game by one player, as far as it has come. */
export interface StoredAnalysis {
  readonly id: number
  readonly game: number
  /** The player that judged. */
  readonly player: unknown
  /** Name of the profile that the player began from. */
  readonly profile: string
  /** What it was begun with, and when. */
  readonly stamp: Stamp | null
  /** Slides of the game. */
  readonly slides: number
  /** Slides judged so far, from the first on. */
  readonly done: number
  readonly created: number
  readonly updated: number
}

export interface AnalysisWithValues extends StoredAnalysis {
  /** Four values a slide in the order of `MOVES`, `NaN` for an illegal one; `4 · done` of them. */
  readonly values: Float64Array
  /** Of each slide: the last depth that was finished. */
  readonly depths: Uint8Array
}

/** Games played on from one slide of a game by one player, as many as there are so far. */
export interface StoredPlayouts {
  readonly id: number
  readonly game: number
  /** Number of the slide in the game, from 1: `move` was made on the board before it, or could have been. */
  readonly slide: number
  readonly move: Move
  readonly player: unknown
  readonly profile: string
  /** See `playoutStarts`. */
  readonly seed: number
  readonly stamp: Stamp
  /** Playouts so far, from the first on. */
  readonly done: number
  readonly created: number
  readonly updated: number
}

export type NewPlayouts = Omit<StoredPlayouts, 'id' | 'done' | 'created' | 'updated'>

export interface PlayoutsWithScores extends StoredPlayouts {
  /** In points, counted from the slide, whose own they hold. */
  readonly scores: Float64Array
}

/** A row whose content is not what was stored. */
export interface DamagedRow {
  readonly table: string
  /** Its primary key; the parts of a longer one are joined by `/`. */
  readonly key: string
  /** Of a profile, a run or a setting; `null` where it has none, or none that can be read. */
  readonly name: string | null
  readonly reason: string
}

/** A damaged row that was taken out of its table. Its content is stored apart. */
export interface SetAsideRow extends DamagedRow {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly found: number
}

/** About the store itself. */
export interface StoreInfo {
  readonly folder: string
  readonly file: string
  /** Of the schema. */
  readonly version: number
  readonly bytes: number
  readonly games: number
}
