/** The two baselines: they learn nothing, but remember the best points. */
import type { Random } from '../random'
import { leastRemembered, remember, type Answer } from './bests'
import type { Best, Bound, Question } from './optimizer'
import { inside, regionOf, startPoints, type Start } from './start'
import type { Strategy } from './strategy'

export interface SamplingState {
  readonly bests: readonly Best[]
}

/** The next points of a batch; none after the last. */
type Sampler = (iteration: number, random: Random) => readonly (readonly number[])[]

class Sampling implements Strategy<SamplingState> {
  #bests: readonly Best[]

  constructor(
    private readonly sample: Sampler,
    { bests }: SamplingState,
  ) {
    this.#bests = bests
  }

  questions(iteration: number, random: Random): Question[] {
    return this.sample(iteration, random).map(params => ({ purpose: 'move', params }))
  }

  rival(_: Question, bests: readonly Best[]): number | undefined {
    return leastRemembered(bests)
  }

  learn(answers: readonly Answer[]): void {
    this.#bests = remember(this.#bests, answers)
  }

  get bests(): readonly Best[] {
    return this.#bests
  }

  replaceBests(bests: readonly Best[]): void {
    this.#bests = bests
  }

  population() {
    const members = this.#bests.map(best => ({ params: best.params, velocity: null, best, leader: null }))
    return { members, distribution: null }
  }

  snapshot(): SamplingState {
    return { bests: this.#bests }
  }
}

const NOTHING: SamplingState = { bests: [] }

export function randomSearch(bounds: readonly Bound[], start: Start, batch: number, state = NOTHING): Strategy<SamplingState> {
  return new Sampling((_, random) => startPoints(start, bounds, batch, random), state)
}

/** Every combination of `steps` values of each coordinate, the last coordinate counting fastest. */
export function gridSearch(
  bounds: readonly Bound[],
  start: Start,
  { steps, batch }: { readonly steps: number; readonly batch: number },
  state = NOTHING,
): Strategy<SamplingState> {
  const region = regionOf(start, bounds)
  const points = steps ** region.length
  const pointAt = (index: number) =>
    region.map(({ min, max }, d) => {
      const step = Math.floor(index / steps ** (region.length - 1 - d)) % steps
      return inside(min + (step / (steps - 1)) * (max - min), min, max)
    })
  return new Sampling(iteration => {
    const from = iteration * batch
    return Array.from({ length: Math.max(0, Math.min(batch, points - from)) }, (_, i) => pointAt(from + i))
  }, state)
}
