/** A recorded tree as shown to people: rows of an outline, one node in full, levels. Plain data, for any display. */
import { LabError } from '../errors'
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { EdgeId, Values } from '../game/game'
import type { Choice } from '../search/searcher'
import type { Term } from '../game/heuristic'
import type { Bound } from '../game/bounds'
import type { EventKind } from '../trace/eventLog'
import type { FlagName, NodeKind } from '../trace/format'

/**
 * The key of a node: its entry in the trace, `123`. An outcome in a leaf's mean is not recorded but follows from it: `123.4` is the fifth
 * outcome, counted from 0, of the leaf 123.
 */
export type NodeKey = string

/** An end of a window. JSON has no infinite numbers. */
export type WindowEnd = number | '∞' | '−∞'

export interface Window {
  readonly alpha: WindowEnd
  readonly beta: WindowEnd
}

export function windowEnd(number: number): WindowEnd {
  return number === Infinity ? '∞' : number === -Infinity ? '−∞' : number
}

/** The edge from a node's parent. */
export interface TreeEdge {
  readonly id: EdgeId
  /** For people: `←`, `4 @ r2c3`. */
  readonly words: string
  /** In files and commands: `left`, `4@r2c3`. */
  readonly notation: string
}

/** One node as a row of the outline. */
export interface TreeRow {
  readonly key: NodeKey
  /** 1 for the root. */
  readonly level: number
  /** Place among the shown siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
  readonly kind: NodeKind
  /** For a node of the kind `agent`: the agent that acts, from 0. */
  readonly agent?: number
  /** Absent for the root. */
  readonly edge?: TreeEdge
  /** The node's value, without the reward of the action that led to it; `null` if the search did not finish or enter it. */
  readonly value: number | null
  /** Like `value`, for each agent, if the searcher has more than MAX's. */
  readonly values?: Values
  /** In a tree of visits: the number of visits in the mean. */
  readonly visits?: number
  /** The bonus that UCB1 adds to that mean when the agent at its parent chooses next. */
  readonly bonus?: number
  /** Reward of the action that led here, if values contain it; otherwise 0. */
  readonly points: number
  /** The action that its agent takes. */
  readonly best: boolean
  /** An action not taken, though its value is equal but for rounding. */
  readonly tie: boolean
  /** Present if the value is not exact: the kind of bound. */
  readonly bound?: Exclude<Bound, 'exact'>
  /**
   * For an action: its value minus that of its agent's best; below 0 at MAX's node, above 0 at MIN's, 0 if equal. `null` if it was searched
   * less deep than the best, or not to an exact value.
   */
  readonly difference: number | null
  /** The window of its search: values outside cannot matter. Only for searchers that have one. */
  readonly window?: Window
  /** Why its other children were skipped. */
  readonly cut?: TreeCut
  /** For a position searched again below the same parent: its first search. */
  readonly first?: NodeKey
  /** Probability from the parent; 1 for an action. */
  readonly chance: number
  /** Cumulative probability, as compared with the cut. */
  readonly reach: number
  /** The contribution to the parent's mean: chance · value. Absent for an action. */
  readonly contribution?: number | null
  /** The search's count at and below the node: moves tried, or positions entered. */
  readonly nodes: number
  /** Depth left, in the search's own unit. */
  readonly depth: number
  readonly flags: readonly FlagName[]
  /** For a table hit: the node that computed its value. */
  readonly source?: NodeKey
  /** Rows that it unfolds to, under the filter. */
  readonly children: number
  readonly open: boolean
  /** Not searched as a node of its own: an outcome of a leaf's mean, evaluated again with the same result. */
  readonly derived: boolean
}

/** Fields of a row that do not depend on its place in an outline. */
export type RowContent = Omit<TreeRow, 'level' | 'position' | 'siblings' | 'children' | 'open'>

/** An outcome of a chance event: its node, its value to the agent that acted before (higher is better), and its probability. */
export type TopOutcome = readonly [key: NodeKey, worth: number, probability: number]

