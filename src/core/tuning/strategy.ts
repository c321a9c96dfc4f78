/** What differs between optimisers. `BatchOptimizer` does what they have in common. */
import type { Random } from '../random'
import type { Answer } from './bests'
import type { Best, Population, Question } from './optimizer'

export interface Strategy<State> {
  /** The moves of the next batch; none when there is nothing left to ask. */
  questions(iteration: number, random: Random): readonly Question[]
  /** All answers to a batch's own questions, in their order. */
  learn(answers: readonly Answer[], iteration: number, random: Random): void
  /**
   * The fitness that the answer to one of a batch's own questions must exceed to change anything; `undefined` where any may.
   *
   * @param bests as they are when the answer is learnt from
   */
  rival(question: Question, bests: readonly (Best | undefined)[]): number | undefined
  /** What is evaluated again from time to time; `undefined` where nothing is known yet. */
  readonly bests: readonly (Best | undefined)[]
  /** The same after they were evaluated again, each in its place. */
  replaceBests(bests: readonly (Best | undefined)[]): void
  population(): Omit<Population, 'iteration'>
  snapshot(): State
}
