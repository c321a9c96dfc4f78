import type { LectureFrame } from '../../../../../core/tree/views'

/** Where a lecture stands, in words: the same of a search with an event log and of one without. */
export interface Scene {
  /** On the slider, and its ends. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** Of the whole search. */
  readonly place: string
  /** What has just happened. */
  readonly told: string
  readonly code: readonly string[]
  /** Index of the line that is run; and of the one that waits for its value, with a remark. */
  readonly lit: number | null
  readonly caller: number | null
  /** Named as in the code. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** From the root to the node in hand; none where they are not known. */
  readonly calls: readonly LectureFrame[]
  /** There was no room to record what follows. */
  readonly isCutShort: boolean
}
