/** The objective of a run that tunes an evaluator of 2048 by the wall test: phases beside walls, from the same boards for all candidates. */
import { CELLS, MAX_FACE_SUM } from '../../games/twenty48/board'
import type { TermEvaluator } from '../../games/twenty48/heuristics/family'
import { parseBoard } from '../../games/twenty48/notation'
import {
  type Passage,
  type PhaseBoard,
  type PhaseRule,
  USUAL_WALLS,
  WALL_MULTIPLES,
  beginsPhase,
  phaseFrom,
} from '../../games/twenty48/wallGame/phases'
import type { Depth, SearchSettings } from '../../search/settings'
import { badSetting, oneOf, wholeInRange } from '../../settingChecks'
import { type AnyObjective, type BOARD_GAME, type ObjectiveKind, checkPlayed } from './boardObjective'
import type { SurvivalFitness } from '../../tuning/fitness'
import type { BoardSet } from '../../tuning/seeds'

export const WALLS = 'walls'

/** Which boards, and how many of each set. */
export interface WallBoards extends PhaseRule {
  /** Number of boards in each set. */
  readonly boards: number
  /** Boards of evaluations, from a saved wall test; absent: from games of the origin. */
  readonly given?: readonly PhaseBoard[]
  /** The sets, once the run has found them. */
  readonly found?: Readonly<Record<BoardSet, readonly PhaseBoard[]>>
}

/** An evaluation's `games` are its phases: one from each board, then the next from each. */
export interface WallObjective extends AnyObjective {
  readonly kind: typeof WALLS
  readonly game?: typeof BOARD_GAME
  readonly evaluator: TermEvaluator
  readonly settings: SearchSettings
  readonly depth: Depth
  readonly fitness: SurvivalFitness
  readonly walls: WallBoards
}

/** Boards of a run that sets none. */
export const USUAL_WALL_BOARDS = { multiple: 512, walls: USUAL_WALLS, leastSum: 0, boards: 24 } as const

/** Maximum number of boards of a set. */
export const MOST_SET_BOARDS = 1000

export const wallObjective: ObjectiveKind<WallObjective> = {
  origin: ({ evaluator }) => evaluator.parameters,
  search: ({ depth }) => `at depth ${depth}`,
  check(spec) {
    const { settings, fitness, walls, games } = spec
    checkPlayed(spec)
    if (settings.expert)
      throw badSetting(
        'objective.settings.expert',
        'an expert decides beside walls, so weights would change little: take it away',
      )
    oneOf('objective.fitness.kind', fitness.kind, ['survival'])
    oneOf('objective.walls.multiple', walls.multiple, WALL_MULTIPLES)
    wholeInRange('objective.walls.walls', walls.walls, 1, CELLS)
    wholeInRange('objective.walls.leastSum', walls.leastSum, 0, MAX_FACE_SUM)
    wholeInRange('objective.walls.boards', walls.boards, 2, MOST_SET_BOARDS)
    if (games < walls.boards)
      throw badSetting('objective.games', `${walls.boards} boards need as many phases: one from each board`)
    for (const [field, boards] of [['given', walls.given], ...Object.entries(walls.found ?? {})] as const)
      if (boards) checkBoards(`objective.walls.${field === 'given' ? field : `found.${field}`}`, boards, walls)
  },
}

function checkBoards(field: string, boards: readonly PhaseBoard[], walls: WallBoards): void {
  if (boards.length !== walls.boards) throw badSetting(field, `has ${boards.length} boards, and boards is ${walls.boards}`)
  const wrong = boards.findIndex(({ position }) => !beginsPhase(parseBoard(position), walls))
  if (wrong >= 0) throw badSetting(`${field}.${wrong}.position`, 'has not the walls or the sum that the run asks for')
}

/** The run's boards; a run finds them before its first evaluation. */
function setOf({ walls: { found } }: WallObjective, set: BoardSet): readonly PhaseBoard[] {
  if (!found) throw new Error('the boards of this run are not found yet')
  return found[set]
}

/** The board of the phase with this number. */
export function boardOf(spec: WallObjective, set: BoardSet, place: number): PhaseBoard {
  const boards = setOf(spec, set)
  return boards[place % boards.length]!
}

/** @param seed of its random tiles */
export function phaseOf(spec: WallObjective, set: BoardSet, place: number, seed: number): Passage {
  return phaseFrom(boardOf(spec, set, place), spec.walls.multiple, seed)
}

/** The game of each of the first phases, for errors that count boards of one game as alike. */
export function gamesOfPhases(spec: WallObjective, set: BoardSet, phases: number): number[] {
  return Array.from({ length: phases }, (_, place) => boardOf(spec, set, place).game)
}

/** Without any boards: the player of its origin plays games for them. */
export function withoutBoards(spec: WallObjective): WallObjective {
  const { found: _, given: __, ...walls } = spec.walls
  return { ...spec, walls }
}

/** Without the boards that it found: a run with another seed finds others. */
export function withoutFound(spec: WallObjective): WallObjective {
  const { found: _, ...walls } = spec.walls
  return { ...spec, walls }
}
