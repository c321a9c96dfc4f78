import type { StandardInput } from '../../files/textFile'
import type { BorrowedStore, Home } from '../data/storeLease'
import type { EnginePool } from '../engine/enginePool'

/** The common context of a command's services. */
export interface CommandContext {
  readonly home: Home
  readonly env: NodeJS.ProcessEnv
  readonly stdin: StandardInput
  readonly store: BorrowedStore
  /** Created on first use. */
  readonly engine: EnginePool
}
