import { unreachable } from '../../errors'
import type { Random } from '../../random'
import type { Bound } from '../optimizer'
import { drawUniform, inside } from '../start'

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
