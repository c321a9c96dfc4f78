import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import type { EnginePool } from '../ground/enginePool'
import { hardwareHere, type Provenance } from '../ground/provenance'

/** What a run follows from besides its configuration, as it was when the run was begun. */
export interface RunProvenance extends Pick<Provenance, 'threads' | 'generator' | 'kernel' | 'hardware'> {
  readonly version: string
}

export function runProvenance({ pool, kernel }: EnginePool): RunProvenance {
  return { version: VERSION, threads: pool.threads, generator: GENERATOR, kernel, hardware: hardwareHere() }
}
