/** Messages between the lab and the thread that reads recorded trees. Both ends are of one build, so nothing here has a version. */
import type { LabErrorData } from '../errors'
import type { TraceData } from '../search/trace/trace'
import type { Arg, Result } from './calls'
import type { TREE_QUESTIONS, TreeId } from './calls/tree'

export type TreeQuestion = keyof typeof TREE_QUESTIONS

export type ToTreeThread =
  /** A tree to be read, in place of the one of this number; what was unfolded in that stays so. */
  | { readonly kind: 'open'; readonly tree: TreeId; readonly data: TraceData }
  | { readonly kind: 'close'; readonly tree: TreeId }
  /** The next part of a file, answered with the tree when it is the last. */
  | {
      readonly kind: 'read'
      readonly ask: number
      readonly file: number
      readonly name: string
      readonly size: number
      readonly part: Uint8Array
      readonly last: boolean
    }
  /** Answered with the next part of the file of a tree, empty after the last. */
  | { readonly kind: 'write'; readonly ask: number; readonly tree: TreeId; readonly fromStart: boolean }
  /** Answered by `answered` or `failed`, in any order. */
  | { readonly kind: 'ask'; readonly ask: number; readonly question: TreeQuestion; readonly arg: Arg<TreeQuestion> }

export type FromTreeThread =
  | { readonly kind: 'answered'; readonly ask: number; readonly value: Result<TreeQuestion> | TraceData | Uint8Array | null }
  | { readonly kind: 'failed'; readonly ask: number; readonly error: LabErrorData }
