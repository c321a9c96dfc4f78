import type { Command } from 'commander'
import type { Profile } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { withCommandLab, type BenchPlan, type CommandLab } from '../../../lab/commandLab'
import { batchTable } from './benchList'
import { checkFlags } from './benchResume'
import { showBench } from './benchRun'
import { interruptedCode, interruptSignal } from '../output/interrupt'
import { complain, print, printJson } from '../output/output'
import { addSearchFlags, makePlayer, type SearchFlags } from '../search/searchFlags'
import { addSeedFlag, drawSeed, parseWhole } from '../flags/numberFlags'
import { addStopFlags, DEFAULT_GAMES, DEFAULT_MOST, MOST_GAMES, type StopFlags } from '../flags/stopFlags'
import { styleFor } from '../output/style'

/** Validations of a run may lie one after the other. */
const MOST_FROM = 1_000_000_000
/** Of one game; none is as long. */
const MOST_SLIDES = 1_000_000

interface Options extends SearchFlags, StopFlags {
  readonly games?: number
  readonly seed?: number
  readonly validation?: boolean
  readonly from?: number
  readonly maxSlides?: number
  readonly json?: boolean
  readonly csv?: boolean
  /** `false` with `--no-keep`. */
  readonly keep: boolean
  /** `true` without a number. */
  readonly resume?: number | true
  readonly list?: boolean
}

export function defineBench(command: Command): void {
  const parseGames = (value: string) => parseWhole(value, 1, MOST_GAMES)
  command
    .description(
      'Plays many games on all cores and sums them up, with 95 % intervals. The same seed plays the same games, on any number of threads, unless a time limit decides. Ctrl-C shows what is done so far; --resume goes on with it.',
    )
    .argument('[games]', `at most n games (default: ${DEFAULT_GAMES}; where a rule ends it, ${DEFAULT_MOST})`, parseGames)
  addSeedFlag(addSearchFlags(command), 'seed of the batch (default: drawn, and shown)')
  addStopFlags(command, 'ends when the interval of the mean, valid at every look, is at most this wide')
    .option('--games <n>', 'the same as the argument; with --resume more than it had, which goes on up to them', parseGames)
    .option('--validation', 'plays the unseen games that a tuning run of that seed is validated on')
    .option('--from <n>', 'with --validation: begins with this one of them (default: 0)', value =>
      parseWhole(value, 0, MOST_FROM),
    )
    .option('--max-slides <n>', 'end each game after n slides at the latest', value => parseWhole(value, 1, MOST_SLIDES))
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', 'does not put the games into the library; such a bench cannot be resumed')
    .option('--resume [id]', 'goes on with an interrupted bench: of that number, or the only one there is', value =>
      parseWhole(value, 1, Number.MAX_SAFE_INTEGER),
    )
    .addOption(command.createOption('--list', 'lists the benches in the library, with their numbers').conflicts('resume'))
    .addOption(command.createOption('--csv', 'a row a game instead of the table').conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action(bench)
}

const EXAMPLES = `
Examples:
  lab bench
  lab bench 1000 --depth 1 --seed 1
  lab bench 20 --profile power --cut 0.01 --threads 2 --json
  lab bench 5000 --depth 0 --csv > games.csv
  lab bench --width 2000 --depth 1
  lab bench --resume
  lab bench --resume 12 --games 5000`

async function bench(argument: number | undefined, options: Options, command: Command): Promise<void> {
  const { home, threads, resume } = options
  await withCommandLab({ home, threads, program: 'lab bench' }, async ({ bench, profiles }) => {
    if (options.list) return list(bench, options, argument, command)
    if (argument !== undefined && options.games !== undefined && argument !== options.games)
      throw new LabError('BAD_SETTING', `games: ${argument} as the argument and ${options.games} as --games; give one of them`)
    const games = argument ?? options.games
    const signal = interruptSignal()
    const isNamed = command.getOptionValueSource('profile') === 'cli'
    const profile = isNamed || resume === undefined ? (await profiles.find(options.profile)).profile : undefined
    if (resume === undefined) {
      const plan = planOf(games, profile!, options)
      const keep = options.keep && !endsEarly(plan)
      await showBench(options, signal, hearing => bench.begin(plan, profile!.name, keep, hearing))
    } else {
      const flags = { ...options, games, profile: profile?.name }
      const id = resume === true ? undefined : resume
      await showBench(options, signal, hearing => bench.resume(id, found => checkFlags(flags, found), hearing, games))
    }
    if (signal.aborted) process.exitCode = interruptedCode()
  })
}

/** Attributes of the options that the list takes. */
const OF_LIST: readonly string[] = ['list', 'home', 'json']

async function list(
  bench: CommandLab['bench'],
  { home, json }: Options,
  games: number | undefined,
  command: Command,
): Promise<void> {
  const given = command.options.filter(option => command.getOptionValueSource(option.attributeName()) === 'cli')
  const useless = given.filter(option => !OF_LIST.includes(option.attributeName())).map(({ long }) => long)
  if (games !== undefined) useless.unshift(String(games))
  if (useless.length > 0)
    throw new LabError('BAD_SETTING', `--list takes only --home and --json: leave out ${useless.join(', ')}`)
  const listed = await bench.list()
  if (!json) return print(batchTable(listed, styleFor(process.stdout), home).join('\n'))
  for (const row of listed.batches) await printJson(row)
}

function planOf(games: number | undefined, profile: Profile, options: Options): BenchPlan {
  const { seed = drawSeed(), validation, from = 0, maxSlides, width, minutes } = options
  const stop = { ...(width !== undefined && { width }), ...(minutes !== undefined && { minutes }) }
  const endsItself = Object.keys(stop).length > 0
  const player = makePlayer(profile, options)
  if (options.csv && options.seed === undefined) complain(`seed ${seed} was drawn`)
  if (options.from !== undefined && !validation)
    throw new LabError('BAD_SETTING', 'from: only the games of --validation are counted; give both or neither')
  return {
    games: games ?? (endsItself ? DEFAULT_MOST : DEFAULT_GAMES),
    seed,
    player,
    ...(endsItself && { stop }),
    ...(validation && { validation: from }),
    ...(maxSlides && { maxSlides }),
  }
}

/** Then nothing is kept, which is said. */
function endsEarly({ maxSlides }: BenchPlan): boolean {
  if (maxSlides === undefined) return false
  complain(
    'games that end early are not games to keep: played again from their seeds they would go on; this bench cannot be resumed',
  )
  return true
}
