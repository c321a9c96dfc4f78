import { Argument, type Command } from 'commander'
import { makeSharedText, MAX_SHARED_TEXT, type SharedSearch } from '../../../../core/contract/files'
import { parseJson } from '../../../../core/contract/files/json'
import { readGameSearch, type GameSearch, type ReadySearch } from '../../../../core/contract/searchers'
import { LabError } from '../../../../core/errors'
import type { ActionId, Game } from '../../../../core/game/game'
import { GAME_IDS, GAMES } from '../../../../core/games/registry'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { SearcherId } from '../../../../core/search/registry'
import { noEffort, type Report } from '../../../../core/search/report'
import { type Opponent, type StrategyReport, bestStrategy } from '../../../../core/search/strategies'
import { quoted } from '../../../../core/quoted'
import { badSetting } from '../../../../core/settingChecks'
import { VERSION } from '../../../installation'
import { readTextFile, STANDARD_INPUT } from '../../../files/textFile'
import type { CommandLab } from '../../../lab/localLab'
import { parseShare } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { OUTPUT_VERSION } from '../output/machineOutput'
import { answerLines } from '../search/lines'
import { KERNEL, readKernelSearch, searchByKernel, type KernelScale } from './kernelSearch'
import { addThinkFlags, anySearch, limitsOf, positionArgument, withWeights, type GameSearchFlags } from './thinkFlags'
import { thinkAnswer, thinkView } from './thinkView'
import type { Terminal } from '../terminal'
import { bigText } from '../../../../core/numberText'
import { differenceToBest } from '../../../../core/rounding'
import { table } from '../output/layout'
import { bare, measured } from '../output/numbers'
import type { Style } from '../output/style'

const PLAYERS = ['the first player', 'the second player']

const LONGEST_LINE = 100_000
const USUAL_ERROR = 0.25

interface Options extends GameSearchFlags {
  readonly searcher: SearcherId | typeof KERNEL
  readonly book?: string
  /** Share of its turns in which an opponent errs; `true` for the usual one. */
  readonly strategy?: number | true
  readonly share?: true
  readonly json?: boolean
}

