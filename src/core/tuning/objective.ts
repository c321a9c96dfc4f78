/** What a point of a run's search is worth: games, and a fitness of them. The pool plays them. */
import { oneOf, wholeInRange } from '../settingChecks'
import { BOARD_GAME, boardObjective, type BoardObjective } from './boardObjective'
import { meanOf, measure, type GameOutcome } from './fitness'
import { gameObjective, type GameObjective } from './gameObjective'
import type { ObjectiveKind } from './objectiveKind'
import { checkRacing } from './racing'
import { SEED_POLICIES } from './seeds'

/** Of 2048 or of any other game. Every field but the seeds' policy is part of the meaning of a fitness. */
export type ObjectiveSpec = BoardObjective | GameObjective

export function isGameObjective(spec: ObjectiveSpec): spec is GameObjective {
  return spec.game !== undefined && spec.game !== BOARD_GAME
}

function kindOf(spec: ObjectiveSpec): ObjectiveKind<ObjectiveSpec> {
  return isGameObjective(spec) ? gameObjective : boardObjective
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
  const { games, seeds, racing } = spec
  kindOf(spec).check(spec)
  wholeInRange('objective.games', games, 1, MAX_GAMES_EACH)
  oneOf('objective.seeds', seeds, SEED_POLICIES)
  checkRacing(racing, games)
  return spec
}

/** Every weight by its name as it stood before, tuned or not. */
export function originOf(spec: ObjectiveSpec): Readonly<Record<string, number>> {
  return kindOf(spec).origin(spec)
}

/** How the games are played, after a number of games in a sentence. */
export function searchText(spec: ObjectiveSpec): string {
  return kindOf(spec).search(spec)
}

/** What an evaluation counts: games of 2048, pairs of games against an opponent. */
export function unitOf(spec: ObjectiveSpec): 'game' | 'pair' {
  return isGameObjective(spec) ? 'pair' : 'game'
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
