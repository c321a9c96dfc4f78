/** The calls from the lab to the thread that reads recorded trees. Both ends come from one build, so there is no version. */
import type { Calling } from '../channel/service'
import type { TraceData } from '../trace/trace'
import type { LevelStatistics } from '../tree/views'
import type { Arg, Result } from './calls'
import type { TREE_QUESTIONS, TreeId, TreeWork } from './calls/tree'

export type TreeQuestion = keyof typeof TREE_QUESTIONS

/** The questions that take long on a large tree. */
export const WORK_OF: Readonly<Partial<Record<TreeQuestion, TreeWork>>> = {
  findPosition: 'find',
  findFlag: 'find',
  exportTree: 'export',
  arrangeTree: 'arrange',
}

/** A tree read from a file. */
export interface ReadTree {
  readonly data: TraceData
  readonly levels: readonly LevelStatistics[]
}

/** The next part of a file; files are numbered upwards, and the parts of one arrive in order. */
export interface TreeFilePart {
  readonly file: number
  readonly name: string
  /** Bytes of the whole file. */
  readonly size: number
  readonly part: Uint8Array
  readonly last: boolean
}

/** Reports the progress of a long answer, 0 … 1, a few times per second. */
type Progress = Calling<number>
type Soon<T> = T | Promise<T>

/** The thread's work. Each question about a tree is a separate call. */
export type TreeService = {
  readonly [K in TreeQuestion]: (arg: Arg<K>, calling: Progress) => Soon<Result<K> | null>
} & {
  /** No answer. Opens a tree for reading, and replaces the one of this number; unfolded nodes stay unfolded. */
  open(tree: { readonly tree: TreeId; readonly data: TraceData }): void
  /** No answer. */
  close(tree: TreeId): void
  /** The tree after the last part, otherwise nothing. */
  read(part: TreeFilePart, calling: Progress): Soon<ReadTree | null>
  /** No answer. Abandons a file before its last part. */
  giveUp(file: number): void
  /** The part of a tree's file from this byte on; empty after the last. */
  write(from: { readonly tree: TreeId; readonly at: number }): Uint8Array
  /** No answer. Cancels a long operation, which then fails with `CANCELLED`. */
  stop(of: { readonly tree: TreeId; readonly work: TreeWork }): void
}
