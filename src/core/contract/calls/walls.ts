/** Wall tests: how often players of 2048 survive the hard phases of long games. All calls are refused if the data folder is unusable. */
import type { Interval } from '../../stats/intervals'
import type { WallHead } from '../files'
import { wallPlanShape } from '../files'
import { call, idShape, nothing } from './call'
import type { LineRunRow } from './runRow'

export interface WallRow {
  /** `null`: all together. */
  readonly cells: number | null
  readonly boards: number
  /** Games that these boards come from. */
  readonly games: number
  readonly phases: number
  readonly survived: number
  readonly share: number
  /** 95 %, by games. */
  readonly interval: Interval
}

export interface WallDifference {
  readonly cells: number | null
  /** That both players have played. */
  readonly phases: number
  readonly games: number
  /** The share of the first player − that of the second. */
  readonly difference: number
  /** 95 %, by games; `null` for fewer than ten games, and if no phase differs. */
  readonly interval: Interval | null
}

export interface WallSummary {
  readonly boards: number
  /** Games that were played for the boards. */
  readonly games: number
  readonly players: readonly {
    readonly name: string
    readonly rows: readonly WallRow[]
    readonly all: WallRow | null
    readonly msPerMove: number | null
  }[]
  /** Empty for one player. */
  readonly differences: readonly WallDifference[]
}

/** The progress of a wall test: first it looks for boards, then it plays the phases from each. */
export interface WallProgress {
  readonly of: 'boards' | 'phases'
  readonly done: number
  readonly total: number
  /** Games that were played for the boards. */
  readonly games: number
}

/** A line of the list; also the payload of progress events. */
export interface WallTestRow extends LineRunRow, Pick<WallHead, 'seed' | 'continuations' | 'at'> {
  readonly players: readonly string[]
  /** Wanted number. */
  readonly boards: number
  /** While it computes, and when it has ended in this process. */
  readonly progress?: WallProgress
}

export interface WallTestView extends WallTestRow {
  readonly head: WallHead
  readonly summary: WallSummary
}

export const WALL_CALLS = {
  /** Newest first. */
  wallTests: call<readonly WallTestRow[]>()(nothing),
  /** With the summary of its phases so far. */
  wallTest: call<WallTestView>()({ id: idShape }),
  /** Computes it, or queues it. `BAD_SETTING` if both players are the same. */
  startWallTest: call<WallTestRow>()(wallPlanShape),
} as const
