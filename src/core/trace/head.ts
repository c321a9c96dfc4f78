import type { Stamp } from '../stamp'
import type { NodeKind } from './format'

/** All that a trace's numbers follow from, and what the search came to. Game and searcher own `subject`. */
export interface TraceHead {
  /** Its id in the registry of games. */
  readonly game: string
  /** The root's position, as the game writes it. */
  readonly root: string
  readonly rootKind: NodeKind
  readonly searcher: string
  /** JSON: evaluator, settings, or whatever else the searcher was given. */
  readonly subject: unknown
  readonly depth: number
  /** Cumulative probability of the root. */
  readonly reach: number
  /** What the searcher counts as its nodes, those of the root included. */
  readonly nodes: number
  /** Table entries reused, and times the table was asked. */
  readonly hits: number
  readonly probes: number
  /** Why it ended before its depth was searched whole. */
  readonly stopped: 'limit' | 'request' | undefined
  /**
   * Milliseconds spent at each level, the root's being 0, without the levels below it. Leaves, table hits and what a searcher
   * does at once with the node above it count for the level above; levels of nothing else are missing at the end. Absent where
   * no clock was read.
   */
  readonly levelMs?: readonly number[]
  readonly stamp?: Stamp
}
