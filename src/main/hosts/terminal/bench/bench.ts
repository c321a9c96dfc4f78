import type { Command } from 'commander'
import { MOST_GAMES, type Profile } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { withCommandLab, type BenchPlan, type CommandLab } from '../../../lab/localLab'
import { experimentText, readExperiment, type ExperimentPlan } from '../compare/experiment'
import type { NamedPlayer } from '../compare/players'
import { addSeedFlag, drawSeed, parseWhole } from '../flags/numberFlags'
import { addStopFlags, DEFAULT_GAMES, DEFAULT_MOST, type SeriesFlags } from '../flags/stopFlags'
import { takesOnly } from '../flags/takesOnly'
import { helpNotes } from '../output/help'
import { addSearchFlags, makePlayer, withSetWeights, type SearchFlags } from '../search/searchFlags'
import { batchTable } from './benchList'
import { showReplay } from './benchReplay'
import { checkFlags } from './benchResume'
import { showBench } from './benchRun'
import type { Terminal } from '../terminal'

/** Validations of a run may be numbered consecutively. */
const MOST_FROM = 1_000_000_000
/** More moves than any game has. */
const MOST_SLIDES = 1_000_000

interface Options extends SearchFlags, SeriesFlags {
  readonly validation?: boolean
  readonly from?: number
  readonly maxSlides?: number
  readonly csv?: boolean
}

