/** What the compute pool asks of its threads. Both ends are of one build, so nothing here has a version. */
import type { Calling } from '../channel/service'
import type { Board } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { GamePosition, GameResult, GameRules, Player, SearchedTurn } from '../games/twenty48/player'
import type { Iteration, SlidesRequest } from '../games/twenty48/search/engine'
import type { SearchReport, SlideDepths, SlideValues } from '../games/twenty48/search/report'
import type { MatchResult } from '../match/match'
import type { Report } from '../search/report'
import type { SearchSettings } from '../search/settings'
import type { BoardRoot } from '../games/twenty48/tree/head'
import type { TraceData } from '../trace/trace'
import type { IterationTime, LevelStatistics } from '../tree/views'
import type { MatchOrder } from './matches'
import type { GameSearch } from './searchers'
import type { GameTurns } from './stored'

/** Given to a thread as it starts. */
export interface ThreadStart {
  /** A compiled `WebAssembly.Module`, whose type only Node and the DOM know. */
  readonly kernel: unknown
  /** Where a busy thread is told to stop: a search hears no message, but it reads this. */
  readonly stopCell: StopCell
}

/**
 * `Int32Array(4)` over shared memory: the id of the newest search that must stop, its `STOP_REASONS` index, the id of the
 * newest batch that must stop in the middle of a slide, and the id of the newest search that was asked for, for which
 * batches drop the slide in hand.
 */
export type StopCell = Int32Array

/** Of one pool. */
export const MOST_THREADS = 256

export const STOP_REASONS = ['limit', 'request'] as const

/** Ids grow; a thread may hold one batch (games, boards, playouts, matches or an autoplay) beside the one search it is asked for. */
export type JobId = number

/** What a thread does. Every call but `search` and `start` is a batch; to cancel one stops it, also in the middle of a slide if the cell says so. */
export interface ComputeService {
  /** Answered when the thread runs. */
  start(): Memory
  /** One iteration of a search. */
  search(order: SearchOrder): SearchedIteration
  /**
   * Whole games, one after the other, in short slices between which the thread hears messages. Games that
   * end within a few milliseconds of each other come in one piece of news.
   */
  games(order: GamesOrder, calling: Calling<PackedGames>): Promise<Memory>
  /** Searches of boards on which games went on, each within the player's limits, in slices like games. The judgements come in the order of the boards. */
  boards(order: BoardsOrder, calling: Calling<readonly Judgement[]>): Promise<Memory>
  /** Games from positions to their ends, in slices. Depth is the player's only limit. The scores come in the order of the starts. */
  playouts(order: PlayoutsOrder, calling: Calling<readonly number[]>): Promise<Memory>
  /** Matches of any game, action by action, in slices like games. The results come in the order of the matches. */
  matches(order: MatchesOrder, calling: Calling<readonly MatchResult[]>): Promise<Memory>
  /** One game slide by slide from a position. Reports its turns about 30 times per second. */
  autoplay(order: AutoplayOrder, calling: Calling<PlayedTurns>): Promise<Memory>
  /** A recorded search. Reports each finished iteration, and its progress. It hears no messages, but reads the cell. */
  trace(order: RecordOrder, calling: Calling<TraceNews>): Memory
  /** A search of any game by a searcher of the registry, recorded or not. It hears no messages, but reads the cell. */
  searchGame(order: GameSearchOrder, calling: Calling<GameSearchNews>): Promise<Memory>
}

/** Of the thread's kernel. */
export interface Memory {
  readonly memoryBytes: number
}

export interface SearchedIteration extends Memory {
  readonly iteration: Iteration
}

/** What a thread is to do, under the number that the cell knows it by. */
interface Order {
  readonly job: JobId
}

export interface SearchOrder extends Order {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly request: SlidesRequest
}

export interface GamesOrder extends Order {
  readonly rules: GameRules
  readonly groups: readonly GameGroup[]
}

export interface BoardsOrder extends Order {
  readonly player: Player
  readonly boards: readonly Board[]
}

export interface PlayoutsOrder extends Order {
  readonly player: Player
  readonly starts: readonly GamePosition[]
}

export interface MatchesOrder extends Order {
  readonly matches: readonly MatchOrder[]
}

export interface AutoplayOrder extends Order {
  readonly player: Player
  readonly from: GamePosition
  /** Upper bound; absent: as fast as the thread can. */
  readonly slidesPerSecond?: number
}

