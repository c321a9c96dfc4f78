import type { Pool } from '../compute/pool'

export interface EnginePool {
  readonly pool: Pool
  /** First 12 hex digits of the kernel's sha-256, or `none` while it cannot be read. */
  readonly kernel: string
}

/** The pool over the built kernel; threads start when they are first needed, so a broken kernel is reported by the first job. */
export function openPool(_options: { readonly threads?: number | undefined; readonly window: boolean }): EnginePool {
  throw new Error('being written')
}
