import type { LabEvents, LabHandlers, Unsubscribe } from '../../core/contract/calls'

/** The part of the lab that a host carries. */
export interface ServedLab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
}

export interface WebHostOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Where bugs go; `console.error` by default. */
  readonly log?: (problem: unknown) => void
}

export interface WebHost {
  /** With its token: whoever knows this address controls the lab. */
  readonly url: string
  /** Ends all connections. */
  close(): Promise<void>
}
