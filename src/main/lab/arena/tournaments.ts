import type {
  Arg,
  EloNumber,
  TournamentGame,
  TournamentGames,
  TournamentTable,
  TournamentView,
} from '../../../core/contract/calls'
import { MOST_TOURNAMENT_GAMES, MOST_TOURNAMENTS } from '../../../core/contract/calls/arena'
import { ARENA_LINES, type ArenaGame, type ArenaHead } from '../../../core/contract/files'
import { effortFields, inMicroseconds, type MatchOrder } from '../../../core/contract/matches'
import { parsePlayerText } from '../../../core/contract/playerText'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import type { MatchResult } from '../../../core/match/match'
import { readPosition } from '../../../core/contract/searchers'
import { badSetting, within } from '../../../core/settingChecks'
import type { Pool } from '../../compute/pool/pool'
import { Recent } from '../ground/recent'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn, type RunLines } from '../runs/lineRuns'
import type { Turn } from '../runs/runs'
import { Course } from './course'
import { headOf, labOf, replaySaved, summaryOf, tournamentOf, type GameSummary } from './gamesFile'
import { standingsOf, type Standing, type Standings } from './standings'
import {
  agentsIn,
  checkTournament,
  fixturesOf,
  isReproducible,
  orderOf,
  pairingsOf,
  seatsOf,
  tournamentHash,
  type Fixture,
  type Tournament,
} from './tournament'

/** Tournaments that run at a time; others wait. */
const MOST_RUNNING = 4
/** Characters of a job's title. */
const LONGEST_TITLE = 80
/** Replayed games that are cached for the page. */
const MOST_COURSES = 4
/** Tournaments that rest and whose games are cached for the page. */
const MOST_READ = 2

export interface TournamentsOptions extends LineRunsOptions<TournamentView> {
  readonly pool: Pick<Pool, 'playMatches'>
}

/** Games during which a thread died, and the first error. */
export interface LostGames {
  readonly games: number
  readonly message: string
}

/** What the games of a tournament came to. */
export interface TournamentOutcome {
  readonly standings: Standings
  /** True if no clock decides: players and seeds then determine the games. */
  readonly reproducible: boolean
  /** The machine on which it started. */
  readonly machine: string
}

const MOST_MESSAGE = 1000

type Run = LineRun<ArenaHead>
type Games = Map<number, GameSummary>

/** Tournaments of the window. An unfinished one resumes where it stopped, also after a kill. Lines have the numbers of their games. */
export class Tournaments extends LineRuns<string, ArenaHead, ArenaGame, TournamentView> {
  protected readonly lineKind = ARENA_LINES as RunLines<ArenaHead, ArenaGame>
  readonly #games = new Recent<string, Promise<Games>>(MOST_READ, id => this.standing(id).state !== undefined)
  readonly #courses = new Recent<string, Promise<Course>>(MOST_COURSES)

  constructor(private readonly options: TournamentsOptions) {
    super('arena', options, MOST_RUNNING)
  }

  /** @throws {LabError} `BAD_SETTING`, naming the field; `BAD_REQUEST` if too many are saved, or this one runs with fewer games */
  async start(order: Arg<'startTournament'>): Promise<TournamentView> {
    const { games, players } = order
    const tournament = orderedTournament(order)
    if (agentsIn(tournament) !== 2) throw badSetting('game', 'the window has tournaments of two players; lab arena plays others too') // oxfmt-ignore
    const total = games * pairingsOf(players.length, 2).length
    if (total > MOST_TOURNAMENT_GAMES)
      throw badSetting('games', `${total} games are more than the ${MOST_TOURNAMENT_GAMES} of a tournament in the window`)
    checkTournament(tournament, games)
    const key = tournamentHash(tournament)
    return this.steer(async () => {
      const all = await this.all()
      const known = all.find(run => run.key === key)
      if (known && this.standing(key).state) {
        if (games <= plannedOf(known)) return this.rowOf(known)
        throw new LabError('BAD_REQUEST', `This tournament runs with ${plannedOf(known)} games per pair: pause it to add more.`)
      }
      if (known?.damage) throw known.damage
      if (known) return this.extendBy(known, { games: Math.max(games, plannedOf(known)) })
      if (all.length >= MOST_TOURNAMENTS)
        throw new LabError('BAD_REQUEST', `${MOST_TOURNAMENTS} tournaments are saved: delete one to make room for another.`)
      return this.begin({ ...headOf(tournament), games }, order.name ?? titleOf(tournament), key)
    })
  }

  /** Plays the checked tournament of a file, which stands for the store. */
  play(head: ArenaHead): Promise<TournamentView> {
    return this.steer(() => this.begin(head, titleOf(head)))
  }