/** A node of a tree's first plies, as a picture shows it. */
export interface TopNode extends RowContent {
  /** As its game writes it; only for the first nodes, as far as there is room for text. */
  readonly position?: string
  /**
   * For a chance event whose outcomes have values: three of them, for the agent that acted before, which may be one and the same; and all of
   * them in the order of the search, as far as there is room.
   */
  readonly outcomes?: {
    readonly best: NodeKey
    readonly likeliest: NodeKey
    readonly worst: NodeKey
    readonly all: readonly TopOutcome[]
  }
  /** Children that are not here, and the search's count of nodes at and below them. */
  readonly hidden: { readonly children: number; readonly nodes: number }
  /** In the order of the search. */
  readonly children: readonly TopNode[]
}

/**
 * Bounds of a tree's first plies: nodes in all, actions of one node that is not unfolded, outcomes in lists, characters of all positions.
 * As JSON they take at most `TOP_BYTES`, in a game of 16 agents with long positions too.
 */
export const MOST_TOP_NODES = 300
export const MOST_TOP_ACTIONS = 12
export const MOST_TOP_OUTCOMES = 2000
export const TOP_LINES = ['all', 'best'] as const
export const TOP_CHARACTERS = 2 ** 17
export const TOP_BYTES = 2 ** 19

/** One summand of a node's value. */
interface BackupPart {
  readonly key: NodeKey
  readonly edge: TreeEdge
  /** To MAX; if each agent has its own value, to the one whose value is compared. */
  readonly value: number | null
  /** For each agent, if the searcher has a value for each. */
  readonly values?: Values
  /** Present if the value is not exact: the kind of bound. */
  readonly bound?: Exclude<Bound, 'exact'>
  /** The search left the node before it. */
  readonly notVisited?: true
  /** It repeats another part with another window, and is the one that counts. */
  readonly again?: true
}

/** A cut of a node: the value that its own was compared with. `lower`: MAX has a better option, `upper`: MIN has. */
export interface TreeCut {
  readonly bound: Exclude<Bound, 'exact'>
  /** Infinite if the value equals one known beforehand, or the best possible. */
  readonly window: WindowEnd
}

/** The computation of a node's value, with all numbers. */
export type Backup =
  /**
   * The highest, or lowest, points + value; `floored` if even that is below the floor. A part is not `compared` if it was searched less
   * deep than the others (only at a root), not at all, or again.
   */
  | {
      readonly rule: 'max' | 'min' | 'agent'
      /** If each agent has its own value: the agent that acts and the one whose value it compares, from 0. */
      readonly choice?: Choice
      readonly parts: readonly (BackupPart & {
        readonly points: number
        readonly sum: number | null
        readonly best: boolean
        /** Equal to the best but for rounding. */
        readonly tie: boolean
        readonly depth: number
        readonly compared: boolean
      })[]
      readonly floored: boolean
      /** The other children cannot matter. */
      readonly cut?: TreeCut
    }
  /** The mean of its visits: those that ended here, and those that continued to its children. */
  | {
      readonly rule: 'visits'
      readonly visits: number
      /** Visits that ended here, or continued without being recorded. */
      readonly own: number
      /** The mean, to the agent that acts here, or to MAX if none acts. */
      readonly worth: number | null
      readonly parts: readonly (BackupPart & {
        readonly visits: number
        /** To the agent that acts here, and the bonus of UCB1; absent if none acts. */
        readonly worth?: number | null
        readonly bonus?: number
        readonly best: boolean
      })[]
    }
  /** Σ chance / draws · value over the outcomes. */
  | {
      readonly rule: 'mean'
      readonly parts: readonly (BackupPart & {
        readonly chance: number
        readonly draws: number
        readonly product: number | null
      })[]
      /** The other outcomes cannot matter. */
      readonly cut?: TreeCut
      /** After a cut: the outcomes not visited, with the least or greatest value that they can add to the bound. */
      readonly rest?: { readonly chance: number; readonly product: number }
    }
  /** The evaluation of this position: the sum of `terms`, if it has any. */
  | { readonly rule: 'evaluated' }
  /** No legal move: the evaluation, the game's utility, or a fixed number. */
  | { readonly rule: 'dead'; readonly value: 'heuristic' | 'utility' | number; readonly floored: boolean }
  /** Taken from the table. */
  | { readonly rule: 'table'; readonly source: NodeKey | null; readonly sourceDepth: number | null }
  /** The children were searched, but there was no room to record them. */
  | { readonly rule: 'not-recorded' }
  /** The search stopped before. */
  | { readonly rule: 'stopped' }
  /** The search left its parent before. */
  | { readonly rule: 'not-visited' }
  /** In a lecture: not known yet. */
  | { readonly rule: 'not-yet' }

