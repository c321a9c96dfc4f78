import type { Command } from 'commander'
import { MOST_GAMES, MOST_PLAYERS, type StopRule } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { withCommandLab, type CommandLab } from '../../../lab/localLab'
import { showReplay } from '../bench/benchReplay'
import { addSeedFlag, drawSeed, parsePoints, parseWhole } from '../flags/numberFlags'
import { addStopFlags, DEFAULT_GAMES, DEFAULT_MOST, type SeriesFlags } from '../flags/stopFlags'
import { takesOnly } from '../flags/takesOnly'
import { helpNotes } from '../output/help'
import { addPlaceFlags, addPlayerFlags, addSetFlag, type PlayerFlags } from '../search/searchFlags'
import { comparisonTable } from './compareList'
import { showComparison } from './compareRun'
import { experimentText, readExperiment, type ExperimentPlan } from './experiment'
import { findPlayers } from './players'
import type { Terminal } from '../terminal'

interface Options extends PlayerFlags, SeriesFlags {
  readonly untilVerdict?: boolean
  readonly margin?: number
  readonly threads?: number
  readonly home?: string
}

export function defineCompare(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays the same seeds with two or more players and says which is better. Games are compared seed by seed, so luck that they share cancels out. ' +
        'Games and results do not depend on threads or interruptions, unless a time limit decides. Ctrl-C pauses; --resume continues.',
    )
    .argument('[players...]', 'profiles by name or file, each with its own flags behind an @: thesis@depth=1,cut=0')
  addSeedFlag(addPlaceFlags(addSetFlag(addPlayerFlags(command))), 'seed of the games of all players (default: drawn, and shown)')
  addStopFlags(command, 'ends when the intervals of all differences, valid at every look, are at most this wide')
    .option(
      '--games <n>',
      `at most n games of each player (default: ${DEFAULT_GAMES}; where a rule ends it, ${DEFAULT_MOST})`,
      value => parseWhole(value, 1, MOST_GAMES),
    )
    .option('--until-verdict', 'ends when every pair is better, worse or equivalent within --margin')
    .option('--margin <points>', 'differences of means up to this many points count as none (default: 0)', parsePoints)
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', 'does not put the games into the library; such a comparison cannot be resumed')
    .option('--resume [id]', 'resumes a comparison: of that number, or the only unfinished one; up to --games, if given', value =>
      parseWhole(value, 1, Number.MAX_SAFE_INTEGER),
    )
    .option('--config <file>', 'players, seed and rule in a file: see docs/experiment.schema.json, or --print-config')
    .option('--print-config', 'writes the file instead of playing')
    .option('--replay <id>', 'plays the games of a comparison again, and says whether they are identical', value =>
      parseWhole(value, 1, Number.MAX_SAFE_INTEGER),
    )
    .addOption(command.createOption('--list', 'lists the comparisons in the library').conflicts(['resume', 'replay']))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(compare.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab compare thesis power --games 200 --depth 1
  lab compare thesis mine.json --until-verdict --margin 500 --depth 1
  lab compare thesis@depth=1 thesis@depth=2 thesis@depth=2,cut=0 --games 50 --seed 1 --json
  lab compare thesis power --games 1000 --seed 1 --print-config > paper.json
  lab compare --config paper.json
  lab compare --replay 3
  lab compare --resume
  lab compare --resume 3 --games 500`

async function compare(terminal: Terminal, players: readonly string[], options: Options, command: Command): Promise<void> {
  const { home, threads, resume, replay, games } = options
  await withCommandLab(
    { terminal, home, threads, program: 'lab compare', rooms: ['comparisons'] },
    async ({ comparisons, findProfile }) => {
      if (options.list) {
        takesOnly(command, players, '--list', ['home', 'json'])
        return list(terminal, comparisons, options)
      }
      const signal = terminal.interruptSignal()
      if (replay !== undefined) {
        takesOnly(command, players, '--replay', ['home', 'json', 'threads'])
        await showReplay(terminal, { ...options, name: `comparison ${replay}` }, signal, hearing =>
          comparisons.playAgain(replay, hearing),
        )
      } else if (resume !== undefined) {
        takesOnly(command, players, '--resume', ['home', 'json', 'threads', 'games'])
        const id = resume === true ? undefined : resume
        await showComparison(terminal, options, signal, hearing => comparisons.resume(id, games, hearing))
      } else {
        const plan = await planOf(terminal, findProfile, players, options, command)
        if (options.printConfig) return terminal.print(experimentText(plan).trimEnd())
        await showComparison(terminal, options, signal, hearing => comparisons.begin(plan, options.keep, hearing))
      }
      if (signal.aborted) terminal.exitCode = terminal.interruptedCode()
    },
  )
}

/** Flags that are allowed with a file. */
const BESIDE_CONFIG = ['games', 'seed', 'home', 'threads', 'json', 'keep', 'printConfig']

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
    return { players: await findPlayers(findProfile, texts, options), seed: seed ?? drawSeed(), rule }
  }
  takesOnly(command, texts, '--config', BESIDE_CONFIG)
  const plan = await readExperiment(terminal, findProfile, config)
  if (plan.players.length < 2)
    throw new LabError('BAD_FILE', `${config}: players: it has one, which lab bench plays; a comparison has two or more`)
  return { ...plan, seed: seed ?? plan.seed, rule: { ...plan.rule, ...(games !== undefined && { games }) } }
}

function ruleOf({ games, untilVerdict, margin, width, minutes }: Options): StopRule {
  if (untilVerdict && margin === undefined)
    throw new LabError('BAD_SETTING', 'margin: --until-verdict needs --margin, the difference in points that does not matter')
  const endsItself = untilVerdict || width !== undefined || minutes !== undefined
  return {
    games: games ?? (endsItself ? DEFAULT_MOST : DEFAULT_GAMES),
    margin: margin ?? 0,
    ...(untilVerdict && { verdict: true }),
    ...(width !== undefined && { width }),
    ...(minutes !== undefined && { minutes }),
  }
}

async function list(terminal: Terminal, comparisons: CommandLab['comparisons'], { home, json }: Options): Promise<void> {
  const listed = await comparisons.list()
  if (!json) return terminal.printLines(comparisonTable(terminal, listed, home))
  for (const row of listed.comparisons) await terminal.printJson(row)
}