  async table(id: string): Promise<TournamentTable> {
    const run = await this.find(id)
    const games = await this.#gamesOf(run)
    const { standings, ...outcome } = tournamentOutcome(tournamentIn(run), run.head, [...games.values()])
    return {
      games: standings.games,
      players: standings.players.map(playerOf),
      pairings: standings.pairings.map(({ pairs: _, elo, interval, ...pairing }) => ({
        ...pairing,
        ...strengthOf({ elo, interval }),
      })),
      ...outcome,
    }
  }

  async games(id: string, first: number, count: number): Promise<TournamentGames> {
    const games = await this.#gamesOf(await this.find(id))
    const numbers = [...games.keys()].toSorted((a, b) => a - b)
    const rows = numbers.slice(first, first + count).map(number => rowOf(games.get(number)!))
    return { rows, total: games.size, revision: games.size }
  }

  /** Replays a saved game. @throws {LabError} `NOT_FOUND`, `BAD_FILE` */
  async course(id: string, number: number): Promise<Course> {
    const run = await this.find(id)
    const key = `${run.id} ${number}`
    const known = this.#courses.get(key)
    if (known) return known
    const course = this.#replay(run, number)
    this.#courses.set(key, course)
    course.catch(() => this.#courses.delete(key))
    return course
  }

  async #replay(run: Run, number: number): Promise<Course> {
    const { value: found } = (await this.lines(run, number).next()) as IteratorYieldResult<{ number: number; line: ArenaGame }>
    if (found?.number !== number) throw new LabError('NOT_FOUND', `The tournament has no game ${number}.`, { game: number })
    const { game }: GameEntry = GAMES[run.head.game]
    const [start, ...states] = replaySaved(nameOf(run), found.line, tournamentIn(run))
    const course = new Course(game, start)
    for (const [i, edge] of found.line.edges.entries()) course.add({ edge, state: states[i] })
    return course
  }

  protected jobOf(run: Run) {
    return { title: run.title.slice(0, LONGEST_TITLE), total: totalOf(run), done: run.lines }
  }

  protected rowOf(run: Run): TournamentView {
    const { game, options, boards, bounds, players, seed, at } = run.head
    const { name, state, ...facts } = this.facts(run)
    const rests = this.isFinished(run) ? 'finished' : 'unfinished'
    return {
      ...{ ...facts, state: state === 'running' || state === 'waiting' || state === 'stopping' ? state : rests },
      ...(name !== titleOf(run.head) && { name }),
      ...{ game, ...(options && { options }), boards: boards.length, bounds, players, seed, at },
      ...{ total: totalOf(run), done: run.lines },
    }
  }

  protected damagedRow(run: StoredLineRun): TournamentView {
    const { name: _, state: _state, ...facts } = this.facts(run)
    return {
      ...{ ...facts, state: 'unfinished', game: 'twenty48', boards: 0, bounds: {}, players: [], seed: 0 },
      ...{ at: new Date(run.created).toISOString(), total: 0, done: run.lines },
    }
  }

  protected override numberOf({ game }: ArenaGame): number {
    return game
  }

  protected override isFinished(run: Run): boolean {
    return run.lines >= totalOf(run)
  }

  protected override origins(run: Run) {
    return [labOf(run.head), labOf(headOf(tournamentIn(run)))] as const
  }

  protected async advance({ run, signal, add }: LineTurn<ArenaHead, ArenaGame>): Promise<boolean> {
    const tournament = tournamentIn(run)
    const games = await this.#gamesOf(run)
    const missing = fixturesOf(tournament.players.length, plannedOf(run), agentsIn(tournament)).filter(
      ({ number }) => !games.has(number),
    )
    const orders = missing.map(fixture => orderOf(tournament, fixture))
    let lost: LostGames | undefined
    await this.options.pool.playMatches(
      orders,
      {
        onMatch(result, i) {
          const game = gameOf(tournament, missing[i]!, orders[i]!, result)
          add(game.game, game)
          games.set(game.game, summaryOf(game))
        },
        onLost(_, { message }) {
          lost = { message, ...lost, games: (lost?.games ?? 0) + 1 }
        },
      },
      { signal },
    )
    if (lost) throw new LabError('WORKER_LOST', `${lost.games} games could not be played: ${lost.message}`, { ...lost })
    return games.size >= totalOf(run)
  }

  protected override async compute(turn: Turn<Run>): Promise<void> {
    try {
      await super.compute(turn)
    } finally {
      this.#games.delete(turn.run.key) // not all of them may be stored
    }
  }

  protected override async setDeleted(id: string, isDeleted: boolean): Promise<Run | undefined> {
    const run = await super.setDeleted(id, isDeleted)
    this.#games.delete(id)
    return run
  }

