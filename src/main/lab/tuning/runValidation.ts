import type { ValidationSummary } from '../../../core/contract/calls'
import type {
  NewValidation,
  StoredRun,
  StoredValidated,
  StoredValidation,
  ValidationGame,
} from '../../../core/contract/storedRuns'
import type { LabError } from '../../../core/errors'
import type { Evaluator } from '../../../core/games/twenty48/heuristics/family'
import { playerAt } from '../../../core/tuning/objective'
import type { Best } from '../../../core/tuning/optimizer'
import { validationSeeds } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/tuning/tuningConfig'
import type { GameTask } from '../../compute/works'
import type { PlayedGame, Pool } from '../../compute/pool'
import type { Store } from '../../store/store'
import { rulesOf } from './objective'
import type { RunPace } from './runPace'
import { summaryOf } from './validationSummary'

/** How many of the best points of a run are played against each other before one is called best. */
export const CONTENDERS = 5
/** Games are written so often; what was not is played again after a kill. */
const WRITE_MS = 500
/** And when so many wait, whatever the time. */
const MOST_WAITING = 1000

export interface ValidationOptions {
  readonly store: Pick<Store, 'runs' | 'validations'>
  readonly pool: Pick<Pool, 'playTasks'>
  readonly run: StoredRun
  readonly config: TuningConfig
  readonly pace: RunPace
  /** Hears how many games are left: must be cheap. */
  readonly onProgress: (left: number) => void
}

/** Games of one contender for the choice between them: together about as many as the report has. */
export function selectionGames({ validation }: TuningConfig): number {
  return Math.max(2, Math.ceil(validation.games / CONTENDERS))
}

/**
 * The validations of a run. Before a best is called best, the few that look best play games that no evaluation played, and the
 * one with the highest fitness in these is chosen; what is told of it comes from other games yet, so that neither the search nor the
 * choice has seen them. The weights that the run was to improve play the same games.
 */
export class RunValidation {
  constructor(private readonly options: ValidationOptions) {}

  /** Chooses and reports, going on where it stopped; what was complete stays. @param contenders the best first; none: only the origin is played. */
  async finish(contenders: readonly Best[], signal: AbortSignal): Promise<void> {
    const { store, run, config } = this.options
    const games = config.validation.games
    const of = (best: Best, rest: Pick<NewValidation, 'purpose' | 'from' | 'games'>): NewValidation => ({
      ...{ run: run.id, subject: 'candidate', candidate: best.id, position: best.params, iteration: run.iterations },
      ...rest,
    })
    const isHere = ({ iteration }: StoredValidation) => iteration === run.iterations
    let known = await store.validations.list(run.id)
    if (contenders.length > 1 && !known.some(each => isHere(each) && each.purpose === 'select')) {
      const selection = { purpose: 'select', from: games, games: selectionGames(config) } as const
      await store.validations.begin(contenders.slice(0, CONTENDERS).map(best => of(best, selection)))
    }
    if (!(await this.playAll(signal))) return
    known = await store.validations.list(run.id)
    const chosen = chosenOf(known.filter(each => isHere(each) && each.purpose === 'select'))
    const best = contenders.find(({ id }) => id === chosen) ?? contenders[0]
    const report = { purpose: 'report', from: 0, games } as const
    const isReport = (each: StoredValidation) => each.purpose === 'report' && each.from === 0 && each.games === games
    // of this very candidate: a person may have had others validated before the choice was made
    const hasBest = known.some(each => isReport(each) && isHere(each) && each.candidate === best?.id)
    const hasOrigin = known.some(each => isReport(each) && each.subject === 'origin')
    await store.validations.begin([
      ...(best && !hasBest ? [of(best, report)] : []),
      ...(hasOrigin
        ? []
        : [{ run: run.id, subject: 'origin', candidate: null, position: null, iteration: run.iterations, ...report } as const]),
    ])
    await this.playAll(signal)
  }

  /** Plays every validation of the run that is not complete. @returns whether all are. */
  async playAll(signal: AbortSignal): Promise<boolean> {
    const { store, run, onProgress } = this.options
    const waiting = (await store.validations.list(run.id)).filter(({ summary }) => summary === null)
    let left = waiting.reduce((sum, { games, done }) => sum + games - done, 0)
    onProgress(left)
    for (const each of waiting) {
      if (signal.aborted) return false
      await this.#play(each, signal, () => onProgress(--left))
    }
    return !signal.aborted
  }

  async #play(validation: StoredValidation, signal: AbortSignal, onGame: () => void): Promise<void> {
    const { store, pool, config, pace } = this.options
    const known = await store.validations.games(validation.id)
    const games = new Map(known.map(game => [game.place, game]))
    const missing = Array.from({ length: validation.games }, (_, place) => place).filter(place => !games.has(place))
    const seeds = validationSeeds(config.seed, validation.from, validation.games)
    const evaluator = this.#evaluator(validation)
    const places = [...missing]
    const lost = new Set<number>()
    let waiting: ValidationGame[] = []
    let since = performance.now()
    let writing: Promise<void> = Promise.resolve()
    const write = (summary?: ValidationSummary): Promise<void> => {
      const [batch, ms] = [waiting, performance.now() - since]
      waiting = []
      since = performance.now()
      writing = writing.then(() => store.validations.addGames(validation.id, batch, ms, summary))
      return writing
    }
    const task = (place: number): GameTask => ({ evaluator, seed: seeds[place]! })
    const take = ({ result, ms }: PlayedGame, index: number): void => {
      const place = places[index]!
      const { score, slides, maxRank } = result
      const game: ValidationGame = { place, score, slides, maxRank, ms }
      games.set(place, game)
      waiting.push(game)
      pace.add(1, ms)
      onGame()
      if (waiting.length >= MOST_WAITING || performance.now() - since > WRITE_MS) write().catch(() => undefined) // told by the last one
    }
    let failure: LabError | undefined
    const controller = new AbortController()
    const lose = (index: number, error: LabError): GameTask[] => {
      const place = places[index]!
      if (lost.has(place)) {
        failure = error
        controller.abort()
        return []
      }
      lost.add(place)
      places.push(place)
      return [task(place)]
    }
    const both = AbortSignal.any([signal, controller.signal])
    await pool.playTasks(rulesOf(config.objective), missing.map(task), take, { signal: both, onLost: lose })
    const ordered = [...games.values()].sort((a, b) => a.place - b.place)
    await write(ordered.length === validation.games ? await summaryOf(config, ordered) : undefined)
    if (failure) throw failure
  }

  #evaluator({ position }: StoredValidation): Evaluator {
    const { objective } = this.options.config
    return position ? playerAt(objective, position).evaluator : objective.evaluator
  }
}

/** The candidate with the highest fitness in complete validations; of equals the one that looked best before. */
function chosenOf(selection: readonly StoredValidation[]): number | null {
  const fitness = ({ summary }: StoredValidation) => (summary as ValidationSummary).fitness
  return (
    selection.reduce<StoredValidation | undefined>(
      (best, each) => (best && fitness(best) >= fitness(each) ? best : each),
      undefined,
    )?.candidate ?? null
  )
}

/** What is told of a run: the last complete report of a candidate. */
export function validatedOf(validations: readonly StoredValidation[]): StoredValidated | undefined {
  const report = validations.findLast(
    ({ subject, purpose, summary }) => subject === 'candidate' && purpose === 'report' && summary !== null,
  )
  if (!report) return undefined
  const { games, mean, interval } = report.summary as ValidationSummary
  return { candidate: report.candidate!, position: report.position!, games, mean, interval }
}
