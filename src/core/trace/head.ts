import type { Board } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Stamp } from '../stamp'
import type { StopReason } from '../games/twenty48/search/engine'
import type { SearchLimits, SearchSettings } from '../search/settings'

/** A board and who acts on it: `max`: the player is about to slide; `chance`: a tile is about to appear on an afterstate. */
export interface TraceRoot {
  readonly board: Board
  readonly kind: 'max' | 'chance'
}

/** All that a trace's numbers follow from, and what the search came to. */
export interface TraceHead {
  readonly root: TraceRoot
  readonly depth: number
  readonly reach: number
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  /** What the search was asked for, where this depth is one of several. */
  readonly limits?: SearchLimits
  /** Slides tried, 4 per player node, those of the root included: what the search without recording counts. */
  readonly nodes: number
  /** Table entries reused, and times the table was asked. */
  readonly hits: number
  readonly probes: number
  readonly stopped: StopReason | undefined
  /**
   * Milliseconds spent at each level, the root's being 0, without the levels below it. Leaves, table hits and what the kernel
   * does at once with the tile above it count for the level above; levels of nothing else are missing at the end. Absent where no
   * clock was read.
   */
  readonly levelMs?: readonly number[]
  readonly stamp?: Stamp
}
