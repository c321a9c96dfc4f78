/** What points of the search are worth, by games over the pool. */
import { LabError } from '../../../core/errors'
import type { Evaluator } from '../../../core/games/twenty48/heuristics/family'
import type { GameRules } from '../../../core/games/twenty48/player'
import { evaluationOf, playerAt, type EvaluationResult, type ObjectiveSpec } from '../../../core/tuning/objective'
import type { GameOutcome } from '../../../core/tuning/fitness'
import type { Candidate } from '../../../core/tuning/optimizer'
import { gamesToPlay } from '../../../core/tuning/racing'
import { trainingSeeds } from '../../../core/tuning/seeds'
import type { GameTask } from '../../compute/pool/works'
import type { Pool } from '../../compute/pool/pool'

export interface Evaluated {
  readonly candidate: Candidate
  /** `undefined` where it failed, and failed again. */
  readonly result: EvaluationResult | undefined
  /** Why it failed, the last time. */
  readonly error: string | null
  /** Whether it was made twice because it failed the first time. */
  readonly retried: boolean
  /** Time of its games on their threads. */
  readonly ms: number
}

/** What follows from a candidate alone: neither threads, nor time, nor the other candidates play a part. */
export interface Objective {
  /** Tells each evaluation as it is complete, in no fixed order. Once the signal aborts it resolves, and no more are told. */
  evaluate(candidates: readonly Candidate[], onEvaluated: (evaluated: Evaluated) => void, signal: AbortSignal): Promise<void>
}

/** Games that are in the hands of the pool at most, but for one evaluation: enough for many threads, and few enough to keep in mind. */
const MOST_WAITING = 2000

export function rulesOf({ settings, depth, maxSlides }: ObjectiveSpec): GameRules {
  return { settings, limits: { depth }, ...(maxSlides !== 'none' && { maxSlides }) }
}

/** Evaluates by whole games. An evaluation whose game is lost with its thread is made again from its first game, once. */
export class PoolObjective implements Objective {
  readonly #rules: GameRules

  constructor(
    private readonly pool: Pick<Pool, 'playTasks'>,
    private readonly spec: ObjectiveSpec,
    private readonly seed: number,
  ) {
    this.#rules = rulesOf(spec)
  }

  async evaluate(
    candidates: readonly Candidate[],
    onEvaluated: (evaluated: Evaluated) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const batch = new EvaluationBatch(candidates, this.spec, this.seed, onEvaluated)
    await this.pool.playTasks(this.#rules, batch.next(), ({ result, ms }, task) => batch.take(task, result, ms), {
      signal,
      onLost: (task, error) => batch.lose(task, error),
    })
  }
}

interface InPlay {
  readonly candidate: Candidate
  readonly evaluator: Evaluator
  /** Grows when the evaluation begins anew: games of an earlier attempt do not count. */
  attempt: number
  outcomes: GameOutcome[]
  /** Games that are asked for and have not ended. */
  left: number
  ms: number
}

/** Candidates as tasks of the pool, and back. */
class EvaluationBatch {
  /** Of the tasks that have not ended, by their numbers. */
  readonly #owners = new Map<number, { readonly of: InPlay; readonly attempt: number; readonly place: number }>()
  #tasks = 0
  #next = 0
  #waiting = 0

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly spec: ObjectiveSpec,
    private readonly seed: number,
    private readonly onEvaluated: (evaluated: Evaluated) => void,
  ) {}

  /** Games of the next candidates, as long as few enough are waiting. */
  next(): GameTask[] {
    const tasks: GameTask[] = []
    while (this.#next < this.candidates.length && this.#waiting < MOST_WAITING) {
      const candidate = this.candidates[this.#next++]!
      const evaluator = this.#evaluator(candidate)
      if (evaluator) tasks.push(...this.#play({ candidate, evaluator, attempt: 0, outcomes: [], left: 0, ms: 0 }))
    }
    return tasks
  }

  take(task: number, outcome: GameOutcome, ms: number): GameTask[] {
    const { of, attempt, place } = this.#owner(task)
    if (attempt !== of.attempt) return this.next()
    of.outcomes[place] = { score: outcome.score, maxRank: outcome.maxRank }
    of.ms += ms
    of.left--
    if (of.left > 0) return this.next()
    const more = this.#play(of)
    if (more.length === 0) this.#tell(of, evaluationOf(this.spec, of.outcomes), null)
    return [...more, ...this.next()]
  }

  lose(task: number, error: LabError): GameTask[] {
    const { of, attempt } = this.#owner(task)
    if (attempt !== of.attempt) return this.next()
    of.attempt++
    if (of.attempt > 1) {
      this.#tell(of, undefined, error.message)
      return this.next()
    }
    of.outcomes = []
    of.left = 0
    return [...this.#play(of), ...this.next()]
  }

  #owner(task: number) {
    const owner = this.#owners.get(task)!
    this.#owners.delete(task)
    this.#waiting--
    return owner
  }

  /** As many games as have to be played before the next look. */
  #play(of: InPlay): GameTask[] {
    const { candidate, evaluator, attempt, outcomes } = of
    const from = outcomes.length
    const count = gamesToPlay(this.spec, candidate.rival, outcomes)
    of.left = count
    this.#waiting += count
    return trainingSeeds(this.spec.seeds, this.seed, candidate, from, count).map((seed, i) => {
      this.#owners.set(this.#tasks++, { of, attempt, place: from + i })
      return { evaluator, seed }
    })
  }

  /** `undefined` of weights that no evaluator takes, which no second attempt would change: it has failed. */
  #evaluator(candidate: Candidate): Evaluator | undefined {
    try {
      return playerAt(this.spec, candidate.params).evaluator
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      this.onEvaluated({ candidate, result: undefined, error: error.message, retried: false, ms: 0 })
      return undefined
    }
  }

  #tell({ candidate, attempt, ms }: InPlay, result: EvaluationResult | undefined, error: string | null): void {
    this.onEvaluated({ candidate, result, error, retried: attempt > 0, ms })
  }
}
