import type { Best } from './optimizer'

/** One answered question of a batch. */
export interface Answer {
  readonly id: number
  readonly params: readonly number[]
  /** `NaN` of a failed evaluation. */
  readonly fitness: number
  readonly weight: number
}

/** The first evaluation of a point as a best. */
export function bestOf({ id, params, fitness, weight }: Answer): Best {
  return { id, params, fitness, weight, evaluations: 1 }
}

/** The same point after one more evaluation; a failed one tells nothing. */
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

/** Best first; of equals the one that was found first. */
export function byFitness(one: Best, other: Best): number {
  return other.fitness - one.fitness || one.id - other.id
}

/**
 * What optimisers without particles remember of each kind: the best points so far, so that there is a next one when one was luck. Those
 * that were evaluated again are one kind, those that were not the other: many newcomers look better than all that were, by luck alone.
 */
export const REMEMBERED = 5

/** The remembered points after some more: the proven ones first. */
export function remember(bests: readonly Best[], answers: readonly Answer[]): Best[] {
  const news = answers.filter(({ fitness }) => !Number.isNaN(fitness)).map(bestOf)
  const [proven, once] = parted([...bests, ...news])
  const least = proven[REMEMBERED - 1]?.fitness ?? -Infinity
  return [...proven.slice(0, REMEMBERED), ...once.filter(({ fitness }) => fitness > least).slice(0, REMEMBERED)]
}

/** What a first evaluation must exceed to be remembered; `undefined` while there is room. */
export function leastRemembered(bests: readonly Best[]): number | undefined {
  const full = parted(bests).flatMap(each => each[REMEMBERED - 1]?.fitness ?? [])
  return full.length === 0 ? undefined : Math.max(...full)
}

/** Each the best first. */
function parted(bests: readonly Best[]): [proven: Best[], once: Best[]] {
  const sorted = bests.toSorted(byFitness)
  return [sorted.filter(({ evaluations }) => evaluations > 1), sorted.filter(({ evaluations }) => evaluations === 1)]
}
