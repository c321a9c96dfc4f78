import { Argument, Option, type Command } from 'commander'
import { readConfig } from '../../../../core/contract/searchers'
import { LabError } from '../../../../core/errors'
import { GAME_IDS, GAMES, type GameEntry } from '../../../../core/games/registry'
import { createRandom } from '../../../../core/random'
import { MAX_PLIES, type Limits } from '../../../../core/search/limits'
import type { Report } from '../../../../core/search/report'
import { SEARCHER_IDS, SEARCHERS, type SearcherId } from '../../../../core/search/registry'
import {
  checkSearch,
  DEEPENINGS,
  ORDERS,
  QUIET_PLIES,
  TABLE_RANGE,
  type Searcher,
  type Wrapping,
} from '../../../../core/search/searcher'
import { MAX_MS, MAX_NODES } from '../../../../core/search/settings'
import { badSetting, inRange } from '../../../../core/settingChecks'
import { VERSION } from '../../../about'
import { addSeedFlag, parseNumber, parseWhole } from '../flags/numberFlags'
import { OUTPUT_VERSION } from '../output/machineOutput'
import { print, printJson } from '../output/output'
import { styleFor } from '../output/style'
import { readLines, refuse } from '../search/lines'
import { readBook } from './book'
import { thinkAnswer, thinkView } from './thinkView'

/** Stands for a game's first position. */
const START = 'start'
const STANDARD_INPUT = '-'
const LONGEST_LINE = 100_000

interface Options {
  readonly searcher: SearcherId
  readonly depth?: number
  readonly nodes?: number
  readonly time?: number
  readonly set?: Readonly<Record<string, string | number>>
  readonly deepening?: Wrapping['deepening']
  readonly order?: Wrapping['order']
  readonly table?: number
  readonly quiet?: number
  readonly swing?: number
  readonly shorterWin?: true
  readonly book?: string
  readonly seed: number
  readonly json?: boolean
}

export function defineThink(command: Command): void {
  command
    .description(
      'Searches a position of any game with any searcher of the textbook, and shows what each move is worth. Depth is in plies: a move or a chance event each. Values are those of the first player; the second makes them small.',
    )
    .addArgument(new Argument('<game>', 'see "lab games"').choices(GAME_IDS))
    .argument(
      '<position>',
      `in the game's own text, or "${START}" for its first position; "${STANDARD_INPUT}" reads positions from standard input, a line each`,
    )
    .addOption(new Option('--searcher <id>', 'see "lab searchers"').choices(SEARCHER_IDS).makeOptionMandatory())
    .optionsGroup('Limits:')
    .option('--depth <n>', 'plies', value => parseWhole(value, 1, MAX_PLIES))
    .option('--nodes <n>', 'deepen until so many positions were entered', value => parseWhole(value, 1, MAX_NODES))
    .option('--time <ms>', 'deepen until so many milliseconds are over', parseMs)
    .optionsGroup('Around the searcher, where it takes it:')
    .addOption(
      new Option('--deepening <kind>', 'begin no iteration that the time is too short for, or use all of it').choices(DEEPENINGS),
    )
    .addOption(new Option('--order <kind>', "children by the heuristic, or the last iteration's best first").choices(ORDERS))
    .option('--table <bits>', 'transposition table of 2^bits entries', value =>
      parseWhole(value, TABLE_RANGE.min, TABLE_RANGE.max),
    )
    .option('--quiet <plies>', 'search noisy leaves so much deeper', value => parseWhole(value, QUIET_PLIES.min, QUIET_PLIES.max))
    .option('--swing <x>', 'with --quiet: a change of the heuristic that makes a leaf noisy', parseNumber)
    .option('--shorter-win', 'deepen until a win is found')
    .option('--book <file>', 'moves that are looked up: JSON, {"position": "move", …}')
    .optionsGroup('Options:')
    .addOption(
      new Option(
        '--set <name=value>',
        'a setting of the searcher, repeatable: alphaBeta takes known; expectimax takes leaf, points, dead, floor, cut and table; the others none',
      ).argParser(addSetting),
    )
  addSeedFlag(command, 'seed of a random first position and of a random searcher').setOptionValue('seed', 0)
  command.option('--json', 'one line of JSON, see docs/terminal.md').addHelpText('after', EXAMPLES).action(think)
}

