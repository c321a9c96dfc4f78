/** Messages between the compute pool and its threads. Both ends are of one build, so nothing here has a version. */
import type { LabErrorData } from '../errors'
import type { Board } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { GamePosition, GameResult, GameRules, Player, SearchedTurn } from '../games/twenty48/player'
import type { Iteration, SlidesRequest } from '../search/engine'
import type { SearchReport, SlideDepths, SlideValues } from '../search/report'
import type { SearchSettings } from '../search/settings'
import type { TraceRoot } from '../search/trace/head'
import type { TraceData } from '../search/trace/trace'
import type { LevelStatistics } from '../search/tree/views'
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

export const STOP_REASONS = ['limit', 'request'] as const

/** Ids grow; a thread may hold one batch (games, boards, playouts or an autoplay) beside the one search it is asked for. */
export type JobId = number

export type ToThread =
  /** One iteration of a search. Answered by `searched` or `failed`. */
  | {
      readonly kind: 'search'
      readonly job: JobId
      readonly evaluator: Evaluator
      readonly settings: SearchSettings
      readonly request: SlidesRequest
    }
  /** Whole games, one after the other, in short slices between which the thread hears messages. Ends with `played`. */
  | { readonly kind: 'games'; readonly job: JobId; readonly rules: GameRules; readonly groups: readonly GameGroup[] }
  /** Searches of boards on which games went on, each within the player's limits, in slices like games. Ends with `played`. */
  | { readonly kind: 'boards'; readonly job: JobId; readonly player: Player; readonly boards: readonly Board[] }
  /** Games from positions to their ends, in slices. Depth is the player's only limit. Ends with `played`. */
  | { readonly kind: 'playouts'; readonly job: JobId; readonly player: Player; readonly starts: readonly GamePosition[] }
  /** One game slide by slide from a position, told in `turns` messages about 30 times a second. Ends with `played`. */
  | {
      readonly kind: 'autoplay'
      readonly job: JobId
      readonly player: Player
      readonly from: GamePosition
      /** At most so many; absent: as fast as it can. */
      readonly slidesPerSecond?: number
    }
  /** A search that is recorded. Tells each finished iteration in `traced`, what it is at in `tracing`, and ends with `played`. */
  | { readonly kind: 'trace'; readonly job: JobId; readonly player: Player; readonly order: TraceOrder }
  /** Stop the batch in hand, of whatever kind, and answer `played`. */
  | { readonly kind: 'release'; readonly job: JobId }

export type FromThread =
  | { readonly kind: 'ready'; readonly memoryBytes: number }
  | { readonly kind: 'searched'; readonly job: JobId; readonly iteration: Iteration; readonly memoryBytes: number }
  /** In the order of the job; those that ended within a few milliseconds are told together. */
  | { readonly kind: 'games'; readonly job: JobId; readonly games: readonly PlayedGame[] }
  /** `last` is the search behind the last of the turns, `ms` how long that search took. */
  | {
      readonly kind: 'turns'
      readonly job: JobId
      readonly turns: readonly SearchedTurn[]
      readonly last: SearchReport
      readonly ms: number
    }
  /** Of the next boards, in the order they were given. */
  | { readonly kind: 'judged'; readonly job: JobId; readonly judgements: readonly Judgement[] }
  /** Of the next playouts, in the order they were given. */
  | { readonly kind: 'scores'; readonly job: JobId; readonly scores: readonly number[] }
  /** `share` of the whole search that is done, 0 … 1, where that can be told. */
  | {
      readonly kind: 'tracing'
      readonly job: JobId
      readonly depth: number
      readonly expanded: number
      readonly share?: number
    }
  | { readonly kind: 'traced'; readonly job: JobId; readonly recorded: RecordedSearch }
  /** Nothing more is told of the job: what was not told is not finished. */
  | { readonly kind: 'played'; readonly job: JobId; readonly memoryBytes: number }
  | { readonly kind: 'failed'; readonly job: JobId; readonly error: LabErrorData }

/** What comes of a batch while it lasts. */
export type BatchMessage = FromThread & { kind: 'games' | 'turns' | 'judged' | 'scores' | 'tracing' | 'traced' }

/** What to record. */
export interface TraceOrder {
  readonly root: TraceRoot
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
  readonly ms: number
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
  readonly times: MoveTimes
  /** Time on its thread. */
  readonly ms: number
  /** Where a clock decided: its seed does not lead there again. */
  readonly turns?: GameTurns
}

/**
 * Times of single slides of one game as counts by bucket: bucket b holds times in [1.02^b, 1.02^(b+1)) microseconds.
 * Where a slide takes microseconds, 16 are timed together and each counts as a sixteenth, so that the clock does not cost
 * more than the search.
 */
export interface MoveTimes {
  /** [bucket, count] in ascending order of buckets. */
  readonly counts: readonly (readonly [bucket: number, count: number])[]
}
