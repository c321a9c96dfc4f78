import type { ImportFault } from '../../../core/contract/calls'
import type { NewGame } from '../../../core/contract/stored'

/** Given to the reader's thread as it starts. */
export interface ReaderStart {
  /** Of the file, for faults. */
  readonly name: string
  /** When its games were stored, in ms since 1970. */
  readonly now: number
}

/** Each is answered by one `FromReader`. */
export type ToReader = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'end' }

export interface FromReader {
  readonly games: readonly NewGame[]
  readonly faults: readonly ImportFault[]
}