/** An action of an agent's node, shown beside the others. */
export interface MoveColumn {
  readonly edge: TreeEdge
  readonly key: NodeKey
  /** The position after it. */
  readonly state: string
  readonly points: number
  readonly value: number | null
  readonly bound?: Exclude<Bound, 'exact'>
  /** The action that the agent takes; among equals but for rounding, the first. */
  readonly best: boolean
  /**
   * points + value; and its difference to that of the agent's best, 0 if equal. `null` also if it was searched less deep than that, or not
   * to an exact value.
   */
  readonly sum: number | null
  readonly difference: number | null
  readonly nodes: number
  readonly terms: readonly Term[]
  /** The worst and best outcome, if they were searched. */
  readonly worst?: TreeRow
  readonly luckiest?: TreeRow
}

/** One node in full. */
export interface TreeNode {
  readonly row: TreeRow
  /** The position as its game writes it. */
  readonly state: string
  /** From the root's first edge to this node. */
  readonly path: readonly { readonly key: NodeKey; readonly edge: TreeEdge }[]
  readonly backup: Backup
  readonly terms: readonly Term[]
  /** For an agent's node whose actions were recorded. */
  readonly moves: readonly MoveColumn[]
  /** Number of nodes that took their value from this one. */
  readonly reused: number
  /** In a tree of worlds. */
  readonly worlds?: WorldsView
}

/** Values across the worlds that were searched: for the root, of its actions; for another node, of the same node in each world. */
export interface WorldsView {
  /** Number of worlds. */
  readonly count: number
  /** For the root: the value of each action over all worlds, 0 where it is illegal; `null` before all were searched. */
  readonly actions: readonly { readonly edge: TreeEdge; readonly mean: number | null; readonly best: boolean }[]
  /** Below a world: the same edges in each world, at most `MOST_SIBLINGS`. */
  readonly siblings: readonly {
    /** The edge to the world. */
    readonly edge: TreeEdge
    /** `null` if the world has no such node. */
    readonly key: NodeKey | null
    readonly chance: number
    /** Reward and value, to the agent whose value the agent above compares. */
    readonly sum: number | null
    readonly bound?: Exclude<Bound, 'exact'>
  }[]
}

export const MOST_SIBLINGS = 200

/** The time of one iteration of a deepening search. */
export interface IterationTime {
  readonly depth: number
  /** If the search deepens by its cut. */
  readonly cut?: number
  /** The search's count of nodes. */
  readonly nodes: number
  readonly ms: number
}

/** All nodes of one level of the tree. */
export interface LevelStatistics {
  /** 0 for the root. */
  readonly level: number
  readonly kind: NodeKind | 'mixed'
  readonly entries: number
  /** Number of these nodes that have children. */
  readonly expanded: number
  /** Children per expanded node. */
  readonly branching: number
  readonly hits: number
  readonly probabilityCuts: number
  readonly windowCuts: number
  readonly leaves: number
  readonly terminals: number
  readonly notRecorded: number
  /** Time in these nodes, without those below; `null` if it counts for the level above, or was not measured. */
  readonly ms: number | null
}

/** A piece of the icicle: a node, as wide as its share of the search, or several that are too narrow alone. */
export interface IciclePiece {
  /** The node, or the first of several. */
  readonly key: NodeKey
  /** 0 for the top node. */
  readonly level: number
  readonly from: number
  /** Fractions of the total width. */
  readonly to: number
  readonly kind: NodeKind
  /** Absent for the root, and for several nodes. */
  readonly edge?: TreeEdge
  readonly value: number | null
  /** The search's count at and below it, and on the edges to it; determines the width. */
  readonly nodes: number
  /** Number of nodes in the piece. */
  readonly count: number
  readonly best: boolean
}

