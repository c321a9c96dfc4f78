/**
 * Recorded search trees: a few at a time, each in memory until it is closed. A tree is shown through an outline that lives in the lab; a
 * page requests the rows that it shows.
 */
import { amountShape, countShape, textShape, wholeShape, z } from '../zod'
import type { Player } from '../../games/twenty48/player'
import { FLAG_NAMES, type FlagName, type NodeKind } from '../../trace/format'
import type { ExpertReport, SearchReport } from '../../games/twenty48/search/report'
import { MAX_DEPTH } from '../../game/limits'
import type { Effort, StopReason } from '../../search/report'
import type { StrategyMove, StrategyReport } from '../../search/strategies'
import type { SearchSubject } from '../../search/subject'
import {
  MOST_TOP_NODES,
  TOP_LINES,
  TREE_LINES,
  TREE_SORTS,
  type IciclePiece,
  type IterationTime,
  type EventStop,
  type LevelStatistics,
  type NodeKey,
  type TopNode,
  type TreeEdge,
  type TreeFilter,
  type TreeNode,
  type TreeRow,
  type ValueScale,
} from '../../tree/views'
import { boardShape, moveShape, playerShape } from '../shapes'
import { GAME_SEARCH } from '../searchers'
import { call, idShape, nothing } from './call'

export type TreeId = number

/** Maximum number of open trees. */
export const MOST_TREES = 4

/** A recorded tree, or one that is still being recorded. */
export interface TreeView {
  readonly id: TreeId
  /** `again`: a node of another tree, searched as a root. */
  readonly from: 'search' | 'again' | 'file'
  /** For a file, its name; for `again`, the tree and the node that it continues. */
  readonly file?: string
  readonly of?: { readonly tree: TreeId; readonly node: NodeKey; readonly path: readonly TreeEdge[] }
  /** The game's id in the registry. */
  readonly game: string
  /** The root's position, as the game writes it. */
  readonly root: { readonly state: string; readonly kind: NodeKind }
  /** `kernel` and `textbook` search only 2048; the others are in the registry of searchers. */
  readonly searcher: string
  /** For a search of 2048 by its own searchers. */
  readonly player?: Player
  /** For a search by a searcher of the registry. */
  readonly search?: RecordedBy
  /** True if the tree shown has an event log; and if that log covers the whole search. */
  readonly hasLog: boolean
  readonly isWholeLog?: boolean
  /** Values of each node in the tree shown: one for each agent if the searcher has them, otherwise 1. */
  readonly values: number
  /** True if they are means of visits. */
  readonly hasVisits: boolean
  /** Cumulative probability of the root: less than 1 if it comes from inside another tree. */
  readonly reach: number
  readonly state: 'recording' | 'done' | 'stopped' | 'failed'
  /** The version shown: increases when a newer iteration is shown. 0 while there is none. */
  readonly version: number
  /** True if a deeper iteration was recorded than the one shown. */
  readonly newer: boolean
  /** Size of the shown tree; each number is 0 while there is none. */
  readonly depth: number
  readonly entries: number
  /** The search's count of nodes. */
  readonly nodes: number
  readonly bytes: number
  /** Time of its search so far; 0 for a file. */
  readonly ms: number
  /** True if there was room for every node. */
  readonly complete: boolean
  /** Levels of the newest iteration, shown or not. */
  readonly levels: readonly LevelStatistics[]
  /** Finished iterations, in order. */
  readonly iterations: readonly IterationTime[]
  /** The whole search so far; only for a position of 2048 and its own searchers. */
  readonly report?: SearchReport
  /** If the player's expert was asked about the position; the tree is the evaluator's search also where it decides. */
  readonly expert?: ExpertReport
  /** The tree of the position that was played next. */
  readonly next?: NextTree
  /** Progress of long operations, 0 … 1; short ones are not listed. */
  readonly working: Readonly<Partial<Record<TreeWork, number>>>
  /** The current iteration, and the chance nodes expanded in it, or the positions that the search has entered. */
  readonly recording?: { readonly depth: number; readonly expanded: number }
}

/** The input of a searcher of the registry; and, once it has ended, the totals of the search. */
export interface RecordedBy extends Pick<SearchSubject, 'config' | 'wrapping' | 'limits' | 'heuristic' | 'world'> {
  readonly effort?: Effort
  readonly stopped?: StopReason
  /** Depth of the recorded iteration; absent if it continued to the end of the game. */
  readonly plies?: number
}

/** Long operations on a large tree. A new one of the same kind on the same tree cancels the old one (`CANCELLED`). */
const TREE_WORKS = ['find', 'export', 'arrange'] as const
export type TreeWork = (typeof TREE_WORKS)[number]

