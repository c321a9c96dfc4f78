/**
 * Recorded search trees: a few at a time, each in memory until it is closed. A tree is looked at through an outline that
 * stands in the lab; a page asks for the rows that it shows.
 */
import { z } from '../zod'
import type { Player } from '../../games/twenty48/player'
import { FLAG_NAMES, type FlagName, type NodeKind } from '../../trace/format'
import type { SearchReport, SlideDepths } from '../../games/twenty48/search/report'
import { MAX_DEPTH } from '../../search/settings'
import type { Effort, StopReason } from '../../search/report'
import type { SearchSubject } from '../../search/subject'
import {
  TREE_LINES,
  TREE_SORTS,
  type IciclePiece,
  type IterationTime,
  type EventStop,
  type LecturePlace,
  type LectureStop,
  type LectureView,
  type LevelStatistics,
  type NodeKey,
  type TreeEdge,
  type TreeFilter,
  type TreeNode,
  type TreeRow,
} from '../../tree/views'
import { boardShape, playerShape } from '../shapes'
import { GAME_SEARCH } from '../searchers'
import { call, idShape, nothing } from './call'

export type TreeId = number

/** Trees that may be open side by side. */
export const MOST_TREES = 4

/** A recorded tree, or one that is being recorded. */
export interface TreeView {
  readonly id: TreeId
  /** `again`: a node of another tree was searched anew, as a root. */
  readonly from: 'search' | 'again' | 'file'
  /** Of a file its name; of `again` the tree and the node that it continues. */
  readonly file?: string
  readonly of?: { readonly tree: TreeId; readonly node: NodeKey; readonly path: readonly TreeEdge[] }
  /** Its id in the registry of games. */
  readonly game: string
  /** The root's position, as the game writes it. */
  readonly root: { readonly state: string; readonly kind: NodeKind }
  /** `kernel` and `textbook` are 2048's own, the others stand in the registry of searchers. */
  readonly searcher: string
  /** Of a search of 2048 by its own searchers. */
  readonly player?: Player
  /** Of a search by a searcher of the registry. */
  readonly search?: RecordedBy
  /** Whether the tree that is shown has an event log, and whether all that the search did is in it. */
  readonly hasLog: boolean
  readonly isWholeLog?: boolean
  /** Values of each node in the tree that is shown: one for each agent where the searcher has that, else 1. */
  readonly values: number
  /** Whether they are means of visits. */
  readonly hasVisits: boolean
  /** Cumulative probability of the root: less than 1 where it stood inside another tree. */
  readonly reach: number
  readonly state: 'recording' | 'done' | 'stopped' | 'failed'
  /** What is shown: grows when another iteration is followed. 0 while there is nothing yet. */
  readonly version: number
  /** A deeper iteration was recorded than the one that is shown. */
  readonly newer: boolean
  /** Of the tree that is shown, each 0 while there is none. */
  readonly depth: number
  readonly entries: number
  /** What the search counts. */
  readonly nodes: number
  readonly bytes: number
  /** Of its search so far; 0 of a file. */
  readonly ms: number
  /** Whether there was room for every node. */
  readonly complete: boolean
  /** Of the newest iteration, shown or not. */
  readonly levels: readonly LevelStatistics[]
  /** Finished iterations, in their order. */
  readonly iterations: readonly IterationTime[]
  /** The whole search so far; only of a position of 2048 by its own searchers. */
  readonly report?: SearchReport
  /** How much of what takes long is done, 0 … 1; nothing is said of what is done at once. */
  readonly working: Readonly<Partial<Record<TreeWork, number>>>
  /** The iteration in hand, and how many chance nodes it has expanded, or the search positions entered. */
  readonly recording?: { readonly depth: number; readonly expanded: number }
}

/** What a searcher of the registry was given; and, once it has ended, what the whole search came to. */
export interface RecordedBy extends Pick<SearchSubject, 'config' | 'wrapping' | 'limits' | 'heuristic' | 'world'> {
  readonly effort?: Effort
  readonly stopped?: StopReason
  /** Of the iteration that is recorded; absent where it went on to the end of the game. */
  readonly plies?: number
}

