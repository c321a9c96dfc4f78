/** What points of the search are worth, by games over the pool. */
import { LabError } from '../../../core/errors'
import { evaluationOf, type EvaluationResult, type ObjectiveSpec } from '../../../core/tuning/objective'
import type { GameOutcome } from '../../../core/tuning/fitness'
import type { Candidate } from '../../../core/tuning/optimizer'
import { gamesToPlay } from '../../../core/tuning/racing'
import { trainingSeeds } from '../../../core/tuning/seeds'
import { runGamesOf, type RunGame, type RunGamePlayed, type RunGames, type RunPool } from './runGames'

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

/** Evaluates by whole games. An evaluation whose game is lost with its thread is made again from its first game, once. */
export class PoolObjective implements Objective {
  readonly #games: RunGames

  constructor(
    pool: RunPool,
    private readonly spec: ObjectiveSpec,
    private readonly seed: number,
  ) {
    this.#games = runGamesOf(pool, spec)
  }

  async evaluate(
    candidates: readonly Candidate[],
    onEvaluated: (evaluated: Evaluated) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const batch = new EvaluationBatch(candidates, this.spec, this.seed, this.#games, onEvaluated)
    await this.#games.play(batch.next(), (played, game) => batch.take(game, played), {
      signal,
      onLost: (game, error) => batch.lose(game, error),
    })
  }
}

interface InPlay {
  readonly candidate: Candidate
  readonly subject: unknown
  /** Grows when the evaluation begins anew: games of an earlier attempt do not count. */
  attempt: number
  outcomes: GameOutcome[]
  /** Games that are asked for and have not ended. */
  left: number
  ms: number
}

/** Candidates as games of the pool, and back. */
class EvaluationBatch {
  /** Of the games that have not ended, by their numbers. */
  readonly #owners = new Map<number, { readonly of: InPlay; readonly attempt: number; readonly place: number }>()
  #asked = 0
  #next = 0
  #waiting = 0

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly spec: ObjectiveSpec,
    private readonly seed: number,
    private readonly games: Pick<RunGames, 'at'>,
    private readonly onEvaluated: (evaluated: Evaluated) => void,
  ) {}

  /** Games of the next candidates, as long as few enough are waiting. */
  next(): RunGame[] {
    const games: RunGame[] = []
    while (this.#next < this.candidates.length && this.#waiting < MOST_WAITING) {
      const candidate = this.candidates[this.#next++]!
      const subject = this.#subject(candidate)
      if (subject !== undefined) games.push(...this.#play({ candidate, subject, attempt: 0, outcomes: [], left: 0, ms: 0 }))
    }
    return games
  }

  take(game: number, { score, maxRank, wins, ms }: RunGamePlayed): RunGame[] {
    const { of, attempt, place } = this.#owner(game)
    if (attempt !== of.attempt) return this.next()
    of.outcomes[place] = { score, maxRank, wins }
    of.ms += ms
    of.left--
    if (of.left > 0) return this.next()
    const more = this.#play(of)
    if (more.length === 0) this.#tell(of, evaluationOf(this.spec, of.outcomes), null)
    return [...more, ...this.next()]
  }

  lose(game: number, error: LabError): RunGame[] {
    const { of, attempt } = this.#owner(game)
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

  #owner(game: number) {
    const owner = this.#owners.get(game)!
    this.#owners.delete(game)
    this.#waiting--
    return owner
  }

  /** As many games as have to be played before the next look. */
  #play(of: InPlay): RunGame[] {
    const { candidate, subject, attempt, outcomes } = of
    const from = outcomes.length
    const count = gamesToPlay(this.spec, candidate.rival, outcomes)
    of.left = count
    this.#waiting += count
    return trainingSeeds(this.spec.seeds, this.seed, candidate, from, count).map((seed, i) => {
      this.#owners.set(this.#asked++, { of, attempt, place: from + i })
      return { subject, seed }
    })
  }

  /** `undefined` of weights that nobody takes, which no second attempt would change: it has failed. */
  #subject(candidate: Candidate): unknown {
    try {
      return this.games.at(candidate.params)
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
