/** What the lab asks of the thread that reads recorded trees. Both ends are of one build, so nothing here has a version. */
import type { Calling } from '../channel/service'
import type { TraceData } from '../trace/trace'
import type { LevelStatistics } from '../tree/views'
import type { Arg, Result } from './calls'
import type { TREE_QUESTIONS, TreeId, TreeWork } from './calls/tree'

export type TreeQuestion = keyof typeof TREE_QUESTIONS

/** The questions that take long in a large tree. */
export const WORK_OF: Readonly<Partial<Record<TreeQuestion, TreeWork>>> = {
  findPosition: 'find',
  findFlag: 'find',
  exportTree: 'export',
  arrangeTree: 'arrange',
}

/** The tree that a file held. */
export interface ReadTree {
  readonly data: TraceData
  readonly levels: readonly LevelStatistics[]
}

/** The next part of a file; files are numbered upwards, and the parts of one come in their order. */
export interface TreeFilePart {
  readonly file: number
  readonly name: string
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly part: Uint8Array
  readonly last: boolean
}

/** Says a few times a second how much of a long answer is done, 0 … 1. */
type Progress = Calling<number>
type Soon<T> = T | Promise<T>

/** What the thread does. Each question about a tree is a call of its own. */
export type TreeService = {
  readonly [K in TreeQuestion]: (arg: Arg<K>, calling: Progress) => Soon<Result<K> | null>
} & {
  /** No answer. Opens a tree to be read, in place of the one of this number; what was unfolded in that stays so. */
  open(tree: { readonly tree: TreeId; readonly data: TraceData }): void
  /** No answer. */
  close(tree: TreeId): void
  /** The tree with the last part, else nothing. */
  read(part: TreeFilePart, calling: Progress): Soon<ReadTree | null>
  /** No answer. Nothing more will come of a file. */
  giveUp(file: number): void
  /** The part of the file of a tree that begins at this byte, empty after the last. */
  write(from: { readonly tree: TreeId; readonly at: number }): Uint8Array
  /** No answer. Ends a long work, which then fails with `CANCELLED`. */
  stop(of: { readonly tree: TreeId; readonly work: TreeWork }): void
}
