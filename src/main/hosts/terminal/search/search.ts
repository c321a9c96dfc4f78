import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { LabError } from '../../../../core/errors'
import { CELLS, EMPTY, MAX_RANK, SIDE, type Board } from '../../../../core/games/twenty48/board'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import { shellWord } from '../../../../core/labCommand'
import type { WallExpert } from '../../../../core/search/settings'
import { STANDARD_INPUT } from '../../../files/textFile'
import type { CommandLab } from '../../../lab/localLab'
import { helpNotes } from '../output/help'
import { outlookAnswer, searchAnswer } from '../output/machineOutput'
import { answerLines } from './lines'
import { INDENT, indented } from '../output/layout'
import { outlookLines, reportLine, reportView } from './reportView'
import { addSearchFlags, findPlayer, isOwnDepth, type SearchFlags } from './searchFlags'
import type { Terminal } from '../terminal'

const WARM_UP = 'CB98765432100000'
/** Longest line of input; the original game's JSON takes about 1,000 characters. */
const LONGEST_LINE = 10_000

interface Options extends SearchFlags {
  readonly json?: boolean
  readonly pv: boolean
  readonly outlook?: boolean
}

export function defineSearch(command: Command, terminal: Terminal): void {
  command
    .description(
      'Searches a position and shows the value of each move. With "-" it reads positions from standard input, one per line, and answers each with a line before it reads the next: an engine for other programs.',
    )
    .argument('<position>', 'a position in any notation, see "lab --help", or - for one a line on standard input')
  addSearchFlags(command)
    .option('--no-pv', 'the best move alone, without the principal variation')
    .option('--outlook', 'also how far quick games get from here: the chance of each of the next tiles')
    .option('--json', 'a line of JSON for each position, see docs/terminal.md')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(search.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab search 0000001000000010
  lab search "EDC1 BA91 8761 1110" --depth 5 --profile power
  lab search EDC1BA9187611110 --time 1000 --json
  lab search 8654321021001000 --outlook
  printf '0000001000000010\\n0123012301230123\\n' | lab search - --json --depth 2`

type Search = CommandLab['search']

async function search(terminal: Terminal, position: string, options: Options): Promise<void> {
  const { home, threads, time } = options
  if (options.outlook && position === STANDARD_INPUT)
    throw new LabError('BAD_REQUEST', '--outlook needs one position, not a line on standard input for each')
  const searchesHere = time === undefined // otherwise a message could not stop it
  await terminal.withLab({ home, threads, searchesHere }, async ({ findProfile, search, local, calibrationOf }) => {
    const { player, profile } = await findPlayer(findProfile, options)
    const signal = terminal.interruptSignal()
    await warmUp(search, player)
    const { json, pv } = options
    const isOwn = isOwnDepth(profile, player)
    const { profile: name, set } = options
    const isOwnPlayer = !set && name !== STANDARD_INPUT && isDeepStrictEqual(player.settings, profile.settings)
    const calibration = isOwn ? await calibrationOf(player) : undefined
    const scale = calibration && (await import('./scaleView')) // other searches load no more
    const scaleLines = (report: SearchReport): string[] => {
      if (scale || report.best === undefined) return scale?.scaleLines(calibration, report, profile.name) ?? []
      if (!isOwn) return ["no chance: not the profile's own depth"]
      if (!isOwnPlayer) return ['not calibrated with these settings']
      return [`not calibrated: ${terminal.commandLine(`profile calibrate ${shellWord(name)}`, home)}`]
    }
    if (position === STANDARD_INPUT)
      await answerLines(terminal, { signal, longest: LONGEST_LINE, json, isOfLine: () => true }, async text => {
        const { report, ms } = await search(parseBoard(text), player, { signal, variation: pv && json === true })
        await terminal.printAs(
          json,
          { ...searchAnswer(report, ms), ...scale?.scaleAnswer(calibration, report) },
          [[reportLine(report, ms), ...(scale ? scaleLines(report).slice(0, 1) : [])].join('  ')],
          INDENT,
        )
      })
    else {
      const board = parseBoard(position)
      const { report, ms } = await search(board, player, { signal, variation: pv })
      const outlook = options.outlook ? await local('outlookOf', board, signal) : undefined
      const answer = {
        ...searchAnswer(report, ms),
        ...scale?.scaleAnswer(calibration, report),
        ...(outlook && outlookAnswer(outlook)),
      }
      await terminal.printAs(json, answer, [
        ...reportView(report, ms, terminal.style, scaleLines(report)),
        ...negativeLines(report),
        ...(outlook ? outlookLines(outlook) : []),
      ])
    }
    terminal.endIfAborted(signal)
  })
}

/** Explains values that fall while the game goes well. */
function negativeLines({ best, values }: SearchReport): string[] {
  if (best === undefined || values[best]! >= 0) return []
  return [...indented(['Values may be below 0, and fall, while a game goes well. Differences count.']), '']
}

/**
 * The first search of a thread loads the evaluator and compiles the kernel, the first of an expert reads its network: that must not count as
 * time of a position.
 */
async function warmUp(search: Search, player: Player): Promise<void> {
  try {
    await search(parseBoard(WARM_UP), { ...player, limits: { depth: 2 } }, { readsExpert: true })
    const walls = player.settings.expert && crowdedWalls(player.settings.expert)
    if (walls) await search(walls, { ...player, limits: { depth: 0 } })
  } catch (error) {
    // the search of the first position reports what is refused here, except a damaged network that it does not need
    if (!(error instanceof LabError) || error.code === 'BAD_FILE') throw error
  }
}

/** A board that the expert is asked about, and answers quickly: one cell is empty. `undefined` if there are no such boards. */
function crowdedWalls({ target, least }: WallExpert): Board | undefined {
  if (least >= CELLS || target + least - 1 > MAX_RANK) return undefined
  const small = (cell: number) => 1 + ((cell + Math.floor(cell / SIDE)) % 2)
  return EMPTY.map((_, cell) => (cell === CELLS - 1 ? 0 : cell < least ? target + cell : small(cell)))
}
