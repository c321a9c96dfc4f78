/** The rules by which particles of a swarm start, learn from each other, and stay within bounds. */
import type { Random } from '../../random'
import type { Best, Bound } from '../optimizer'
import { drawUniform, inside } from '../start'
import { unreachable } from '../../errors'

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

/**
 * The rule for a particle that flew past a bound, coordinate by coordinate. `clamp`: it stops at the wall. `reflect`: it bounces off, its
 * velocity reversed. `redraw`: it moves to a random place in the range, at rest. `none`: it flies on.
 *
 * Source of the names and of their comparison: S. Helwig, J. Branke and S. Mostaghim, "Experimental analysis of bound handling techniques
 * in particle swarm optimization", IEEE Trans. Evol. Comput. 17(2), 2013.
 */
export const BOUNDARIES = ['clamp', 'reflect', 'redraw'] as const
export const THESIS_BOUNDARIES = [...BOUNDARIES, 'none'] as const
export type Boundary = (typeof THESIS_BOUNDARIES)[number]

/** Place and velocity in one coordinate after a flight that ended at `x`. */
export function applyBoundary(
  rule: Boundary,
  x: number,
  v: number,
  bound: Bound,
  random: Random,
): readonly [x: number, v: number] {
  const { min, max } = bound
  if (x >= min && x <= max) return [x, v]
  switch (rule) {
    case 'clamp':
      return [inside(x, min, max), 0]
    case 'reflect':
      return reflect(x, v, bound)
    case 'redraw':
      return [drawUniform(bound, random), 0]
    case 'none':
      return [x, v]
    default:
      return unreachable(rule)
  }
}

/** Reflects between two walls, as often as necessary. */
function reflect(x: number, v: number, { min, max }: Bound): readonly [x: number, v: number] {
  const width = max - min
  const period = 2 * width
  const phase = (((x - min) % period) + period) % period
  return phase <= width ? [inside(min + phase, min, max), v] : [inside(min + (period - phase), min, max), -v]
}

/**
 * `global`: all from the best of the swarm. `ring`: each from itself and its two neighbours in a ring (lbest).
 * Source: J. Kennedy and R. Mendes, "Population structure and particle swarm performance", CEC 2002.
 */
export const TOPOLOGIES = ['global', 'ring'] as const
export type Topology = (typeof TOPOLOGIES)[number]

/** For each particle, the informant whose best leads it; `undefined` while no informant has one. Among equals, the first. */
export function leadersOf(
  bests: readonly (Best | undefined)[],
  informants: (particle: number) => readonly number[],
): (number | undefined)[] {
  return bests.map((_, particle) => leaderAmong(bests, informants(particle)))
}

/** Like `leadersOf`, if all inform all. */
export function commonLeader(bests: readonly (Best | undefined)[]): (number | undefined)[] {
  const leader = leaderAmong(bests, [...bests.keys()])
  return bests.map(() => leader)
}

function leaderAmong(bests: readonly (Best | undefined)[], informers: readonly number[]): number | undefined {
  return informers.reduce<number | undefined>((leader, other) => {
    const [best, rival] = [bests[other], leader === undefined ? undefined : bests[leader]]
    return best && (!rival || best.fitness > rival.fitness) ? other : leader
  }, undefined)
}

/** Itself and its two neighbours. */
export function ringAround(particle: number, particles: number): readonly number[] {
  return [particle, (particle + particles - 1) % particles, (particle + 1) % particles]
}

/**
 * The random topology of SPSO: each particle informs itself and K drawn ones, with repetition. Returns the informants of each. Source: M.
 * Clerc, "Standard Particle Swarm Optimisation" (2012), hal-00764996, section 3.1.
 */
export function drawInformants(particles: number, links: number, random: Random): number[][] {
  const informers = Array.from({ length: particles }, (_, i) => new Set([i]))
  for (let informer = 0; informer < particles; informer++)
    for (let link = 0; link < links; link++) informers[random.below(particles)]!.add(informer)
  return informers.map(set => [...set].sort((a, b) => a - b))
}
