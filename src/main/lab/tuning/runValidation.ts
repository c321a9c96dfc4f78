import type { ValidationSummary } from '../../../core/contract/calls'
import type {
  NewValidation,
  StoredEvaluation,
  StoredTuning,
  StoredValidated,
  StoredValidation,
  ValidationGame,
} from '../../../core/contract/storedRuns'
import type { LabError } from '../../../core/errors'
import type { Best } from '../../../core/tuning/optimizer'
import { validationSeeds } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { Store } from '../../store/store'
import { WriteBehind } from '../saving/writeBehind'
import { runGamesOf, type RunGame, type RunGamePlayed, type RunPool } from './runGames'
import type { RunPace } from './runPace'
import { summaryOf } from './validationSummary'

/** Number of a run's best points that are compared before one of them is chosen. */
export const CONTENDERS = 5

export interface ValidationOptions {
  readonly store: Pick<Store, 'runs' | 'validations'>
  readonly pool: RunPool
  readonly run: StoredTuning
  readonly config: TuningConfig
  readonly pace: RunPace
  /** Called with the number of games left: must be cheap. */
  readonly onProgress: (left: number) => void
}

/** Games of each contender for the choice: together about as many as the report has. */
export function selectionGames({ validation }: TuningConfig): number {
  return Math.max(2, Math.ceil(validation.games / CONTENDERS))
}

/**
 * The validations of a run. The few candidates that look best play games that no evaluation has played, and the one with the highest
 * fitness in these is chosen. Its reported result comes from yet other games, which neither the search nor the choice has seen. The run's
 * origin plays the same games. Further validations by the user play games of their own, and do not affect the choice.
 */
export class RunValidation {
  constructor(private readonly options: ValidationOptions) {}

  async hasBegun(): Promise<boolean> {
    const { store, run } = this.options
    return isChoiceBegun(run, await store.validations.list(run.id))
  }