/** Some rows of an outline. */
export interface TreeRows {
  readonly rows: readonly TreeRow[]
  /** Rows in all. */
  readonly total: number
  /** Increases with every change of the outline; rows of different revisions do not fit together. */
  readonly revision: number
}

export interface OutlineChange {
  readonly total: number
  readonly revision: number
  /** Not everything was unfolded, because the list would be higher than a browser can scroll. */
  readonly capped: boolean
}

/** The first plies of a tree, as it is at one version. */
export interface TreeTop {
  /** See `TreeView.version`. */
  readonly version: number
  readonly root: TopNode
  /** In a lecture of a search with windows: the ends of one scale of values for all its events. */
  readonly scale?: ValueScale
  /** If the game went on and the next position was recorded: the path played, the last node of it, if recorded, and the next tree. */
  readonly played?: NextTree & { readonly key: NodeKey | null }
}

/** The tree of the position that was played next, and the edges that lead to it from a root: a move, and what chance did. */
export interface NextTree {
  readonly tree: TreeId
  readonly edges: readonly number[]
}

/** The place of a node in the outline, once everything above it is unfolded. */
interface RevealedNode extends OutlineChange {
  readonly key: NodeKey
  readonly index: number
}

/** `ChosenStrategy`, with numbers of any size as digits. */
export interface StrategyView {
  readonly agent: number
  readonly strategies: string
  readonly value: number
  readonly leaves: string
  readonly best: { readonly value: number; readonly leaves: string }
  readonly encounters: StrategyReport['encounters']
  readonly moves: readonly StrategyMove[]
}

/** Positions of a tree whose strategies are shown: a few tenths of a second. */
export const MOST_STRATEGY_POSITIONS = 50_000

/** Levels of a picture, and nodes of it that are unfolded. */
const MOST_TOP_PLIES = 20
export const MOST_UNFOLDED = 100

const TREE_FORMATS = ['json', 'text', 'svg'] as const

export interface TreeExport {
  readonly text: string
  /** Nodes or rows in it. */
  readonly count: number
}

/** Maximum number of rows that a page may request at once, and most nodes or rows of one export. */
const MOST_TREE_ROWS = 200
export const MOST_EXPORTED = 50_000
/** Bytes of one part of a file that a page sends. */
export const FILE_PART_BYTES = 512 * 1024

const tree = idShape
export const keyShape = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'not a node')
const keepShape = z.array(idShape).max(MOST_TREES)
/** The open tree of the position before, and the edges played since: `treeTop` of that tree then names the new one. */
const afterShape = z.strictObject({ tree, edges: z.array(wholeShape(0, 65_535)).min(1).max(300) })
const flagShape: z.ZodType<FlagName> = z.enum(FLAG_NAMES)
const edgeShape = wholeShape(0, 65_535)
const filterShape: z.ZodType<TreeFilter> = z.strictObject({
  line: z.enum(TREE_LINES),
  minReach: amountShape.max(1),
  flags: z.array(flagShape).max(FLAG_NAMES.length),
})
const depthShape = wholeShape(0, MAX_DEPTH)
const stepShape = z.enum(['stay', 'into', 'over', 'out', 'back'])
/** An event of a lecture: the answer then contains nothing that the search computes later. */
const eventShape = z
  .int()
  .min(0)
  .max(2 ** 32)
