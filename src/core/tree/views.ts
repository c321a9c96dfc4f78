/** A recorded tree as people see it: rows of an outline, one node in full, levels. Plain data, for whatever shows it. */
import type { Board, Move, Spawn } from '../games/twenty48/board'
import type { Contribution } from '../games/twenty48/heuristics/evaluator'
import type { FlagName, NodeKind } from '../trace/format'

/**
 * Which node of a trace: its entry as a number, `123`. What a leaf took the mean over is not recorded but follows from it:
 * `123.4` is the fifth tile, from 0, that may appear on the afterstate 123.
 */
export type NodeKey = string

/** What led to a node from its parent. */
export type TreeEdge = { readonly move: Move } | { readonly spawn: Spawn }

/** One node as a row of the outline. */
export interface TreeRow {
  readonly key: NodeKey
  /** 1 of the root. */
  readonly level: number
  /** Place among the siblings that are shown, from 1, and how many these are. */
  readonly position: number
  readonly siblings: number
  readonly kind: NodeKind
  /** Absent of the root. */
  readonly edge?: TreeEdge
  /** What the node is worth, without the points of the slide that led to it; `null` where a stopped search did not finish it. */
  readonly value: number | null
  /** Of the slide that led here, where values contain them; else 0. */
  readonly points: number
  /** Against its siblings: 1 for the highest value, 0 for the lowest, all 1 when they are equal but for rounding. */
  readonly share: number
  /** The slide that its player takes. */
  readonly best: boolean
  /** A slide that its player does not take, though it is worth as much but for rounding. */
  readonly tie: boolean
  /** Probability from the parent on; 1 of a slide. */
  readonly chance: number
  /** Cumulative probability, as the cut takes it. */
  readonly reach: number
  /** What the parent's mean gets from it: chance · value. Absent of a slide. */
  readonly contribution?: number | null
  /** Slides tried at and below the node. */
  readonly nodes: number
  /** (Tile + slide) pairs left. */
  readonly depth: number
  readonly flags: readonly FlagName[]
  /** Of a table hit: where its value was computed. */
  readonly source?: NodeKey
  /** Rows that unfold from it, under the filter. */
  readonly children: number
  readonly open: boolean
  /** Not searched as a node of its own: a tile of a leaf's mean, evaluated anew with the same result. */
  readonly derived: boolean
}

/** One summand of a node's value. */
interface BackupPart {
  readonly key: NodeKey
  readonly edge: TreeEdge
  readonly value: number | null
}

/** How a node came by its value, with all the numbers. */
export type Backup =
  /**
   * The highest of points + value; `floored` when even that is below the floor. A part that is not `compared` was searched
   * less deep than the others, which happens at a root alone.
   */
  | {
      readonly rule: 'max'
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
    }
  /** Σ tile / cells · value over the tiles that may appear, on one of so many empty cells each. */
  | {
      readonly rule: 'mean'
      readonly cells: number
      readonly parts: readonly (BackupPart & { readonly tile: number; readonly product: number | null })[]
    }
  /** The evaluator on this board: the sum of `terms`. */
  | { readonly rule: 'evaluated' }
  /** No slide is legal: the evaluator, or the number that was set. */
  | { readonly rule: 'dead'; readonly value: 'heuristic' | number; readonly floored: boolean }
  /** Taken from the table. */
  | { readonly rule: 'table'; readonly source: NodeKey | null; readonly sourceDepth: number | null }
  /** Its children were searched, but there was no room to record them. */
  | { readonly rule: 'not-recorded' }
  /** The search was stopped before. */
  | { readonly rule: 'stopped' }

/** One slide of a player's node, beside the others. */
export interface MoveColumn {
  readonly move: Move
  readonly key: NodeKey
  /** The afterstate. */
  readonly board: Board
  readonly points: number
  readonly value: number | null
  /** The slide that the player takes; of several that are equal but for rounding the first. */
  readonly best: boolean
  /** points + value; and how far below the best, 0 of an equal: `null` also where it was searched less deep than that. */
  readonly sum: number | null
  readonly loss: number | null
  readonly nodes: number
  readonly terms: readonly Contribution[]
  /** The tiles that it ends worst and best with, where they were searched. */
  readonly worst?: TreeRow
  readonly luckiest?: TreeRow
}

/** One node, with all that is known of it. */
export interface TreeNode {
  readonly row: TreeRow
  /** Of a chance node or a leaf: the board after the slide, before the tile. */
  readonly board: Board
  /** From the root's first edge to this node. */
  readonly path: readonly { readonly key: NodeKey; readonly edge: TreeEdge }[]
  readonly backup: Backup
  readonly terms: readonly Contribution[]
  /** Of a player's node whose slides were recorded. */
  readonly moves: readonly MoveColumn[]
  /** What the search was asked for: values outside cannot matter. Only of searchers that have one. */
  readonly window?: { readonly alpha: number; readonly beta: number }
  /** Nodes that took their value from this one. */
  readonly reused: number
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

/** A piece of the icicle: a node as wide as its share of the slides tried, or some that are too narrow to stand alone. */
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
  /** Slides tried at and below it, and those that led to it: what its width shows. */
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
  readonly board: Board
  readonly childRow?: TreeRow
  /** The best so far of a player's node, or the sum so far of a chance node; `null` before the first child. */
  readonly soFar: number | null
  /** Place of this stop in the whole search: how many nodes were entered until here, and how many there are. */
  readonly at: number
  readonly of: number
}

export const TREE_SORTS = ['search', 'value', 'size', 'probability'] as const
export type TreeSort = (typeof TREE_SORTS)[number]

/** `best`: of a player's node only the slide it takes. `line`: only the principal variation. */
export const TREE_LINES = ['all', 'best', 'line'] as const

export interface TreeFilter {
  readonly line: (typeof TREE_LINES)[number]
  /** Nodes of a smaller cumulative probability are hidden; 0: none. */
  readonly minReach: number
  /** Only nodes with one of these flags, and what leads to them; none: all. */
  readonly flags: readonly FlagName[]
}

export const NO_FILTER: TreeFilter = { line: 'all', minReach: 0, flags: [] }
