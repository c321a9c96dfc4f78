/** The part that differs between optimisers. `BatchOptimizer` is the common part. */
import type { Random } from '../random'
import type { Best, Population, Question } from './optimizer'

export interface Strategy<State> {
  /** The moves of the next batch; none after the last. */
  questions(iteration: number, random: Random): readonly Question[]
  /** Receives all answers to a batch, in the order of its candidates. */
  learn(answers: readonly Answer[], iteration: number, random: Random): void
  /** The fitness that the answer must exceed to change anything; `undefined` if any may. */
  rival(question: Question): number | undefined
  /** The points that it remembers; `undefined` while unknown. */
  readonly bests: readonly (Best | undefined)[]
  population(): Omit<Population, 'iteration'>
  snapshot(): State
}

/** One answered candidate of a batch. */
export interface Answer {
  readonly id: number
  readonly params: readonly number[]
  /** `NaN` for a failed evaluation. */
  readonly fitness: number
}

/** Best first; among equals, the one found first. */
export function byFitness(one: Best, other: Best): number {
  return other.fitness - one.fitness || one.id - other.id
}

/** The number of points that optimisers without particles remember, so that another is left if the best was luck. */
const REMEMBERED = 5

/** The remembered points after new ones. */
export function remember(bests: readonly Best[], answers: readonly Answer[]): Best[] {
  return [...bests, ...answers.filter(({ fitness }) => !Number.isNaN(fitness))].sort(byFitness).slice(0, REMEMBERED)
}

/** The fitness that an evaluation must exceed to be remembered; `undefined` while there is room. */
export function leastRemembered(bests: readonly Best[]): number | undefined {
  return bests[REMEMBERED - 1]?.fitness
}