export interface RecordOrder extends Order {
  readonly player: Player
  readonly order: TraceOrder
}

export interface GameSearchOrder extends Order {
  readonly search: OrderedSearch
  /** Whether the newest finished iteration is sent while the search goes on, a few times a second. */
  readonly tellsIterations: boolean
  /** Whether the report of each finished iteration but the last is sent; of a search that is not recorded. */
  readonly tellsReports?: boolean
}

/** With a position that the game reads, the whole config of the searcher, and its heuristic by name. */
export interface OrderedSearch extends Omit<GameSearch, 'config' | 'options'> {
  readonly config: unknown
  readonly heuristic: string
  /** Room for its tree and log; absent: it is not recorded. */
  readonly mebibytes?: number
}

export type GameSearchNews =
  | { readonly searched: SearchedGame }
  | { readonly interim: SearchedGame }
  | { readonly iteration: RecordedIteration; readonly ms: number }
  | RecordProgress

/** What a search of any game has come to in the end. */
export interface SearchedGame {
  readonly report: Report
  /** If it was recorded: the iteration that the report's lines are from. */
  readonly iteration?: RecordedIteration
  readonly ms: number
}

export interface PlayedTurns {
  readonly turns: readonly SearchedTurn[]
  /** The search behind the last of the turns, and how long it took. */
  readonly last: SearchReport
  readonly ms: number
}

export type TraceNews = { readonly recorded: RecordedSearch } | RecordProgress

export interface RecordProgress {
  readonly depth: number
  /** Chance nodes of the iteration in hand, or of a searcher of the registry positions of all iterations. */
  readonly expanded: number
  /** Of the whole search, 0 … 1, where that can be told. */
  readonly share?: number
}

/** What to record. */
export interface TraceOrder {
  readonly root: BoardRoot
  /**
   * A search of a position that came to an end before: each slide at the depth that its value was of then. Without, the
   * position is searched within the player's limits.
   */
  readonly depths?: SlideDepths
  /** Cumulative probability of the root: 1 of a position. A root of less, or an afterstate, is searched at its depth at once. */
  readonly reach: number
  /** Room for entries of all iterations that are kept at a time. */
  readonly mebibytes: number
}

/** What a recorded search has come to. */
export interface RecordedSearch {
  /** Its newest iteration; absent when that was told before, and has stayed the newest. */
  readonly iteration?: RecordedIteration
  /** Where all finished slides of all iterations stand; none of an afterstate. */
  readonly report?: SearchReport
  /** Since the search began. */
  readonly ms: number
}

export interface RecordedIteration {
  readonly data: TraceData
  readonly levels: readonly LevelStatistics[]
  /** Those before it, and itself. */
  readonly iterations: readonly IterationTime[]
}

/** What a search found the slides of a board worth, and the last depth that it finished for every one. */
export interface Judgement {
  readonly values: SlideValues
  readonly depth: number
}

/** Games of one evaluator. */
export interface GameGroup {
  readonly evaluator: Evaluator
  readonly seeds: readonly number[]
}

export interface PlayedGame {
  readonly result: GameResult
  readonly times: GameTimes
  /** Time on its thread. */
  readonly ms: number
  /** Where a clock decided: its seed does not lead there again. */
  readonly turns?: GameTurns
}

/** `PlayedGame`s on their way from a thread: see `packGames`. */
export interface PackedGames {
  readonly results: Float64Array
  /** `GameTimes` of all games, one after the other, and where each ends. */
  readonly times: Int32Array
  readonly ends: Int32Array
  /** Absent where no game has any. */
  readonly turns?: readonly PlayedGame['turns'][]
}

/**
 * Times of the slides of one game: bucket, count, bucket, count … in ascending order of buckets. Flat, because a message copies
 * it more quickly than a list of pairs. The buckets are those of `MoveTimes`.
 */
export type GameTimes = Int32Array

/**
 * Times of the slides of many games as counts by bucket: bucket b holds times in [1.02^b, 1.02^(b+1)) microseconds.
 * Where a slide takes microseconds, many are timed together and each counts as their mean, so that the clock does not cost
 * more than the search.
 */
export interface MoveTimes {
  /** [bucket, count] in ascending order of buckets. */
  readonly counts: readonly (readonly [bucket: number, count: number])[]
}
