/** The objective of a run that tunes an evaluator of 2048: games of one player. */
import { checkEvaluator, familyOf } from '../../games/twenty48/heuristics/evaluator'
import type { TermEvaluator } from '../../games/twenty48/heuristics/family'
import type { Player } from '../../games/twenty48/player'
import { checkLimits, checkSettings, type Depth, type SearchSettings } from '../../search/settings'
import { wholeInRange, within } from '../../settingChecks'
import { checkFitness, type BoardFitness } from '../../tuning/fitness'
import { type TunedParameter, checkTuned, weightsAt } from '../../tuning/tunedParameter'
import type { Racing } from '../../tuning/racing'
import type { SeedPolicy } from '../../tuning/seeds'

/** Fields of the objectives of all games. */
export interface AnyObjective {
  /** One or more, in the order of an optimiser's coordinates. */
  readonly tuned: readonly TunedParameter[]
  /** Games of one evaluation, unless racing stops it: games of 2048, or pairs of games against an opponent. */
  readonly games: number
  readonly seeds: SeedPolicy
  readonly racing: Racing
}

/** An objective's behaviour apart from its fitness: one implementation per kind. */
export interface ObjectiveKind<Spec extends AnyObjective> {
  /** Checks the fields that only this kind has. @throws {LabError} `BAD_SETTING`, naming the field as `objective.games` */
  check(spec: Spec): void
  /** Every weight by name at the origin, tuned or not. */
  origin(spec: Spec): Readonly<Record<string, number>>
  /** How the games are played: follows a number of games in a sentence. */
  search(spec: Spec): string
}

export const BOARD_GAME = 'twenty48'

export interface BoardObjective extends AnyObjective {
  /** Absent by default, as in all files and runs from before there were other games. */
  readonly game?: typeof BOARD_GAME
  /** Whole games; absent by default, as before there were other kinds. */
  readonly kind?: 'games'
  /** Contains the parameters that are not tuned, and the origin of the tuned ones. */
  readonly evaluator: TermEvaluator
  readonly settings: SearchSettings
  /** The only limit of a search, so that games are reproducible. */
  readonly depth: Depth
  readonly fitness: BoardFitness
  /** A game ends after this number of moves, and counts with its score so far. */
  readonly maxSlides: number | 'none'
}

/** What a player of 2048 and its tuned weights are made of. */
interface Played {
  readonly evaluator: TermEvaluator
  readonly tuned: readonly TunedParameter[]
  readonly settings: SearchSettings
  readonly depth: Depth
}

export const boardObjective: ObjectiveKind<BoardObjective> = {
  origin: ({ evaluator }) => evaluator.parameters,
  search: ({ depth }) => `at depth ${depth}`,
  check(spec) {
    const { fitness, maxSlides } = spec
    checkPlayed(spec)
    checkFitness(fitness)
    if (maxSlides !== 'none') wholeInRange('objective.maxSlides', maxSlides, 1, 1e6)
  },
}

/** @throws {LabError} `BAD_SETTING`, naming the field */
export function checkPlayed({ evaluator, tuned, settings, depth }: Played): void {
  within('objective.evaluator', () => checkEvaluator(evaluator))
  checkTuned(tuned, {
    name: `the ${evaluator.family} evaluator`,
    ids: familyOf(evaluator.family).parameters.map(({ id }) => id),
    check: (id, value) => void checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, [id]: value } }),
  })
  within('objective.settings', () => checkSettings(settings))
  within('objective', () => checkLimits({ depth }))
}

/** The player whose weights the run is to improve. */
export function originPlayer({ evaluator, settings, depth }: Played): Player {
  return { evaluator, settings, limits: { depth } }
}

/** The player at a point. @throws {LabError} `BAD_SETTING` for weights outside the evaluator's range: a failed evaluation */
export function playerAt({ evaluator, tuned, settings, depth }: Played, params: readonly number[]): Player {
  const parameters = { ...evaluator.parameters, ...weightsAt(tuned, params) }
  return { evaluator: checkEvaluator({ ...evaluator, parameters }), settings, limits: { depth } }
}
