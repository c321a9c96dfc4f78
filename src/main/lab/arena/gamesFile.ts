/** The file that stores a tournament. */
import { createHash } from 'node:crypto'
import { ARENA_LINES, MOST_ARENA_GAMES, type ArenaGame, type ArenaHead, type ArenaPlan } from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { makePlayerText, parsePlayerText } from '../../../core/contract/playerText'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { replayMatch } from '../../../core/match/replayMatch'
import { badFile } from '../../files/fileProblem'
import { LineFile } from '../../files/lineFile'
import { beginningHere, refuseOther } from '../ground/resultFile'
import { contentOf, fixtureOf, pairingsOf, playFingerprint, seatsOf, type Pairing, type Tournament } from './tournament'

/** A game without its moves. */
export type GameSummary = Omit<ArenaGame, 'edges' | 'start'> & {
  /** Games with the same value have the same start and moves. */
  readonly course: string
}

type OnGame = (game: ArenaGame, tournament: Tournament) => void

interface Opening {
  /** Refuses another tournament, and begins this one in a file that has none; absent: the file is read for viewing. */
  readonly wanted?: Tournament
  /** Called for each game with its moves. */
  readonly onGame?: OnGame
}

/** One line per game, appended when it ends. If two processes played a game, the first line counts. Must be closed. */
export class GamesFile {
  /** The games by number. */
  readonly games = new Map<number, GameSummary>()
  /** Games of each pairing in the latest plan; absent if not specified. */
  #planned: number | undefined
  readonly #pairings: readonly Pairing[]
  #lines!: LineFile<ArenaHead, ArenaGame | ArenaPlan>

  private constructor(
    readonly path: string,
    readonly tournament: Tournament,
    readonly head: ArenaHead,
  ) {
    this.#pairings = pairingsOf(tournament.players.length)
    this.#planned = head.games
  }

  /** Games of each pairing in the latest plan; without one, at least the games that it has. */
  get planned(): number {
    return this.#planned ?? Math.max(1, Math.ceil(this.games.size / this.#pairings.length))
  }

  /** What a kill cut off, in a sentence. */
  get cutOff(): string | undefined {
    return this.#lines.cutOff
  }

  /**
   * Reads a file without changing it.
   * @throws {LabError} `BAD_FILE`, naming the line; also for another tournament, naming the difference
   */
  static async open(path: string, { wanted, onGame }: Opening = {}): Promise<GamesFile> {
    let file: GamesFile | undefined
    const lines = await LineFile.open(path, ARENA_LINES, {
      mayBeNew: wanted !== undefined,
      onHead(head) {
        const tournament = tournamentOf(head, path)
        checkPlan(pairingsOf(head.players.length).length, head.games ?? 1, path, 1)
        if (wanted) {
          refuseOther(path, ARENA_LINES.name, settingsOf(tournament), settingsOf(wanted))
          refuseOther(path, ARENA_LINES.name, labOf(head), labOf(headOf(wanted)))
        }
        file = new GamesFile(path, wanted ?? tournament, head)
      },
      onLine: (line, number) => file!.#take(line, number, onGame),
    })
    if (wanted) file ??= new GamesFile(path, wanted, headOf(wanted))
    if (!file) throw badFile(path, 'it is empty: no tournament was begun in it')
    file.#lines = lines
    lines.begin(file.head)
    return file
  }

  /** Writes the tournament, and the planned games of each pairing, so that it can resume after a kill. @throws {LabError} `BAD_FILE` for an error of the file system */
  begin(games: number): void {
    const lines = this.#lines
    const isNew = lines.begin({ ...this.head, games })
    lines.add(...(isNew || this.#planned === games ? [] : [{ games }]))
    this.#planned = games
    lines.sync()
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(game: ArenaGame): void {
    this.#lines.add(game)
    this.games.set(game.game, summaryOf(game))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.#lines.close()
  }

  #take(game: ArenaGame | ArenaPlan, line: number, onGame?: OnGame): void {
    const { tournament, games, path } = this
    if (!('game' in game)) {
      checkPlan(this.#pairings.length, game.games, path, line)
      this.#planned = game.games
      return
    }
    const number = game.game
    const isIts = number <= MOST_ARENA_GAMES && sameContent(game.seats, seatsOf(tournament, fixtureOf(this.#pairings, number)))
    if (!isIts) throw badFile(path, `line ${line}: game ${number} of this tournament is between other players`)
    if (games.has(number)) return
    games.set(number, summaryOf(game))
    onGame?.(game, tournament)
  }
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

/** @param games of each pairing @throws {LabError} `BAD_FILE` */
function checkPlan(pairings: number, games: number, path: string, line: number): void {
  if (pairings * games <= MOST_ARENA_GAMES) return
  throw badFile(path, `line ${line}: ${pairings} pairings of ${games} games each are more than ${MOST_ARENA_GAMES} games`)
}

function settingsOf(tournament: Tournament) {
  const { players, ...content } = contentOf(tournament)
  return { ...content, players: players.join() }
}

/** What began it, as far as its games depend on that. */
export function labOf({ lab, generator, fingerprint }: ArenaHead) {
  return { lab, generator, 'fingerprint of its moves': fingerprint }
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