/** A call of the searcher that has not returned. */
export interface LectureFrame extends Window {
  readonly key: NodeKey
  /** Absent for the root. */
  readonly edge?: TreeEdge
  readonly kind: NodeKind
  /** See `TreeRow`. */
  readonly agent?: number
  /** The pseudo-code's name for `best`; `null` if it has no such variable. */
  readonly variable: string | null
  /** `null` before the first child has a value. */
  readonly best: number | null
  /** Like `best`, for each agent, if the searcher has a value for each. */
  readonly values?: Values
  /** The edge to the child with this value. */
  readonly bestEdge?: TreeEdge
  /** Depth left, below 0 in a quiet search; `null` in a search to the end of the game. */
  readonly depth: number | null
  /** Children that the search has not come to, or skips at a cut; `null` where the log does not say. */
  readonly left: number | null
  /** Cumulative probability; only in a tree of 2048's own searchers. */
  readonly reach?: number
}

/** The least and the greatest value of a whole tree. */
export type ValueScale = readonly [least: number, greatest: number]

/** The searcher's knowledge after an event. */
export interface EventStop {
  /** Number of the event, from 0, and their total. */
  readonly at: number
  readonly of: number
  /** False if the log ends before the search because room ran out. */
  readonly isWhole: boolean
  readonly event: {
    readonly kind: EventKind
    readonly key: NodeKey
    readonly edge?: TreeEdge
    readonly nodeKind: NodeKind
    /** Numbers of the event, as in the log, by kind; `null`: a value that a stopped search did not compute. */
    readonly x: WindowEnd | null
    readonly y: WindowEnd
  }
  /** In a tree of 2048's own searchers: the child that has just returned, of which the current node takes the value. */
  readonly child?: { readonly edge: TreeEdge; readonly value: number | null }
  /** Index of the current line of the pseudo-code, and of the line that waits for the current node's value. */
  readonly line: number | null
  readonly caller: number | null
  /** From the root to the current node. */
  readonly frames: readonly LectureFrame[]
  /** The value that the last of them returns. */
  readonly returned: number | null
  /** The current node's value for each agent, if the event has it and the searcher has a value for each. */
  readonly values?: Values
}

/** How a tree is shown; the first one at the start. */
export const TREE_VIEWS = ['drawn', 'outline', 'icicle'] as const
export type TreeViewMode = (typeof TREE_VIEWS)[number]

export const TREE_SORTS = ['search', 'value', 'size', 'probability'] as const
export type TreeSort = (typeof TREE_SORTS)[number]

/** `best`: at an agent's node, only the action that it takes. `line`: only the principal variation. */
export const TREE_LINES = ['all', 'best', 'line'] as const

export interface TreeFilter {
  readonly line: (typeof TREE_LINES)[number]
  /** Nodes of a smaller cumulative probability are hidden; 0: none. */
  readonly minReach: number
  /** Only nodes with one of these flags, and the nodes above them; none: all. */
  readonly flags: readonly FlagName[]
}

export const NO_FILTER: TreeFilter = { line: 'all', minReach: 0, flags: [] }

/** A node, or with `draw` one of the tiles in its mean. */
export interface Place {
  readonly node: NodeId
  readonly draw?: number
}

export function makeKey({ node, draw }: Place): NodeKey {
  return draw === undefined ? String(node) : `${node}.${draw}`
}

/** @throws {LabError} `NOT_FOUND` if the trace has no such node. Does not check the number of tiles of a leaf. */
export function parseKey(trace: Trace, key: NodeKey): Place {
  const [, entry, draw] = /^(\d+)(?:\.(\d+))?$/.exec(key) ?? []
  const node = Number(entry)
  if (entry === undefined || node >= trace.entries)
    throw new LabError('NOT_FOUND', `There is no node ${key} in this tree; it has ${trace.entries} entries.`, { node: key })
  return draw === undefined ? { node } : { node, draw: Number(draw) }
}
