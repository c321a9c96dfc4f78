import type { EdgeId, Values } from '../game/game'
import { FLAGS, type NodeKind } from '../trace/format'

/** The observer's own name for a node. A searcher only hands it back. */
export type Place = number

/** Receives the events of a search, node by node, without any effect on it. All values and windows are MAX's, the first agent's. */
export interface Observer {
  /** Place of the current node, if it is recorded. */
  readonly place: Place | undefined
  /** The search restarts at the root. @param depth plies */
  iteration(depth: number): void
  /** The search enters a position, the root first. @param depth plies left */
  enter(kind: NodeKind, edge: EdgeId, depth: number, alpha: number, beta: number): void
  /** The current node gets its children, in the order of the search. @param depth plies left below each */
  expand(kind: NodeKind, depth: number, children: readonly { readonly edge: EdgeId }[]): void
  /** The game ends here, with this value. */
  utility(value: number): void
  /** The current node is a leaf, with this value by the heuristic. */
  evaluate(value: number): void
  /** The search looks up the current node in the table. */
  probe(): void
  /** The table had the value. @param source place of the node that computed it */
  hit(value: number, source: Place | undefined): void
  /** The value of the current node from its children so far; differs from the value before the last child. */
  improve(value: number): void
  /** The remaining children are searched with a smaller window. */
  narrow(alpha: number, beta: number): void
  /** The remaining children, at least one, cannot matter. @param bound the end of the window that was reached */
  cut(bound: number): void
  /** A child is searched once more, with this window. @param edge to it; absent: the last one */
  again(alpha: number, beta: number, edge?: EdgeId): void
  /**
   * The current node has its value, and the search returns to its parent.
   * @param source place of the node that computed the value, for a table hit
   * @param values one for each agent, if they are not opponents
   */
  leave(value: number, flags: number, source?: Place, values?: Values): void
  /** A tree that grows one node at a time: the search descends to a known node, the root first. */
  visit(place: Place | undefined): void
  /** The game is played on from the current node, with this result. @param plies played, none of them nodes */
  rollout(value: number, plies: number): void
  /** The current node has this value after these visits; the search returns to its parent. */
  backUp(values: Values, visits: number): void
  /** The search ends, and chooses this child of the root. */
  choose(place: Place | undefined, value: number): void
}

/** Receives the events of a searcher of views, which has another searcher search worlds. */
export interface WorldsObserver {
  /** The next world begins. @param left worlds still to search, this one included */
  begin(left: number): Observer
  /** A world was searched, and every action has a value. @returns the observer's name for it */
  found(position: string, weight: number, values: Values): number
  /** The answer comes from these worlds, in this order. */
  answered(worlds: readonly number[]): void
}

/** Does nothing: a base for observers that need only some of the calls. */
export class SilentObserver implements Observer {
  get place(): Place | undefined {
    return undefined
  }
  iteration(_depth: number): void {}
  enter(_kind: NodeKind, _edge: EdgeId, _depth: number, _alpha: number, _beta: number): void {}
  expand(_kind: NodeKind, _depth: number, _children: readonly { readonly edge: EdgeId }[]): void {}
  utility(_value: number): void {}
  evaluate(_value: number): void {}
  probe(): void {}
  hit(_value: number, _source: Place | undefined): void {}
  improve(_value: number): void {}
  narrow(_alpha: number, _beta: number): void {}
  cut(_bound: number): void {}
  again(_alpha: number, _beta: number, _edge?: EdgeId): void {}
  leave(_value: number, _flags: number, _source?: Place, _values?: Values): void {}
  visit(_place: Place | undefined): void {}
  rollout(_value: number, _plies: number): void {}
  backUp(_values: Values, _visits: number): void {}
  choose(_place: Place | undefined, _value: number): void {}
}

/** A root where the game is over. */
export function observeEnd(observer: Observer | undefined, values: Values): void {
  observer?.iteration(0)
  observer?.enter('leaf', 0, 0, -Infinity, Infinity)
  observer?.utility(values[0]!)
  observer?.leave(values[0]!, FLAGS.TERMINAL, undefined, values)
}
