/** What a point of a run's search is worth: games, and a fitness of them. Playing them is somebody else's work. */
import { oneOf, wholeInRange } from '../settingChecks'
import { boardObjective, type BoardObjective } from './boardObjective'
import { meanOf, measure, type GameOutcome } from './fitness'
import { checkRacing } from './racing'
import { SEED_POLICIES } from './seeds'

/** Every field but the seeds' policy is part of the meaning of a fitness. */
export type ObjectiveSpec = BoardObjective

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
  const { games, seeds, racing } = spec
  boardObjective.check(spec)
  wholeInRange('objective.games', games, 1, MAX_GAMES_EACH)
  oneOf('objective.seeds', seeds, SEED_POLICIES)
  checkRacing(racing, games)
  return spec
}

/** Every weight by its name as it stood before, tuned or not. */
export function originOf(spec: ObjectiveSpec): Readonly<Record<string, number>> {
  return boardObjective.origin(spec)
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
