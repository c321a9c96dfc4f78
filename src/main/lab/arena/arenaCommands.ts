import { join } from 'node:path'
import type { ArenaGame } from '../../../core/contract/files'
import { effortFields, inMicroseconds } from '../../../core/contract/files/matchFields'
import type { MatchOrder } from '../../../core/contract/matches'
import { readPosition } from '../../../core/contract/searchers'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import type { MatchResult } from '../../../core/match/match'
import { replayMatch } from '../../../core/match/replayMatch'
import type { Pool } from '../../compute/pool/pool'
import { badFile } from '../../files/fileProblem'
import type { CommandContext } from '../shared/commandContext'
import { GamesFile, type KeptGame } from './gamesFile'
import { standingsOf, type Standings } from './standings'
import {
  checkTournament,
  fixturesOf,
  isReproducible,
  orderOf,
  seatsOf,
  tournamentHash,
  type Fixture,
  type Tournament,
} from './tournament'

export type { PairingScore, Standing, Standings } from './standings'
export type { Tournament } from './tournament'

/** Where tournaments are kept that no file is named for. */
const FOLDER = 'results'
const MOST_MESSAGE = 1000

export interface ArenaOrder {
  readonly tournament: Tournament
  /** Of each pairing. */
  readonly games: number
  /** Absent: one in `results`, named by what is played. */
  readonly file?: string | undefined
}

export interface ArenaHearing {
  readonly signal: AbortSignal
  /** Before the first game. */
  readonly onBegun: (begun: { readonly file: string; readonly total: number; readonly done: number }) => void
  /** `done` games are stored. */
  readonly onGame: (done: number) => void
}

export interface ArenaOutcome {
  readonly tournament: Tournament
  readonly standings: Standings
  readonly file: string
  /** Games of all pairings together, when it is finished. */
  readonly total: number
  /** Whether no clock decides: then its games follow from players and seeds. */
  readonly reproducible: boolean
  /** On which it was begun. */
  readonly machine: string
  /** Games whose threads died of them, and how the first did. */
  readonly lost?: { readonly games: number; readonly message: string }
}

/** A game that is kept, with its positions. */
export interface ShownGame {
  readonly game: ArenaGame
  readonly names: readonly string[]
  /** By seat, as `names`. */
  readonly moves: readonly { readonly by: number | 'chance'; readonly words: string }[]
  readonly end: string
}

export class ArenaCommands {
  constructor(private readonly context: CommandContext) {}

  /** As `playTournament`, on the threads of the lab. */
  run(order: ArenaOrder, hearing: ArenaHearing): Promise<ArenaOutcome & { readonly threads: number }> {
    checkTournament(order.tournament, order.games)
    const { pool } = this.context.engine
    return playTournament(pool, order, hearing).then(outcome => ({ ...outcome, threads: pool.threads }))
  }

  /**
   * A tournament from its file, each of its games played again by its moves.
   *
   * @param number of the game to show
   * @throws {LabError} `BAD_FILE`, naming the game that does not follow from the rules; `NOT_FOUND`
   */
  async read(path: string, number?: number): Promise<ArenaOutcome & { readonly shown?: ShownGame }> {
    let shown: ShownGame | undefined
    const file = await GamesFile.read(path, (game, tournament) => {
      const states = playedAgain(path, game, tournament)
      if (game.game === number) shown = shownGame(game, states, tournament)
    })
    if (number !== undefined && !shown) throw new LabError('NOT_FOUND', `${path} has no game ${number}`)
    return { ...outcomeOf(file, [...file.games.values()], file.games.size), ...(shown && { shown }) }
  }
}

/**
 * Plays the games that the file lacks, and stores each as it ends. Where limits are in depth and nodes alone, they do not depend on
 * threads or interruptions.
 *
 * @throws {LabError} `BAD_FILE` where a game cannot be stored, and of the pool
 */
export async function playTournament(
  pool: Pick<Pool, 'playMatches'>,
  { tournament, games, file: named }: ArenaOrder,
  { signal, onBegun, onGame }: ArenaHearing,
): Promise<ArenaOutcome> {
  const path = named ?? join(FOLDER, `arena-${tournamentHash(tournament)}.jsonl`)
  const file = await GamesFile.open(path, tournament)
  const fixtures = fixturesOf(tournament.players.length, games)
  const missing = fixtures.filter(({ number }) => !file.games.has(number))
  let done = fixtures.length - missing.length
  onBegun({ file: path, total: fixtures.length, done })
  const orders = missing.map(fixture => orderOf(tournament, fixture))
  const failing = new AbortController()
  let failure: Error | undefined
  let [lost, message] = [0, '']
  try {
    await pool.playMatches(
      orders,
      {
        onMatch(result, i) {
          if (failing.signal.aborted) return
          try {
            file.add(gameOf(tournament, missing[i]!, orders[i]!, result))
            onGame(++done)
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
  } finally {
    file.close()
  }
  if (failure) throw failure
  const counted = fixtures.flatMap(({ number }) => file.games.get(number) ?? [])
  return {
    ...outcomeOf(file, counted, fixtures.length),
    ...(lost > 0 && { lost: { games: lost, message } }),
  }
}

function outcomeOf({ tournament, path, head }: GamesFile, games: readonly KeptGame[], total: number): ArenaOutcome {
  const names = tournament.players.map(({ name }) => name)
  const reproducible = isReproducible(tournament)
  return { tournament, standings: standingsOf(names, games), file: path, total, reproducible, machine: head.machine }
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

/** @returns its positions @throws {LabError} `BAD_FILE` */
function playedAgain(path: string, kept: ArenaGame, tournament: Tournament): readonly unknown[] {
  const { game }: GameEntry = GAMES[tournament.game]
  const where = `game ${kept.game}`
  try {
    const { states, ...again } = replayMatch(game, game.parse(kept.start), kept.edges, kept.fault)
    if (again.ended !== kept.ended || again.winner !== kept.winner || String(again.values) !== String(kept.values))
      throw badFile(path, `${where}: its moves come to another end than it has`)
    return states
  } catch (cause) {
    if (!(cause instanceof LabError) || cause.code === 'BAD_FILE') throw cause
    throw badFile(path, `${where}: ${cause.message}`, cause)
  }
}

function shownGame(kept: ArenaGame, states: readonly unknown[], { game: id, players }: Tournament): ShownGame {
  const { game }: GameEntry = GAMES[id]
  const moves = kept.edges.map((edge, i) => ({
    by: game.toAct(states[i]) as number | 'chance',
    words: game.words(states[i], edge),
  }))
  return { game: kept, names: kept.seats.map(place => players[place]!.name), moves, end: game.format(states.at(-1)) }
}
