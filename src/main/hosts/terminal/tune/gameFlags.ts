/** The flags of `lab tune` for a heuristic of any game. */
import { Option, type Command } from 'commander'
import { parsePlayerText } from '../../../../core/contract/playerText'
import type { MatchPlayer } from '../../../../core/contract/matches'
import { LabError } from '../../../../core/errors'
import { quoted } from '../../../../core/quoted'
import type { Depth } from '../../../../core/search/settings'
import { badSetting } from '../../../../core/settingChecks'
import { MATCH_FITNESS_KINDS, type MatchFitness } from '../../../../core/tuning/fitness'
import type { GameObjective } from '../../../../core/contract/tuning/gameObjective'
import { familiesOf, gameTuning, TUNABLE_GAMES } from '../../../../core/contract/tuning/gamePresets'
import type { TunedParameter } from '../../../../core/tuning/tunedParameter'
import { OPTIMIZER_DEFAULTS, OPTIMIZER_KINDS, type OptimizerKind } from '../../../../core/tuning/optimizerConfig'
import type { WallObjective } from '../../../../core/contract/tuning/wallObjective'
import type { TuningConfig } from '../../../../core/contract/tuning/tuningConfig'
import { wholeIn } from '../flags/numberFlags'
import { addRule } from '../think/thinkFlags'

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
export function refuseFlags(command: Command, names: readonly string[], owner: string): void {
  const given = command.options.find(option => {
    const name = option.attributeName()
    return names.includes(name) && command.getOptionValueSource(name) === 'cli'
  })
  if (given) throw new LabError('BAD_SETTING', `${given.long}: belongs to ${owner}`)
}

/** The settings of an objective, with the flags that each of them takes. */
export function tuningWith<Objective extends GameObjective | WallObjective>(
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
export function tunedOf(names: readonly string[], tuned: readonly TunedParameter[], family: string): TunedParameter[] {
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
  const heuristic = usual.objective.opponent.heuristic!
  const { racing } = usual.objective
  const isRaced = optimizer !== 'cmaes' && racing !== 'off' && racing.every < games
  return tuningWith(usual, flags, {
    ...usual.objective,
    ...{ player, games, racing: isRaced ? racing : 'off' },
    options: flags.rule ?? {},
    opponent: flags.opponent ?? { ...player, heuristic },
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
