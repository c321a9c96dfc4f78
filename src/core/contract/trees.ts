/** Messages between the lab and the thread that reads recorded trees. Both ends are of one build, so nothing here has a version. */
import type { LabErrorData } from '../errors'
import type { TraceData } from '../search/trace/trace'
import type { LevelStatistics } from '../search/tree/views'
import type { Arg, Result } from './calls'
import type { TREE_QUESTIONS, TreeId, TreeWork } from './calls/tree'

export type TreeQuestion = keyof typeof TREE_QUESTIONS

/** The questions that take long in a large tree. */
export const WORK_OF: Readonly<Partial<Record<TreeQuestion, TreeWork>>> = {
  findBoard: 'find',
  findFlag: 'find',
  exportTree: 'export',
  arrangeTree: 'arrange',
}

/** The tree that a file held. */
export interface ReadTree {
  readonly data: TraceData
  readonly levels: readonly LevelStatistics[]
}

export type ToTreeThread =
  /** A tree to be read, in place of the one of this number; what was unfolded in that stays so. */
  | { readonly kind: 'open'; readonly tree: TreeId; readonly data: TraceData }
  | { readonly kind: 'close'; readonly tree: TreeId }
  /** The next part of a file, answered with a `ReadTree` when it is the last, else with nothing. */
  | {
      readonly kind: 'read'
      readonly ask: number
      readonly file: number
      readonly name: string
      readonly size: number
      readonly part: Uint8Array
      readonly last: boolean
    }
  /** Nothing more will come of a file. */
  | { readonly kind: 'giveUp'; readonly file: number }
  /** Answered with the part of the file of a tree that begins at this byte, empty after the last. */
  | { readonly kind: 'write'; readonly ask: number; readonly tree: TreeId; readonly at: number }
  /** Answered by `answered` or `failed`, in any order. */
  | { readonly kind: 'ask'; readonly ask: number; readonly question: TreeQuestion; readonly arg: Arg<TreeQuestion> }
  /** Ends a long work, which then fails with `CANCELLED`. */
  | { readonly kind: 'stop'; readonly tree: TreeId; readonly work: TreeWork }

export type FromTreeThread =
  | { readonly kind: 'answered'; readonly ask: number; readonly value: Result<TreeQuestion> | ReadTree | Uint8Array | null }
  /** How much of a long answer is done, 0 … 1, a few times a second. */
  | { readonly kind: 'working'; readonly ask: number; readonly share: number }
  | { readonly kind: 'failed'; readonly ask: number; readonly error: LabErrorData }