const EXAMPLES = `
Examples:
  lab think ticTacToe start --searcher alphaBeta
  lab think exampleTree "(max 3 (min 5 2) (chance 0.4:6 0.6:(min 4 1)))" --searcher expectimax
  printf 'X.O......\\n' | lab think ticTacToe - --searcher minimax --json
  lab think twenty48 EDC1BA9187611110 --searcher expectimax --depth 5 --json`

async function think(gameId: (typeof GAME_IDS)[number], position: string, options: Options): Promise<void> {
  const entry: GameEntry = GAMES[gameId]
  if (position !== STANDARD_INPUT) return answer(entry, position, options)
  for await (const { text, whole } of readLines(process.stdin.setEncoding('utf8'), LONGEST_LINE))
    try {
      if (!whole) throw new LabError('BAD_POSITION', `a line is at most ${LONGEST_LINE} characters, this is longer`)
      await answer(entry, text, options)
    } catch (error) {
      if (!(error instanceof LabError) || error.code !== 'BAD_POSITION') throw error
      await refuse(text, error, options)
    }
}

async function answer(entry: GameEntry, position: string, options: Options): Promise<void> {
  const { game } = entry
  const { json, searcher, seed } = options
  const root = position === START ? game.start(createRandom(seed)) : game.parse(position)
  const { report, ms, config } = searched(entry, root, options)
  if (json) await printJson({ ...thinkAnswer(game, root, searcher, report, ms), ...provenanceOf(options, config) })
  else await print(thinkView(game, root, report, ms, styleFor(process.stdout)).join('\n'))
}

/** What it takes to search it again. */
function provenanceOf(options: Options, config: unknown) {
  const { deepening, order, table, quiet, swing, shorterWin, book, seed } = options
  const around = { deepening, order, table, quiet, swing, shorterWin, book }
  return { settings: { face: OUTPUT_VERSION, config, limits: limitsOf(options), ...around }, seed, version: VERSION }
}

interface Searched {
  readonly report: Report
  readonly ms: number
  readonly config: unknown
}

function searched(entry: GameEntry, root: unknown, options: Options): Searched {
  const { game, heuristic, isSmall, configs } = entry
  const searcher: Searcher = SEARCHERS[options.searcher]
  const wrapping = wrappingOf(entry, options)
  checkSearch(searcher, game, root, wrapping)
  const limits = limitsOf(options)
  const isBounded = Object.keys(limits).length > 0
  if (isBounded && !searcher.isLimited) throw badSetting('searcher', `${searcher.id} looks one ply ahead and takes no limit`)
  if (!isBounded && searcher.isLimited && !isSmall)
    throw badSetting('depth', `${game.id} is searched within a limit: depth, nodes or time`)
  const config = readConfig(options.searcher, { ...configs?.[options.searcher], ...options.set })
  const started = performance.now()
  const report = searcher.search(game, root, heuristic(root), config, {
    limits,
    wrapping,
    random: createRandom(options.seed),
    now: () => performance.now(),
    stopped: () => false, // it is not interrupted but ended
  })
  return { report, ms: performance.now() - started, config }
}

function limitsOf({ depth, nodes, time }: Options): Limits {
  return { ...(depth !== undefined && { depth }), ...(nodes !== undefined && { nodes }), ...(time !== undefined && { ms: time }) }
}

function wrappingOf({ game }: GameEntry, { deepening, order, table, quiet, swing, shorterWin, book }: Options): Wrapping {
  if (swing !== undefined && quiet === undefined) throw badSetting('swing', 'it belongs to --quiet')
  if (swing !== undefined) inRange('swing', swing, 0, Number.MAX_VALUE)
  return {
    ...(deepening && { deepening }),
    ...(order && { order }),
    ...(table !== undefined && { table }),
    ...(quiet !== undefined && { quiescence: { plies: quiet, ...(swing !== undefined && { swing }) } }),
    ...(shorterWin && { shorterWin }),
    ...(book !== undefined && { book: readBook(book, game) }),
  }
}

function parseMs(text: string): number {
  const ms = parseNumber(text)
  inRange('time', ms, 0, MAX_MS)
  return ms
}

/** `cut=0.01` */
function addSetting(text: string, settings: Options['set'] = {}): Options['set'] {
  const [, name, value] = /^([a-z]+)=(.+)$/is.exec(text) ?? []
  if (name === undefined || value === undefined) throw new LabError('BAD_SETTING', 'set: write name=value')
  const number = Number(value)
  return { ...settings, [name]: Number.isNaN(number) ? value : number }
}
