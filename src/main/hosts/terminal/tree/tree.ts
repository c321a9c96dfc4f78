import { Option, type Command } from 'commander'
import { isSharedText, MAX_SHARED_CHARS, parseShared, SHARED_ENDING, type SharedTree } from '../../../../core/contract/files'
import type { GameSearch } from '../../../../core/contract/searchers'
import { GAME_IDS } from '../../../../core/games/registry'
import type { NetworkSource } from '../../../../core/games/twenty48/heuristics/networkEvaluator'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { quoted, visible } from '../../../../core/quoted'
import { badSetting } from '../../../../core/settingChecks'
import { TRACE_MEBIBYTES } from '../../../../core/trace/format'
import type { Trace } from '../../../../core/trace/trace'
import { helpNotes } from '../output/help'
import { counted, duration, whole } from '../output/numbers'
import { fileName, readText } from '../../../files/textFile'
import { INDENT, indented, table } from '../output/layout'
import { expertAnswer } from '../../../../core/games/twenty48/search/report'
import { expertLine } from '../search/reportView'
import { positionText } from '../search/lines'
import { addSearchFlags, findPlayer, type SearchFlags } from '../search/searchFlags'
import { addThinkFlags, gameSearch, positionArgument, withWeights, type ThinkFlags } from '../think/thinkFlags'
import { wholeIn } from '../flags/numberFlags'
import type { Terminal } from '../terminal'
import { openTree } from '../../../../core/games/trees'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { levelStatistics } from '../../../../core/tree/levels'
import { Outline } from '../../../../core/tree/outline'
import { GLYPHS, outlineSvg, outlineText } from '../../../../core/tree/outlineText'
import { fullRows } from '../../../../core/tree/rows'
import { treeJson } from '../../../../core/tree/treeJson'
import type { Style } from '../output/style'

interface ShowOptions {
  readonly levels?: number
  readonly json?: boolean
  readonly svg?: boolean
}

interface RecordFlags extends ShowOptions {
  readonly room: number
  readonly save?: string
}

interface RecordOptions extends RecordFlags, SearchFlags {
  readonly searcher?: string
}

export function defineTree(command: Command, terminal: Terminal): void {
  command
    .enablePositionalOptions() // "show" has options of the same names
    .description('Searches a position, records the whole tree, and shows its first levels.')
    .argument('<position>', 'a position of 2048 in any notation, see "lab --help"')
    .usage(
      '[options] <position>\n       lab tree <game> <position> --searcher <id> [options]\n       lab tree show <file> [options]',
    )
    .allowExcessArguments()
    .helpCommand(true) // commander adds it by itself only if a command needs a subcommand
    .addOption(new Option('--searcher <id>').hideHelp()) // belongs to the games
  addRecordFlags(addForms(addSearchFlags(command)))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(record.bind(undefined, terminal))
  for (const game of GAME_IDS) defineGame(command.command(game), game, terminal)
  addForms(
    command
      .command('show')
      .summary('a tree that was saved, or what a shared place is')
      .description('Shows a tree that "lab tree --save" or the window saved; or says what a shared place opens in the window.')
      .argument('<file|text>', 'the file, or a text that begins with lab2048:'),
  ).action(async (file: string, options: ShowOptions) => {
    if (isSharedText(file) || file.endsWith(`.${SHARED_ENDING}`)) return showShared(terminal, file, options)
    await terminal.withLab({}, async ({ local, networks }) =>
      show(terminal, await local('openTrace', file), options, undefined, { networks }),
    )
  })
}

async function showShared(terminal: Terminal, given: string, { json, svg }: ShowOptions): Promise<void> {
  if (svg) throw badSetting('--svg', 'a shared place holds a search, not its tree; "lab tree" records the tree and draws it')
  const isText = isSharedText(given)
  const place = isText
    ? parseShared(given, 'the text')
    : parseShared(await readText(given, MAX_SHARED_CHARS * 4, terminal.stdin), fileName(given))
  const lines =
    place.kind === 'runs' ? place.runs.map(({ name, config }) => `A tuning run: ${name}, seed ${config.seed}`) : treeLines(place)
  const how = isText ? 'Paste it in the window of the lab to open it.' : 'Drop it on the window of the lab to open it.'
  await terminal.printAs(json, place, [...lines, how])
}

