/** The objective of a run that tunes an evaluator of 2048: games of one player. */
import { checkEvaluator, familyOf } from '../games/twenty48/heuristics/evaluator'
import type { TermEvaluator } from '../games/twenty48/heuristics/family'
import type { Player } from '../games/twenty48/player'
import { checkLimits, checkSettings, type Depth, type SearchSettings } from '../search/settings'
import { wholeInRange, within } from '../settingChecks'
import { checkFitness, type BoardFitness } from './fitness'
import type { AnyObjective, ObjectiveKind } from './objectiveKind'
import { checkTuned, weightsAt } from './tunedParameter'

export const BOARD_GAME = 'twenty48'

export interface BoardObjective extends AnyObjective {
  /** Absent by default, as in all files and runs from before there were other games. */
  readonly game?: typeof BOARD_GAME
  /** Contains the parameters that are not tuned, and the origin of the tuned ones. */
  readonly evaluator: TermEvaluator
  readonly settings: SearchSettings
  /** The only limit of a search, so that games are reproducible. */
  readonly depth: Depth
  readonly fitness: BoardFitness
  /** A game ends after this number of moves, and counts with its score so far. */
  readonly maxSlides: number | 'none'
}

export const boardObjective: ObjectiveKind<BoardObjective> = {
  origin: ({ evaluator }) => evaluator.parameters,
  search: ({ depth }) => `at depth ${depth}`,
  check({ evaluator, tuned, settings, depth, fitness, maxSlides }) {
    within('objective.evaluator', () => checkEvaluator(evaluator))
    checkTuned(tuned, {
      name: `the ${evaluator.family} evaluator`,
      ids: familyOf(evaluator.family).parameters.map(({ id }) => id),
      check: (id, value) => void checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, [id]: value } }),
    })
    within('objective.settings', () => checkSettings(settings))
    within('objective', () => checkLimits({ depth }))
    checkFitness(fitness)
    if (maxSlides !== 'none') wholeInRange('objective.maxSlides', maxSlides, 1, 1e6)
  },
}

/** The player at a point. @throws {LabError} `BAD_SETTING` for weights outside the evaluator's range: a failed evaluation */
export function playerAt({ evaluator, tuned, settings, depth }: BoardObjective, params: readonly number[]): Player {
  const parameters = { ...evaluator.parameters, ...weightsAt(tuned, params) }
  return { evaluator: checkEvaluator({ ...evaluator, parameters }), settings, limits: { depth } }
}
