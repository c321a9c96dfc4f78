/** A recorded tree as people see it: rows of an outline, one node in full, levels. Plain data, for whatever shows it. */
import type { EdgeId, Values } from '../games/game'
import type { Choice } from '../search/aims'
import type { Term } from '../search/heuristic'
import type { Bound } from '../search/report'
import type { EventKind } from '../trace/eventLog'
import type { FlagName, NodeKind } from '../trace/format'

/**
 * Which node of a trace: its entry as a number, `123`. What a leaf took the mean over is not recorded but follows from it:
 * `123.4` is the fifth outcome, from 0, of the leaf 123.
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

/** What led to a node from its parent. */
export interface TreeEdge {
  readonly id: EdgeId
  /** For people: `←`, `4 @ r2c3`. */
  readonly words: string
  /** As files and commands have it: `left`, `4@r2c3`. */
  readonly notation: string
}

/** One node as a row of the outline. */
export interface TreeRow {
  readonly key: NodeKey
  /** 1 of the root. */
  readonly level: number
  /** Place among the siblings that are shown, from 1, and how many these are. */
  readonly position: number
  readonly siblings: number
  readonly kind: NodeKind
  /** Of a node of the kind `agent`: who acts, from 0. */
  readonly agent?: number
  /** Absent of the root. */
  readonly edge?: TreeEdge
  /** What the node is worth, without the reward of the action that led to it; `null` where the search did not finish it, or never came. */
  readonly value: number | null
  /** As `value`, to each agent, where the searcher has more of them than MAX's. */
  readonly values?: Values
  /** In a tree of visits: how many there were of the node, which its value is the mean of. */
  readonly visits?: number
  /** What UCB1 adds to that mean, as the agent who acts at its parent has it, when it chooses once more. */
  readonly bonus?: number
  /** Reward of the action that led here, where values contain it; else 0. */
  readonly points: number
  /** Against its siblings: 1 for the highest value, 0 for the lowest, all 1 when they are equal but for rounding. */
  readonly share: number
  /** The action that its agent takes. */
  readonly best: boolean
  /** An action that its agent does not take, though it is worth as much but for rounding. */
  readonly tie: boolean
  /** Where it is not the exact value: what is known of that. */
  readonly bound?: Exclude<Bound, 'exact'>
  /**
   * Of an action: its value minus that of its agent's best, below 0 at MAX's node and above 0 at MIN's, 0 of an equal; `null` where it was
   * searched less deep than that, or not to an exact value.
   */
  readonly difference: number | null
  /** What its value was asked for: values outside cannot matter. Only of searchers that have one. */
  readonly window?: Window
  /** Why its other children were left out. */
  readonly cut?: TreeCut
  /** Where it was searched first, of a position that was searched again below the same parent. */
  readonly first?: NodeKey
  /** Probability from the parent on; 1 of an action. */
  readonly chance: number
  /** Cumulative probability, as the cut takes it. */
  readonly reach: number
  /** What the parent's mean gets from it: chance · value. Absent of an action. */
  readonly contribution?: number | null
  /** What the search counts at and below the node: slides tried, or positions entered. */
  readonly nodes: number
  /** Left, in the search's own unit. */
  readonly depth: number
  readonly flags: readonly FlagName[]
  /** Of a table hit: where its value was computed. */
  readonly source?: NodeKey
  /** Rows that unfold from it, under the filter. */
  readonly children: number
  readonly open: boolean
  /** Not searched as a node of its own: an outcome of a leaf's mean, evaluated anew with the same result. */
  readonly derived: boolean
}

/** One summand of a node's value. */
interface BackupPart {
  readonly key: NodeKey
  readonly edge: TreeEdge
  /** To MAX; of an agent that looks to values of its own, to whom it compares them for. */
  readonly value: number | null
  /** To each agent, where the searcher has a value for each. */
  readonly values?: Values
  /** Where it is not the exact value: what is known of that. */
  readonly bound?: Exclude<Bound, 'exact'>
  /** The node was left before it. */
  readonly notVisited?: true
  /** It repeats another part with another window, and is the one that counts. */
  readonly again?: true
}

/** A cut of a node: what its value was compared with. `lower`: MAX has enough already, `upper`: MIN has. */
export interface TreeCut {
  readonly bound: Exclude<Bound, 'exact'>
  /** Infinite where the value is what was known before, or the best there can be. */
  readonly window: WindowEnd
}