function treeLines({ search, path, step }: SharedTree): string[] {
  const what = step === undefined ? 'A search tree' : `A lecture at step ${step + 1}`
  const where = path.length === 0 ? 'the root' : `${counted(path.length, 'edge')} below the root`
  if (search.by === 'trace') return [`${what}, as it was recorded: ${search.name}`, `Selected: ${where}`]
  const searcher = search.by === 'kernel' ? 'kernel' : search.searcher
  const { limits } = search.by === 'kernel' ? search.player : search
  const within = Object.entries(limits).map(([name, limit]) => `${name} ${limit}`)
  return [
    `${what}: ${search.by === 'kernel' ? 'twenty48' : search.game}, ${searcher}${within.length > 0 ? `, ${within.join(', ')}` : ''}`,
    `Position: ${visible(search.position)}`,
    `Selected: ${where}`,
  ]
}

function defineGame(command: Command, game: GameSearch['game'], terminal: Terminal): void {
  command
    .summary(`a search of ${game}`)
    .description(
      `Searches a position of ${game} with a searcher of the textbook, records the whole tree, and shows its first levels.`,
    )
    .addArgument(positionArgument())
  addRecordFlags(addForms(addThinkFlags(command)))
    .addHelpText('after', helpNotes(GAME_SIGNS))
    .action((position: string, options: RecordFlags & ThinkFlags) => recordGame(terminal, game, position, options))
}

function addRecordFlags(command: Command): Command {
  return command
    .option(
      '--room <mib>',
      'memory for the tree; what finds no room is searched and counted, but not recorded',
      wholeIn(TRACE_MEBIBYTES.min, TRACE_MEBIBYTES.max),
      TRACE_MEBIBYTES.default,
    )
    .option('--save <file>', 'a new file for the whole tree, for "lab tree show" and the window')
}

function addForms(command: Command): Command {
  return command
    .option('--levels <n>', 'levels below the root (2 for people, all of them in JSON)', wholeIn(0, 1000))
    .option('--json', 'the tree as one line of JSON, see docs/terminal.md')
    .addOption(command.createOption('--svg', 'the tree as a picture, a file of its own').conflicts('json'))
}

const GAME_SIGNS = `
Signs:
  △ the first player acts
  ▽ the second player acts
  ○ chance
  ▪ evaluated immediately, or not visited
  * the move that is taken
  = the same value
  ≤ ≥ the value is a bound
  α β the window in which it was searched
  3⁺ 3⁻ a number just above, just below 3

Example:
  lab tree exampleTree "(max 3 (min 2 9))" --searcher alphaBeta`

const EXAMPLES = `
Signs:
  △ the player moves
  ○ a tile appears
  ▪ evaluated immediately
  * the move that the player takes

Examples:
  lab tree EDC1BA9187611110 --depth 1
  lab tree EDC1BA9187611110 --depth 2 --levels 4 --json
  lab tree 0000001000000010 --svg --levels 3 > tree.svg
  lab tree EDC1BA9187611110 --depth 4 --save deep.2048trace && lab tree show deep.2048trace --levels 1
  lab tree ticTacToe X.O/.../..X --searcher alphaBeta --levels 3`

async function record(terminal: Terminal, position: string, options: RecordOptions, command: Command): Promise<void> {
  const { home, threads, save: file, searcher } = options
  if (searcher !== undefined || command.args.length > 1)
    throw badSetting('game', `${quoted(position)} is none of ${GAME_IDS.join(', ')}`)
  await terminal.withLab({ home, threads }, async ({ findProfile, local, networks }) => {
    const { player } = await findPlayer(findProfile, options)
    const board = parseBoard(await positionText(terminal, position))
    const signal = terminal.interruptSignal()
    const recorded = await local('recordBoard', board, player, options.room, { signal, file })
    if (recorded.expert && !options.json && !options.svg)
      await terminal.printLines([`${expertLine(recorded.expert)}; the tree is the evaluator’s search`], INDENT)
    await answer(terminal, recorded, options, { more: expertAnswer(recorded.expert), networks })
    terminal.endIfAborted(signal)
  })
}

async function recordGame(
  terminal: Terminal,
  game: GameSearch['game'],
  position: string,
  options: RecordFlags & ThinkFlags,
): Promise<void> {
  await terminal.withLab({}, async ({ local, findProfile }) => {
    const signal = terminal.interruptSignal()
    const weighted = await withWeights(game, options, findProfile)
    const asked = gameSearch(game, await positionText(terminal, position), weighted)
    await answer(terminal, await local('recordGame', asked, options.room, { signal, file: options.save }), options)
    terminal.endIfAborted(signal)
  })
}

