/** The objective of a run's search: games, and a fitness of them. The pool plays them. */
import { oneOf, wholeInRange } from '../../settingChecks'
import { BOARD_GAME, type BoardObjective, type ObjectiveKind, boardObjective } from './boardObjective'
import { meanOf, measure, type GameOutcome } from '../../tuning/fitness'
import { gameObjective, type GameObjective } from './gameObjective'
import { checkRacing } from '../../tuning/racing'
import { SEED_POLICIES } from '../../tuning/seeds'
import { gamesOfPhases, WALLS, wallObjective, type WallObjective } from './wallObjective'

/** For 2048 or any other game. Every field except the seed policy affects the meaning of a fitness. */
export type ObjectiveSpec = BoardObjective | WallObjective | GameObjective

export function isGameObjective(spec: ObjectiveSpec): spec is GameObjective {
  return spec.game !== undefined && spec.game !== BOARD_GAME
}

/** True for phases of the wall test. */
export function isWallObjective(spec: ObjectiveSpec): spec is WallObjective {
  return !isGameObjective(spec) && spec.kind === WALLS
}

function kindOf(spec: ObjectiveSpec): ObjectiveKind<ObjectiveSpec> {
  if (isWallObjective(spec)) return wallObjective
  return isGameObjective(spec) ? gameObjective : boardObjective
}

/** Maximum number of games of one evaluation. */
const MAX_GAMES_EACH = 100_000

/** The result of an evaluation; the caller that plays the games adds their time. */
export interface EvaluationResult {
  readonly fitness: number
  /** Standard error of the fitness, in the same unit; `null` for one game. */
  readonly standardError: number | null
  /** Mean score, whatever the fitness is. */
  readonly mean: number
  readonly meanError: number | null
  /** Fewer than the objective's if racing stopped it: fitness, errors and means are then of these. */
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

/** Every weight by name at the origin, tuned or not. */
export function originOf(spec: ObjectiveSpec): Readonly<Record<string, number>> {
  return kindOf(spec).origin(spec)
}

/** How the games are played: follows a number of games in a sentence. */
export function searchText(spec: ObjectiveSpec): string {
  return kindOf(spec).search(spec)
}

/** The unit of an evaluation: games of 2048, pairs of games against an opponent, or phases of the wall test. */
export type Unit = 'game' | 'pair' | 'phase'

export function unitOf(spec: ObjectiveSpec): Unit {
  if (isWallObjective(spec)) return 'phase'
  return isGameObjective(spec) ? 'pair' : 'game'
}

/** @param outcomes one or more, in the order of their seeds */
export function evaluationOf(spec: ObjectiveSpec, outcomes: readonly GameOutcome[]): EvaluationResult {
  const { fitness, games } = spec
  const groups = isWallObjective(spec) ? gamesOfPhases(spec, 'search', outcomes.length) : undefined
  const scores = meanOf(outcomes.map(({ score }) => score))
  return {
    ...measure(fitness, outcomes, groups),
    mean: scores.fitness,
    meanError: scores.standardError,
    games: outcomes.length,
    stopped: outcomes.length < games,
  }
}