  /** Chooses and reports, or resumes that; complete validations stay. @param contenders best first; none: only the origin plays */
  async finish(contenders: readonly Best[], signal: AbortSignal): Promise<void> {
    const { store, run, config } = this.options
    if (!(await this.hasBegun())) await store.validations.begin(beginningOf(run, config, contenders))
    const reports = (await this.#reports(contenders)).length
    if (!(await this.playAll(signal, reports * config.validation.games))) return
    await store.validations.begin(await this.#reports(contenders))
    await this.playAll(signal)
  }

  /** What a choice lacks of its result: reports of the chosen candidate and of the origin. */
  async #reports(contenders: readonly Best[]): Promise<NewValidation[]> {
    const { store, run, config } = this.options
    const { games } = config.validation
    const known = await store.validations.list(run.id)
    const here = known.filter(each => isOfChoice(each) && each.iteration === run.iterations)
    const chosen = chosenOf(here.filter(({ purpose, summary }) => purpose === 'select' && summary !== null))
    const best = contenders.find(({ id }) => id === chosen) ?? contenders[0]
    const hasReport = here.some(({ purpose }) => purpose === 'report')
    const origin: NewValidation = { ...reportOf(run, games), subject: 'origin', candidate: null, position: null }
    return [
      ...(best && !hasReport ? [{ ...reportOf(run, games), ...subjectOf(best) }] : []),
      ...(known.some(each => each.subject === 'origin' && each.games === games) ? [] : [origin]),
    ]
  }

  /** Plays every incomplete validation of the run. @param later games of others that follow @returns true if all are complete */
  async playAll(signal: AbortSignal, later = 0): Promise<boolean> {
    const { store, run, onProgress } = this.options
    const waiting = (await store.validations.list(run.id)).filter(({ summary }) => summary === null)
    let left = waiting.reduce((sum, { games, done }) => sum + games - done, later)
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
    const runGames = runGamesOf(pool, config.objective)
    const subject = validation.position ? runGames.at(validation.position) : runGames.origin
    const places = [...missing]
    const lost = new Set<number>()
    let waiting: ValidationGame[] = []
    let since = performance.now()
    let summary: ValidationSummary | undefined
    const behind = new WriteBehind(async () => {
      const [batch, ms] = [waiting, performance.now() - since]
      waiting = []
      since = performance.now()
      await store.validations.addGames(validation.id, batch, ms, summary)
    })
    const failed = new AbortController() // after a second failure there is no third attempt
    const task = (place: number): RunGame => ({
      subject,
      seed: seeds[place]!,
      place: validation.from + place,
      set: validation.purpose,
    })
    const take = (played: RunGamePlayed, index: number): void => {
      const place = places[index]!
      const game: ValidationGame = { place, ...played }
      games.set(place, game)
      waiting.push(game)
      pace.add(1, played.ms)
      onGame()
      behind.changed()
    }
    const lose = (index: number, error: LabError): RunGame[] => {
      const place = places[index]!
      if (lost.has(place)) {
        failed.abort(error)
        return []
      }
      lost.add(place)
      places.push(place)
      return [task(place)]
    }
    const any = AbortSignal.any([signal, failed.signal, behind.signal]) // what cannot be saved is not played
    await runGames.play(missing.map(task), take, { signal: any, onLost: lose })
    const ordered = [...games.values()].sort((a, b) => a.place - b.place)
    if (ordered.length === validation.games) summary = await summaryOf(config, ordered, validation)
    behind.changed()
    await behind.flush()
    failed.signal.throwIfAborted()
  }
}

function subjectOf({ id, params }: Pick<Best, 'id' | 'params'>): Pick<NewValidation, 'subject' | 'candidate' | 'position'> {
  return { subject: 'candidate', candidate: id, position: params }
}

function reportOf({ id, iterations }: StoredTuning, games: number): Omit<NewValidation, 'subject' | 'candidate' | 'position'> {
  return { run: id, iteration: iterations, purpose: 'report', byHand: false, from: 0, games }
}

/**
 * The first validations of a choice between contenders: games that choose, numbered after those of the report. A single contender needs
 * only the report.
 */
export function beginningOf(run: StoredTuning, config: TuningConfig, contenders: readonly Best[]): NewValidation[] {
  if (contenders.length < 2) return contenders.map(best => ({ ...reportOf(run, config.validation.games), ...subjectOf(best) }))
  const games = { purpose: 'select', byHand: false, from: config.validation.games, games: selectionGames(config) } as const
  return contenders.slice(0, CONTENDERS).map(best => ({ run: run.id, iteration: run.iterations, ...subjectOf(best), ...games }))
}

/**
 * Reports of candidates that the user named. Each plays games that no other validation of the run plays, so that the best of many was at
 * least not selected on the same games.
 * @param known all validations of the run so far
 */
export function reportsByHand(
  run: StoredTuning,
  config: TuningConfig,
  candidates: readonly StoredEvaluation[],
  games: number,
  known: readonly StoredValidation[],
): NewValidation[] {
  const ofChoice = config.validation.games + selectionGames(config)
  const free = known.reduce((end, each) => Math.max(end, each.from + each.games), ofChoice)
  return candidates.map(({ id, position }, i) => ({
    ...reportOf(run, games),
    ...subjectOf({ id, params: [...position] }),
    byHand: true,
    from: free + i * games,
  }))
}

/** True if a choice was begun in the run's current state. */
export function isChoiceBegun({ iterations }: StoredTuning, known: readonly StoredValidation[]): boolean {
  return known.some(each => isOfChoice(each) && each.iteration === iterations)
}

/** True unless the user started it, or it is of the run's origin. */
function isOfChoice({ subject, byHand }: StoredValidation): boolean {
  return subject === 'candidate' && !byHand
}

/** The candidate with the highest fitness in complete validations; among equals, the one that looked best before. */
function chosenOf(selection: readonly StoredValidation[]): number | null {
  const fitness = ({ summary }: StoredValidation) => (summary as ValidationSummary).fitness
  return (
    selection.reduce<StoredValidation | undefined>(
      (best, each) => (best && fitness(best) >= fitness(each) ? best : each),
      undefined,
    )?.candidate ?? null
  )
}

/** The result of the last complete choice. */
export interface Choice {
  readonly report: StoredValidation
  /** The report of the run's origin on the same games; `undefined` before it is complete. */
  readonly origin: StoredValidation | undefined
}

export function choiceOf(validations: readonly StoredValidation[]): Choice | undefined {
  const reports = validations.filter(({ purpose, summary }) => purpose === 'report' && summary !== null)
  const report = reports.findLast(isOfChoice)
  if (!report) return undefined
  const { from, games } = report
  return { report, origin: reports.findLast(each => each.subject === 'origin' && each.from === from && each.games === games) }
}

/** Number of candidates that were validated for a report, by the choice or by the user. */
export function looksAt(validations: readonly StoredValidation[]): number {
  return validations.filter(each => each.subject === 'candidate' && each.purpose === 'report' && each.summary !== null).length
}

/** A run's reported result: that of the chosen candidate. */
export function validatedOf(validations: readonly StoredValidation[]): StoredValidated | undefined {
  const choice = choiceOf(validations)
  if (!choice) return undefined
  const { candidate, position, summary } = choice.report
  const { games, mean, interval, always = null } = summary as ValidationSummary
  return { candidate: candidate!, position: position!, games, mean, interval, always, looks: looksAt(validations) }
}
