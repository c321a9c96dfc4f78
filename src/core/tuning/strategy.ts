/** The part that differs between optimisers. `BatchOptimizer` is the common part. */
import type { Random } from '../random'
import type { Answer } from './bests'
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
