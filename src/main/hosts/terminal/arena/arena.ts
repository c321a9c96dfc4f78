import { Argument, Option, type Command } from 'commander'
import type { GivenOptions } from '../../../../core/contract/gameOptions'
import { MOST_ARENA_BOARDS, MOST_ARENA_GAMES, parsePlayerFile } from '../../../../core/contract/files'
import type { GameSearch } from '../../../../core/contract/searchers'
import { GAMES, GAME_IDS, type GameEntry } from '../../../../core/games/registry'
import { shellWord } from '../../../../core/labCommand'
import { badSetting } from '../../../../core/settingChecks'
import { helpNotes } from '../output/help'
import type { ArenaOutcome, CommandLab, Standing, Tournament } from '../../../lab/localLab'
import { addSeedFlag, addThreadsFlag, drawSeed, parsePositive, wholeIn } from '../flags/numberFlags'
import { addResumeFileFlag, DEFAULT_GAMES, takesOnly, addQueueFlag } from '../flags/sharedFlags'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { addRule, withProfile } from '../think/thinkFlags'
import { arenaTable, gameLines, hasGoal, isAlone } from './arenaTable'
import { EXIT, type Terminal } from '../terminal'
import { isSearcherText, makePlayerText, parsePlayerText } from '../../../../core/contract/playerText'
import { GENERATOR } from '../../../../core/random'
import { VERSION } from '../../../installation'
import { fourDigits, OUTPUT_VERSION, rounded } from '../output/machineOutput'
import { basename, extname } from 'node:path'
import { LabError } from '../../../../core/errors'
import { badFile } from '../../../files/fileProblem'
import { readSmallFile } from '../../../files/regularFile'
import { fileName, readText } from '../../../files/textFile'

const MAX_BOARD_BYTES = 2 ** 20

interface Options {
  readonly players?: string
  /** Absent: those of the file that is resumed, else `DEFAULT_GAMES`. */
  readonly games?: number
  readonly boards?: string
  readonly rule?: GivenOptions
  readonly clock?: number
  readonly maxActions?: number
  readonly seed?: number
  readonly out?: string
  readonly resume?: string | true
  readonly threads?: number
  readonly json?: boolean
}

interface ShowOptions {
  readonly game?: number
  readonly json?: boolean
}

