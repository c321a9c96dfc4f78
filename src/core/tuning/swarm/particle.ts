import type { Random } from '../../random'
import type { Best, Bound } from '../optimizer'
import { drawUniform } from '../start'

/** Values, never changed in place. */
export interface Particle {
  readonly x: readonly number[]
  readonly v: readonly number[]
  readonly best: Best | null
}

/**
 * A particle's first velocity. `bounds`: drawn from the search bounds themselves, as in the thesis, which is biased unless they are centred
 * on 0. `difference`: to a random point in the bounds (SPSO-2011). `zero`: at rest; source: A. P. Engelbrecht, "Particle swarm
 * optimization: velocity initialization", CEC 2012.
 */
export const START_VELOCITIES = ['bounds', 'difference', 'zero'] as const
export type StartVelocity = (typeof START_VELOCITIES)[number]

export function startVelocity(rule: StartVelocity, x: readonly number[], bounds: readonly Bound[], random: Random): number[] {
  if (rule === 'zero') return x.map(() => 0)
  return bounds.map((bound, d) => drawUniform(bound, random) - (rule === 'difference' ? x[d]! : 0))
}

/** A share of a bound's range that no velocity exceeds, or `none`. */
export type VelocityLimit = number | 'none'

/** Source: R. Eberhart, P. Simpson and R. Dobbins, "Computational Intelligence PC Tools" (1996): the Vmax of the first swarms. */
export function limitVelocity(v: number, limit: VelocityLimit, { min, max }: Bound): number {
  if (limit === 'none') return v
  const most = limit * (max - min)
  return Math.min(most, Math.max(-most, v))
}
