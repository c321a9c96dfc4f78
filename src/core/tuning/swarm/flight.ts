/** How particles move. */
import { type Random, drawNormal } from '../../random'
import type { Best, Bound } from '../optimizer'
import { inside } from '../start'
import { type Boundary, type Particle, type VelocityLimit, applyBoundary, limitVelocity } from './rules'

type Place = Pick<Particle, 'x' | 'v'>

/** @param leader the best among its informants, itself included; `undefined` before any is known */
export type Flight = (particle: Particle, leader: Best | undefined, iteration: number, random: Random) => Place

/**
 * `dimension`: r₁ and r₂ are drawn for each coordinate, as in nearly all swarms. `particle`: once for the whole vector, so that the pull
 * stays on the line to its target.
 */
export const DRAWS = ['dimension', 'particle'] as const
export type Draws = (typeof DRAWS)[number]

export interface PullRule {
  /** w by iteration. */
  readonly inertia: (iteration: number) => number
  readonly constriction: number
  readonly c1: number
  readonly c2: number
  readonly draws: Draws
  readonly velocityLimit: VelocityLimit
  readonly boundary: Boundary
}

/**
 * v ← χ·(w·v + c₁·r₁·(pbest − x) + c₂·r₂·(sbest − x));  x ← x + v,  r₁ and r₂ uniform in [0, 1).
 * With χ = w = 1 the thesis's own; w: Y. Shi and R. Eberhart, "A modified particle swarm optimizer", ICEC 1998, eq. 1;
 * χ: M. Clerc and J. Kennedy, IEEE Trans. Evol. Comput. 6(1), 2002. A particle without a best of its own feels no such pull.
 */
export function pulled(rule: PullRule, bounds: readonly Bound[]): Flight {
  const { constriction, c1, c2, draws, velocityLimit, boundary } = rule
  return ({ x, v, best }, leader, iteration, random) => {
    const inertia = rule.inertia(iteration)
    const once = draws === 'particle' ? [random.next(), random.next()] : undefined
    const place: { x: number[]; v: number[] } = { x: [], v: [] }
    bounds.forEach((bound, d) => {
      const here = x[d]!
      const [r1, r2] = once ?? [random.next(), random.next()]
      const own = c1 * r1! * ((best?.params[d] ?? here) - here)
      const social = c2 * r2! * ((leader?.params[d] ?? here) - here)
      const speed = limitVelocity(constriction * (inertia * v[d]! + own + social), velocityLimit, bound)
      const [to, velocity] = applyBoundary(boundary, here + speed, speed, bound, random)
      // Without limits the swarm diverges: a coordinate that exceeds the range of a double keeps its last value.
      const lost = !Number.isFinite(to) || !Number.isFinite(velocity)
      place.x.push((lost ? here : to) + 0)
      place.v.push((lost ? v[d]! : velocity) + 0)
    })
    return place
  }
}

/** w = 1/(2 ln 2) and c = 1/2 + ln 2. Source: Clerc 2012 (see below), eq. 3.4. */
const SPSO_INERTIA = 1 / (2 * Math.LN2)
const SPSO_PULL = 0.5 + Math.LN2
/** A particle at a wall flies back at half its speed. Source: Clerc 2012, eq. 3.14. */
const SPSO_REBOUND = -0.5

/**
 * SPSO-2011: p = x + c·(pbest − x), l = x + c·(lbest − x), G = (x + p + l)/3, or (x + p)/2 where the particle leads itself;
 * x' in the ball around G through x, direction and radius each uniform; v ← w·v + x' − x;  x ← x + v.
 * Lengths are measured in shares of each range, as the source asks for ranges that differ.
 *
 * Source: M. Clerc, "Standard Particle Swarm Optimisation" (2012), hal-00764996, section 3.
 */
export function hyperspherical(bounds: readonly Bound[]): Flight {
  return ({ x, v, best }, leader, _iteration, random) => {
    const widths = bounds.map(({ min, max }) => max - min)
    // Step 1. From x to the centre of gravity, in shares of the ranges.
    const towards = widths.map((width, d) => {
      const own = SPSO_PULL * ((best?.params[d] ?? x[d]!) - x[d]!)
      const social = SPSO_PULL * ((leader?.params[d] ?? x[d]!) - x[d]!)
      return (leader && leader.id !== best?.id ? (own + social) / 3 : own / 2) / width
    })
    // Step 2. A point of the ball around it: a normal vector has a uniform direction.
    const direction = widths.map(() => drawNormal(random))
    const length = random.next() * norm(towards)
    const scale = length / (norm(direction) || 1)
    // Step 3. Velocity, place, confinement.
    const place: { x: number[]; v: number[] } = { x: [], v: [] }
    bounds.forEach(({ min, max }, d) => {
      const velocity = SPSO_INERTIA * v[d]! + (towards[d]! + scale * direction[d]!) * widths[d]!
      const to = x[d]! + velocity
      place.x.push(inside(to, min, max) + 0)
      place.v.push((to < min || to > max ? SPSO_REBOUND * velocity : velocity) + 0)
    })
    return place
  }
}

function norm(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0))
}
