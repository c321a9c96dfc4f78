import type { EdgeId, Turn } from '../games/game'
import type { NodeId } from '../trace/format'

/** Hears of a search as it goes, node by node. It changes nothing of it. */
export interface Observer {
  /** The node in hand, where it was recorded. */
  readonly node: NodeId | undefined
  /** The search goes down to a position, to the next of those that the node in hand was expanded to. */
  enter(turn: Turn): void
  /** The node in hand gets its children, in the order in which they will be entered. @param depth plies left below each */
  expand(turn: Turn, depth: number, children: readonly { readonly edge: EdgeId }[]): void
  /** The node in hand has its value, and the search goes back up. @param source of a table hit, the node that computed the value */
  leave(value: number, flags: number, source: NodeId | undefined): void
}
