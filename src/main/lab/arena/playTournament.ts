import { join } from 'node:path'
import type { ArenaGame, ArenaHead } from '../../../core/contract/files'
import { effortFields, inMicroseconds } from '../../../core/contract/matchFields'
import type { MatchOrder } from '../../../core/contract/matches'
import { readPosition } from '../../../core/contract/searchers'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import type { MatchResult } from '../../../core/match/match'
import type { Pool } from '../../compute/pool/pool'
import { whileWriting, type CutOffListener } from '../ground/resultFile'
import { GamesFile, type GameSummary } from './gamesFile'
import { standingsOf, type Standings } from './standings'
import { fixturesOf, isReproducible, orderOf, seatsOf, tournamentHash, type Fixture, type Tournament } from './tournament'

/** Default folder for tournaments. */
const FOLDER = 'results'
const MOST_MESSAGE = 1000

export interface ArenaOrder {
  readonly tournament: Tournament
  /** Games of each pairing. */
  readonly games: number
  /** Absent: a file in `results`, named by the tournament's content. */
  readonly file?: string | undefined
  /** Refuses to begin a file. */
  readonly resume?: boolean | undefined
}

export interface ArenaListener extends CutOffListener {
  readonly signal: AbortSignal
  /** `done` games are stored; also called before the first game. */
  readonly onGame: (done: number, total: number) => void
}

export interface ArenaOutcome {
  readonly tournament: Tournament
  readonly standings: Standings
  readonly file: string
  /** Games of all pairings together, once finished. */
  readonly total: number
  /** True if no clock decides: players and seeds then determine the games. */
  readonly reproducible: boolean
  /** The machine on which it started. */
  readonly machine: string
  /** Games during which a thread died, and the first error. */
  readonly lost?: { readonly games: number; readonly message: string }
}

/**
 * Plays the missing games of the file, and stores each as it ends. If all limits are on depth or nodes, the games do not depend on threads
 * or interruptions.
 * @throws {LabError} `BAD_FILE` if a game cannot be stored, or while another process writes to the file, and errors of the pool
 */
export function playTournament(
  pool: Pick<Pool, 'playMatches'>,
  order: ArenaOrder,
  listener: ArenaListener,
): Promise<ArenaOutcome> {
  const path = order.file ?? join(FOLDER, `arena-${tournamentHash(order.tournament)}.jsonl`)
  const { tournament, resume } = order
  return whileWriting(path, resume, () => GamesFile.open(path, { wanted: tournament }), file => playInto(file, pool, order, listener)) // oxfmt-ignore
}

async function playInto(
  file: GamesFile,
  pool: Pick<Pool, 'playMatches'>,
  { tournament, games }: Omit<ArenaOrder, 'file'>,
  { signal, onCutOff, onGame }: ArenaListener,
): Promise<ArenaOutcome> {
  const fixtures = fixturesOf(tournament.players.length, games)
  let done = fixtures.filter(({ number }) => file.games.has(number)).length
  const total = fixtures.length
  if (file.cutOff !== undefined) onCutOff(file.cutOff)
  onGame(done, total)
  if (done < total) file.begin(games)
  const onPlayed = (game: ArenaGame): void => {
    file.add(game)
    onGame(++done, total)
  }
  const lost = await playGames(pool, { tournament, games }, file.games, onPlayed, signal)
  const counted = fixtures.flatMap(({ number }) => file.games.get(number) ?? [])
  const { path, head } = file
  return {
    ...{ tournament, file: path, total },
    ...tournamentOutcome(tournament, head, counted),
    ...(lost && { lost }),
  }
}

/**
 * Plays the missing games of a tournament.
 * @param known the numbers of the others
 * @param onGame receives each game as it ends; no more are played once it throws
 * @throws what it threw, and errors of the pool
 */
export async function playGames(
  pool: Pick<Pool, 'playMatches'>,
  { tournament, games }: Pick<ArenaOrder, 'tournament' | 'games'>,
  known: { has(number: number): boolean },
  onGame: (game: ArenaGame) => void,
  signal: AbortSignal,
): Promise<ArenaOutcome['lost']> {
  const missing = fixturesOf(tournament.players.length, games).filter(({ number }) => !known.has(number))
  const orders = missing.map(fixture => orderOf(tournament, fixture))
  const failing = new AbortController()
  let failure: Error | undefined
  let [lost, message] = [0, '']
  await pool.playMatches(
    orders,
    {
      onMatch(result, i) {
        if (failing.signal.aborted) return
        try {
          onGame(gameOf(tournament, missing[i]!, orders[i]!, result))
        } catch (error) {
          failure = error as Error
          failing.abort()
        }
      },
      onLost(_, error) {
        lost++
        message ||= error.message
      },
    },
    { signal: AbortSignal.any([signal, failing.signal]) },
  )
  if (failure) throw failure
  return lost > 0 ? { games: lost, message } : undefined
}

export function tournamentOutcome(
  tournament: Tournament,
  { machine }: Pick<ArenaHead, 'machine'>,
  games: readonly GameSummary[],
): Pick<ArenaOutcome, 'standings' | 'reproducible' | 'machine'> {
  const names = tournament.players.map(({ name }) => name)
  const { game }: GameEntry = GAMES[tournament.game]
  return { standings: standingsOf(names, games, game.utilityRange), reproducible: isReproducible(tournament), machine }
}

function gameOf(tournament: Tournament, fixture: Fixture, order: MatchOrder, result: MatchResult): ArenaGame {
  const { ended, fault, winner, values, edges, players } = result
  const { game }: GameEntry = GAMES[order.game]
  const two = <T>([first, second]: readonly T[]): [T, T] => [first!, second!]
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
    ...{ values: two(values), moves: two(moves), nodes: two(nodes), ms: two(ms) },
    longestMs: two(players.map(({ longestMs }) => inMicroseconds(longestMs))),
    ...(processorMs && { processorMs: two(processorMs) }),
    overruns: two(overruns),
  }
}