export function defineThink(command: Command, terminal: Terminal): void {
  command
    .description(
      'Searches a position of any game with any searcher of the textbook, and shows the value of each move. Depth is in plies: a move or a chance event each. Values are those of the first player; the second makes them small. Of three players or more each has its own.',
    )
    .addArgument(new Argument('<game>', 'see "lab games"').choices(GAME_IDS))
    .addArgument(positionArgument(`; "${STANDARD_INPUT}" reads positions from standard input, a line each`))
  addThinkFlags(command, [KERNEL])
    .option('--book <file>', 'moves that are looked up, where the searcher takes it: JSON, {"position": "move", …}')
    .option(
      '--strategy [error]',
      'also the best strategy of the player to move, where the whole tree can be searched: its value, its leaves, and what it gets from opponents; one of them plays any move in this share of its turns (default: 0.25)',
      parseShare,
    )
    .addOption(
      command
        .createOption('--share', 'searches nothing: prints a text that opens the search in the window, where it is pasted')
        .conflicts(['book', 'strategy', 'json']),
    )
    .option('--json', 'one line of JSON, see docs/terminal.md')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(think.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab think ticTacToe start --searcher alphaBeta --strategy
  lab think exampleTree "(max 3 (min 5 2) (chance 0.4:6 0.6:(min 4 1)))" --searcher expectimax
  lab think exampleTree "(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))" --searcher maxN
  printf 'X.O......\\n' | lab think ticTacToe - --searcher minimax --json
  lab think twenty48 EDC1BA9187611110 --searcher expectimax --depth 5 --json
  lab think twenty48 EDC1BA9187611110 --searcher kernel --depth 7
  lab think twenty48 EDC1BA9187611110 --searcher minimax --depth 3 --heuristic profile:thesis
  lab think ticTacToe X../.../... --searcher mcts --set iterations=20000`

/** The input of the command. */
interface Asking {
  readonly game: GameSearch['game']
  readonly options: Options
  readonly lab: Pick<CommandLab, 'search' | 'searchGame' | 'calibrationOf'>
  readonly signal: AbortSignal
}

async function think(terminal: Terminal, game: GameSearch['game'], position: string, options: Options): Promise<void> {
  await terminal.withLab({}, async lab => {
    const weighted = await withWeights(game, options, lab.findProfile)
    if (options.share) return terminal.print(sharedText(game, position, weighted))
    const signal = terminal.interruptSignal()
    const asking = { game, options: weighted, lab, signal }
    const isOfLine = ({ code }: LabError): boolean => code === 'BAD_POSITION'
    if (position === STANDARD_INPUT)
      await answerLines(terminal, { signal, longest: LONGEST_LINE, json: options.json, isOfLine }, text =>
        answer(terminal, text, asking),
      )
    else await answer(terminal, position, asking)
    terminal.endIfAborted(signal)
  })
}

/** @throws {LabError} `BAD_SETTING` for a text that would be too long, and as the search */
function sharedText(game: GameSearch['game'], position: string, options: Options): string {
  const asked = anySearch(game, position, options)
  const { searcher } = options
  let search: SharedSearch
  if (searcher === KERNEL) {
    const { root, player } = readKernelSearch(asked)
    search = { by: 'kernel', position: makePosition(root.board), player }
  } else {
    readGameSearch({ ...asked, searcher })
    search = { by: 'searcher', ...asked, searcher }
  }
  const text = makeSharedText({ kind: 'tree', search, view: 'drawn', path: [] })
  if (text === undefined) throw badSetting('share', `the text would have more than ${MAX_SHARED_TEXT} characters`)
  return text
}

async function answer(terminal: Terminal, position: string, asking: Asking): Promise<void> {
  const { options } = asking
  const { game } = GAMES[asking.game]
  const { root, config, report, ms, scale } = await found(position, asking)
  const strategy = strategyOf(game, root, options)
  if (options.json)
    await terminal.printJson({
      ...thinkAnswer(game, root, options.searcher, report, ms),
      ...scale?.answer,
      ...(strategy && { strategy: strategyAnswer(game, root, strategy.error, strategy.report) }),
      ...provenanceOf(options, config),
    })
  else
    await terminal.printLines([
      ...thinkView(game, root, options.searcher, report, ms, terminal.style),
      ...(scale && scale.lines.length > 0 ? ['', ...scale.lines] : []),
      ...(strategy ? strategyView(strategy.error, strategy.report, terminal.style) : []),
    ])
}

/** @throws {LabError} `BAD_REQUEST` where no player moves, or where the whole tree is too large */
function strategyOf(game: Game<unknown>, root: unknown, { strategy }: Options) {
  if (strategy === undefined) return undefined
  const error = strategy === true ? USUAL_ERROR : strategy
  const turn = game.toAct(root)
  if (typeof turn !== 'number') throw new LabError('BAD_REQUEST', '--strategy: no player moves in this position')
  return { error, report: bestStrategy(game, root, turn, error) }
}

interface Found {
  readonly root: unknown
  readonly config: unknown
  readonly report: Report
  readonly ms: number
  /** Chance and points, if the player is calibrated. */
  readonly scale?: KernelScale
}

async function found(position: string, { game: id, options, lab, signal }: Asking): Promise<Found> {
  const { searcher, book } = options
  const asked = anySearch(id, position, options)
  if (searcher === KERNEL) {
    if (book !== undefined) throw badSetting('book', `${KERNEL} does not take it`)
    const ready = readKernelSearch(asked)
    return { ...ready, ...(await searchByKernel(ready, lab, signal)) }
  }
  const ready = readGameSearch({ ...asked, searcher })
  const { entry, root, config, heuristic } = ready
  const { options: _, ...rest } = asked // the position has them
  const known = book === undefined ? undefined : bookMove(book, ready)
  if (known) return { root, config, report: known, ms: 0 }
  const searched = await lab.searchGame({ ...rest, searcher, position: entry.game.format(root), config, heuristic }, { signal })
  if (!searched) throw new LabError('CANCELLED', 'The search was stopped before it began.')
  return { root, config, ...searched }
}

/** The answer of a book, if it has the position. @throws {LabError} `BAD_FILE`, `BAD_SETTING` */
function bookMove(file: string, { entry: { game }, root, searcher }: ReadySearch): Report | undefined {
  if (!searcher.wrappers.includes('book')) throw badSetting('book', `${searcher.id} does not take it`)
  const book = readBook(file, game)
  const best = typeof game.toAct(root) === 'number' ? book(game.key(root)) : undefined
  return best === undefined ? undefined : { lines: [], best, values: undefined, depth: 0, effort: noEffort(), stopped: 'book' }
}

/** Largest book. */
const MOST_BYTES = 2 ** 20

/** A book as a file: JSON, positions in the game's own text and the words of a move. @throws {LabError} `BAD_FILE`, naming the entry */
function readBook(file: string, game: Game<unknown>): (position: string | number) => ActionId | undefined {
  const moves = new Map<string | number, ActionId>()
  for (const [text, move] of Object.entries(bookEntries(file))) {
    const where = `${file}: ${quoted(text)}`
    const position = bookPosition(where, text, game)
    const actions = typeof game.toAct(position) === 'number' ? game.actions(position) : []
    const action = actions.find(each => game.words(position, each) === move)
    if (action === undefined) throw new LabError('BAD_FILE', `${where}: ${quoted(move)} is no legal move there`)
    moves.set(game.key(position), action)
  }
  return position => moves.get(position)
}

function bookPosition(where: string, text: string, game: Game<unknown>): unknown {
  try {
    return game.parse(text)
  } catch (error) {
    if (error instanceof LabError) throw new LabError('BAD_FILE', `${where}: ${error.message}`)
    throw error
  }
}

function bookEntries(file: string): object {
  const book = parseJson(readTextFile(file, MOST_BYTES), file, MOST_BYTES)
  if (typeof book === 'object' && book !== null && !Array.isArray(book)) return book
  throw new LabError('BAD_FILE', `${file}: a book is an object, {"position": "move", …}`)
}

/** The data to repeat the search. */
function provenanceOf(options: Options, config: unknown) {
  const { deepening, order, table, quiet, swing, shorterWin, rootTies, book, heuristic, seed } = options
  const around = { deepening, order, table, quiet, swing, shorterWin, rootTies, book, heuristic }
  return { settings: { face: OUTPUT_VERSION, config, limits: limitsOf(options), ...around }, seed, version: VERSION }
}

/** Numbers of any size are texts. */
function strategyAnswer<State>(game: Game<State>, root: State, error: number, report: StrategyReport) {
  const { strategies, leaves, move, ...rest } = report
  return {
    strategies: String(strategies),
    leaves: String(leaves),
    move: move === undefined ? null : game.words(root, move),
    error,
    ...rest,
  }
}

function strategyView(error: number, { agent, strategies, value, leaves, encounters }: StrategyReport, style: Style): string[] {
  const texts: Readonly<Record<Opponent, string>> = {
    perfect: 'plays perfectly',
    erring: `any move in ${bare(100 * error)} % of its turns`,
    random: 'plays any moves',
  }
  const sign = agent === 0 ? 1 : -1
  const rows = encounters.map(({ opponent, mean, worst, most }) => [
    texts[opponent],
    measured(mean),
    measured(worst),
    measured(most),
    measured(sign * differenceToBest(most, mean)),
  ])
  return [
    '',
    `${sentence(PLAYERS[agent]!)} has ${bigText(String(strategies))} ${strategies === 1n ? 'strategy' : 'strategies'}. The best one has ${bigText(String(leaves))} ${leaves === 1n ? 'leaf' : 'leaves'}, and its value is ${measured(value)}: the worst of them.`,
    '',
    ...table(['opponent', 'mean', 'worst', 'best answer', 'given away'], rows, { align: 'lrrrr', room: style.columns, style }),
  ]
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
