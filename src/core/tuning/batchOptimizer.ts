import { LabError } from '../errors'
import { createRandom, restoreRandom, type Random } from '../random'
import { byFitness, reassessed, type Answer } from './bests'
import type { Best, Candidate, Evaluation, Optimizer, OptimizerSnapshot, Population, Question } from './optimizer'
import type { Strategy } from './strategy'

/** The settings of a strategy. */
interface Setup<State> {
  readonly kind: string
  /** The bests are evaluated again after every this many batches; 0: never. */
  readonly reassess: number
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
  /** Of those, the candidates that are evaluated again, from which the rivals of the others follow. */
  #againWaiting = 0

  private constructor(setup: Setup<State>, strategy: Strategy<State>, random: Random, questions?: readonly Question[]) {
    this.#setup = setup
    this.#strategy = strategy
    this.#random = random
    this.#questions = questions ?? this.#nextQuestions()
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
    for (const [id, fitness, weight] of answers) optimizer.#answer({ id, fitness: fitness ?? NaN, weight })
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
    const found = this.#strategy.bests.filter(best => best !== undefined).sort(byFitness)
    // If bests are evaluated again, one that was not yet, and may be lucky, comes after all that were.
    const [again, once] = [found.filter(each => each.evaluations > 1), found.filter(each => each.evaluations === 1)]
    const known = [...again, ...once]
    const seen = new Set<string>()
    return known.filter(({ params }) => seen.size < count && !seen.has(params.join()) && seen.add(params.join()))
  }

  ask(): readonly Candidate[] {
    const isAgain = this.#againWaiting > 0
    const bests = this.#bestsNow
    return this.#questions.flatMap((question, i) => {
      if (this.#answers[i] || (question.purpose === 'reassess') !== isAgain) return []
      const rival = isAgain ? undefined : this.#strategy.rival(question, bests)
      return [{ id: this.#first + i, iteration: this.#iteration, ...question, ...(rival !== undefined && { rival }) }]
    })
  }

  tell(results: readonly Evaluation[]): void {
    const ids = new Set<number>()
    for (const { id, weight = 1 } of results) {
      const place = id - this.#first
      if (!this.#isAsked(place) || this.#answers[place] || ids.has(id))
        throw new RangeError(`candidate ${id} is not waiting for an answer`)
      if (!(weight > 0 && weight < Infinity)) throw new RangeError(`candidate ${id}: ${weight} is not a weight`)
      ids.add(id)
    }
    for (const result of results) this.#answer(result)
    if (this.#waiting === 0 && this.#questions.length > 0) this.#advance()
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
        answer ? [[answer.id, Number.isNaN(answer.fitness) ? null : answer.fitness, answer.weight] as const] : [],
      ),
      state: this.#strategy.snapshot(),
    }
  }

  #isAsked(place: number): boolean {
    const question = this.#questions[place]
    return question !== undefined && (question.purpose === 'reassess' || this.#againWaiting === 0)
  }

  /** The bests, including the answers of repeated evaluations. */
  get #bestsNow(): readonly (Best | undefined)[] {
    const again = new Map(this.#questions.map((question, i) => [question.again, this.#answers[i]]))
    return this.#strategy.bests.map(best => {
      const answer = best && again.get(best.id)
      return answer ? reassessed(best, answer) : best
    })
  }

  #answer({ id, fitness, weight = 1 }: Evaluation): void {
    const place = id - this.#first
    this.#answers[place] = {
      id,
      params: this.#questions[place]!.params,
      fitness: Number.isFinite(fitness) ? fitness + 0 : NaN,
      weight,
    }
    this.#waiting--
    if (this.#questions[place]!.purpose === 'reassess') this.#againWaiting--
  }

  #advance(): void {
    const answers = this.#answers.map(answer => answer!)
    this.#strategy.replaceBests(this.#bestsNow)
    const own = answers.filter((_, i) => this.#questions[i]!.purpose !== 'reassess')
    this.#strategy.learn(own, this.#iteration, this.#random)
    this.#first += this.#questions.length
    this.#iteration++
    this.#questions = this.#nextQuestions()
    this.#expectAll()
  }

  #nextQuestions(): readonly Question[] {
    const moves = this.#strategy.questions(this.#iteration, this.#random)
    const { reassess } = this.#setup
    if (moves.length === 0 || reassess === 0 || this.#iteration === 0 || this.#iteration % reassess !== 0) return moves
    const again = this.#strategy.bests.flatMap((best): Question[] =>
      best ? [{ purpose: 'reassess', params: best.params, again: best.id }] : [],
    )
    return [...moves, ...again]
  }

  #expectAll(): void {
    this.#answers = this.#questions.map(() => undefined)
    this.#waiting = this.#questions.length
    this.#againWaiting = this.#questions.filter(({ purpose }) => purpose === 'reassess').length
  }
}