/** Answered by the thread that holds the tree. */
export const TREE_QUESTIONS = {
  treeRows: call<TreeRows>()({
    tree,
    first: countShape,
    count: wholeShape(1, MOST_TREE_ROWS),
    lecture: eventShape.exactOptional(),
  }),
  /** Unfolds the given number of levels below a node; 0 folds it. */
  foldTree: call<OutlineChange>()({ tree, node: keyShape, levels: wholeShape(0, 1000) }),
  arrangeTree: call<OutlineChange>()({ tree, sort: z.enum(TREE_SORTS), filter: filterShape }),
  /** `NOT_FOUND` if the filter hides it. With an event of the lecture, the row is counted among the known nodes. */
  revealNode: call<RevealedNode>()({ tree, node: keyShape, lecture: eventShape.exactOptional() }),
  treeNode: call<TreeNode>()({ tree, node: keyShape, lecture: eventShape.exactOptional() }),
  /** The node at the end of the edges, if it was recorded: an address that is valid in any tree of the same root. */
  treeAt: call<NodeKey | null>()({ tree, edges: z.array(edgeShape).max(300) }),
  /**
   * The next place with this position after a node, in search order and including the outcomes of leaves; wraps around, and the node itself
   * comes last. `null` if there is none.
   */
  findPosition: call<NodeKey | null>()({ tree, position: textShape(200_000), after: keyShape }),
  /** The next or the previous node with a flag, in the same order, also with wrap-around. */
  findFlag: call<NodeKey | null>()({ tree, flag: flagShape, from: keyShape, backwards: z.boolean() }),
  /** Levels from a node down; a level has a limited number of pieces. */
  treeIcicle: call<readonly IciclePiece[]>()({ tree, node: keyShape, levels: wholeShape(1, 20), room: wholeShape(10, 1000) }),
  /**
   * From one event of the recorded search to another; `null` beyond its ends. `to`: to a node's return if the searcher is in the node,
   * otherwise to its first appearance. `BAD_REQUEST` if the search logged no event.
   */
  lectureAt: call<EventStop | null>()({ tree, at: eventShape, step: stepShape, to: keyShape.exactOptional() }),
  /**
   * The first plies of the tree, or of the part below a node, at most `TOP_BYTES` as JSON: actions, or of a chance event the best, the
   * likeliest and the worst outcome, all children of the nodes to unfold, and counts of what is hidden; with `line: 'best'` only nodes on
   * the taken line have children. The first `boards` nodes have their position. `null` while a search has nothing to show.
   */
  treeTop: call<TreeTop | null>()({
    tree,
    plies: wholeShape(0, MOST_TOP_PLIES),
    boards: wholeShape(0, MOST_TOP_NODES),
    node: keyShape.exactOptional(),
    line: z.enum(TOP_LINES).exactOptional(),
    unfold: z.array(keyShape).max(MOST_UNFOLDED).exactOptional(),
    lecture: eventShape.exactOptional(),
  }),
  /**
   * A strategy of the player at the root of the game's whole tree: the best one, but for the moves that are chosen. `BAD_REQUEST` if the game
   * has chance or another number of players, or more than `MOST_STRATEGY_POSITIONS` positions.
   */
  treeStrategy: call<StrategyView>()({
    tree,
    error: amountShape.max(1),
    moves: z.array(z.strictObject({ path: z.array(edgeShape).max(300), edge: edgeShape })).max(100),
  }),
  /** The lines of the searcher's pseudo-code. */
  lectureCode: call<readonly string[]>()({ tree }),
  /** `json`: the given number of levels below the node. `text`, `svg`: the outline as unfolded. `BAD_REQUEST` beyond `MOST_EXPORTED`. */
  exportTree: call<TreeExport>()({ tree, node: keyShape, levels: wholeShape(0, 1000), format: z.enum(TREE_FORMATS) }),
} as const

export const TREE_CALLS = {
  trees: call<readonly TreeView[]>()(nothing),

  /**
   * Searches a position and records the tree. Closes all open trees that are not in the list to keep. With `depths` it repeats an earlier
   * search, each move at its depth and its cut: the values are then the same whatever limited that search.
   */
  recordTree: call<TreeView>()({
    board: boardShape,
    player: playerShape,
    depths: z.record(moveShape, depthShape.nullable()).exactOptional(),
    cuts: z.record(moveShape, amountShape.max(1).nullable()).exactOptional(),
    keep: keepShape,
    after: afterShape.exactOptional(),
  }),
  /**
   * Searches a position of any game and records the tree with its event log. `BAD_POSITION`, `BAD_SETTING` name the place; `config`
   * overrides the config of the game's entry.
   */
  recordSearch: call<TreeView>()({ ...GAME_SEARCH, keep: keepShape, after: afterShape.exactOptional() }),
  /** Searches a node of a tree again, as the root of a new tree: for what was not recorded, or to search deeper. */
  searchAgain: call<TreeView>()({ tree, node: keyShape, depth: depthShape, keep: keepShape }),
  stopTree: call<void>()({ tree }),
  /** Shows the newest iteration. Unfolded nodes stay unfolded if they still exist. */
  followTree: call<void>()({ tree }),
  closeTree: call<void>()({ tree }),
  /** Cancels a long operation. */
  stopTreeWork: call<void>()({ tree, work: z.enum(TREE_WORKS) }),

  /** A file arrives in parts, in order; the last one opens it. `BAD_FILE` at the first fault. */
  openTreeFile: call<{ file: number }>()({
    name: z.string().min(1).max(255),
    size: z
      .int()
      .min(1)
      .max(2 ** 32),
    keep: keepShape,
  }),
  /** The next part, base64. */
  putTreePart: call<TreeView | null>()({
    file: idShape,
    part: z
      .string()
      .min(1)
      .max(FILE_PART_BYTES * 1.5),
  }),
  /** Abandons a file before its last part. */
  giveUpTreeFile: call<void>()({ file: idShape }),
  /**
   * The file of the tree shown, part by part from byte 0, base64; an empty part after the last. `CANCELLED` if another page starts to save
   * the same tree.
   */
  treePart: call<{ part: string }>()({ tree, at: countShape }),

  ...TREE_QUESTIONS,
} as const
