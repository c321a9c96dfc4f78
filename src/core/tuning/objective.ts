/** From weights to games, and from games to a fitness. Playing them is somebody else's work. */
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Player } from '../games/twenty48/player'
import { checkLimits, checkSettings, type Depth, type SearchSettings } from '../search/settings'
import { oneOf, wholeInRange, within } from '../settingChecks'
import { checkFitness, meanOf, measure, type Fitness, type GameOutcome } from './fitness'
import { checkRacing, type Racing } from './racing'
import { SEED_POLICIES, type SeedPolicy } from './seeds'
import { checkTuned, evaluatorAt, type TunedParameter } from './tunedParameter'

/** What a point of the search is worth. Every field but the seeds' policy is part of the meaning of a fitness. */
export interface ObjectiveSpec {
  /** Holds the parameters that are not tuned, and where the tuned ones stood before. */
  readonly evaluator: Evaluator
  /** One or more, in the order of an optimiser's coordinates. */
  readonly tuned: readonly TunedParameter[]
  readonly settings: SearchSettings
  /** The only limit of a search, so that games are reproducible. */
  readonly depth: Depth
  /** Of one evaluation, where racing does not stop it. */
  readonly games: number
  readonly fitness: Fitness
  readonly seeds: SeedPolicy
  readonly racing: Racing
  /** A game ends after this number of slides, and counts as it stands. */
  readonly maxSlides: number | 'none'
}

/** Most games of one evaluation. */
const MAX_GAMES_EACH = 100_000

/** What an evaluation came to; the time it took is for who played the games to add. */
export interface EvaluationResult {
  readonly fitness: number
  /** Of the fitness, in its unit; `null` of one game. */
  readonly standardError: number | null
  /** Of the scores, whatever the fitness is. */
  readonly mean: number
  readonly meanError: number | null
  /** Fewer than the objective's where racing stopped it: then fitness, errors and means are of these. */
  readonly games: number
  readonly stopped: boolean
}

/** @throws {LabError} `BAD_SETTING`, naming the field as `objective.games`. */
export function checkObjective(spec: ObjectiveSpec): ObjectiveSpec {
  const { evaluator, tuned, settings, depth, games, fitness, seeds, racing, maxSlides } = spec
  checkTuned(tuned, evaluator)
  within('objective.settings', () => checkSettings(settings))
  within('objective', () => checkLimits({ depth }))
  wholeInRange('objective.games', games, 1, MAX_GAMES_EACH)
  checkFitness(fitness)
  oneOf('objective.seeds', seeds, SEED_POLICIES)
  checkRacing(racing, games)
  if (maxSlides !== 'none') wholeInRange('objective.maxSlides', maxSlides, 1, 1e6)
  return spec
}

/** Who plays the games at a point. @throws {LabError} `BAD_SETTING` on weights that no evaluator takes: an evaluation that failed. */
export function playerAt({ evaluator, tuned, settings, depth }: ObjectiveSpec, params: readonly number[]): Player {
  return { evaluator: evaluatorAt(evaluator, tuned, params), settings, limits: { depth } }
}

/** @param outcomes one or more, in the order of their seeds */
export function evaluationOf({ fitness, games }: ObjectiveSpec, outcomes: readonly GameOutcome[]): EvaluationResult {
  const scores = meanOf(outcomes.map(({ score }) => score))
  return {
    ...measure(fitness, outcomes),
    mean: scores.fitness,
    meanError: scores.standardError,
    games: outcomes.length,
    stopped: outcomes.length < games,
  }
}