/** What takes long in a large tree. Another one of the same kind in the same tree ends it, with `CANCELLED`. */
const TREE_WORKS = ['find', 'export', 'arrange'] as const
export type TreeWork = (typeof TREE_WORKS)[number]

/** Some rows of an outline. */
export interface TreeRows {
  readonly rows: readonly TreeRow[]
  /** Rows in all. */
  readonly total: number
  /** Grows with every change of the outline; rows of different ones do not fit together. */
  readonly revision: number
}

export interface OutlineChange {
  readonly total: number
  readonly revision: number
  /** Not everything was unfolded: the list would be higher than a browser can scroll. */
  readonly capped: boolean
}

/** Where a node stands in the outline, once everything above it is unfolded. */
export interface RevealedNode extends OutlineChange {
  readonly key: NodeKey
  readonly index: number
}

const TREE_FORMATS = ['json', 'text', 'svg'] as const

export interface TreeExport {
  readonly text: string
  /** Nodes or rows in it. */
  readonly count: number
}

/** Rows a page may ask for at once, and nodes or rows of one export. */
const MOST_TREE_ROWS = 200
export const MOST_EXPORTED = 50_000
/** Bytes of one part of a file on its way from a page. */
export const FILE_PART_BYTES = 512 * 1024

const tree = idShape
export const keyShape = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'not a node')
const keepShape = z.array(idShape).max(MOST_TREES)
const flagShape: z.ZodType<FlagName> = z.enum(FLAG_NAMES)
const edgeShape = z.int().min(0).max(65_535)
const filterShape: z.ZodType<TreeFilter> = z.strictObject({
  line: z.enum(TREE_LINES),
  minReach: z.number().min(0).max(1),
  flags: z.array(flagShape).max(FLAG_NAMES.length),
})
const depthShape = z.int().min(0).max(MAX_DEPTH)
const slideDepthShape = depthShape.nullable()
const depthsShape: z.ZodType<SlideDepths> = z.strictObject({
  up: slideDepthShape,
  down: slideDepthShape,
  left: slideDepthShape,
  right: slideDepthShape,
})
const stepShape = z.enum(['stay', 'into', 'over', 'out', 'back'])
const stopShape: z.ZodType<LectureStop> = z.strictObject({
  key: keyShape,
  phase: z.enum(['enter', 'combine', 'leave']),
  child: keyShape.exactOptional(),
})

const eventShape = z
  .int()
  .min(0)
  .max(2 ** 32)
/** A place of the lecture: then nothing is said of what is computed later. */
const lectureShape: z.ZodType<LecturePlace> = z.union([eventShape, stopShape])

