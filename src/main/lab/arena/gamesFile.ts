/** The file that stores a tournament. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  ARENA_FORMAT,
  ARENA_START,
  ARENA_VERSION,
  LONGEST_ARENA_LINE,
  MOST_ARENA_GAMES,
  parseArenaHead,
  parseArenaLine,
  type ArenaGame,
  type ArenaHead,
  type ArenaPlan,
} from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { makePlayerText, parsePlayerText } from '../../../core/contract/playerText'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { replayMatch } from '../../../core/match/replayMatch'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import { AppendedLines, readLines } from '../../files/appendedLines'
import { badFile } from '../../files/fileProblem'
import { machineHere } from '../ground/provenance'
import { contentOf, fixtureOf, pairingsOf, playFingerprint, seatsOf, type Pairing, type Tournament } from './tournament'

/** A game without its moves. */
export type GameSummary = Omit<ArenaGame, 'edges' | 'start'> & {
  /** Games with the same value have the same start and moves. */
  readonly course: string
}

type OnGame = (game: ArenaGame, tournament: Tournament) => void

/**
 * One line per game, appended when it ends; an incomplete line after a kill is dropped. If two processes played a game, the first line
 * counts. Must be closed.
 */
export class GamesFile {
  /** The games by number. */
  readonly games = new Map<number, GameSummary>()
  /** Games of each pairing in the latest plan; absent if not specified. */
  #planned: number | undefined
  readonly #pairings: readonly Pairing[]
  #lines: AppendedLines

  private constructor(
    readonly path: string,
    readonly tournament: Tournament,
    public head: ArenaHead,
    private readonly isBegun: boolean,
  ) {
    this.#pairings = pairingsOf(tournament.players.length)
    this.#planned = head.games
    this.#lines = new AppendedLines(path, undefined, 'games')
  }

  get planned(): number | undefined {
    return this.#planned
  }

  /**
   * Reads a file without changing it.
   * @throws {LabError} `BAD_FILE`, naming the line; also for another tournament, naming the difference
   */
  static async open(path: string, tournament: Tournament): Promise<GamesFile> {
    const file = existsSync(path) ? await GamesFile.#read(path, undefined, tournament) : undefined
    return file ?? new GamesFile(path, tournament, headOf(tournament), false)
  }

  /**
   * Reads the games of any lab, for viewing.
   * @param onGame called for each game with its moves
   * @throws {LabError} `BAD_FILE`, naming the line
   */
  static async read(path: string, onGame?: OnGame): Promise<GamesFile> {
    const file = await GamesFile.#read(path, onGame)
    if (!file) throw badFile(path, 'it is empty: no tournament was begun in it')
    return file
  }

  /** One game with its moves; the others are not parsed. @throws {LabError} `BAD_FILE`, naming the line */
  static async find(
    path: string,
    number: number,
  ): Promise<{ readonly kept: ArenaGame; readonly tournament: Tournament } | undefined> {
    let found: { readonly kept: ArenaGame; readonly tournament: Tournament } | undefined
    const onPlayed: OnGame = (kept, tournament) => {
      if (kept.game === number) found = { kept, tournament }
    }
    await GamesFile.#read(path, onPlayed, undefined, `{"game":${number},`)
    if (!found) await GamesFile.read(path, onPlayed) // another program may write its fields in another order
    return found
  }

  /** Writes the tournament, and the planned games of each pairing. @throws {LabError} `BAD_FILE` for an error of the file system */
  begin(games: number): void {
    if (!this.isBegun) this.head = { ...this.head, games }
    this.#open()
    if (this.isBegun && this.#planned !== games) this.#lines.add({ games } satisfies ArenaPlan)
    this.#planned = games
    this.#lines.sync()
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(game: ArenaGame): void {
    this.#open()
    this.#lines.add(game)
    this.games.set(game.game, summaryOf(game))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.#lines.close()
  }

  #open(): void {
    if (this.#lines.isOpen) return
    this.#lines.open()
    if (!this.isBegun) this.#lines.add(this.head)
  }

  /** @param start of the lines to read; absent: all @returns `undefined`: not even the first line is complete */
  static async #read(path: string, onGame?: OnGame, wanted?: Tournament, start = ''): Promise<GamesFile | undefined> {
    let file: GamesFile | undefined
    const rest = await readLines(path, LONGEST_ARENA_LINE, (text, line) => {
      if (file && !text.startsWith(start)) return
      if (file) file.#take(parseArenaLine(text, path, line), line, onGame)
      else file = beginningWith(text)
    })
    if (!file && !ARENA_START.startsWith(rest.slice(0, ARENA_START.length)))
      throw badFile(path, 'this is no tournament; name another file')
    if (file) file.#lines = new AppendedLines(path, Buffer.byteLength(rest), 'games')
    return file

    function beginningWith(text: string): GamesFile {
      const head = parseArenaHead(text, path)
      const tournament = tournamentOf(head, path)
      checkPlan(pairingsOf(head.players.length).length, head.games ?? 1, path, 1)
      if (wanted) refuseOther(path, head, tournament, wanted)
      return new GamesFile(path, wanted ?? tournament, head, true)
    }
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

function summaryOf({ edges, start, ...game }: ArenaGame): GameSummary {
  return { ...game, course: createHash('sha1').update(`${start} ${edges.join()}`).digest('base64') }
}

function headOf(tournament: Tournament): ArenaHead {
  const { game, options, boards, bounds, players, seed } = tournament
  return {
    ...{ format: ARENA_FORMAT, version: ARENA_VERSION },
    ...{ game, ...(options && { options }), boards: [...boards], bounds },
    players: players.map(({ name, player }) => ({ name, player: makePlayerText(player) })),
    ...{
      seed,
      lab: VERSION,
      generator: GENERATOR,
      fingerprint: playFingerprint(tournament),
      machine: machineHere(),
      at: new Date().toISOString(),
    },
  }
}

/** @throws {LabError} `BAD_FILE` */
function tournamentOf({ game, options, boards, bounds, players, seed }: ArenaHead, path: string): Tournament {
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

/** @throws {LabError} `BAD_FILE`, naming the difference */
function refuseOther(path: string, head: ArenaHead, tournament: Tournament, wanted: Tournament): void {
  const [its, ours] = [contentOf(tournament), contentOf(wanted)]
  const differing = (Object.keys(ours) as (keyof typeof ours)[]).filter(field => !sameContent(its[field], ours[field]))
  const shown = ({ game, players, seed, boards, rules, bounds }: typeof ours, field: keyof typeof ours) =>
    ({
      ...{ game, seed: String(seed), players: players.join(','), boards: `${boards.length} boards` },
      ...{ rules: JSON.stringify(rules), bounds: JSON.stringify(bounds) },
    })[field]
  if (differing.length > 0) {
    const field = differing[0]!
    const both = field === 'boards' ? '' : `: ${shown(its, field)} there, ${shown(ours, field)} here`
    throw badFile(path, `it has another tournament, with other ${differing.join(' and ')}${both}. Name another file with --out`)
  }
  const isOther = head.fingerprint !== undefined && head.fingerprint !== playFingerprint(wanted)
  if (head.lab !== VERSION || head.generator !== GENERATOR || isOther)
    throw badFile(
      path,
      isOther
        ? `the 2048 Lab ${head.lab} that began it plays other games than this one. Name another file with --out`
        : `2048 Lab ${head.lab} began it, this is ${VERSION}: its games may be others. Name another file with --out`,
    )
}

/** Replays a saved game by its moves. @returns its positions @throws {LabError} `BAD_FILE` */
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
