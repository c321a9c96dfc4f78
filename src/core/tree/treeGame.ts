import type { EdgeId } from '../games/game'
import type { Choice } from '../search/aims'
import type { Term } from '../search/heuristic'
import type { Sliced } from '../sliced'
import type { NodeId, NodeKind } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './key'

/** A chance in two numbers, `chance / draws`, as the search has it: it divides once, and to the last bit that matters. */
export interface Chance {
  readonly draws: number
  readonly chance: number
}

/** A result of chance that a leaf was valued by. It has no entry: it follows from the leaf's own position. */
export interface DerivedOutcome<State> extends Chance {
  readonly edge: EdgeId
  readonly state: State
  readonly value: number
}

/** A trace with the positions of its nodes. */
export interface Positions<State> {
  readonly trace: Trace
  /** @throws {LabError} `BAD_FILE` when the trace cannot be played from its root */
  state(node: NodeId): State
}

/** What the nodes and edges of one recorded tree are in its game. */
export interface TreeGame<State> {
  readonly root: State
  /** The position of a node from that of its parent. @throws {LabError} `BAD_FILE`: a file may say anything */
  after(parent: State, node: NodeId): State
  /** Whose turn it is at a node; where the game is over, whose it would be. */
  turn(node: NodeId): NodeKind
  /** Of a child of a chance node. */
  chance(node: NodeId): Chance
  /** What an agent, absent: MAX, earns by the action that led to a node; 0 after an outcome. */
  reward(node: NodeId, agent?: number): number
  /** Of a node of the kind `agent`. */
  choice(node: NodeId): Choice
  /** What UCB1 adds to the mean of a child; only of searches that choose by it. */
  bonus?(parentVisits: number, visits: number): number
  /** Of a tree of visits: whether the action of the root with the best mean is taken, not the one with the most visits. */
  readonly takesBestMean?: boolean
  /** Whether the root's children are worlds that were searched: positions that fit what an agent sees of the root's. */
  readonly hasWorlds: boolean
  /** Whether values contain the rewards on the way. */
  readonly hasRewards: boolean
  /** What led to a node, for people; and as files and commands have it. */
  words(node: NodeId): string
  notation(node: NodeId): string
  /** Of an edge of a derived outcome. */
  outcomeWords(leaf: NodeId, edge: EdgeId): string
  outcomeNotation(leaf: NodeId, edge: EdgeId): string
  /** Text that `parse` reads back. */
  format(state: State): string
  /** @throws {LabError} `BAD_POSITION` */
  parse(text: string): State
  /** What a node says of its position in JSON, and what a listing is headed with. */
  json(state: State): Readonly<Record<string, string>>
  title(state: State): string
  /** The summands of the evaluation; none where it has no parts. */
  terms(state: State): readonly Term[]
  /** What the end of a game is worth: the evaluation, the game's own utility, or a number that was set. */
  readonly end: 'heuristic' | 'utility' | number
  /** What a leaf took the mean over, in the order of the search; none if it was valued itself. */
  outcomes(leaf: NodeId): readonly DerivedOutcome<State>[]
  /** How many these are, without their values. */
  outcomeCount(leaf: NodeId): number
  /** The outcome that the principal variation goes on with. */
  expected(node: NodeId, outcomes: readonly NodeId[]): NodeId | undefined
  /** What people call the search's nodes, that it went through them, and the end of a game. */
  readonly names: { readonly effort: (nodes: number) => string; readonly done: string; readonly end: string }
  /** How many of the search's nodes the edge to a node is. */
  effortOfEdge(node: NodeId): number
  /** The next place with a position, after one in the order of the search and round to it again; absent: each node is looked at. */
  find?(wanted: State, after: Place): Sliced<Place | undefined>
  isSame(one: State, other: State): boolean
}

/** Makes a game's view of a tree. */
export type OpenTreeGame<State> = (positions: Positions<State>) => TreeGame<State>
