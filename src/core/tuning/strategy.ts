/** The part that differs between optimisers. `BatchOptimizer` is the common part. */
import type { Random } from '../random'
import type { Answer } from './bests'
import type { Best, Population, Question } from './optimizer'

export interface Strategy<State> {
  /** The moves of the next batch; none after the last. */
  questions(iteration: number, random: Random): readonly Question[]
  /** Receives all answers to a batch's own candidates, in their order. */
  learn(answers: readonly Answer[], iteration: number, random: Random): void
  /**
   * The fitness that an answer to one of the batch's own candidates must exceed to change anything; `undefined` if any may.
   * @param bests as they are when the answer is learnt from
   */
  rival(question: Question, bests: readonly (Best | undefined)[]): number | undefined
  /** The points that are evaluated again from time to time; `undefined` while unknown. */
  readonly bests: readonly (Best | undefined)[]
  /** Replaces the points after they were evaluated again, each in its place. */
  replaceBests(bests: readonly (Best | undefined)[]): void
  population(): Omit<Population, 'iteration'>
  snapshot(): State
}
