/** The file that stores a tournament. */
import { createHash } from 'node:crypto'
import { ARENA_LINES, MOST_ARENA_GAMES, type ArenaGame, type ArenaHead, type ArenaPlan } from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { makePlayerText, parsePlayerText } from '../../../core/contract/playerText'
import type { MatchOrder } from '../../../core/contract/matches'
import { readPosition } from '../../../core/contract/searchers'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { replayMatch } from '../../../core/match/match'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../installation'
import { badFile } from '../../files/fileProblem'
import { beginningHere, refuseOther } from '../ground/resultFile'
import { OneRun } from '../runs/oneRun'
import {
  agentsIn,
  contentOf,
  fixtureOf,
  orderOf,
  pairingsOf,
  playFingerprint,
  seatsOf,
  type Pairing,
  type Tournament,
} from './tournament'

/** A game without its moves. */
export type GameSummary = Omit<ArenaGame, 'edges' | 'start'> & {
  /** Games with the same value have the same start and moves. */
  readonly course: string
}

interface Reading {
  /** Refuses another tournament; the file may be new, and its games are kept for a run. Absent: the file is only read. */
  readonly wanted?: Tournament
  /** Called for each game with its positions. */
  readonly onGame?: (game: ArenaGame, states: readonly unknown[], tournament: Tournament) => void
}

interface SavedTournament {
  readonly tournament: Tournament
  /** With the games of the latest plan; absent if it was not begun. */
  readonly head: ArenaHead | undefined
  /** Games of each pairing in the latest plan; without one, at least the games that it has. */
  readonly planned: number
  /** The games by number. */
  readonly games: ReadonlyMap<number, GameSummary>
  readonly run: OneRun<ArenaHead, ArenaGame | ArenaPlan>
  close(): void
}

/**
 * The tournament of a file, which does not change before a run is added. If two processes played a game, the first line counts.
 * @throws {LabError} `BAD_FILE`, naming the line, or the game that does not follow from the tournament and the rules; also for another
 * tournament, naming the difference
 */
export async function openGamesFile(path: string, { wanted, onGame }: Reading = {}): Promise<SavedTournament> {
  const games = new Map<number, GameSummary>()
  let [tournament, pairings] = [wanted, [] as readonly Pairing[]]
  let head: ArenaHead | undefined
  /** Games of each pairing in the largest plan: a later plan may be smaller. */
  let most = 0
  const checkPlan = (planned: number | undefined, line: number): void => {
    most = Math.max(most, planned ?? Infinity)
    if (pairings.length * (planned ?? 1) <= MOST_ARENA_GAMES) return
    throw badFile(path, `line ${line}: ${pairings.length} pairings of ${planned} games each are more than ${MOST_ARENA_GAMES} games`) // oxfmt-ignore
  }
  const numberOf = (line: ArenaGame | ArenaPlan) => (wanted && 'game' in line ? line.game : undefined)
  const run = await OneRun.open(path, ARENA_LINES, numberOf, {
    mayBeNew: wanted !== undefined,
    onHead(found) {
      head = found
      const there = tournamentOf(found, path)
      pairings = pairingsOf(found.players.length, agentsOf(there, path))
      checkPlan(found.games, 1)
      tournament ??= there
      refuseOther(path, ARENA_LINES.name, settingsOf(there), settingsOf(tournament))
      if (wanted) refuseOther(path, ARENA_LINES.name, labOf(found), labOf(headOf(wanted)))
    },
    onLine(line, number) {
      if (!('game' in line)) {
        head = { ...head!, ...line }
        return checkPlan(line.games, number)
      }
      const [where, fixture] = [`line ${number}: game ${line.game}`, fixtureOf(pairings, line.game)]
      if (line.game > MOST_ARENA_GAMES || fixture.match >= most)
        throw badFile(path, `${where} is beyond the planned games of this tournament`)
      if (!sameContent(line.seats, seatsOf(tournament!, fixture)))
        throw badFile(path, `${where} of this tournament is between other players`)
      if (games.has(line.game)) return
      checkBeginning(path, where, line, orderOf(tournament!, fixture), head!)
      const states = replaySaved(path, line, tournament!)
      games.set(line.game, summaryOf(line))
      onGame?.(line, states, tournament!)
    },
  })
  if (!tournament) throw badFile(path, 'it is empty: no tournament was begun in it')
  const planned = head?.games ?? Math.max(1, Math.ceil(games.size / pairings.length))
  return { tournament, head, planned, games, run, close: () => run.close() }
}

export function summaryOf({ edges, start, ...game }: ArenaGame): GameSummary {
  return { ...game, course: createHash('sha1').update(`${start} ${edges.join()}`).digest('base64') }
}

export function headOf(tournament: Tournament): ArenaHead {
  const { game, options, boards, bounds, players, seed } = tournament
  return {
    ...{ game, ...(options && { options }), boards: [...boards], bounds },
    players: players.map(({ name, player }) => ({ name, player: makePlayerText(player) })),
    ...{ seed, fingerprint: playFingerprint(tournament), ...beginningHere() },
  }
}

/** @param path of its file, or another name of it @throws {LabError} `BAD_FILE` */
export function tournamentOf({ game, options, boards, bounds, players, seed }: ArenaHead, path: string): Tournament {
  try {
    const read = players.map(({ name, player }) => ({ name, player: parsePlayerText(player) }))
    return { game, ...(options && { options }), boards, bounds, players: read, seed }
  } catch (cause) {
    throw cause instanceof LabError ? badFile(path, `line 1: ${cause.message}`, cause) : cause
  }
}

/** @throws {LabError} `BAD_FILE` */
function agentsOf(tournament: Tournament, path: string): number {
  try {
    return agentsIn(tournament)
  } catch (cause) {
    throw cause instanceof LabError ? badFile(path, `line 1: ${cause.message}`, cause) : cause
  }
}

function settingsOf(tournament: Tournament) {
  const { players, ...content } = contentOf(tournament)
  return { ...content, players: players.join() }
}

/** What began it, as far as its games depend on that. */
export function labOf({ lab, generator, fingerprint }: ArenaHead) {
  return { lab, generator, 'fingerprint of its moves': fingerprint }
}

/** Another generator derives other seeds, and another lab may draw other starts from them. @throws {LabError} `BAD_FILE` */
function checkBeginning(path: string, where: string, { seed, start }: ArenaGame, order: MatchOrder, head: ArenaHead): void {
  if (head.generator !== GENERATOR) return
  if (seed !== order.seed) throw badFile(path, `${where} of this tournament has the seed ${order.seed}, not ${seed}`)
  const { game }: GameEntry = GAMES[order.game]
  if (head.lab === VERSION && start !== game.format(readPosition(order)))
    throw badFile(path, `${where} of this tournament begins with another position`)
}

/** Replays a saved game by its moves. @param path of its file, or another name of its tournament @returns its positions @throws {LabError} `BAD_FILE` */
export function replaySaved(path: string, kept: ArenaGame, tournament: Tournament): readonly unknown[] {
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
