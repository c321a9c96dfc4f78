/** The file that stores a tournament. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
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
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import { badFile, explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'
import { readTextPieces } from '../../files/textFile'
import { machineHere } from '../engine/provenance'
import { contentOf, fixtureOf, pairingsOf, playFingerprint, seatsOf, type Pairing, type Tournament } from './tournament'

const MAX_BYTES = 2 ** 30
/** Lines are handed to the system as games end, so a kill loses none; they are flushed to disk this often, so a power cut loses few. */
const SYNC = { games: 64, ms: 50 } as const

/** A game without its moves. */
export type KeptGame = Omit<ArenaGame, 'edges' | 'start'> & {
  /** Games with the same value have the same start and moves. */
  readonly course: string
}

type OnGame = (game: ArenaGame, tournament: Tournament) => void

/**
 * One line per game, appended when it ends; an incomplete line after a kill is dropped. If two processes played a game, the first line
 * counts. Must be closed.
 */
export class GamesFile {
  /** By number. */
  readonly games = new Map<number, KeptGame>()
  /** Games of each pairing in the latest plan; absent if not specified. */
  #planned: number | undefined
  readonly #pairings: readonly Pairing[]
  /** Bytes of an incomplete last line, removed before the first new game. */
  #cutBytes = 0
  #handle: number | undefined
  #unsynced = 0
  #timer: NodeJS.Timeout | undefined
  /** A failed write that no caller was waiting for. */
  #failure: unknown

  private constructor(
    readonly path: string,
    readonly tournament: Tournament,
    public head: ArenaHead,
    private readonly isBegun: boolean,
  ) {
    this.#pairings = pairingsOf(tournament.players.length)
    this.#planned = head.games
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
    const hear: OnGame = (kept, tournament) => {
      if (kept.game === number) found = { kept, tournament }
    }
    await GamesFile.#read(path, hear, undefined, `{"game":${number},`)
    if (!found) await GamesFile.read(path, hear) // another program may write its fields in another order
    return found
  }

  /** Writes the tournament, and the planned games of each pairing. @throws {LabError} `BAD_FILE` for an error of the file system */
  begin(games: number): void {
    explainingFile(this.path, () => {
      if (!this.isBegun) this.head = { ...this.head, games }
      this.#begin()
      if (this.isBegun && this.#planned !== games) this.#write({ games })
      this.#planned = games
      this.#sync()
    })
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(game: ArenaGame): void {
    explainingFile(this.path, () => {
      if (this.#failure) throw this.#failure as Error
      this.#begin()
      this.#write(game)
      this.#unsynced++
      if (this.#unsynced >= SYNC.games) this.#sync()
      else this.#timer ??= setTimeout(() => this.#syncLater(), SYNC.ms)
    })
    this.games.set(game.game, keptOf(game))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    const handle = this.#handle
    if (handle === undefined) return
    explainingFile(this.path, () => {
      try {
        if (this.#failure) throw this.#failure as Error
        this.#sync()
      } finally {
        clearTimeout(this.#timer)
        closeSync(handle)
        this.#handle = undefined
      }
    })
  }

  #begin(): void {
    if (this.#handle !== undefined) return
    makeFolder(dirname(this.path), 0o777) // minus the bits of this user's umask
    if (!this.isBegun && existsSync(this.path)) truncateSync(this.path)
    if (this.#cutBytes > 0) truncateSync(this.path, statSync(this.path).size - this.#cutBytes)
    this.#handle = openSync(this.path, 'a')
    if (!this.isBegun) this.#write(this.head)
  }

  #write(content: ArenaHead | ArenaGame | ArenaPlan): void {
    const line = Buffer.from(`${JSON.stringify(content)}\n`)
    for (let written = 0; written < line.length;) written += writeSync(this.#handle!, line, written)
  }

  #sync(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#unsynced = 0
    fsyncSync(this.#handle!)
    this.#checkPlace()
  }

  /** Games that are written to a deleted file are lost, though the system reports no failure. @throws {LabError} `BAD_FILE` */
  #checkPlace(): void {
    const [written, there] = [fstatSync(this.#handle!), statSync(this.path, { throwIfNoEntry: false })]
    if (there?.ino === written.ino && there.dev === written.dev) return
    throw badFile(this.path, 'this file was deleted or replaced while games were being saved in it; those games are lost')
  }

  #syncLater(): void {
    try {
      this.#sync()
    } catch (error) {
      this.#failure = error
    }
  }

  /** @param start of the lines to read; absent: all @returns `undefined`: not even the first line is complete */
  static async #read(path: string, onGame?: OnGame, wanted?: Tournament, start = ''): Promise<GamesFile | undefined> {
    let file: GamesFile | undefined
    let [line, rest] = [0, '']
    for await (const piece of readTextPieces(path, MAX_BYTES)) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop()!
      if (rest.length > LONGEST_ARENA_LINE)
        throw badFile(path, `line ${line + lines.length + 1} has more than ${LONGEST_ARENA_LINE} characters`)
      for (const text of lines) {
        line++
        if (file && !text.startsWith(start)) continue
        if (file) file.#take(parseArenaLine(text, path, line), line, onGame)
        else file = beginningWith(text)
      }
    }
    if (!file && !ARENA_START.startsWith(rest.slice(0, ARENA_START.length)))
      throw badFile(path, 'this is no tournament; name another file')
    if (file) file.#cutBytes = Buffer.byteLength(rest)
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
    games.set(number, keptOf(game))
    onGame?.(game, tournament)
  }
}

function keptOf({ edges, start, ...game }: ArenaGame): KeptGame {
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
