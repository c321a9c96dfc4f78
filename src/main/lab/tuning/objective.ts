/** Evaluates points of the search by games on the pool. */
import { LabError } from '../../../core/errors'
import { evaluationOf, type EvaluationResult, type ObjectiveSpec } from '../../../core/contract/tuning/objective'
import type { GameOutcome } from '../../../core/tuning/fitness'
import type { Candidate } from '../../../core/tuning/optimizer'
import { gamesToPlay } from '../../../core/tuning/racing'
import { trainingSeeds } from '../../../core/tuning/seeds'
import { runGamesOf, type RunGame, type RunGamePlayed, type RunGames, type RunPool } from './runGames'

export interface Evaluated {
  readonly candidate: Candidate
  /** `undefined` if it failed twice. */
  readonly result: EvaluationResult | undefined
  /** The reason for the last failure. */
  readonly error: string | null
  /** True if it was repeated because it failed at first. */
  readonly retried: boolean
  /** Time of its games on their threads. */
  readonly ms: number
}

/** An objective whose results depend on the candidate alone: not on threads, time, or other candidates. */
export interface Objective {
  /** Reports each evaluation when it is complete, in no fixed order. After the signal aborts it resolves, and reports no more. */
  evaluate(candidates: readonly Candidate[], onEvaluated: (evaluated: Evaluated) => void, signal: AbortSignal): Promise<void>
}

/** Maximum number of games in the pool, not counting one evaluation: enough for many threads, few enough for memory. */
const MOST_WAITING = 2000

/** Evaluates by whole games. If a game is lost with its thread, its evaluation is repeated from its first game, once. */
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
  /** Increases when the evaluation restarts: games of an earlier attempt do not count. */
  attempt: number
  outcomes: GameOutcome[]
  /** Games given to the pool that have not ended. */
  left: number
  ms: number
}

/** Maps candidates to games of the pool, and back. */
class EvaluationBatch {
  /** The games that have not ended, by number. */
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

  /** Games of the next candidates, as long as few are waiting. */
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

  /** The games to play before the next look. */
  #play(of: InPlay): RunGame[] {
    const { candidate, subject, attempt, outcomes } = of
    const from = outcomes.length
    const count = gamesToPlay(this.spec, candidate.rival, outcomes)
    of.left = count
    this.#waiting += count
    return trainingSeeds(this.spec.seeds, this.seed, candidate, from, count).map((seed, i) => {
      this.#owners.set(this.#asked++, { of, attempt, place: from + i })
      return { subject, seed, place: from + i, set: 'search' as const }
    })
  }

  /** `undefined` for invalid weights, for which a second attempt would fail too. */
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