/** How a node came by its value, with all the numbers. */
export type Backup =
  /**
   * The highest, or lowest, of points + value; `floored` when even that is below the floor. A part that is not `compared` was
   * searched less deep than the others, which happens at a root alone, or not at all, or was searched again.
   */
  | {
      readonly rule: 'max' | 'min' | 'agent'
      /** Of an agent that looks to values of its own: who acts and whose value it compares, from 0. */
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
      /** Its other children cannot matter. */
      readonly cut?: TreeCut
    }
  /** The mean of its visits: of those that ended here, and of those that went on to its children. */
  | {
      readonly rule: 'visits'
      readonly visits: number
      /** Visits that ended here, or went on without being recorded. */
      readonly own: number
      /** The mean, to the agent who acts here; to MAX where none acts. */
      readonly worth: number | null
      readonly parts: readonly (BackupPart & {
        readonly visits: number
        /** To the agent who acts here, and what UCB1 adds; absent where none acts. */
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
      /** Its other outcomes cannot matter. */
      readonly cut?: TreeCut
      /** Of a cut: what the outcomes not visited add to the bound together, each as little or as much as a value can be. */
      readonly rest?: { readonly chance: number; readonly product: number }
    }
  /** The evaluation of this position: the sum of `terms`, where it has any. */
  | { readonly rule: 'evaluated' }
  /** Nothing can be done: the evaluation, what the game pays at its end, or the number that was set. */
  | { readonly rule: 'dead'; readonly value: 'heuristic' | 'utility' | number; readonly floored: boolean }
  /** Taken from the table. */
  | { readonly rule: 'table'; readonly source: NodeKey | null; readonly sourceDepth: number | null }
  /** Its children were searched, but there was no room to record them. */
  | { readonly rule: 'not-recorded' }
  /** The search was stopped before. */
  | { readonly rule: 'stopped' }
  /** The search left its parent before. */
  | { readonly rule: 'not-visited' }
  /** In a lecture: it will be known later. */
  | { readonly rule: 'not-yet' }

/** One action of an agent's node, beside the others. */
export interface MoveColumn {
  readonly edge: TreeEdge
  readonly key: NodeKey
  /** What it leads to. */
  readonly state: string
  readonly points: number
  readonly value: number | null
  readonly bound?: Exclude<Bound, 'exact'>
  /** The action that the agent takes; of several that are equal but for rounding the first. */
  readonly best: boolean
  /**
   * points + value; and that minus the same of the agent's best, 0 of an equal: `null` also where it was searched less deep than that,
   * or not to an exact value.
   */
  readonly sum: number | null
  readonly difference: number | null
  readonly nodes: number
  readonly terms: readonly Term[]
  /** The outcomes that it ends worst and best with, where they were searched. */
  readonly worst?: TreeRow
  readonly luckiest?: TreeRow
}

/** One node, with all that is known of it. */
export interface TreeNode {
  readonly row: TreeRow
  /** The position as its game writes it. */
  readonly state: string
  /** From the root's first edge to this node. */
  readonly path: readonly { readonly key: NodeKey; readonly edge: TreeEdge }[]
  readonly backup: Backup
  readonly terms: readonly Term[]
  /** Of an agent's node whose actions were recorded. */
  readonly moves: readonly MoveColumn[]
  /** Nodes that took their value from this one. */
  readonly reused: number
  /** In a tree of worlds. */
  readonly worlds?: WorldsView
}

/** What stands across the worlds that were searched: of the root its actions, of another node the same one in each world. */
export interface WorldsView {
  /** How many there are. */
  readonly count: number
  /** Of the root: what each action is worth over all worlds, 0 where it is illegal; `null` before all were searched. */
  readonly actions: readonly { readonly edge: TreeEdge; readonly mean: number | null; readonly best: boolean }[]
  /** Below a world: the same edges in each of them, as far as the first `MOST_SIBLINGS`. */
  readonly siblings: readonly {
    /** Of the world. */
    readonly edge: TreeEdge
    /** `null` where the world has no such node. */
    readonly key: NodeKey | null
    readonly chance: number
    /** Reward and value, to whom the agent compares it for who acts above. */
    readonly sum: number | null
    readonly bound?: Exclude<Bound, 'exact'>
  }[]
}

export const MOST_SIBLINGS = 200

/** How long an iteration of a search that deepens took. */
export interface IterationTime {
  readonly depth: number
  /** What the search counts. */
  readonly nodes: number
  readonly ms: number
}

/** All nodes of one level of the tree. */
export interface LevelStatistics {
  /** 0 of the root. */
  readonly level: number
  readonly kind: NodeKind | 'mixed'
  readonly entries: number
  /** Of these with children. */
  readonly expanded: number
  /** Children per expanded node. */
  readonly branching: number
  readonly hits: number
  readonly probabilityCuts: number
  readonly windowCuts: number
  readonly leaves: number
  readonly terminals: number
  readonly notRecorded: number
  /** Time spent in these nodes, those below not counted; `null` where it is part of the level above, or nobody took the time. */
  readonly ms: number | null
}

/** A piece of the icicle: a node as wide as its share of the search, or some that are too narrow to stand alone. */
export interface IciclePiece {
  /** The node, or the first of them. */
  readonly key: NodeKey
  /** 0 of the node on top. */
  readonly level: number
  readonly from: number
  /** Fractions of the whole width. */
  readonly to: number
  readonly kind: NodeKind
  /** Absent of the root, and of several nodes. */
  readonly edge?: TreeEdge
  readonly value: number | null
  /** What the search counts at and below it, and on the edges to it: what its width shows. */
  readonly nodes: number
  /** Nodes that it stands for. */
  readonly count: number
  readonly best: boolean
}

/** Where a reader of the search stands: it has just come to a node, has put one child's value in its place, or has the result. */
export interface LectureStop {
  readonly key: NodeKey
  readonly phase: 'enter' | 'combine' | 'leave'
  /** With `combine`: the child whose value has just come back. */
  readonly child?: NodeKey
}

/** A stop of the lecture, with what the searcher has in hand there. */
export interface LectureView extends LectureStop {
  readonly row: TreeRow
  readonly state: string
  readonly childRow?: TreeRow
  /** The best so far of an agent's node, or the sum so far of a chance node; `null` before the first child. */
  readonly soFar: number | null
  /** Place of this stop in the whole search: how many nodes were entered until here, and how many there are. */
  readonly at: number
  readonly of: number
}

/** Where a lecture stands: after an event of the log, or, of a search without one, at a stop. */
export type LecturePlace = number | LectureStop

/** A call of the searcher that has not returned. */
export interface LectureFrame extends Window {
  readonly key: NodeKey
  /** Absent of the root. */
  readonly edge?: TreeEdge
  readonly kind: NodeKind
  /** As of `TreeRow`. */
  readonly agent?: number
  /** What the pseudo-code calls `best`; `null` where it has no such variable. */
  readonly variable: string | null
  /** `null` before the first child has a value. */
  readonly best: number | null
  /** As `best`, to each agent, where the searcher has a value for each. */
  readonly values?: Values
  /** Of the child that it is the value of. */
  readonly bestEdge?: TreeEdge
  /** Plies left, below 0 in a quiet search; `null` in a search to the end of the game. */
  readonly depth: number | null
}

/** What a searcher knows after an event. */
export interface EventStop {
  /** Number of the event, from 0, and how many there are. */
  readonly at: number
  readonly of: number
  /** Whether the log goes on to the end of the search: otherwise there was no more room. */
  readonly isWhole: boolean
  readonly event: {
    readonly kind: EventKind
    readonly key: NodeKey
    readonly edge?: TreeEdge
    readonly nodeKind: NodeKind
    /** As the log has them, by kind. */
    readonly x: WindowEnd
    readonly y: WindowEnd
  }
  /** Index of the current line of the pseudo-code, and of the line that waits for the value of the node in hand. */
  readonly line: number | null
  readonly caller: number | null
  /** From the root to the node in hand. */
  readonly frames: readonly LectureFrame[]
  /** What the last of them returns. */
  readonly returned: number | null
  /** What the node in hand is worth to each agent, where the event says it and the searcher has a value for each. */
  readonly values?: Values
}

export const TREE_SORTS = ['search', 'value', 'size', 'probability'] as const
export type TreeSort = (typeof TREE_SORTS)[number]

/** `best`: of an agent's node only the action it takes. `line`: only the principal variation. */
export const TREE_LINES = ['all', 'best', 'line'] as const

export interface TreeFilter {
  readonly line: (typeof TREE_LINES)[number]
  /** Nodes of a smaller cumulative probability are hidden; 0: none. */
  readonly minReach: number
  /** Only nodes with one of these flags, and what leads to them; none: all. */
  readonly flags: readonly FlagName[]
}

export const NO_FILTER: TreeFilter = { line: 'all', minReach: 0, flags: [] }