export function defineBench(command: Command, terminal: Terminal): void {
  const parseGames = (value: string) => parseWhole(value, 1, MOST_GAMES)
  command
    .description(
      'Plays many games on all cores and sums them up, with 95 % intervals. The same seed plays the same games, on any number of threads, unless a time limit decides. Ctrl-C shows the results so far; --resume continues.',
    )
    .argument('[games]', `at most n games (default: ${DEFAULT_GAMES}; where a rule ends it, ${DEFAULT_MOST})`, parseGames)
  addSeedFlag(addSearchFlags(command), 'seed of the batch (default: drawn, and shown)')
  addStopFlags(command, 'ends when the interval of the mean, valid at every look, is at most this wide')
    .option('--games <n>', 'the same as the argument; with --resume a larger total', parseGames)
    .option('--validation', 'plays the unseen games that a tuning run of that seed is validated on')
    .option('--from <n>', 'with --validation: begins with this one of them (default: 0)', value =>
      parseWhole(value, 0, MOST_FROM),
    )
    .option('--max-slides <n>', 'end each game after n moves at the latest', value => parseWhole(value, 1, MOST_SLIDES))
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', 'does not put the games into the library; such a bench cannot be resumed')
    .option('--resume [id]', 'resumes an interrupted bench: of that number, or the only one', value =>
      parseWhole(value, 1, Number.MAX_SAFE_INTEGER),
    )
    .option('--config <file>', 'player, seed and rule in a file: see docs/experiment.schema.json, or --print-config')
    .option('--print-config', 'writes the file instead of playing')
    .option('--replay <id>', 'plays the games of a batch again, and says whether they are identical', value =>
      parseWhole(value, 1, Number.MAX_SAFE_INTEGER),
    )
    .addOption(
      command.createOption('--list', 'lists the benches in the library, with their numbers').conflicts(['resume', 'replay']),
    )
    .addOption(command.createOption('--csv', 'a row per game instead of the table').conflicts('json'))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(bench.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab bench
  lab bench 1000 --depth 1 --seed 1
  lab bench 20 --profile power --cut 0.01 --threads 2 --json
  lab bench 5000 --depth 0 --csv > games.csv
  lab bench --width 2000 --depth 1
  lab bench 1000 --depth 2 --seed 1 --print-config > paper.json
  lab bench --config paper.json
  lab bench --replay 12
  lab bench --resume
  lab bench --resume 12 --games 5000`

async function bench(terminal: Terminal, argument: number | undefined, options: Options, command: Command): Promise<void> {
  const { home, threads, resume, replay } = options
  await withCommandLab({ terminal, home, threads, program: 'lab bench', rooms: ['bench'] }, async ({ bench, findProfile }) => {
    const words = argument === undefined ? [] : [String(argument)]
    if (options.list) {
      takesOnly(command, words, '--list', ['home', 'json'])
      return list(terminal, bench, options)
    }
    if (argument !== undefined && options.games !== undefined && argument !== options.games)
      throw new LabError('BAD_SETTING', `games: ${argument} as the argument and ${options.games} as --games; give one of them`)
    const games = argument ?? options.games
    const signal = terminal.interruptSignal()
    if (replay !== undefined) {
      takesOnly(command, words, '--replay', ['home', 'json', 'threads'])
      await showReplay(terminal, { ...options, name: `batch ${replay}` }, signal, hearing => bench.playAgain(replay, hearing))
    } else if (resume !== undefined) {
      const isNamed = command.getOptionValueSource('profile') === 'cli'
      const profile = isNamed ? (await findProfile(options.profile)).profile.name : undefined
      const flags = { ...options, games, profile }
      const id = resume === true ? undefined : resume
      await showBench(terminal, options, signal, hearing => bench.resume(id, found => checkFlags(flags, found), hearing, games))
    } else {
      if (options.config !== undefined) takesOnly(command, words, '--config', BESIDE_CONFIG)
      const { plan, player } = await planOf(terminal, findProfile, games, options)
      if (options.printConfig) return terminal.print(experimentOf(plan, player).trimEnd())
      const keep = options.keep && !endsEarly(terminal, plan)
      await showBench(terminal, options, signal, hearing => bench.begin(plan, player.profile, keep, hearing))
    }
    if (signal.aborted) terminal.exitCode = terminal.interruptedCode()
  })
}

async function list(terminal: Terminal, bench: CommandLab['bench'], { home, json }: Options): Promise<void> {
  const listed = await bench.list()
  if (!json) return terminal.printLines(batchTable(terminal, listed, home))
  for (const row of listed.batches) await terminal.printJson(row)
}

/** Flags that are allowed with a file. */
const BESIDE_CONFIG = ['games', 'seed', 'home', 'threads', 'json', 'csv', 'keep', 'printConfig']

interface Planned {
  readonly plan: BenchPlan
  readonly player: NamedPlayer
}

async function planOf(
  terminal: Terminal,
  findProfile: CommandLab['findProfile'],
  games: number | undefined,
  options: Options,
): Promise<Planned> {
  return options.config === undefined
    ? plannedByFlags(terminal, withSetWeights((await findProfile(options.profile)).profile, options), games, options)
    : plannedByFile(await readExperiment(terminal, findProfile, options.config), games, options)
}

function plannedByFlags(terminal: Terminal, source: Profile, games: number | undefined, options: Options): Planned {
  const { seed = drawSeed(), validation, from = 0, maxSlides, width, minutes } = options
  const stop = { ...(width !== undefined && { width }), ...(minutes !== undefined && { minutes }) }
  const endsItself = Object.keys(stop).length > 0
  const player = makePlayer(source, options)
  if (options.csv && options.seed === undefined) terminal.complain(`seed ${seed} was drawn`)
  if (options.from !== undefined && !validation)
    throw new LabError('BAD_SETTING', 'from: only the games of --validation are counted; give both or neither')
  const { name } = source
  return {
    player: { name, profile: name, player, source },
    plan: {
      games: games ?? (endsItself ? DEFAULT_MOST : DEFAULT_GAMES),
      seed,
      player,
      ...(endsItself && { stop }),
      ...(validation && { validation: from }),
      ...(maxSlides && { maxSlides }),
    },
  }
}

function plannedByFile(experiment: ExperimentPlan, games: number | undefined, { seed, config }: Options): Planned {
  const { players, rule } = experiment
  const [player, ...others] = players as [NamedPlayer, ...NamedPlayer[]]
  if (others.length > 0)
    throw new LabError('BAD_FILE', `${config}: players: it has ${players.length}, which lab compare plays; a bench has one`)
  const { games: most, margin: _, verdict: _v, ...stop } = rule
  return {
    player,
    plan: {
      games: games ?? most,
      seed: seed ?? experiment.seed,
      player: player.player,
      ...(Object.keys(stop).length > 0 && { stop }),
    },
  }
}

function experimentOf({ games, seed, stop, validation, maxSlides }: BenchPlan, player: NamedPlayer): string {
  if (validation !== undefined || maxSlides !== undefined)
    throw new LabError('BAD_SETTING', 'print-config: a file has neither --validation nor --max-slides')
  return experimentText({ players: [player], seed, rule: { games, margin: 0, ...stop } })
}

/** Nothing is saved then, and the command reports that. */
function endsEarly(terminal: Terminal, { maxSlides }: BenchPlan): boolean {
  if (maxSlides === undefined) return false
  terminal.complain(
    'games that --max-slides ends are not saved: played again from their seeds they would continue; this bench cannot be resumed',
  )
  return true
}
