import type { EdgeId } from '../game/game'
import type { Choice } from '../search/searcher'
import type { Term } from '../game/heuristic'
import type { Sliced } from '../sliced'
import type { NodeId, NodeKind } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './views'

/** A chance as two numbers, `chance / draws`. The search divides once, so this keeps the last bit. */
export interface Chance {
  readonly draws: number
  readonly chance: number
}

/** An outcome in a leaf's mean. It has no entry, but follows from the leaf's position. */
export interface DerivedOutcome<State> extends Chance {
  readonly edge: EdgeId
  readonly state: State
  readonly value: number
}

/** A trace with the positions of its nodes. */
export interface Positions<State> {
  readonly trace: Trace
  /** @throws {LabError} `BAD_FILE` if the trace cannot be played from its root */
  state(node: NodeId): State
}

/** A game's view of the nodes and edges of one recorded tree. */
export interface TreeGame<State> {
  readonly root: State
  /** The position of a node, from that of its parent. @throws {LabError} `BAD_FILE`, because a file may contain anything */
  after(parent: State, node: NodeId): State
  /** Whose turn it is at a node, even if the game is over. */
  turn(node: NodeId): NodeKind
  /** The chance of a child of a chance node. */
  chance(node: NodeId): Chance
  /** The reward of an agent (absent: MAX) for the action that led to a node; 0 after an outcome. */
  reward(node: NodeId, agent?: number): number
  /** The choice rule of a node of the kind `agent`. */
  choice(node: NodeId): Choice
  /** The bonus that UCB1 adds to the mean of a child; only for searches that choose by it. */
  bonus?(parentVisits: number, visits: number): number
  /** In a tree of visits: true if the root takes the action with the best mean, instead of the most visits. */
  readonly takesBestMean?: boolean
  /** True if the root's children are worlds: positions that fit what an agent sees of the root's. */
  readonly hasWorlds: boolean
  /** True if values contain the rewards on the way. */
  readonly hasRewards: boolean
  /** The edge to a node, for people; and in the notation of files and commands. */
  words(node: NodeId): string
  notation(node: NodeId): string
  /** The edge of a derived outcome, for people. */
  outcomeWords(leaf: NodeId, edge: EdgeId): string
  outcomeNotation(leaf: NodeId, edge: EdgeId): string
  /** Text that `parse` reads back. */
  format(state: State): string
  /** @throws {LabError} `BAD_POSITION` */
  parse(text: string): State
  /** The position's fields in JSON, and the heading of a listing. */
  json(state: State): Readonly<Record<string, string>>
  title(state: State): string
  /** The summands of the evaluation; none if it has no parts. */
  terms(state: State): readonly Term[]
  /** The value of a finished game: the evaluation, the game's own utility, or a fixed number. */
  readonly end: 'heuristic' | 'utility' | number
  /** The outcomes in a leaf's mean, in search order; none if the leaf itself was evaluated. */
  outcomes(leaf: NodeId): readonly DerivedOutcome<State>[]
  /** Their number, without computing their values. */
  outcomeCount(leaf: NodeId): number
  /** The outcome with which the principal variation continues. */
  expected(node: NodeId, outcomes: readonly NodeId[]): NodeId | undefined
  /** The words for the search's nodes, for what it does to them, and for the end of a game. */
  readonly names: { readonly effort: (nodes: number) => string; readonly done: string; readonly end: string }
  /** Number of the search's nodes that an edge from a node of this kind counts for. */
  effortOfEdge(from: NodeKind): number
  /** The next place with a position, in search order after a place and round to it again; absent: every node is examined. */
  find?(wanted: State, after: Place): Sliced<Place | undefined>
  isSame(one: State, other: State): boolean
}

/** Creates a game's view of a tree. */
export type OpenTreeGame<State> = (positions: Positions<State>) => TreeGame<State>
