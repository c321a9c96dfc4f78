/** A sweep as it is stored and exported: its head, and a line of JSON for each game. */
import { SWEEP_FIELDS } from '../../../core/contract/calls/sweeps'
import { BEGINNING_FIELDS } from '../../../core/contract/files'
import { playerShape, seedShape } from '../../../core/contract/shapes'
import { textShape, z } from '../../../core/contract/zod'
import type { RunLines } from '../runs/lineRuns'

const headShape = z.strictObject({
  /** The name of the player's profile when it was begun. */
  profile: textShape(200),
  /** With a value of its own for the setting, which each of `values` replaces. */
  player: playerShape,
  ...SWEEP_FIELDS,
  /** Game i of every value is played from `deriveSeed(seed, i)`. */
  seed: seedShape,
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256. */
  kernel: textShape(80),
})
export type SweepHead = z.infer<typeof headShape>

/** A game; line `game × values + place of the value`. */
export interface SweepLine {
  readonly value: number
  readonly game: number
  readonly score: number
  readonly slides: number
  readonly rank: number
  readonly nodes: number
  /** Time on its thread. */
  readonly ms: number
}

export const SWEEP_LINES = {
  name: 'sweep',
  head: { format: '2048-lab-sweep', version: 1, shape: headShape },
} as const satisfies RunLines<SweepHead>
