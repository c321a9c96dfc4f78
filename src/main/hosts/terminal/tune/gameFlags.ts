/** The flags of `lab tune` for a heuristic of any game. */
import { type Command, Option } from 'commander'
import { parsePlayerText } from '../../../../core/contract/playerText'
import type { MatchPlayer } from '../../../../core/contract/matches'
import { LabError } from '../../../../core/errors'
import { quoted } from '../../../../core/quoted'
import type { Depth } from '../../../../core/search/settings'
import { badSetting } from '../../../../core/settingChecks'
import { MATCH_FITNESS_KINDS, type MatchFitness } from '../../../../core/tuning/fitness'
import type { GameObjective } from '../../../../core/contract/tuning/gameObjective'
import { TUNABLE_GAMES, familiesOf, gameTuning, wallOrigin, wallTuning } from '../../../../core/contract/tuning/presets'
import type { TunedParameter } from '../../../../core/tuning/tunedParameter'
import { OPTIMIZER_DEFAULTS, OPTIMIZER_KINDS, type OptimizerKind } from '../../../../core/tuning/optimizerConfig'
import { MOST_SET_BOARDS, USUAL_WALL_BOARDS, type WallObjective } from '../../../../core/contract/tuning/wallObjective'
import type { TuningConfig } from '../../../../core/contract/tuning/tuningConfig'
import { wholeIn, multipleOption, parseBoards } from '../flags/numberFlags'
import { addRule } from '../think/thinkFlags'
import { DEFAULT_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { CELLS, MAX_FACE_SUM } from '../../../../core/games/twenty48/board'
import { USUAL_CONTINUATIONS, type PhaseBoard, type WallMultiple } from '../../../../core/games/twenty48/wallGame/phases'
import type { CommandLab, SavedBoards } from '../../../lab/localLab'

export interface GameFlags {
  readonly game?: GameObjective['game']
  readonly family?: string
  readonly searcher?: MatchPlayer
  readonly nodes?: number
  readonly opponent?: MatchPlayer
  readonly rule?: GameObjective['options']
  readonly tune?: readonly string[]
  readonly fitness?: MatchFitness['kind']
  readonly games?: number
  readonly maxActions?: number
  readonly optimizer?: OptimizerKind
  readonly iterations?: number
  readonly validate?: number
  readonly depth?: Depth
}

/** Flags that have no effect without a game. */
const GAME_ONLY = [
  ...['family', 'searcher', 'nodes', 'opponent', 'rule', 'tune', 'fitness', 'games', 'maxActions', 'optimizer', 'iterations'],
  'validate',
]

/** The part of these flags that `--objective walls` takes too. */
const WALLS_TOO = ['tune', 'optimizer', 'iterations', 'validate']

export function addGameFlags(command: Command): Command {
  const whole = (most: number, least = 1) => wholeIn(least, most)
  return command
    .optionsGroup('A heuristic of another game, against an opponent:')
    .addOption(new Option('--game <id>', 'the game').choices(TUNABLE_GAMES).conflicts(['preset', 'config']))
    .option('--family <id>', 'whose weights; default: the first of the game')
    .option('--searcher <player>', 'plays the weights: a searcher, with name=value after colons', parsePlayerText)
    .option('--nodes <n>', 'its limit in positions, in place of --depth', whole(1e9))
    .option(
      '--opponent <player>',
      'searcher:heuristic:name=value …; default: the same with the weights as they are',
      parsePlayerText,
    )
    .option('--rule <name=value>', 'a rule of the game, repeatable: see "lab games"', addRule)
    .option('--tune <names>', 'the weights to tune, with commas; default: all', value => value.split(','))
    .addOption(new Option('--fitness <kind>', 'mean result of a pair of games, or share won').choices(MATCH_FITNESS_KINDS))
    .option('--games <n>', 'pairs of games per evaluation; racing may stop it', whole(100_000))
    .option('--max-actions <n>', 'a longer game ends as a draw', whole(1e6))
    .addOption(new Option('--optimizer <kind>', 'with its usual settings').choices(OPTIMIZER_KINDS))
    .option('--iterations <n>', 'of the search', whole(1e9))
    .option('--validate <n>', 'pairs of games of the validation', whole(1e6))
}

/** @throws {LabError} `BAD_SETTING` on a flag of --game without it */
export function refuseGameFlags(command: Command, isWalls = false): void {
  const names = isWalls ? GAME_ONLY.filter(name => !WALLS_TOO.includes(name)) : GAME_ONLY
  refuseFlags(command, names, '--game; settings of 2048 are in a preset or a file')
}

/** @throws {LabError} `BAD_SETTING` on a flag that has no meaning without its owner */
function refuseFlags(command: Command, names: readonly string[], owner: string): void {
  const given = command.options.find(option => {
    const name = option.attributeName()
    return names.includes(name) && command.getOptionValueSource(name) === 'cli'
  })
  if (given) throw new LabError('BAD_SETTING', `${given.long}: belongs to ${owner}`)
}

/** The settings of an objective, with the flags that each of them takes. */
function tuningWith<Objective extends GameObjective | WallObjective>(
  usual: TuningConfig<Objective>,
  { optimizer = usual.optimizer.kind, iterations, validate }: GameFlags,
  objective: Objective,
): TuningConfig<Objective> {
  return {
    ...{ ...usual, objective },
    optimizer: optimizer === usual.optimizer.kind ? usual.optimizer : OPTIMIZER_DEFAULTS[optimizer],
    budget: { kind: 'iterations', count: iterations ?? usual.budget.count },
    validation: { ...usual.validation, games: validate ?? usual.validation.games },
  }
}

/** @throws {LabError} `BAD_SETTING` for a name that the family does not have */
function tunedOf(names: readonly string[], tuned: readonly TunedParameter[], family: string): TunedParameter[] {
  return names.map(name => {
    const found = tuned.find(({ id }) => id === name)
    if (!found) throw badSetting('tune', `${quoted(name)} is no weight of ${family}: ${tuned.map(({ id }) => id).join(', ')}`)
    return found
  })
}

/** The settings of the flags. @throws {LabError} `BAD_SETTING` for a value that the game does not have; `checkTuning` checks the rest */
export function tuningOfGame(game: GameObjective['game'], flags: GameFlags): TuningConfig<GameObjective> {
  const families = familiesOf(game)
  const { family = families[0]! } = flags
  if (!families.includes(family)) throw badSetting('family', `${quoted(family)} is no family of ${game}: ${families.join(', ')}`)
  const usual = gameTuning(game, family)
  const { games = usual.objective.games, optimizer = usual.optimizer.kind } = flags
  const player = playerOf(flags, usual.objective.player)
  const { racing, opponent } = usual.objective
  const isRaced = optimizer !== 'cmaes' && racing !== 'off' && racing.every < games
  return tuningWith(usual, flags, {
    ...usual.objective,
    ...{ player, games, racing: isRaced ? racing : 'off' },
    options: flags.rule ?? {},
    opponent: flags.opponent ?? (opponent.heuristic === undefined ? opponent : { ...player, heuristic: opponent.heuristic }),
    ...(flags.tune && { tuned: tunedOf(flags.tune, usual.objective.tuned, family) }),
    ...(flags.fitness && { fitness: { kind: flags.fitness } }),
    ...(flags.maxActions !== undefined && { maxActions: flags.maxActions }),
  })
}

function playerOf({ searcher, nodes, depth }: GameFlags, usual: GameObjective['player']): GameObjective['player'] {
  const { heuristic, ...given } = searcher ?? { ...usual, heuristic: undefined, limits: {} }
  if (heuristic !== undefined) throw badSetting('searcher', 'its heuristic is the family that is tuned: leave it out')
  if (typeof depth === 'string') throw badSetting('depth', `${depth} is a rule of 2048: give a number of plies`)
  const limits = { ...given.limits, ...(depth !== undefined && { depth }), ...(nodes !== undefined && { nodes }) }
  const isBare = searcher === undefined && Object.keys(limits).length === 0
  return { ...given, limits: isBare ? usual.limits : limits }
}

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
