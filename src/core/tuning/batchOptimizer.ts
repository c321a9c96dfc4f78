import { LabError } from '../errors'
import { type Random, createRandom, restoreRandom } from '../random'
import type { Best, Bound, Candidate, Evaluation, Optimizer, OptimizerSnapshot, Population, Question } from './optimizer'
import { startPoints, type Start } from './start'

/** The settings of a strategy. */
interface Setup<State> {
  readonly kind: string
  /** Values per point. */
  readonly dimensions: number
  create(random: Random): Strategy<State>
  restore(state: State): Strategy<State>
}

/**
 * An optimiser that learns from whole batches. Saves the answers until the batch is complete, then reads them in the order of the
 * candidates, so that the order of arrival cannot matter; draws random numbers only then.
 */
export class BatchOptimizer<State> implements Optimizer {
  readonly #setup: Setup<State>
  readonly #strategy: Strategy<State>
  readonly #random: Random
  #iteration = 0
  #first = 0
  #questions: readonly Question[]
  #answers: (Answer | undefined)[] = []
  #waiting = 0

  private constructor(setup: Setup<State>, strategy: Strategy<State>, random: Random, questions?: readonly Question[]) {
    this.#setup = setup
    this.#strategy = strategy
    this.#random = random
    this.#questions = questions ?? strategy.questions(0, random)
    this.#expectAll()
  }

  static create<State>(setup: Setup<State>, seed: number): BatchOptimizer<State> {
    const random = createRandom(seed)
    return new BatchOptimizer(setup, setup.create(random), random)
  }

  /** @throws {LabError} `BAD_STORE` on a snapshot of another optimiser. */
  static restore<State>(setup: Setup<State>, snapshot: OptimizerSnapshot): BatchOptimizer<State> {
    const { kind, iteration, first, random, candidates, answers, state } = snapshot
    if (kind !== setup.kind || candidates.some(({ params }) => params.length !== setup.dimensions))
      throw new LabError(
        'BAD_STORE',
        `this checkpoint is of another optimiser: ${kind}, not ${setup.kind}, or of other parameters`,
      )
    const optimizer = new BatchOptimizer(setup, setup.restore(state as State), restoreRandom(random), candidates)
    optimizer.#iteration = iteration
    optimizer.#first = first
    for (const [id, fitness] of answers) optimizer.#answer({ id, fitness: fitness ?? NaN })
    return optimizer
  }

  get iteration(): number {
    return this.#iteration
  }

  get evaluations(): number {
    return this.#first
  }

  get best(): Best | undefined {
    return this.contenders(1)[0]
  }

  contenders(count: number): readonly Best[] {
    const known = this.#strategy.bests.filter(best => best !== undefined).sort(byFitness)
    const seen = new Set<string>()
    return known.filter(({ params }) => seen.size < count && !seen.has(params.join()) && seen.add(params.join()))
  }

  ask(): readonly Candidate[] {
    return this.#questions.flatMap((question, i) => {
      if (this.#answers[i]) return []
      const rival = this.#strategy.rival(question)
      return [{ id: this.#first + i, iteration: this.#iteration, ...question, ...(rival !== undefined && { rival }) }]
    })
  }

  tell(results: readonly Evaluation[]): void {
    const ids = new Set<number>()
    for (const { id } of results) {
      const place = id - this.#first
      if (!this.#questions[place] || this.#answers[place] || ids.has(id))
        throw new RangeError(`candidate ${id} is not waiting for an answer`)
      ids.add(id)
    }
    for (const result of results) this.#answer(result)
    if (this.#waiting === 0) this.#advance()
  }

  population(): Population {
    return { iteration: this.#iteration, ...this.#strategy.population() }
  }

  snapshot(): OptimizerSnapshot<State> {
    return {
      kind: this.#setup.kind,
      iteration: this.#iteration,
      first: this.#first,
      random: this.#random.state,
      candidates: this.#questions,
      answers: this.#answers.flatMap(answer =>
        answer ? [[answer.id, Number.isNaN(answer.fitness) ? null : answer.fitness] as const] : [],
      ),
      state: this.#strategy.snapshot(),
    }
  }

  #answer({ id, fitness }: Evaluation): void {
    const place = id - this.#first
    const { params } = this.#questions[place]!
    this.#answers[place] = { id, params, fitness: Number.isFinite(fitness) ? fitness + 0 : NaN }
    this.#waiting--
  }

  #advance(): void {
    const answers = this.#answers.map(answer => answer!)
    this.#strategy.learn(answers, this.#iteration, this.#random)
    this.#first += this.#questions.length
    this.#iteration++
    this.#questions = this.#strategy.questions(this.#iteration, this.#random)
    this.#expectAll()
  }

  #expectAll(): void {
    this.#answers = this.#questions.map(() => undefined)
    this.#waiting = this.#questions.length
  }
}

/** The part that differs between optimisers; `BatchOptimizer` is the common part. */
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
function byFitness(one: Best, other: Best): number {
  return other.fitness - one.fitness || one.id - other.id
}

/** The number of points that optimisers without particles remember, so that another is left if the best was luck. */
const REMEMBERED = 5

/** The remembered points after new ones. */
export function remember(bests: readonly Best[], answers: readonly Answer[]): Best[] {
  return [...bests, ...answers.filter(({ fitness }) => !Number.isNaN(fitness))].sort(byFitness).slice(0, REMEMBERED)
}

/** The fitness that an evaluation must exceed to be remembered; `undefined` while there is room. */
function leastRemembered(bests: readonly Best[]): number | undefined {
  return bests[REMEMBERED - 1]?.fitness
}

export interface SamplingState {
  readonly bests: readonly Best[]
}

/** The baseline: random points, drawn like the start's, batch by batch. It learns nothing, but remembers the best. */
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
