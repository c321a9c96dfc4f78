import type { Command } from 'commander'
import { LabError } from '../../../core/errors'
import { runBench, type BenchGame, type BenchPlan } from '../../lab/bench'
import { BenchKeeper } from '../../lab/benchKeeper'
import { findProfile } from '../../lab/profileLibrary'
import { provenanceOf, type Provenance } from '../../lab/provenance'
import { withWriter } from '../../lab/storeAccess'
import { benchTable } from './benchTable'
import { CSV_HEADER, CsvRows } from './csv'
import { withEngine } from './engine'
import { benchResult } from './face'
import { interruptedCode, interruptSignal } from './interrupt'
import { whole } from './numbers'
import { complain, print, printAtOnce, printJson, room } from './output'
import { Progress } from './progress'
import { addSearchFlags, makePlayer, parseWhole, type SearchFlags } from './searchFlags'
import { addSeedFlag, drawSeed } from './seedFlag'
import { styleFor } from './style'

const DEFAULT_GAMES = 100
const MOST_GAMES = 1_000_000
/** Validations of a run may lie one after the other. */
const MOST_FROM = 1_000_000_000
/** Of one game; none is as long. */
const MOST_SLIDES = 1_000_000

interface Options extends SearchFlags {
  readonly games?: number
  readonly seed?: number
  readonly validation?: boolean
  readonly from?: number
  readonly maxSlides?: number
  readonly json?: boolean
  readonly csv?: boolean
  /** `false` with `--no-keep`. */
  readonly keep: boolean
}

export function addBenchCommand(program: Command): void {
  const parseGames = (value: string) => parseWhole(value, 1, MOST_GAMES)
  const command = program
    .command('bench')
    .summary('play many games and sum them up')
    .description(
      'Plays many games on all cores and sums them up, with 95 % intervals. The same seed plays the same games, on any number of threads, unless a time limit decides. Ctrl-C shows what is done so far.',
    )
    .argument('[games]', `how many games (default: ${DEFAULT_GAMES})`, parseGames)
  addSeedFlag(addSearchFlags(command), 'seed of the batch (default: drawn, and shown)')
    .option('--games <n>', 'how many games, the same as the argument', parseGames)
    .option('--validation', 'plays the unseen games that a tuning run of that seed is validated on')
    .option('--from <n>', 'with --validation: begins with this one of them (default: 0)', value =>
      parseWhole(value, 0, MOST_FROM),
    )
    .option('--max-slides <n>', 'a game ends after so many slides at the latest', value => parseWhole(value, 1, MOST_SLIDES))
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', 'does not put the games into the library')
    .addOption(command.createOption('--csv', 'a row a game instead of the table').conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action(bench)
}

const EXAMPLES = `
Examples:
  lab bench
  lab bench 1000 --depth 1 --seed 1
  lab bench 20 --profile power --cut 0.01 --threads 2 --json
  lab bench 5000 --depth 0 --csv > games.csv`

async function bench(argument: number | undefined, options: Options): Promise<void> {
  if (argument !== undefined && options.games !== undefined && argument !== options.games)
    throw new LabError('BAD_SETTING', `games: ${argument} as the argument and ${options.games} as --games; give one of them`)
  const games = argument ?? options.games ?? DEFAULT_GAMES
  const seed = options.seed ?? drawSeed()
  const { profile } = await findProfile(options.profile, options.home)
  const player = makePlayer(profile, options)
  const signal = interruptSignal()
  if (options.csv && options.seed === undefined) complain(`seed ${seed} was drawn`)

  const { validation, from = 0, maxSlides } = options
  if (options.from !== undefined && !validation)
    throw new LabError('BAD_SETTING', 'from: only the games of --validation are counted; give both or neither')
  const plan: BenchPlan = { games, seed, player, ...(validation && { validation: from }), ...(maxSlides && { maxSlides }) }
  await withEngine(options.threads, async engine => {
    const made = provenanceOf(profile.name, player, engine)
    const rows = options.csv ? new CsvRows(printAtOnce) : undefined
    if (rows) await print(CSV_HEADER)
    const bar = new Progress(games, process.stderr.isTTY && !(rows && process.stdout.isTTY))
    const summary = await keeping(options, plan, made, async keeper => {
      const onGame = (game: BenchGame, soFar: { games: number; mean: number }) => {
        keeper?.add(game)
        rows?.add(game)
        bar.show(soFar.games, `mean ${whole(soFar.mean)}`)
      }
      const roomForAll = () => keeper?.room() ?? (rows && room())
      let result
      try {
        result = await runBench(engine.pool, plan, { onGame, signal, room: roomForAll })
      } catch (error) {
        await keeper?.giveUp()
        rows?.end()
        throw error
      } finally {
        bar.stop()
      }
      await keeper?.end(result).catch((error: unknown) => tellUnkept(error))
      return result
    })
    if (options.json) await printJson(benchResult(summary, made, plan, signal.aborted))
    else if (rows) rows.end()
    else await print(benchTable(summary, made, plan, styleFor(process.stdout)).join('\n'))
  })
  if (signal.aborted) process.exitCode = interruptedCode()
}

/** Lends a keeper, or none where nothing can be kept: that is said, and the games are played all the same. */
async function keeping<T>(
  { keep, home }: Options,
  plan: BenchPlan,
  made: Provenance,
  use: (keeper: BenchKeeper | undefined) => Promise<T>,
): Promise<T> {
  if (!keep) return use(undefined)
  if (plan.maxSlides !== undefined) {
    complain('games that end early are not games to keep: played again from their seeds they would go on')
    return use(undefined)
  }
  let begun = false
  try {
    return await withWriter(home, 'lab bench', async store => {
      const keeper = await BenchKeeper.begin(store, plan, made)
      begun = true
      return use(keeper)
    })
  } catch (error) {
    if (begun) throw error
    tellUnkept(error)
    return use(undefined)
  }
}

function tellUnkept(error: unknown): void {
  if (!(error instanceof LabError)) throw error
  complain(`the games are not kept: ${error.message}`)
}
