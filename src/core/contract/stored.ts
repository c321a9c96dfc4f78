/**
 * The store's records, as services and pages see them. Times are milliseconds since 1970. A field of type `unknown` is any JSON value; the
 * service that writes it defines its shape.
 */
import type { Board, Move, Rank } from '../games/twenty48/board'
import type { Standing } from '../games/twenty48/exercises'
import type { KindFilter, MistakeKind } from '../games/twenty48/mistakeKinds'
import type { GamePosition, GameResult } from '../games/twenty48/player'
import type { SideLine } from '../games/twenty48/replay'
import type { Stamp } from '../stamp'
import type { Profile } from './files/profileFile'
import type { LabErrorData } from '../errors'

export interface ProfileDraft extends Omit<Profile, 'tags' | 'origin' | 'statistics'> {
  readonly tags: readonly string[]
  /** The source of the weights. */
  readonly origin: unknown
  /** Results of its validation; `null` before there are any. */
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

/** The kinds of items that can be deleted and restored. `others`: runs of lines that are not trainings. */
export const DELETED_KINDS = ['profiles', 'games', 'runs', 'trainings', 'others'] as const
export type DeletedKind = (typeof DELETED_KINDS)[number]

/** The kind of training runs among those whose results are lines. */
export const TRAINING_RUN_FORMAT = '2048-lab-training-run'

export const GAME_KINDS = ['person', 'engine', 'bench', 'import'] as const
/** The player; `import`: it came from a file. */
export type GameKind = (typeof GAME_KINDS)[number]

/** A line of the library. */
export interface GameRow {
  readonly id: number
  readonly kind: GameKind
  /** Name of the profile that played; `null` for a person. */
  readonly profile: string | null
  /** If person and engine both made moves: the number by the person, `null` if unknown. Otherwise absent. */
  readonly mixed?: { readonly byHand: number | null }
  /** The seed of the tiles; `null` if unknown. */
  readonly seed: number | null
  readonly score: number
  readonly slides: number
  readonly maxRank: Rank
  /** The last board. */
  readonly board: Board
  /** True if it is over. */
  readonly over: boolean
  /** When it was stored. */
  readonly created: number
  /** When it began and ended; `null` if unknown. */
  readonly started: number | null
  readonly ended: number | null
  readonly notes: string
  readonly batch: number | null
  /** The number in the batch. */
  readonly batchIndex: number | null
  /** True if the turns are saved; otherwise the game is played again from its seed and provenance. */
  readonly hasTurns: boolean
}

/** The player that values come from. */
export interface ValueOwner {
  /** Hash from `playerHash`, or `UNKNOWN_PLAYER`. */
  readonly hash: string
  /** Name of the profile that had these settings during the search; `null` if none did. */
  readonly profile: string | null
  /** Evaluator and settings, as saved, or a wall expert; `null` for the unknown player. */
  readonly player: unknown
}

/** The owner of values that were stored or written to a file without their player. */
export const UNKNOWN_PLAYER = 'unknown'

/** In a column of depths: of a board without a value, or of a value whose depth is unknown. */
export const NO_DEPTH = 0xff

/** The value of each board of a game in one player's last search of it. */
export interface PlayerValues extends ValueOwner {
  /** Moves before the first board of the columns. */
  readonly first: number
  /** `NaN` for a board that it did not search, or where its expert decided: its chances have an owner of their own. */
  readonly values: Float64Array
  /** Depth of each value; `null` if unknown. */
  readonly depths: Uint8Array | null
}

/** Maximum number of players that a game has values of: each change of weights being tried out makes a new player. */
export const MOST_VALUE_OWNERS = 8

/** The saved data of a game, move by move. */
export interface GameTurns {
  /** From `encodeTurns`. */
  readonly turns: Uint8Array
  /** By player; at most `MOST_VALUE_OWNERS`. */
  readonly values: readonly PlayerValues[]
  /** Milliseconds of each move, `NaN` if not measured. */
  readonly ms: Float32Array | null
}

export interface StoredGame extends GameRow {
  /** The first board, or `null`: the two tiles drawn from the seed. */
  readonly start: Board | null
  /** Points that the game began with. */
  readonly startScore: number
  /** Everything besides its seed that determines the game; see `main/lab/engine/provenance.ts`. */
  readonly provenance: unknown
  readonly played: GameTurns | null
  /** Absent without any. */
  readonly sideLines?: readonly SideLine[]
}

/** A game of an import. */
export interface AddedGame {
  readonly id: number
  /** False: the library had it. */
  readonly isNew: boolean
  /** Side lines that a known game got. */
  readonly lines?: AddedLines
}

export interface AddedLines {
  readonly added: number
  /** Lines that do not fit. */
  readonly leftOut: number
  /** All lines of the game, before and with them. */
  readonly before: readonly SideLine[]
  readonly after: readonly SideLine[]
}

export type NewGame = Omit<StoredGame, 'id' | 'hasTurns' | 'mixed'>

/** Longest notes on a game, in characters. */
export const MAX_NOTES = 10_000

export const GAME_SORTS = ['created', 'score', 'maxRank', 'slides'] as const
export type GameSort = (typeof GAME_SORTS)[number]

/** Moves. Until then the tiles sum to 88 at most, so no tile is larger than 64: such a game says nothing about its player. */
export const SHORT_GAME = 20

export interface GameFilter {
  readonly kind?: GameKind
  readonly profile?: string
  readonly batch?: number
  /** Rank of a tile that the game must have reached, or a larger one. */
  readonly reached?: number
  /** Hides games of fewer than `SHORT_GAME` moves unless they are finished, imported or have notes. */
  readonly hideShort?: true
  /** Text to find anywhere in the profile's name, the notes or the seed; ignores case. */
  readonly text?: string
}

export interface GameOrder {
  readonly sort: GameSort
  readonly descending: boolean
}

/**
 * A window of the library: rows `offset` … `offset + limit − 1` of the order. Rows with equal keys are in the order in which they were
 * stored.
 */
export interface GameQuery extends GameFilter, GameOrder {
  readonly offset: number
  readonly limit: number
}

/** Many games with the same settings. */
export interface NewBatch {
  readonly title: string
  /** Game i is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  /** Planned games. */
  readonly games: number
  readonly profile: string | null
  readonly provenance: unknown
  readonly created: number
  /** Totals of its stored games; see `BenchProgress`. `null` for a batch of an earlier lab, which cannot be resumed. */
  readonly progress: unknown
}

export interface StoredBatch extends NewBatch {
  readonly id: number
  /** Games stored so far, without deleted ones. */
  readonly stored: number
  /** When its last game was stored; `null` while it runs, and after it was interrupted or killed. */
  readonly ended: number | null
  /** Result of the games; `null` until it ended. */
  readonly summary: unknown
  /** The comparison that it belongs to, or `null`. */
  readonly comparison: number | null
}

/** Players that are compared on the same seeds. */
export interface StoredComparison {
  readonly id: number
  /** The rule declared before the first game. */
  readonly rule: unknown
  readonly created: number
  /** The result; `null` until it ended. */
  readonly result: unknown
  /** One for each player, in order. */
  readonly batches: readonly StoredBatch[]
}

/** A game of a batch; profile and provenance are those of the batch. */
export interface StoredBatchGame extends GameResult {
  /** The number in the batch. */
  readonly index: number
  /** Time on its thread. */
  readonly ms: number
  /** See `PlayedGame`; stored with the origin of the game. */
  readonly machine?: string
}

export interface NewBatchGame extends StoredBatchGame {
  readonly over: boolean
  readonly created: number
  readonly played: GameTurns | null
}

/** The game on the board: enough to continue it, undo and redo included. */
export interface CurrentGame {
  readonly seed: number
  readonly origin: 'seed' | 'position'
  readonly start: GamePosition
  /** From `encodeTurns`: the turns played, then those undone. */
  readonly turns: Uint8Array
  /** Turns played. */
  readonly played: number
  /** Values, and the time of each turn, as in `StoredGame`. */
  readonly values: readonly PlayerValues[]
  readonly ms: Float32Array | null
  /** What the library will show of it; see `main/lab/games/labGame.ts`. */
  readonly about: unknown
}

/** The search of every move of a game by one player, up to its progress. */
export interface StoredAnalysis {
  readonly id: number
  readonly game: number
  /** The player that assesses. */
  readonly player: unknown
  /** Name of the profile that the player is based on. */
  readonly profile: string
  /** The lab that began it, and when. */
  readonly stamp: Stamp | null
  /** Moves of the game. */
  readonly slides: number
  /** Moves assessed so far, from the first on. */
  readonly done: number
  /** Moves looked through for exercises. */
  readonly looked: number
  readonly created: number
  readonly updated: number
}

export interface AnalysisWithValues extends StoredAnalysis {
  /** Four values per move in the order of `MOVES`, `NaN` for an illegal one; `4 · done` values. */
  readonly values: Float64Array
  /** For each move, the last depth that finished. */
  readonly depths: Uint8Array
}

/** A board before a mistake, to find the better move. */
export interface StoredExercise extends Standing {
  readonly id: number
  readonly game: number
  /** The analysis that found the mistake. */
  readonly analysis: number
  /** Number of the move in its game, from 1. */
  readonly slide: number
  /** Before the move, as 16 characters. */
  readonly board: string
  /** The move that was played. */
  readonly move: Move
  readonly kinds: readonly MistakeKind[]
  /** In chance of the next tile, 0 … 1; `null` if the player of the analysis is not calibrated. */
  readonly loss: number | null
}

export type NewExercise = Pick<StoredExercise, 'slide' | 'board' | 'move' | 'kinds' | 'loss'>

/** Absent: of any. */
export interface ExerciseFilter {
  readonly game?: number
  readonly kind?: KindFilter
  readonly isDue?: boolean
}

/** Games so far that one player played on from one move of a game. */
export interface StoredPlayouts {
  readonly id: number
  readonly game: number
  /** Number of the move in the game, from 1: `move` was made on the board before it, or is an alternative to it. */
  readonly slide: number
  readonly move: Move
  readonly player: unknown
  readonly profile: string
  /** See `playoutStarts`. */
  readonly seed: number
  readonly stamp: Stamp
  /** Playouts so far, from the first on. */
  readonly done: number
  /** How many there are to be; 0 if an earlier lab made them. */
  readonly wanted: number
  readonly created: number
  readonly updated: number
}

export type NewPlayouts = Omit<StoredPlayouts, 'id' | 'done' | 'wanted' | 'created' | 'updated'>

export interface PlayoutsWithScores extends StoredPlayouts {
  /** In points, counted from the move and including its own. */
  readonly scores: Float64Array
}

/** A row whose content differs from what was stored. */
export interface DamagedRow {
  readonly table: string
  /** The primary key; the parts of a longer one are joined by `/`. */
  readonly key: string
  /** Name of a profile, a run or a setting; `null` if it has none, or an unreadable one. */
  readonly name: string | null
  readonly reason: string
}

/** A damaged row that was removed from its table. Its content is stored separately. */
export interface SetAsideRow extends DamagedRow {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly found: number
}

/** About the store itself. */
export interface StoreInfo {
  readonly folder: string
  readonly file: string
  /** Version of the schema. */
  readonly version: number
  readonly bytes: number
  readonly games: number
}

/** A name for people of each table's rows. */
const NOUNS: Readonly<Record<string, string>> = {
  profiles: 'profile',
  profile_drafts: 'unsaved changes of profile',
  games: 'game',
  game_turns: 'moves of game',
  side_lines: 'side line of game',
  batches: 'batch',
  comparisons: 'comparison',
  bench_games: 'figures of game',
  runs: 'tuning run',
  checkpoints: 'checkpoint of tuning run',
  evaluations: 'evaluation',
  iterations: 'iteration',
  validations: 'validation',
  validation_games: 'validation game',
  analyses: 'analysis',
  analysis_values: 'values of analysis',
  playouts: 'playouts',
  playout_scores: 'scores of playouts',
  settings: 'setting',
  current_game: 'game on the board',
  provenances: 'provenance',
  damaged: 'damaged row',
}

const MOST_NAMED = 5

/** A row's name in a sentence: its name, if it has one, and its key. */
export function nameOfRow({ table, key, name }: Pick<DamagedRow, 'table' | 'key' | 'name'>): string {
  if (table === 'range') return key
  if (table === 'page') return `page ${key}${name === null ? '' : ` of ${name}`}`
  if (table === 'table') return `table ${key}`
  const noun = NOUNS[table] ?? `row of ${table}`
  if (name === null) return `${noun} ${key}`
  return table === 'profiles' || table === 'settings' ? `${noun} "${name}" (${key})` : `${noun} ${key} "${name}"`
}

/** The error that reports damaged rows. @param where place of the copy of their content */
export function damagedProblem(rows: readonly DamagedRow[], where: string): LabErrorData {
  const named = rows.slice(0, MOST_NAMED).map(nameOfRow).join(', ')
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''
  const what = rows.length === 1 ? 'One damaged row was' : `${rows.length} damaged rows were`
  return { code: 'ROWS_SET_ASIDE', message: `${what} found and left out: ${named}${more}. Everything else works. ${where}` }
}

/** The kind of a run of lines, by the format of its file. */
export const RUN_OF_FORMAT = {
  '2048-lab-training-run': 'training',
  '2048-lab-sweep': 'sweep',
  '2048-lab-arena': 'arena',
  '2048-lab-calibration': 'calibration',
  '2048-lab-walls': 'wallTest',
  '2048-lab-results': 'study',
} as const
