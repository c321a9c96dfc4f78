import type { Hello, LabEvents, LabHandlers, Unsubscribe } from '../../core/contract/calls'
import type { EnginePool } from './enginePool'

export interface LabOptions {
  readonly host: Hello['host']
  /** Absent: `openPool` with the default number of threads. It is closed with the lab. */
  readonly engine?: EnginePool
}

/** One lab serves any number of pages. */
export interface Lab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  close(): Promise<void>
}

export function createLab(_options: LabOptions): Lab {
  throw new Error('being written')
}