export function defineArena(command: Command, terminal: Terminal): void {
  command
    .enablePositionalOptions() // "show" has options of the same names
    .description(
      "Plays a round robin at a two-player game. Each start is played twice, with sides swapped. At a game of three or more, as Can't Go Back with --rule players=3, all groups of as many players play from each start with each rotation of the seats. At a game of one player, 2048 or adversarial48 with random tiles, each player plays the same seeds alone. Games are saved in a file; after Ctrl-C or a crash the same command resumes from it, if it has --seed or --out. A player that fails, chooses an illegal move or exceeds its clock loses that game by the rules, and the tournament continues.",
    )
    .addArgument(new Argument('[game]', 'see "lab games"').choices(GAME_IDS))
    .usage('[options] <game>\n       lab arena --resume <file> [options]\n       lab arena show <file> [options]')
    .helpCommand(true) // commander adds it by itself only if a command needs a subcommand
    .option(
      '--players <list>',
      'with commas between them, at least two, or as many as play a game: searcher[:heuristic][:name=value …], with depth=N, nodes=N or time=MS among others, or a JSON file {"player": "…"}, as "lab tune export --format weights" writes it',
    )
    .option(
      '--games <n>',
      `per pairing, or per player that plays alone; a larger number adds to the saved games (default: ${DEFAULT_GAMES})`,
      wholeIn(1, MOST_ARENA_GAMES),
    )
    .option(
      '--boards <file>',
      'first positions, a line each, which the pairs of games take one after the other; in a .csv file a row each, with an empty line between boards; - for standard input',
    )
    .addOption(
      new Option('--rule <name=value>', 'a rule of drawn first positions, repeatable, see "lab games"').argParser(addRule),
    )
    .option('--clock <ms>', 'time of a player for all its searches in a game; a player that exceeds it loses', parsePositive)
    .option(
      '--max-actions <n>',
      'a longer game ends undecided, which counts as drawn; that of one player counts as it stands',
      wholeIn(1, 1e6),
    )
    .option('--out <file>', 'file of the games (default: results/arena-….jsonl, named by a hash of players and settings)')
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
  addQueueFlag(addThreadsFlag(addResumeFileFlag(addSeedFlag(command, 'of starts and players (default: drawn, and shown)'))))
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(arena.bind(undefined, terminal))
  command
    .command('show')
    .summary('shows a saved tournament')
    .description('Shows the table of a saved tournament. Replays each game from its moves, to check its result.')
    .argument('<file>', 'of "lab arena"')
    .option('--game <n>', 'this game, move by move', wholeIn(1, MOST_ARENA_GAMES))
    .option('--json', 'one object of JSON, as after the tournament; with --game the game')
    .action(show.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab arena cantGoBack --players alphaBeta:heavy:depth=3,greedy --games 20 --seed 1
  lab arena warehouse --players greedy:improved,mcts:nodes=200,random --rule steps=30 --games 10
  lab arena cantGoBack --players alphaBeta:clock=0.3,mcts:clock=even --clock 2000 --games 10
  lab arena ticTacToe --players "minimax:depth=2,random" --games 100 --json
  lab arena cantGoBack --rule players=3 --players maxN:depth=3,paranoid:depth=3,coalition:depth=3 --games 30
  lab arena twenty48 --players minimax:profile:thesis:depth=3,mcts:nodes=500 --games 20
  lab arena adversarial48 --rule randomTiles=true --players alphaBeta:rival:depth=4:table=20 --games 20
  lab arena --resume results/arena-0123456789abcdef.jsonl
  lab arena show results/arena-0123456789abcdef.jsonl --game 1`

async function arena(
  terminal: Terminal,
  game: GameSearch['game'] | undefined,
  options: Options,
  command: Command,
): Promise<void> {
  const { resume, threads, json } = options
  const stored = typeof resume === 'string' ? resume : undefined
  if (resume === true && game === undefined) throw badSetting('--resume', 'name the file, or the game and its players')
  if (stored !== undefined)
    takesOnly(command, game === undefined ? [] : [game], '--resume', ['games', 'threads', 'queue', 'json'])
  const signal = terminal.interruptSignal()
  const bar = new Progress(terminal)
  const outcome = await terminal.withLab({ threads }, async ({ local, findProfile }) => {
    const begun = stored === undefined ? await tournamentOf(terminal, game, options, findProfile) : undefined
    // a file that cannot be read is refused below, by the tournament that would resume in it
    const seedIn = async (file: string) => (await local('tournamentIn', file).catch(() => undefined))?.tournament.seed
    const seedOf = async () => options.seed ?? (options.out === undefined ? undefined : await seedIn(options.out)) ?? drawSeed()
    const { tournament, games } = begun
      ? { tournament: { ...begun, seed: await seedOf() }, games: DEFAULT_GAMES }
      : await local('tournamentIn', stored!)
    const order = { tournament, games: options.games ?? games, file: stored ?? options.out, resume: resume !== undefined }
    const playing = local('runTournament', order, {
      signal,
      onCutOff: sentence => terminal.complain(sentence),
      onGame: (done, total) => bar.show({ total, done, name: 'arena' }),
    })
    return playing.finally(() => bar.stop())
  })
  const interrupted = signal.aborted
  if (json) await terminal.printJson(arenaAnswer(outcome, { threads: outcome.threads, interrupted }))
  else await printTable(terminal, outcome)
  const { lost, standings, total, file } = outcome
  if (lost) {
    terminal.complain(`${counted(lost.games, 'game')} could not be played, the first because: ${lost.message}`)
    terminal.exitCode = EXIT.failure
  }
  if (standings.games < total)
    terminal.complain(
      `${whole(standings.games)} of ${counted(total, 'game')} stored in ${file}. ${terminal.resumeWith(`arena --resume ${shellWord(file)}`)}`,
    )
  terminal.endIfAborted(signal)
}

/** @throws {LabError} `BAD_SETTING`, naming the flag; `BAD_FILE` */
async function tournamentOf(
  terminal: Terminal,
  game: GameSearch['game'] | undefined,
  { players, boards, rule, clock, maxActions }: Options,
  findProfile: CommandLab['findProfile'],
): Promise<Omit<Tournament, 'seed'>> {
  if (game === undefined) throw badSetting('game', `name one of ${GAME_IDS.join(', ')}`)
  if (players === undefined) throw badSetting('players', 'name them, as in --players alphaBeta:depth=3,random')
  return {
    game,
    ...(rule && { options: rule }),
    boards: boards === undefined ? [] : await readBoards(terminal, boards, game),
    bounds: { ...(maxActions !== undefined && { actions: maxActions }), ...(clock !== undefined && { clockMs: clock }) },
    players: await readEntrants(players, game, findProfile),
  }
}

async function show(terminal: Terminal, file: string, { game, json }: ShowOptions): Promise<void> {
  const outcome = await terminal.withLab({}, ({ local }) => local('openTournament', file, game))
  if (outcome.shown) return terminal.printAs(json, outcome.shown, gameLines(outcome.shown, terminal.style))
  if (json) return terminal.printJson(arenaAnswer(outcome, {}))
  await printTable(terminal, outcome)
  await terminal.printLines([
    `  ${counted(outcome.standings.games, 'game')} replayed from the saved moves, with the same results.`,
    '',
  ])
}

function printTable(terminal: Terminal, outcome: ArenaOutcome): Promise<void> {
  return terminal.printLines(arenaTable(outcome, terminal.style))
}

/** Infinite and unknown numbers are `null`. @param more fields that only a running tournament has */
function arenaAnswer(
  { tournament, standings, file, total, reproducible, machine, lost }: ArenaOutcome,
  more: { readonly threads?: number; readonly interrupted?: boolean },
) {
  const { game, options = {}, boards, bounds, players, seed } = tournament
  const alone = isAlone(standings)
  const names = standings.players.map(({ name }) => name)
  return {
    game,
    players: standings.players.map(({ msPerMove, longestMs, ...standing }) => ({
      ...orNull(alone ? aloneAnswer(standing, game) : standing),
      msPerMove: fourDigits(msPerMove ?? null),
      longestMs: rounded(longestMs),
    })),
    games: standings.games,
    planned: total,
    pairings: standings.pairings.map(pairing => ({ ...orNull(pairing), players: pairing.players.map(place => names[place]!) })),
    seed,
    settings: {
      face: OUTPUT_VERSION,
      players: players.map(({ player }) => makePlayerText(player)),
      ...{ rules: options, boards: boards.length, bounds },
      ...{ generator: GENERATOR, machine, reproducible },
      ...(more.threads !== undefined && { threads: more.threads }),
    },
    version: VERSION,
    file,
    ...(lost && { lost: lost.games }),
    ...(more.interrupted && { interrupted: true }),
  }
}

/** A player who plays alone beats no one: it has its games, and in a game with a goal those that reach it. */
function aloneAnswer(
  { wins, draws, losses, points: _, shares, elo: __, interval: ___, ...others }: Omit<Standing, 'msPerMove' | 'longestMs'>,
  game: string,
) {
  const games = wins + draws + losses
  return { ...others, games, ...(hasGoal(game) && { reached: wins, reachedInterval: shares?.wins }) }
}

/** JSON writes infinite numbers as `null`, and leaves out what is `undefined`. */
function orNull<T extends object>(fields: T): { readonly [Name in keyof T]: Exclude<T[Name], undefined> | null } {
  const all = Object.entries(fields).map(([name, value]) => [name, (value as unknown) ?? null])
  return Object.fromEntries(all) as ReturnType<typeof orNull<T>>
}

/**
 * @param list texts or files, separated by commas; commas within parentheses belong to weights
 * @throws {LabError} `BAD_SETTING`, `BAD_FILE`; `NOT_FOUND` for a profile
 */
export async function readEntrants(
  list: string,
  game: GameSearch['game'],
  findProfile: CommandLab['findProfile'],
): Promise<Tournament['players']> {
  const players: Tournament['players'][number][] = []
  for (const text of list.split(/,(?![^(]*\))/)) {
    const isFile = !isSearcherText(text) && /[/\\]|\.\w+$/.test(text)
    const player = isFile ? readPlayerFile(text, game) : parsePlayerText(await withProfile(text, game, findProfile))
    const wanted = isFile ? basename(text, extname(text)) : text
    let name = wanted
    for (let i = 2; players.some(each => each.name === name); i++) name = `${wanted}#${i}`
    players.push({ name, player })
  }
  return players
}