/** Beside the recorded tree. */
interface Beside {
  /** Fields of the JSON beside those of the root. */
  readonly more?: object
  readonly networks?: NetworkSource
}

async function answer(
  terminal: Terminal,
  { trace, ms }: { readonly trace: Trace; readonly ms: number },
  options: RecordFlags,
  beside: Beside = {},
): Promise<void> {
  if (options.save === undefined || options.json || options.svg) await show(terminal, trace, options, ms, beside)
  else terminal.complain(`${options.save}: ${counted(trace.entries, 'node')}`)
}

async function show(
  terminal: Terminal,
  trace: Trace,
  options: ShowOptions,
  ms?: number,
  { more = {}, networks }: Beside = {},
): Promise<void> {
  const form: TreeForm = options.json ? 'json' : options.svg ? 'svg' : 'text'
  await printTree(terminal, trace, form, { levels: options.levels, ms, more }, networks)
  if (form === 'text') await terminal.print('')
}

type TreeForm = 'text' | 'json' | 'svg'

const PEOPLE_LEVELS = 2
/** Columns by which the further lines of a wrapped row are indented more than its children. */
const ROW_HANG = 4
const ALL_LEVELS = 1000
/** Maximum number of rows of a picture, because programs draw none any higher, and of a listing. */
const MOST_ROWS = { svg: 2_000, text: 100_000 } as const

async function printTree(
  terminal: Terminal,
  trace: Trace,
  form: TreeForm,
  { levels, ms, more: fields }: { readonly levels: number | undefined; readonly ms: number | undefined; readonly more: object },
  networks?: NetworkSource,
): Promise<void> {
  const { style } = terminal
  const tree = openTree(trace, networks)
  if (form === 'json') return terminal.printPieces(withFields(fields, treeJson(tree, 0, levels ?? ALL_LEVELS)))
  const outline = new Outline(tree)
  outline.fold(0, levels ?? PEOPLE_LEVELS)
  const rows = fullRows(tree, outline, outline.rows(0, MOST_ROWS[form]))
  const more = outline.total - rows.length
  const { depth, nodes } = trace.head
  const { names } = tree.game
  const title = tree.game.title(tree.game.root)
  if (form === 'svg') return terminal.printPieces([outlineSvg(tree, rows, more, `${title}, depth ${depth}`).trimEnd()])
  const lines = [
    '',
    `${style.bold(title)}  depth ${depth}, ${whole(trace.entries)} nodes, ${whole(nodes)} ${names.effort(nodes)} ${names.done}${ms === undefined ? '' : `, ${duration(ms)}`}`,
    '',
  ]
  await terminal.printLines(indented(lines))
  await terminal.printLines(indented(outlineText(tree, rows, more).trimEnd().split('\n')), ROW_HANG)
  await terminal.printLines(indented(['', ...levelLines(trace, names.end, style)]))
}

/** Adds fields in front of those of an object. */
function* withFields(fields: object, pieces: Iterable<string>): Generator<string, void, undefined> {
  const front = JSON.stringify(fields).slice(0, -1)
  let isFirst = front !== '{'
  for (const piece of pieces) {
    yield isFirst ? `${front},${piece.slice(1)}` : piece
    isFirst = false
  }
}

/** One row per level; a time is that of its nodes, without those below. */
function levelLines(trace: Trace, end: string, style: Style): string[] {
  const some = (count: number) => (count === 0 ? '' : whole(count))
  const rows = levelStatistics(trace).map(
    ({ level, kind, entries, expanded, branching, hits, probabilityCuts, windowCuts, terminals, notRecorded, ms }) => [
      `${level} ${kind === 'mixed' ? '' : GLYPHS[kind]}`.trimEnd(),
      whole(entries),
      expanded === 0 ? '' : numberText(branching, fixedDecimals(1)),
      some(hits),
      some(probabilityCuts + windowCuts),
      some(terminals),
      some(notRecorded),
      ms === null ? '–' : duration(ms),
    ],
  )
  const names = ['level', 'nodes', 'children', 'hits', 'cuts', end, 'not recorded', 'time']
  return table(names, rows, { align: 'l', style })
}
