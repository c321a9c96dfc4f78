import type { Command } from 'commander'
import { LabError } from '../../../../core/errors'
import type { CommandLab } from '../../../lab/localLab'
import type { ComparePlan } from '../../../../core/contract/calls'
import { addSeedFlag, drawSeed, wholeIn } from '../flags/numberFlags'
import { addStopFlags, DEFAULT_GAMES, DEFAULT_MOST, ruleOf, takesOnly } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { addSearchFlags, makePlayer, refusePlayerFlags, withSetWeights, type SearchFlags } from '../search/searchFlags'
import { actOn, addStoredFlags, parseGames, type StoredFlags } from './compareAction'
import { addSearcher, readExperiment, type ExperimentPlan, type NamedPlayer } from './experiment'
import type { Terminal } from '../terminal'

/** Validations of a run may be numbered consecutively. */
const MOST_FROM = 1_000_000_000
/** More moves than any game has. */
const MOST_SLIDES = 1_000_000

interface Options extends SearchFlags, StoredFlags {
  /** Text of a searcher. */
  readonly player?: string
  readonly validation?: boolean
  readonly from?: number
  readonly maxSlides?: number
}

export function defineBench(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays many games on all cores and sums them up, with 95 % intervals. The same seed plays the same games, on any number of threads, unless a time limit decides. Ctrl-C shows the results so far; --resume continues.',
    )
    .argument('[games]', `at most n games (default: ${DEFAULT_GAMES}; where a rule ends it, ${DEFAULT_MOST})`, parseGames)
  addSeedFlag(addSearchFlags(command), 'seed of the batch (default: drawn, and shown)')
  addStopFlags(command, 'ends when the interval of the mean, valid at every look, is at most this wide')
    .option('--player <text>', 'a searcher instead of a profile: searcher[:heuristic][:name=value …], as for "lab arena"')
    .option('--games <n>', 'the same as the argument; with --resume a larger total', parseGames)
    .option('--validation', 'plays the unseen games that a tuning run of that seed is validated on')
    .option('--from <n>', 'with --validation: begins with this one of them (default: 0)', wholeIn(0, MOST_FROM))
    .option('--max-slides <n>', 'end each game after n moves at the latest', wholeIn(1, MOST_SLIDES))
  addStoredFlags(command, {
    keep: 'such a bench cannot be resumed',
    config: 'player, seed and rule',
    replay: 'batch',
    list: 'lists the benches in the library, with their numbers',
  })
    .addOption(command.createOption('--csv', 'a row per game instead of the table').conflicts('json'))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(bench.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab bench
  lab bench 1000 --depth 1 --seed 1
  lab bench 20 --profile power --cut 0.01 --threads 2 --json
  lab bench 100 --player alphaBeta:rival:depth=6:table=20
  lab bench 20 --player mcts:nodes=500 --seed 1
  lab bench 5000 --depth 0 --csv > games.csv
  lab bench --width 2000 --depth 1
  lab bench 1000 --depth 2 --seed 1 --print-config > paper.json
  lab bench --config paper.json
  lab bench --replay 12
  lab bench --resume
  lab bench --resume 12 --games 5000`

async function bench(terminal: Terminal, argument: number | undefined, options: Options, command: Command): Promise<void> {
  if (argument !== undefined && options.games !== undefined && argument !== options.games)
    throw new LabError('BAD_SETTING', `games: ${argument} as the argument and ${options.games} as --games; give one of them`)
  const games = argument ?? options.games
  await actOn(terminal, {
    ...{ kind: 'bench', words: argument === undefined ? [] : [String(argument)], options, command, games },
    async planOf(findProfile) {
      if (options.config === undefined && options.player !== undefined) {
        refusePlayerFlags(command)
        return { players: await searcherOf(options.player, findProfile), ...rulesOf(terminal, games, options) }
      }
      if (options.config === undefined) {
        const { profile } = await findProfile(options.profile)
        const source = withSetWeights(profile, options)
        const player = { name: source.name, profile: source.name, player: makePlayer(source, options), source }
        return { players: [player], ...rulesOf(terminal, games, options) }
      }
      takesOnly(command, [], '--config', BESIDE_CONFIG)
      return planByFile(await readExperiment(terminal, findProfile, options.config), games, options)
    },
    async resumeCheck(findProfile) {
      const isNamed = command.getOptionValueSource('profile') === 'cli'
      const profile = isNamed ? (await findProfile(options.profile)).profile.name : undefined
      const set = options.set && Object.entries(options.set).map(change => change.join('=')).join(', ') // oxfmt-ignore
      const [searcher] = options.player === undefined ? [] : await searcherOf(options.player, findProfile)
      return checkFlags.bind(undefined, command, {
        ...options,
        games,
        profile,
        set,
        player: searcher?.player.searcher,
        expert: options.expert !== false,
      })
    },
  })
}

/** Flags that are allowed with a file. */
const BESIDE_CONFIG = ['games', 'seed', 'home', 'threads', 'queue', 'json', 'csv', 'keep', 'printConfig']

async function searcherOf(text: string, findProfile: CommandLab['findProfile']): Promise<NamedPlayer[]> {
  const players: NamedPlayer[] = []
  await addSearcher(players, text, findProfile)
  return players
}

function rulesOf(terminal: Terminal, most: number | undefined, options: Options): Omit<ExperimentPlan, 'players'> {
  const { seed = drawSeed(), validation, from = 0, maxSlides, width, minutes } = options
  if (options.csv && options.seed === undefined) terminal.complain(`seed ${seed} was drawn`)
  if (options.from !== undefined && !validation)
    throw new LabError('BAD_SETTING', 'from: only the games of --validation are counted; give both or neither')
  return {
    seed,
    rule: ruleOf({ games: most, width, minutes }),
    ...(validation && { validation: from }),
    ...(maxSlides && { maxSlides }),
  }
}

function planByFile(experiment: ExperimentPlan, most: number | undefined, { seed, config }: Options): ExperimentPlan {
  const { players, rule } = experiment
  if (players.length > 1)
    throw new LabError('BAD_FILE', `${config}: players: it has ${players.length}, which lab compare plays; a bench has one`)
  // without what only pairs of players have
  const { games, width, minutes } = rule
  return { players, seed: seed ?? experiment.seed, rule: ruleOf({ games: most ?? games, width, minutes }) }
}

/** Flags that a resumed bench takes, whatever is stored. */
const BESIDE_RESUME = ['home', 'threads', 'queue', 'json', 'csv', 'resume', 'config', 'printConfig']

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Compares the flags with the stored settings.
 * @param flags values of all flags; a missing one is `undefined`
 * @throws {LabError} `BAD_SETTING` for a flag that differs
 */
function checkFlags(command: Command, flags: Values, id: number, { players, seed, validation, rule }: ComparePlan): void {
  const { profile, player } = players[0]!
  const { depth, nodes, ms } = player.limits
  const stored: Values = {
    ...{ ...rule, ...player.settings, nodes, time: ms, profile, seed, from: validation },
    depth: typeof depth === 'string' ? 'auto' : depth,
    player: player.searcher,
    expert: player.settings.expert !== undefined,
    validation: validation === undefined ? undefined : true,
  }
  for (const option of command.options) {
    const name = option.attributeName()
    const { [name]: given } = flags
    const { [name]: before } = stored
    if (given === undefined || given === before || (option.negate && given) || BESIDE_RESUME.includes(name)) continue
    throw new LabError(
      'BAD_SETTING',
      `${option.long}: ${option.negate || given} contradicts batch ${id}, which ${before === undefined || option.negate ? 'was begun without it' : `has ${before}`}. A bench is resumed with the settings that are stored with it: leave the flag out.`,
    )
  }
}
