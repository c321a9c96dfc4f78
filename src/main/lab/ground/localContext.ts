import type { StandardInput } from '../../files/textFile'
import type { BorrowedStore, Home } from './storeLease'
import type { EnginePool } from './enginePool'

/** The common ground of a command's calls. */
export interface LocalContext {
  readonly home: Home
  readonly env: NodeJS.ProcessEnv
  readonly stdin: StandardInput
  readonly store: BorrowedStore
  /** Created on first use. */
  readonly engine: EnginePool
  /** Receives an error that is a fault of the lab itself, outside any call. */
  readonly reportBug: (error: unknown) => void
}
