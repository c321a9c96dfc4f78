import type { EdgeId, Values } from '../games/game'
import { FLAGS, type NodeKind } from '../trace/format'

/** The observer's own name for a node. A searcher can only hand it back. */
export type Place = number

/** Hears of a search as it goes, node by node. It changes nothing of it. All values and windows are MAX's, the first agent's. */
export interface Observer {
  /** Of the node in hand, if it is noted. */
  readonly place: Place | undefined
  /** The search begins at the root again. @param depth plies */
  iteration(depth: number): void
  /** It goes down to a position, at first to the root. @param depth plies left */
  enter(kind: NodeKind, edge: EdgeId, depth: number, alpha: number, beta: number): void
  /** The node in hand gets its children, in the order in which they will be entered. @param depth plies left below each */
  expand(kind: NodeKind, depth: number, children: readonly { readonly edge: EdgeId }[]): void
  /** The game is over here, and worth this. */
  utility(value: number): void
  /** Nothing is searched below the node in hand: the heuristic says what it is worth. */
  evaluate(value: number): void
  /** The table is asked for the node in hand. */
  probe(): void
  /** It had the value. @param source of the node that computed it */
  hit(value: number, source: Place | undefined): void
  /** What the node in hand is worth by the children so far: another value than before the last of them. */
  improve(value: number): void
  /** Its other children are searched with a smaller window. */
  narrow(alpha: number, beta: number): void
  /** Its other children, of which there are some, cannot matter. @param bound what it reached */
  cut(bound: number): void
  /** A child is searched once more, with this window. @param edge to it; absent: the last one */
  again(alpha: number, beta: number, edge?: EdgeId): void
  /** The node in hand has its value, and the search goes back up. @param source of a table hit, of the node that computed the value @param values one an agent, where they are no opponents */
  leave(value: number, flags: number, source?: Place, values?: Values): void
  /** Of a tree that grows by one node at a time: goes down to a node that it knows, at first to the root. */
  visit(place: Place | undefined): void
  /** The game is played on from the node in hand, and is worth this. @param plies of it, none of them nodes */
  rollout(value: number, plies: number): void
  /** What the node in hand is worth by now, and by how many visits; goes back up. */
  backUp(values: Values, visits: number): void
  /** The search is over, and takes this child of the root. */
  choose(place: Place | undefined, value: number): void
}

/** Hears of the worlds that a searcher of views has another searcher search. */
export interface WorldsObserver {
  /** A world is searched next. @param left how many there are still to search, this one included */
  begin(left: number): Observer
  /** It was searched, and every action has a value. @returns the observer's name for it */
  found(position: string, weight: number, values: Values): number
  /** The answer is of these, in this order. */
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
