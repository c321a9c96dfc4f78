import type { LectureFrame } from '../../../../../core/tree/views'

/** The current place of a lecture in words, in one form for searches with and without an event log. */
export interface Scene {
  /** Place on the slider, and its range. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** Place in the whole search. */
  readonly place: string
  /** The last event. */
  readonly told: string
  readonly code: readonly string[]
  /** Index of the current line, and of the line that waits for its value, with a remark. */
  readonly lit: number | null
  readonly caller: number | null
  /** Named as in the code. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** From the root to the current node; empty if unknown. */
  readonly calls: readonly LectureFrame[]
  /** The recording ends here for lack of memory. */
  readonly isCutShort: boolean
}