  #gamesOf(run: Run): Promise<Games> {
    let games = this.#games.get(run.key)
    if (!games) {
      games = this.#read(run)
      this.#games.set(run.key, games)
      games.catch(() => this.#games.delete(run.key))
    }
    return games
  }

  async #read(run: Run): Promise<Games> {
    const games: Games = new Map()
    for await (const { number, line } of this.lines(run)) games.set(number, summaryOf(line))
    return games
  }
}

export function tournamentOutcome(
  tournament: Tournament,
  { machine }: Pick<ArenaHead, 'machine'>,
  games: readonly GameSummary[],
): TournamentOutcome {
  const names = tournament.players.map(({ name }) => name)
  const { game }: GameEntry = GAMES[tournament.game]
  return {
    standings: standingsOf(names, games, { agents: agentsIn(tournament), range: game.utilityRange }),
    reproducible: isReproducible(tournament),
    machine,
  }
}

function gameOf(tournament: Tournament, fixture: Fixture, order: MatchOrder, result: MatchResult): ArenaGame {
  const { ended, fault, winner, values, edges, players } = result
  const { game }: GameEntry = GAMES[order.game]
  const { moves, nodes, ms, processorMs, overruns } = effortFields(players)
  return {
    game: fixture.number,
    seats: [...seatsOf(tournament, fixture)],
    seed: order.seed,
    start: game.format(readPosition(order)),
    edges: [...edges],
    ended,
    ...(fault && { fault: { ...fault, message: fault.message.slice(0, MOST_MESSAGE) } }),
    ...(winner !== undefined && { winner }),
    ...{ values: [...values], moves, nodes, ms },
    longestMs: players.map(({ longestMs }) => inMicroseconds(longestMs)),
    ...(processorMs && { processorMs }),
    overruns,
  }
}

function orderedTournament({ game, options, boards, players, seed, clockMs, actions }: Arg<'startTournament'>): Tournament {
  const { game: rules }: GameEntry = GAMES[game]
  return {
    game,
    ...(options && { options }),
    boards: boards.map((board, i) => within(`boards.${i}`, () => rules.format(rules.parse(board)))),
    bounds: { ...(actions !== undefined && { actions }), ...(clockMs !== undefined && { clockMs }) },
    players: players.map(({ name, player }, i) => ({ name, player: within(`players.${i}`, () => parsePlayerText(player)) })),
    seed,
  }
}

/** @throws {LabError} `BAD_FILE` for a player that this lab does not know */
function tournamentIn(run: Run): Tournament {
  return tournamentOf(run.head, nameOf(run))
}

function nameOf({ key }: Run): string {
  return `tournament ${key}`
}

/** Names of its players, as far as a title is long. */
export function titleOf({ players }: Pick<ArenaHead, 'players'> | Tournament): string {
  return players
    .map(({ name }) => name)
    .join(' – ')
    .slice(0, 200)
}

/** Games of each pairing. */
function plannedOf({ head: { games = 1 } }: Run): number {
  return games
}

function totalOf(run: Run): number {
  return plannedOf(run) * pairingsOf(run.head.players.length, agentsOf(run.head)).length
}

/** A row is shown of a head whose positions this lab cannot read, too. */
function agentsOf(head: ArenaHead): number {
  try {
    return agentsIn(head)
  } catch (error) {
    if (error instanceof LabError) return 2
    throw error
  }
}

function playerOf({ name, wins, draws, losses, points, elo, interval, msPerMove, nodesPerMove, faults, overruns }: Standing) {
  return {
    ...{ name, wins, draws, losses, points, overruns },
    ...strengthOf({ elo, interval }),
    ...(msPerMove !== undefined && { msPerMove }),
    ...(nodesPerMove !== undefined && { nodesPerMove }),
    faults: faults.threw + faults.illegal + faults.clock,
  }
}

function strengthOf({ elo, interval }: Pick<Standing, 'elo' | 'interval'>) {
  return {
    ...(elo !== undefined && { elo: writable(elo) }),
    ...(interval && { interval: [writable(interval[0]), writable(interval[1])] as const }),
  }
}

function writable(elo: number): EloNumber {
  return Number.isFinite(elo) ? elo : elo > 0 ? '∞' : '−∞'
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function rowOf({ game, seats, winner, ended, fault, values, moves, ms }: GameSummary): TournamentGame {
  return {
    // the last search of a disqualified player made no move
    ...{ number: game, seats: [seats[0]!, seats[1]!] as const, ended, values },
    ...{ moves: total(moves) - (fault ? 1 : 0), ms: total(ms) },
    ...(winner !== undefined && { winner }),
    ...(fault && { fault }),
  }
}
