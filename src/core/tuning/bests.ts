import type { Best } from './optimizer'

/** One answered candidate of a batch. */
export interface Answer {
  readonly id: number
  readonly params: readonly number[]
  /** `NaN` for a failed evaluation. */
  readonly fitness: number
  readonly weight: number
}

/** The first evaluation of a point as a best. */
export function bestOf({ id, params, fitness, weight }: Answer): Best {
  return { id, params, fitness, weight, evaluations: 1 }
}

/** The same point after one more evaluation; a failed one changes nothing. */
export function reassessed(best: Best, { fitness, weight }: Pick<Answer, 'fitness' | 'weight'>): Best {
  if (Number.isNaN(fitness)) return best
  const total = best.weight + weight
  return {
    ...best,
    fitness: best.fitness + (fitness - best.fitness) * (weight / total),
    weight: total,
    evaluations: best.evaluations + 1,
  }
}

/** Best first; among equals, the one found first. */
export function byFitness(one: Best, other: Best): number {
  return other.fitness - one.fitness || one.id - other.id
}

/**
 * The number of points of each kind that optimisers without particles remember, so that another is left if the best was luck. Points that
 * were evaluated again are one kind, the others are the second: among many newcomers, some look better than all proven ones by luck alone.
 */
export const REMEMBERED = 5

/** The remembered points after new ones: the proven ones first. */
export function remember(bests: readonly Best[], answers: readonly Answer[]): Best[] {
  const news = answers.filter(({ fitness }) => !Number.isNaN(fitness)).map(bestOf)
  const [proven, once] = parted([...bests, ...news])
  const least = proven[REMEMBERED - 1]?.fitness ?? -Infinity
  return [...proven.slice(0, REMEMBERED), ...once.filter(({ fitness }) => fitness > least).slice(0, REMEMBERED)]
}

/** The fitness that a first evaluation must exceed to be remembered; `undefined` while there is room. */
export function leastRemembered(bests: readonly Best[]): number | undefined {
  const full = parted(bests).flatMap(each => each[REMEMBERED - 1]?.fitness ?? [])
  return full.length === 0 ? undefined : Math.max(...full)
}

/** Each sorted, best first. */
function parted(bests: readonly Best[]): [proven: Best[], once: Best[]] {
  const sorted = bests.toSorted(byFitness)
  return [sorted.filter(({ evaluations }) => evaluations > 1), sorted.filter(({ evaluations }) => evaluations === 1)]
}
