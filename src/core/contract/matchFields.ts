/** Fields that lines of matches share, in files of results and of tournaments. */
import type { PlayerEffort } from '../match/match'
import { countShape, z } from './zod'

const eachPlayer = z.array(z.number()).min(1).max(16)

/** How it ended, and the effort of each player. Lists have one number for each player; the file defines the order. */
export const MATCH_FIELDS = {
  ended: z.enum(['over', 'limit', 'fault']),
  winner: countShape.exactOptional(),
  values: eachPlayer,
  moves: eachPlayer,
  nodes: eachPlayer,
  /** Elapsed time in all searches, and processor time. */
  ms: eachPlayer,
  processorMs: eachPlayer.exactOptional(),
  overruns: eachPlayer,
}

/** In the order of the efforts; times to the microsecond. */
export function effortFields(efforts: readonly PlayerEffort[]) {
  const processorMs = efforts.map(effort => effort.processorMs)
  const isKnown = (times: readonly (number | undefined)[]): times is number[] => !times.includes(undefined)
  return {
    moves: efforts.map(({ moves }) => moves),
    nodes: efforts.map(({ nodes }) => nodes),
    ms: efforts.map(({ ms }) => inMicroseconds(ms)),
    ...(isKnown(processorMs) && { processorMs: processorMs.map(inMicroseconds) }),
    overruns: efforts.map(({ overruns }) => overruns),
  }
}

/** Milliseconds, rounded to microseconds. */
export function inMicroseconds(ms: number): number {
  return Math.round(1000 * ms) / 1000
}
