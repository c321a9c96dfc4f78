/** What a wall test has played so far, in memory and, if a file is named, on disk. */
import { existsSync } from 'node:fs'
import {
  LONGEST_WALL_LINE,
  parseWallHead,
  parseWallLine,
  WALLS_FORMAT,
  WALLS_START,
  WALLS_VERSION,
  type WallGame,
  type WallHead,
  type WallPhase,
} from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { beginsPhase, type PhaseBoard } from '../../../core/games/twenty48/wallGame/phases'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import { AppendedLines, readLines } from '../../files/appendedLines'
import { badFile } from '../../files/fileProblem'
import { machineHere } from '../ground/provenance'
import { planOf, type WallPlan } from './wallPlan'

/** Where games and phases are written as they end. */
export interface WallSink {
  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(line: WallGame | WallPhase): void
}

/** What was played before: boards and phases of the same plan. */
interface Played {
  readonly games: readonly WallGame[]
  readonly phases: readonly WallPhase[]
}

/** The games and phases of a test, each with its place in the plan. */
export class WallRecord {
  /** By number. */
  readonly games = new Map<number, WallGame>()
  readonly phases: WallPhase[] = []
  readonly #played = new Set<string>()

  /** @param sink absent: nothing is saved */
  constructor(
    readonly plan: WallPlan,
    private readonly sink?: WallSink,
    before: Played = { games: [], phases: [] },
  ) {
    for (const game of before.games) this.games.set(game.game, game)
    for (const phase of before.phases) this.#take(phase)
  }

  /** Whether a phase was played before. */
  has({ board, continuation, player }: Pick<WallPhase, 'board' | 'continuation' | 'player'>): boolean {
    return this.#played.has(`${board} ${continuation} ${player}`)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  addGame(game: WallGame): void {
    this.games.set(game.game, game)
    this.sink?.add(game)
  }

  /** Takes boards from elsewhere. @throws {LabError} `BAD_FILE` for an error of the file system */
  addGames(games: readonly WallGame[]): void {
    for (const game of games) if (!this.games.has(game.game)) this.addGame(game)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  addPhase(phase: WallPhase): void {
    this.#take(phase)
    this.sink?.add(phase)
  }

  /** The games that the boards come from: from the first on, until there are enough boards or a game is missing. */
  get gamesInOrder(): WallGame[] {
    const games: WallGame[] = []
    let missing = this.plan.source.boards
    for (let game = this.games.get(0); game && missing > 0; game = this.games.get(games.length)) {
      games.push(game)
      missing -= game.boards.length
    }
    return games
  }

  /** Boards of the games in order, at most as many as the plan wants. */
  get boards(): PhaseBoard[] {
    return this.gamesInOrder
      .flatMap(({ game, boards }) => boards.map(position => ({ position, game })))
      .slice(0, this.plan.source.boards)
  }

  /** Phases of this plan, by board, continuation and player. A file may hold others, of a test with more boards or continuations. */
  get phasesInOrder(): WallPhase[] {
    const { boards, plan } = this
    return this.phases
      .filter(
        ({ board, continuation, player }) =>
          board < boards.length && continuation < plan.continuations && player < plan.players.length,
      )
      .toSorted((a, b) => a.board - b.board || a.continuation - b.continuation || a.player - b.player)
  }

  #take(phase: WallPhase): void {
    if (this.has(phase)) return
    this.#played.add(`${phase.board} ${phase.continuation} ${phase.player}`)
    this.phases.push(phase)
  }
}

/** One line per game and phase; an incomplete line after a kill is dropped. Must be closed. */
export class WallFile implements WallSink {
  #isBegun: boolean

  private constructor(
    private readonly head: WallHead,
    private readonly lines: AppendedLines,
    /** What it held when it was opened. */
    readonly before: Played | undefined,
  ) {
    this.#isBegun = before !== undefined
  }

