import { InvalidArgumentError, type Command } from 'commander'
import { MOST_CONTINUATIONS, MOST_GAMES, MOST_WALL_BOARDS } from '../../../../core/contract/files'
import { refuseTwins } from '../../../../core/contentHash'
import { LabError } from '../../../../core/errors'
import { shellWord } from '../../../../core/labCommand'
import { badSetting } from '../../../../core/settingChecks'
import { CELLS, face, MAX_FACE_SUM, MAX_RANK, type Rank, faceSum } from '../../../../core/games/twenty48/board'
import { LEAST_EXACT_TARGET } from '../../../../core/games/twenty48/wallGame/exact'
import { USUAL_CONTINUATIONS, USUAL_WALLS, type WallMultiple, cellsBeside } from '../../../../core/games/twenty48/wallGame/phases'
import type { CommandLab, MorePhases, WallOrder, WallOutcome } from '../../../lab/localLab'
import { addPlayer, findPlayers, type NamedPlayer } from '../compare/experiment'
import { addSeedFlag, drawSeed, parseWhole, wholeIn, multipleOption, parseBoards } from '../flags/numberFlags'
import { takesOnly, addQueueFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { addSearchFlags, makePlayer, withSetWeights, type SearchFlags } from '../search/searchFlags'
import { showExact, USUAL_EXACT, type ExactFlags } from './exactRun'
import { wallsTable } from './wallsTable'
import { EXIT, type Terminal } from '../terminal'
import { csvOf } from '../../../../core/csv'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { GENERATOR } from '../../../../core/random'
import { VERSION } from '../../../installation'
import { fourDigits, OUTPUT_VERSION, rounded } from '../output/machineOutput'

const USUAL_BOARDS = 100
const USUAL_GAMES = 1000

/** Flags that only `--exact` takes. */
const EXACT_FLAGS = ['cells', 'target'] as const

/** Flags by which a test gets more phases. */
const MORE_FLAGS = ['boards', 'games', 'continuations'] as const

interface Options extends SearchFlags, Pick<ExactFlags, (typeof EXACT_FLAGS)[number]> {
  readonly exact?: boolean
  readonly against?: string
  readonly multiple: WallMultiple
  /** A number, or a file. */
  readonly boards: number | string
  readonly continuations: number
  readonly walls: number
  readonly leastSum: number
  readonly games: number
  readonly seed?: number
  readonly out?: string
  /** The older name of `--out`. */
  readonly save?: string
  readonly resume?: string | true
  readonly json?: boolean
  readonly csv?: boolean
}

export function defineWalls(command: Command, terminal: Terminal): void {
  command.description(
    'Measures how often a player survives the hard phases of long games. Plays games, takes their boards just before the sum of all tiles reaches a multiple of 512, and plays on from each until the sum reaches the next multiple and 64 more. Boards count if their walls, the tiles of 512 or more, are all different and at least four. The table is by the number of cells beside the walls, with 95 % intervals. With --exact it computes the best possible play beside fixed walls. See docs/walls.md.',
  )
  addSeedFlag(addQueueFlag(addSearchFlags(command)), 'seed of the games and of the phases (default: drawn, and shown)')
    .option(
      '--resume [id|file]',
      'resumes a test and begins none: that of this number, that in this file, or the one in the file of these settings',
    )
    .option(
      '--against <player>',
      'a second player on the same boards and seeds: a profile, with flags behind an @: power@cut=0.01',
    )
    .addOption(multipleOption('the multiple; walls are tiles of at least this').default(512))
    .option(
      '--boards <n|file>',
      'number of boards, or a file of --out whose boards are played',
      text => parseBoards(text, 1, MOST_WALL_BOARDS),
      USUAL_BOARDS,
    )
    .option(
      '--continuations <n>',
      'phases from each board, with other tiles',
      wholeIn(1, MOST_CONTINUATIONS),
      USUAL_CONTINUATIONS,
    )
    .option('--walls <n>', 'fewest walls of a board', wholeIn(1, CELLS), USUAL_WALLS)
    .option('--least-sum <sum>', 'smallest sum of a board’s tiles', wholeIn(0, MAX_FACE_SUM), 0)
    .option('--games <n>', 'most games that are played for the boards', wholeIn(1, MOST_GAMES), USUAL_GAMES)
    .option('--exact', 'instead: the best chance to make a tile beside walls that never move, by a table of all boards')
    .option(
      '--cells <n|list>',
      `with --exact: the first n cells of the board are free, or those of a list, 0 … ${CELLS - 1} (default: ${USUAL_EXACT.cells})`,
    )
    .option('--target <tile>', `with --exact: the tile to make (default: ${USUAL_EXACT.target})`, parseTarget)
    .option('--out <file>', 'saves boards and phases in a file, not in the data folder; more boards or continuations add')
    .addOption(command.createOption('--save <file>').hideHelp())
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .addOption(command.createOption('--csv', 'a row per phase instead of the table').conflicts('json'))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(walls.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab walls --profile power --boards 40 --cut 0.01
  lab walls --profile power --against thesis@depth=2 --boards 40 --depth 1 --json
  lab walls --profile power --walls 3 --boards 40 --depth 1 --out walls.jsonl --seed 1
  lab walls --resume walls.jsonl
  lab walls --resume 3 --boards 60
  lab walls --profile thesis --boards walls.jsonl --depth 1
  lab walls --exact --cells 8 --target 128
  lab walls --exact --cells 0,1,4,5,8,9 --target 64 --json`

function parseTarget(text: string): Rank {
  const rank = Math.log2(parseWhole(text, face(LEAST_EXACT_TARGET), face(MAX_RANK)))
  if (!Number.isInteger(rank)) throw new InvalidArgumentError('Not a tile: a power of two.')
  return rank
}

async function walls(terminal: Terminal, options: Options, command: Command): Promise<void> {
  const { home, threads, json, csv, resume, out, save } = options
  if (out !== undefined && save !== undefined) throw badSetting('--save', 'the older name of --out; give one of them')
  const stored = typeof resume === 'string' ? resume : undefined
  const id = stored !== undefined && /^[1-9]\d*$/.test(stored) ? Number(stored) : undefined
  const file = id === undefined ? (stored ?? out ?? save) : undefined
  const saved = resume === true && file === undefined ? true : (id ?? stored)
  if (options.exact) {
    takesOnly(command, [], '--exact', ['cells', 'target', 'json', 'home'])
    return showExact(terminal, options)
  }
  const useless = EXACT_FLAGS.filter(name => options[name] !== undefined)
  if (useless.length > 0)
    throw new LabError(
      'BAD_SETTING',
      `${useless.map(name => `--${name}`).join(' and ')} need${useless.length === 1 ? 's' : ''} --exact`,
    )
  await terminal.withLab({ home, threads }, async lab => {
    const order = saved === undefined ? await planned(lab, file, options, command) : await resumed(lab, saved, options, command) // oxfmt-ignore
    if (csv && options.seed === undefined && 'plan' in order) terminal.complain(`seed ${order.plan.seed}`)
    const signal = terminal.interruptSignal()
    const outcome = await playAndShow(terminal, lab, { ...order, resume: resume !== undefined }, signal)
    if (outcome.summary.boards === 0 && !signal.aborted)
      throw new LabError(
        'NOT_FOUND',
        `${counted(outcome.summary.games, 'game')} had no such board: the player does not come that far. Use a stronger player, more --games, or fewer --walls`,
      )
    if (json) await terminal.printJson(wallsAnswer(outcome, signal.aborted))
    else if (csv) await terminal.print(wallsCsv(outcome).trimEnd())
    else await terminal.printLines(wallsTable(outcome, terminal.style, signal.aborted))
    const more = MORE_FLAGS.filter(name => command.getOptionValueSource(name) === 'cli' && typeof options[name] === 'number')
    reportUnfinished(terminal, outcome, more.map(name => ` --${name} ${options[name]}`).join(''), signal, home)
    terminal.endIfAborted(signal)
  })
}

async function findPlayersOf(findProfile: CommandLab['findProfile'], options: Options): Promise<NamedPlayer[]> {
  const { profile } = await findProfile(options.profile)
  const players: NamedPlayer[] = []
  const source = withSetWeights(profile, options)
  addPlayer(players, { name: profile.name, source, player: makePlayer(source, options) })
  if (options.against === undefined) return players
  const { set: _, ...shared } = options // weights are those of the first player
  for (const each of await findPlayers(findProfile, [options.against], shared)) addPlayer(players, each)
  refuseTwins(players.map(({ name, player }) => ({ name, content: player })))
  return players
}

/**
 * Resumes a test, with more boards, games or continuations if given.
 * @param saved its file, or its number in the data folder; `true`: the only unfinished one there
 * @throws {LabError} `BAD_SETTING` for other flags; `BAD_FILE`
 */
async function resumed(
  { local }: Pick<CommandLab, 'local'>,
  saved: string | number | true,
  options: Options,
  command: Command,
): Promise<WallOrder> {
  takesOnly(command, [], '--resume', [...MORE_FLAGS, 'threads', 'queue', 'json', 'csv', 'home'])
  if (typeof options.boards === 'string') throw badSetting('--boards', 'the boards of a test stay: give a number, of all of them')
  const given = MORE_FLAGS.filter(name => command.getOptionValueSource(name) === 'cli')
  const more: MorePhases = Object.fromEntries(given.map(name => [name, Number(options[name])]))
  if (typeof saved === 'number') return { id: saved, more }
  if (saved === true) return { id: undefined, more }
  const plan = await local('wallPlanIn', saved)
  if (!plan) throw new LabError('NOT_FOUND', `there is no ${saved} to resume`, { file: saved })
  const { continuations = plan.continuations, ...boards } = more
  return { file: saved, plan: { ...plan, source: { ...plan.source, ...boards }, continuations } }
}

/** @param file where it is saved; what that has of the test decides the seed */
async function planned(
  lab: Pick<CommandLab, 'local' | 'findProfile'>,
  file: string | undefined,
  options: Options,
  command: Command,
): Promise<WallOrder> {
  const { multiple, walls: fewest, leastSum, continuations, games } = options
  const players = (await findPlayersOf(lab.findProfile, options)).map(({ name, player }) => ({ name, player }))
  const earlier = file === undefined ? undefined : await lab.local('wallPlanIn', file)
  const seed = options.seed ?? earlier?.seed
  const { boards } = options
  if (typeof boards === 'string') {
    const given = ['multiple', 'walls', 'leastSum', 'games'].filter(name => command.getOptionValueSource(name) === 'cli')
    if (given.length > 0)
      throw new LabError(
        'BAD_SETTING',
        `--boards ${boards}: the file says which boards; leave out ${given.map(flagOf).join(', ')}`,
      )
    const saved = await lab.local('wallBoardsIn', boards)
    return { file, plan: { source: saved.source, seed: seed ?? saved.seed, continuations, players }, games: saved.games }
  }
  const drawn = seed ?? drawSeed()
  const source = { multiple, walls: fewest, leastSum, gameSeed: drawn, boards, games, from: players[0]! }
  return { file, plan: { source, seed: drawn, continuations, players } }

  function flagOf(name: string): string {
    return command.options.find(option => option.attributeName() === name)!.long!
  }
}

function playAndShow(
  terminal: Terminal,
  lab: Pick<CommandLab, 'local'>,
  order: WallOrder,
  signal: AbortSignal,
): Promise<WallOutcome> {
  const bar = new Progress(terminal)
  return lab
    .local('runWallTest', order, {
      signal,
      onProgress: ({ of: unit, done, total, games }) =>
        bar.show({ total, done, unit, name: 'walls', note: () => (unit === 'boards' ? counted(games, 'game') : '') }),
      onCutOff: sentence => terminal.complain(sentence),
      onUnsaved({ message }) {
        terminal.complain(`the phases are not saved, and this test cannot be resumed: ${message}`)
        terminal.exitCode = EXIT.failure
      },
    })
    .finally(() => bar.stop())
}

function reportUnfinished(
  terminal: Terminal,
  { summary, total, plan, file, id }: WallOutcome,
  more: string,
  { aborted }: AbortSignal,
  home: string | undefined,
): void {
  const played = summary.players.reduce((sum, { all }) => sum + (all?.phases ?? 0), 0)
  if (!aborted) {
    if (summary.boards < plan.source.boards)
      terminal.complain(`${counted(summary.games, 'game')} had only ${counted(summary.boards, 'board')}; more --games give more`)
    return
  }
  const what = played === 0 ? counted(summary.boards, 'board') : `${whole(played)} of ${counted(total, 'phase')}`
  if (file === undefined && id === undefined)
    return terminal.complain(`interrupted after ${what}; nothing was saved, so this test cannot be resumed`)
  const [where, name, folder] = file === undefined ? ['', id, home] : [` in ${file}`, shellWord(file), undefined]
  terminal.complain(`${what} stored${where}. ${terminal.resumeWith(`walls --resume ${name}${more}`, folder)}`)
}

function wallsAnswer({ plan, summary, total, file, id, threads, kernel, machine }: WallOutcome, interrupted: boolean) {
  const { source, players, seed, continuations } = plan
  return {
    boards: summary.boards,
    games: summary.games,
    planned: total,
    players: summary.players.map(({ name, rows, all, msPerMove }) => ({
      ...{ name, rows, all, msPerMove: fourDigits(msPerMove) },
    })),
    differences: summary.differences,
    seed,
    continuations,
    source,
    settings: {
      ...{ face: OUTPUT_VERSION, players, generator: GENERATOR, kernel, machine, threads },
      reproducible: [...players, source.from].every(({ player }) => player.limits.ms === undefined),
    },
    version: VERSION,
    file: file ?? null,
    test: id ?? null,
    ...(interrupted && { interrupted }),
  }
}

/** A row per phase, in the order of the boards. */
function wallsCsv({ plan, record }: WallOutcome): string {
  const { boards, phasesInOrder } = record
  return csvOf({
    columns: ['game', 'board', 'position', 'sum', 'cells', 'continuation', 'player', 'survived', 'moves', 'ms'],
    rows: phasesInOrder.map(({ board, continuation, player, survived, moves, ms }) => {
      const { game, position } = boards[board]!
      const ranks = parseBoard(position)
      const cells = cellsBeside(ranks, plan.source.multiple)
      const { name } = plan.players[player]!
      return [game, board, position, faceSum(ranks), cells, continuation, name, Number(survived), moves, rounded(ms)]
    }),
  })
}
