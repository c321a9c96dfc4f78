/** The flags of `lab tune` for the wall test. */
import { Option, type Command } from 'commander'
import { DEFAULT_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { CELLS, MAX_FACE_SUM } from '../../../../core/games/twenty48/board'
import { USUAL_CONTINUATIONS, type PhaseBoard, type WallMultiple } from '../../../../core/games/twenty48/wallGame/phases'
import { badSetting } from '../../../../core/settingChecks'
import type { TuningConfig } from '../../../../core/contract/tuning/tuningConfig'
import { MOST_SET_BOARDS, USUAL_WALL_BOARDS, type WallObjective } from '../../../../core/contract/tuning/wallObjective'
import { wallOrigin, wallTuning } from '../../../../core/contract/tuning/gamePresets'
import type { CommandLab, SavedBoards } from '../../../lab/localLab'
import { wholeIn } from '../flags/numberFlags'
import { multipleOption, parseBoards } from '../flags/wallBoardFlags'
import { refuseFlags, tunedOf, tuningWith, type GameFlags } from './gameFlags'

export interface WallFlags extends Pick<GameFlags, 'tune' | 'optimizer' | 'iterations' | 'validate' | 'depth'> {
  readonly objective?: 'walls'
  readonly profile?: string
  readonly multiple?: WallMultiple
  readonly walls?: number
  readonly leastSum?: number
  /** A number, or a file. */
  readonly boards?: number | string
  readonly continuations?: number
}

/** Flags that have no effect without `--objective walls`. */
const WALLS_ONLY = ['profile', 'multiple', 'walls', 'leastSum', 'boards', 'continuations']

export function addWallFlags(command: Command): Command {
  return command
    .optionsGroup('A player of 2048, by the wall test (docs/walls.md):')
    .addOption(
      new Option('--objective <kind>', 'walls: the share of survived phases')
        .choices(['walls'])
        .conflicts(['preset', 'config', 'game']),
    )
    .option('--profile <name>', 'the player to improve; boards come from its games (default: thesis)')
    .addOption(multipleOption(`walls are tiles of at least this (default: ${USUAL_WALL_BOARDS.multiple})`))
    .option('--walls <n>', `fewest walls of a board (default: ${USUAL_WALL_BOARDS.walls})`, wholeIn(1, CELLS))
    .option('--least-sum <sum>', 'smallest sum of a board’s tiles', wholeIn(0, MAX_FACE_SUM))
    .option(
      '--boards <n|file>',
      `boards of an evaluation, or a file of "lab walls --out" (default: ${USUAL_WALL_BOARDS.boards})`,
      text => parseBoards(text, 2, MOST_SET_BOARDS),
    )
    .option('--continuations <n>', `phases from each board (default: ${USUAL_CONTINUATIONS})`, wholeIn(1, 1000))
}

/** @throws {LabError} `BAD_SETTING` on a flag that has no meaning without --objective */
export function refuseWallFlags(command: Command): void {
  refuseFlags(command, WALLS_ONLY, '--objective walls')
}

/** The settings of the flags. @throws {LabError} `BAD_SETTING`, `NOT_FOUND`, `BAD_FILE` */
export async function tuningOfWalls(
  flags: WallFlags,
  { findProfile, local }: Pick<CommandLab, 'findProfile' | 'local'>,
): Promise<{ readonly config: TuningConfig<WallObjective>; readonly notes: readonly string[] }> {
  const { profile } = await findProfile(flags.profile ?? DEFAULT_PROFILE)
  const { depth, boards = USUAL_WALL_BOARDS.boards, continuations = USUAL_CONTINUATIONS } = flags
  const { evaluator } = profile
  if (evaluator.family === 'network')
    throw badSetting('profile', `the network of ${profile.name} has no weights to tune: "lab train" trains networks`)
  const usual = wallTuning(wallOrigin({ ...profile, evaluator, ...(depth !== undefined && { depth }) }))
  const given = typeof boards === 'number' ? undefined : await local('wallBoardsIn', boards)
  const positions = given && positionsOf(given)
  const count = typeof boards === 'number' ? boards : positions!.length
  if (given && [flags.multiple, flags.walls, flags.leastSum].some(each => each !== undefined))
    throw badSetting('boards', 'the file says which boards: leave out --multiple, --walls and --least-sum')
  const rule = given ? given.source : { ...USUAL_WALL_BOARDS, ...definedOf(flags) }
  const { optimizer = usual.optimizer.kind } = flags
  const games = count * continuations
  const isRaced = optimizer !== 'cmaes' && count < games && count >= 5
  return {
    config: tuningWith(usual, flags, {
      ...usual.objective,
      games,
      racing: isRaced ? { every: count, error: 0.05 } : 'off',
      walls: {
        ...{ multiple: rule.multiple, walls: rule.walls, leastSum: rule.leastSum, boards: count },
        ...(positions && { given: positions }),
      },
      ...(flags.tune && { tuned: tunedOf(flags.tune, usual.objective.tuned, evaluator.family) }),
    }),
    notes: profile.settings.expert
      ? [`The expert of ${profile.name} is left out: it decides beside walls, so weights would change little there.`]
      : [],
  }
}

function definedOf({ multiple, walls, leastSum }: WallFlags) {
  return {
    ...(multiple !== undefined && { multiple }),
    ...(walls !== undefined && { walls }),
    ...(leastSum !== undefined && { leastSum }),
  }
}

function positionsOf({ games, source }: SavedBoards): PhaseBoard[] {
  const all = games.flatMap(({ game, boards }) => boards.map(position => ({ position, game })))
  return all.slice(0, Math.min(source.boards, MOST_SET_BOARDS))
}