  /**
   * Reads a file, which does not change before the first addition.
   * @param kernel hash of the kernel here
   * @throws {LabError} `BAD_FILE`, naming the line; also for another test, naming the difference, and for one of another lab. The numbers of
   * boards, games and continuations may differ: the test then has more of them, or counts fewer.
   */
  static async open(path: string, plan: WallPlan, kernel: string): Promise<WallFile> {
    const ours = headOf(plan, kernel)
    const found = existsSync(path) ? await readWalls(path) : undefined
    if (found) refuseOther(path, found.head, ours)
    return new WallFile(ours, new AppendedLines(path, found?.restBytes, 'phases'), found)
  }

  add(line: WallGame | WallPhase): void {
    const { lines } = this
    if (!lines.isOpen) lines.open()
    if (!this.#isBegun) lines.add(this.head)
    this.#isBegun = true
    lines.add(line)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.lines.close()
  }
}

export interface SavedWalls {
  readonly head: WallHead
  readonly games: readonly WallGame[]
  readonly phases: readonly WallPhase[]
  /** Bytes of an incomplete last line. */
  readonly restBytes: number
}

/** @returns `undefined` if not even the first line is complete @throws {LabError} `BAD_FILE`, naming the line */
export async function readWalls(path: string): Promise<SavedWalls | undefined> {
  let head: WallHead | undefined
  const games = new Map<number, WallGame>()
  const phases: WallPhase[] = []
  const rest = await readLines(path, LONGEST_WALL_LINE, (text, line) => {
    if (!head) {
      head = parseWallHead(text, path)
      return
    }
    const read = parseWallLine(text, path, line)
    if (!('game' in read)) phases.push(read)
    else if (!games.has(read.game)) games.set(read.game, checked(read, head, path, line))
  })
  if (head) return { head, games: [...games.values()], phases, restBytes: Buffer.byteLength(rest) }
  if (!WALLS_START.startsWith(rest.slice(0, WALLS_START.length))) throw badFile(path, 'this is no wall test; name another file')
  return undefined
}

/** @throws {LabError} `BAD_FILE` for a board that begins no phase */
function checked(game: WallGame, head: WallHead, path: string, line: number): WallGame {
  const wrong = game.boards.find(position => !beginsPhase(parseBoard(position), head))
  if (wrong !== undefined) throw badFile(path, `line ${line}: ${wrong} has not the walls or the sum that line 1 asks for`)
  return game
}

function headOf({ source, seed, continuations, players }: WallPlan, kernel: string): WallHead {
  return {
    ...{ format: WALLS_FORMAT, version: WALLS_VERSION },
    ...source,
    ...{ seed, continuations, players: [...players] },
    ...{ lab: VERSION, kernel, generator: GENERATOR, machine: machineHere(), at: new Date().toISOString() },
  }
}

/** @throws {LabError} `BAD_FILE`, naming the difference */
function refuseOther(path: string, theirs: WallHead, ours: WallHead): void {
  const [its, wanted] = [
    { ...planOf(theirs).source, ...planOf(theirs) },
    { ...planOf(ours).source, ...planOf(ours) },
  ]
  const fields = ['multiple', 'walls', 'leastSum', 'gameSeed', 'from', 'seed', 'players'] as const
  const differing = fields.find(field => !sameContent(its[field], wanted[field]))
  if (differing !== undefined)
    throw badFile(path, `it has another wall test, with other ${NAMES[differing]}. Name another file with --save`)
  if (theirs.lab === ours.lab && theirs.kernel === ours.kernel && theirs.generator === ours.generator) return
  throw badFile(path, `2048 Lab ${theirs.lab} (kernel ${theirs.kernel}) began it, this is ${ours.lab} (${ours.kernel}): its games may be others. Name another file with --save`) // oxfmt-ignore
}

const NAMES = {
  multiple: 'multiple',
  walls: 'walls',
  leastSum: 'least sum',
  gameSeed: 'seed of its games',
  from: 'player of the games',
  seed: 'seed',
  players: 'players',
} as const