function readPlayerFile(file: string, game: GameSearch['game']) {
  const text = readSmallFile(file)
  if (text === undefined) throw new LabError('BAD_FILE', `${file}: no such file`, { file })
  return parsePlayerFile(text, file, game)
}

/**
 * Positions in the game's own text, one per line; `-` is standard input. A .csv file has boards whose rows are lines, separated by empty
 * lines.
 *
 * @returns each as the game writes it
 * @throws {LabError} `BAD_FILE`, naming the line of a position, or the first line of a board
 */
async function readBoards(terminal: Terminal, file: string, id: GameSearch['game']): Promise<string[]> {
  const { game }: GameEntry = GAMES[id]
  const boards: string[] = []
  const name = fileName(file)
  for (const { line, text } of blocksOf(
    await readText(file, MAX_BOARD_BYTES, terminal.stdin),
    extname(file).toLowerCase() === '.csv',
  ))
    try {
      boards.push(game.format(game.parse(text)))
    } catch (cause) {
      if (!(cause instanceof LabError)) throw cause
      throw badFile(name, `line ${line}: ${cause.message}`, cause)
    }
  if (boards.length === 0) throw badFile(name, 'it has no board')
  if (boards.length > MOST_ARENA_BOARDS) throw badFile(name, `${boards.length} boards are more than ${MOST_ARENA_BOARDS}`)
  return boards
}

/** Blocks without empty lines. @param areRows true if adjacent lines belong together */
function blocksOf(text: string, areRows: boolean): { readonly line: number; readonly text: string }[] {
  const blocks: { line: number; lines: string[] }[] = []
  let isOpen = false
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && isOpen && areRows) blocks.at(-1)!.lines.push(line)
    else if (!isEmpty) blocks.push({ line: i + 1, lines: [line] })
    isOpen = !isEmpty
  }
  return blocks.map(({ line, lines }) => ({ line, text: lines.join('\n') }))
}
