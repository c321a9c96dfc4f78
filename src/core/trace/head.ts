import type { Stamp } from '../stamp'
import type { NodeKind } from './format'

/** Everything that determines a trace's numbers, and the totals of the search. Game and searcher define `subject`. */
export interface TraceHead {
  /** The game's id in the registry. */
  readonly game: string
  /** The root's position, as the game writes it. */
  readonly root: string
  readonly rootKind: NodeKind
  readonly searcher: string
  /** JSON: evaluator, settings, or any other input of the searcher. */
  readonly subject: unknown
  readonly depth: number
  /** Cumulative probability of the root. */
  readonly reach: number
  /** The searcher's own count of nodes, those of the root included. */
  readonly nodes: number
  /** Table entries reused, and lookups. */
  readonly hits: number
  readonly probes: number
  /** Why it ended before it searched its depth in full. */
  readonly stopped: 'limit' | 'request' | undefined
  /**
   * Milliseconds spent at each level (the root's is 0), without the levels below it. Leaves, table hits and other nodes that a searcher
   * finishes together with their parent count for the parent's level; levels with nothing else are missing at the end. Absent if no clock
   * was read.
   */
  readonly levelMs?: readonly number[]
  readonly stamp?: Stamp
}
