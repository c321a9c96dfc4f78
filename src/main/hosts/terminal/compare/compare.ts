import type { Command } from 'commander'
import { MOST_PLAYERS } from '../../../../core/contract/files'
import { isSearcherText } from '../../../../core/contract/playerText'
import { LabError } from '../../../../core/errors'
import type { CommandLab } from '../../../lab/localLab'
import { addSeedFlag, drawSeed, parsePoints } from '../flags/numberFlags'
import { addStopFlags, DEFAULT_GAMES, DEFAULT_MOST, ruleOf, takesOnly, type StopFlags } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { addPlaceFlags, addPlayerFlags, addSetFlag, type PlayerFlags, refusePlayerFlags } from '../search/searchFlags'
import { actOn, addStoredFlags, parseGames, type StoredFlags } from './compareAction'
import { type ExperimentPlan, findContestants, readExperiment } from './experiment'
import type { Terminal } from '../terminal'

type Options = PlayerFlags & StoredFlags & StopFlags

export function defineCompare(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays the same seeds with two or more players and says which is better. Games are compared seed by seed, so luck that they share cancels out. ' +
        'Games and results do not depend on threads or interruptions, unless a time limit decides. Ctrl-C pauses; --resume continues.',
    )
    .argument(
      '[players...]',
      'profiles by name or file, each with its own flags behind an @: thesis@depth=1,cut=0; or searchers: mcts:nodes=500',
    )
  addSeedFlag(addPlaceFlags(addSetFlag(addPlayerFlags(command))), 'seed of the games of all players (default: drawn, and shown)')
  addStopFlags(command, 'ends when the intervals of all differences, valid at every look, are at most this wide')
    .option(
      '--games <n>',
      `at most n games of each player (default: ${DEFAULT_GAMES}; where a rule ends it, ${DEFAULT_MOST})`,
      parseGames,
    )
    .option('--until-verdict', 'ends when every pair is better, worse or equivalent within --margin')
    .option('--margin <points>', 'differences of means up to this many points count as none (default: 0)', parsePoints)
  addStoredFlags(command, {
    keep: 'such a comparison cannot be resumed',
    config: 'players, seed and rule',
    replay: 'comparison',
    list: 'lists the comparisons in the library',
  })
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(compare.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab compare thesis power --games 200 --depth 1
  lab compare thesis mine.json --until-verdict --margin 500 --depth 1
  lab compare thesis@depth=1 thesis@depth=2 thesis@depth=2,cut=0 --games 50 --seed 1 --json
  lab compare alphaBeta:rival:depth=4:table=20 alphaBeta:rival:depth=6:table=20 --games 50
  lab compare hand-tuned@depth=1 minimax:profile:hand-tuned:depth=3 mcts:nodes=500 --games 20
  lab compare thesis power --games 1000 --seed 1 --print-config > paper.json
  lab compare --config paper.json
  lab compare --replay 3
  lab compare --resume
  lab compare --resume 3 --games 500`

async function compare(terminal: Terminal, players: readonly string[], options: Options, command: Command): Promise<void> {
  await actOn(terminal, {
    ...{ kind: 'comparison', words: players, options, command, games: options.games },
    planOf: findProfile => planOf(terminal, findProfile, players, options, command),
    async resumeCheck() {
      takesOnly(command, players, '--resume', ['home', 'json', 'threads', 'queue', 'games'])
      return undefined
    },
  })
}

/** Flags that are allowed with a file. */
const BESIDE_CONFIG = ['games', 'seed', 'home', 'threads', 'queue', 'json', 'keep', 'printConfig']

async function planOf(
  terminal: Terminal,
  findProfile: CommandLab['findProfile'],
  texts: readonly string[],
  options: Options,
  command: Command,
): Promise<ExperimentPlan> {
  const { config, games, seed } = options
  if (config === undefined) {
    const rule = ruleOf(options)
    if (texts.length < 2 || texts.length > MOST_PLAYERS)
      throw new LabError('BAD_SETTING', `players: name 2 … ${MOST_PLAYERS}, as in lab compare thesis power`)
    if (texts.every(isSearcherText)) refusePlayerFlags(command)
    return { players: await findContestants(findProfile, texts, options), seed: seed ?? drawSeed(), rule }
  }
  takesOnly(command, texts, '--config', BESIDE_CONFIG)
  const plan = await readExperiment(terminal, findProfile, config)
  if (plan.players.length < 2)
    throw new LabError('BAD_FILE', `${config}: players: it has one, which lab bench plays; a comparison has two or more`)
  return { ...plan, seed: seed ?? plan.seed, rule: { ...plan.rule, ...(games !== undefined && { games }) } }
}
