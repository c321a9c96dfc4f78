import type { BorrowedStore, Home } from '../data/storeLease'
import type { EnginePool } from '../engine/enginePool'

/** What the rooms of a command's lab share. */
export interface CommandContext {
  readonly home: Home
  readonly store: BorrowedStore
  /** Made by the first question for it. */
  readonly engine: EnginePool
}
