/** The baseline: it learns nothing, but remembers the best points. */
import type { Random } from '../random'
import type { Best, Bound, Question } from './optimizer'
import { startPoints, type Start } from './start'
import { type Answer, leastRemembered, remember, type Strategy } from './strategy'

export interface SamplingState {
  readonly bests: readonly Best[]
}

/** Random points, drawn like the start's, batch by batch. */
export class RandomSearch implements Strategy<SamplingState> {
  #bests: readonly Best[]

  constructor(
    private readonly bounds: readonly Bound[],
    private readonly start: Start,
    private readonly batch: number,
    { bests }: SamplingState = { bests: [] },
  ) {
    this.#bests = bests
  }

  questions(_: number, random: Random): Question[] {
    return startPoints(this.start, this.bounds, this.batch, random).map(params => ({ params }))
  }

  rival(): number | undefined {
    return leastRemembered(this.#bests)
  }

  learn(answers: readonly Answer[]): void {
    this.#bests = remember(this.#bests, answers)
  }

  get bests(): readonly Best[] {
    return this.#bests
  }

  population() {
    const members = this.#bests.map(best => ({ params: best.params, velocity: null, best, leader: null }))
    return { members, distribution: null }
  }

  snapshot(): SamplingState {
    return { bests: this.#bests }
  }
}
