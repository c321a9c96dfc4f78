import { randomInt } from 'node:crypto'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Provenance } from '../../../core/contract/calls'
import type { Player } from '../../../core/games/twenty48/player'
import { GENERATOR } from '../../../core/random'
import type { Stamp } from '../../../core/stamp'
import { VERSION } from '../../installation'
import type { EnginePool } from './enginePool'

export type { Provenance }

/** The lab and machine that began a result, and when. */
export function stampOf({ kernel }: Pick<EnginePool, 'kernel'>): Stamp {
  const hardware = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${process.platform} ${process.arch}`
  return { version: VERSION, kernel, hardware, at: new Date().toISOString() }
}

export function provenanceOf(profile: string, player: Player, { pool, kernel }: EnginePool): Provenance {
  return {
    profile,
    ...player,
    threads: pool.threads,
    generator: GENERATOR,
    kernel,
    hardware: hardwareHere(),
  }
}

export function hardwareHere(): Provenance['hardware'] {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
  }
}

/** A description of this machine. */
export function machineHere(): string {
  const { cpu, cores, system, node } = hardwareHere()
  return `${cpu}, ${cores} cores, ${system}, Node ${node}`
}

/** What a run follows from besides its configuration, as it was when the run was begun. */
export interface RunProvenance extends Pick<Provenance, 'threads' | 'generator' | 'kernel' | 'hardware'> {
  readonly version: string
}

export function runProvenance({ pool, kernel }: EnginePool): RunProvenance {
  return { version: VERSION, threads: pool.threads, generator: GENERATOR, kernel, hardware: hardwareHere() }
}

/** Draws the default seed of a game or a run. */
export function systemSeed(): number {
  return randomInt(2 ** 48 - 1) // the largest range of randomInt
}