/** Answered where the tree is, in a thread of its own. */
export const TREE_QUESTIONS = {
  treeRows: call<TreeRows>()(
    z.strictObject({
      tree,
      first: z.int().min(0),
      count: z.int().min(1).max(MOST_TREE_ROWS),
      lecture: lectureShape.exactOptional(),
    }),
  ),
  /** Unfolds the given number of levels below a node; 0 folds it. */
  foldTree: call<OutlineChange>()(z.strictObject({ tree, node: keyShape, levels: z.int().min(0).max(1000) })),
  arrangeTree: call<OutlineChange>()(z.strictObject({ tree, sort: z.enum(TREE_SORTS), filter: filterShape })),
  /** `NOT_FOUND` where the filter hides it. With a place of the lecture its row is that among what is known there. */
  revealNode: call<RevealedNode>()(z.strictObject({ tree, node: keyShape, lecture: lectureShape.exactOptional() })),
  treeNode: call<TreeNode>()(z.strictObject({ tree, node: keyShape, lecture: lectureShape.exactOptional() })),
  /** The node at the end of the edges, as far as it was recorded: an address that means the same in another tree of the same root. */
  treeAt: call<NodeKey | null>()(z.strictObject({ tree, edges: z.array(edgeShape).max(300) })),
  /**
   * The next place with this position after a node in the order of the search, the outcomes behind leaves included; after the last
   * from the root again, the node itself last. `null` where it is nowhere.
   */
  findPosition: call<NodeKey | null>()(z.strictObject({ tree, position: z.string().max(200_000), after: keyShape })),
  /** The next or the previous node with a flag, in the same order and round as well. */
  findFlag: call<NodeKey | null>()(z.strictObject({ tree, flag: flagShape, from: keyShape, backwards: z.boolean() })),
  /** Levels from a node down; a level has room for a limited number of pieces side by side. */
  treeIcicle: call<readonly IciclePiece[]>()(
    z.strictObject({ tree, node: keyShape, levels: z.int().min(1).max(20), room: z.int().min(10).max(1000) }),
  ),
  /** From one stop of the recorded search to another, in its order; `null` at its ends. `entered`: to where that number of nodes has been entered. */
  stepTree: call<LectureView | null>()(
    z.strictObject({ tree, at: stopShape, step: stepShape, entered: z.int().min(1).exactOptional() }),
  ),
  /**
   * From one event of the recorded search to another; `null` beyond its ends. `to`: to a node, where it appears, or where the searcher
   * is in it already, where that returns. `BAD_REQUEST` where no events were recorded.
   */
  lectureAt: call<EventStop | null>()(z.strictObject({ tree, at: eventShape, step: stepShape, to: keyShape.exactOptional() })),
  /** The lines of the searcher's pseudo-code. */
  lectureCode: call<readonly string[]>()(z.strictObject({ tree })),
  /** `json`: the given number of levels below the node. `text`, `svg`: the outline as it is unfolded. `BAD_REQUEST` beyond `MOST_EXPORTED`. */
  exportTree: call<TreeExport>()(
    z.strictObject({ tree, node: keyShape, levels: z.int().min(0).max(1000), format: z.enum(TREE_FORMATS) }),
  ),
} as const

export const TREE_CALLS = {
  trees: call<readonly TreeView[]>()(nothing),

  /**
   * Searches a position and records it. Of the trees that are open only those to keep stay so. With `depths` it is a search
   * that was made before, each slide at its depth: whatever limited that one, the values are the same.
   */
  recordTree: call<TreeView>()(
    z.strictObject({ board: boardShape, player: playerShape, depths: depthsShape.exactOptional(), keep: keepShape }),
  ),
  /**
   * Searches a position of any game and records it with its event log. `BAD_POSITION`, `BAD_SETTING` name the place;
   * `config` is what the searcher is given besides, over what the game's entry says.
   */
  recordSearch: call<TreeView>()(z.strictObject({ ...GAME_SEARCH, keep: keepShape })),
  /** Searches a node of a tree again, as the root of a tree of its own: for what was not recorded, or to see further. */
  searchAgain: call<TreeView>()(z.strictObject({ tree, node: keyShape, depth: depthShape, keep: keepShape })),
  stopTree: call<void>()(z.strictObject({ tree })),
  /** Shows the newest iteration. What was unfolded stays so where it is still there. */
  followTree: call<void>()(z.strictObject({ tree })),
  closeTree: call<void>()(z.strictObject({ tree })),
  /** Ends what takes long. */
  stopTreeWork: call<void>()(z.strictObject({ tree, work: z.enum(TREE_WORKS) })),

  /** A file comes in parts, in their order; the last one opens it. `BAD_FILE` as soon as something is wrong with it. */
  openTreeFile: call<{ file: number }>()(
    z.strictObject({
      name: z.string().min(1).max(255),
      size: z
        .int()
        .min(1)
        .max(2 ** 32),
      keep: keepShape,
    }),
  ),
  /** The next part, base64. */
  putTreePart: call<TreeView | null>()(
    z.strictObject({
      file: idShape,
      part: z
        .string()
        .min(1)
        .max(FILE_PART_BYTES * 1.5),
    }),
  ),
  /** Nothing more will come of a file. */
  giveUpTreeFile: call<void>()(z.strictObject({ file: idShape })),
  /**
   * The file of a tree as it is shown, from byte 0 on part by part, base64; an empty part after the last. `CANCELLED` where
   * another page began to save the same tree.
   */
  treePart: call<{ part: string }>()(z.strictObject({ tree, at: z.int().min(0) })),

  ...TREE_QUESTIONS,
} as const
