/** What a wall test has played so far, in memory and, if a file is named, on disk. */
import { WALL_LINES, type WallGame, type WallHead, type WallPhase } from '../../../core/contract/files'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { beginsPhase, type PhaseBoard } from '../../../core/games/twenty48/wallGame/phases'
import { badFile } from '../../files/fileProblem'
import { LineFile } from '../../files/lineFile'
import { beginningHere, refuseOther } from '../ground/resultFile'
import type { WallPlan } from './wallPlan'

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

export interface SavedWalls {
  readonly head: WallHead
  readonly games: readonly WallGame[]
  readonly phases: readonly WallPhase[]
}

/** One line per game and phase. Must be closed. */
export class WallFile implements WallSink {
  private constructor(
    private readonly lines: LineFile<WallHead, WallGame | WallPhase>,
    /** What it held when it was opened; absent if not even its first line is complete. */
    readonly saved: SavedWalls | undefined,
  ) {}

  /** Reads the file of any lab. @param mayBeNew whether it need not exist @throws {LabError} `BAD_FILE`, naming the line */
  static async read(path: string, mayBeNew = false): Promise<WallFile> {
    let head: WallHead | undefined
    const games = new Map<number, WallGame>()
    const phases: WallPhase[] = []
    const lines = await LineFile.open(path, WALL_LINES, {
      mayBeNew,
      onHead: found => (head = found),
      onLine(line, number) {
        if (!('game' in line)) phases.push(line)
        else if (!games.has(line.game)) games.set(line.game, checked(line, head!, path, number))
      },
    })
    return new WallFile(lines, head && { head, games: [...games.values()], phases })
  }

  /**
   * Reads a file, which does not change before the first addition.
   * @param kernel hash of the kernel here
   * @throws {LabError} `BAD_FILE`, naming the line; also for another test, naming the difference, and for one of another lab. The numbers of
   * boards, games and continuations may differ: the test then has more of them, or counts fewer.
   */
  static async open(path: string, plan: WallPlan, kernel: string): Promise<WallFile> {
    const file = await WallFile.read(path, true)
    const head = headOf(plan, kernel)
    if (file.saved) refuseOther(path, WALL_LINES.name, begunWith(file.saved.head), begunWith(head))
    file.lines.begin(head)
    return file
  }

  /** What a kill cut off, in a sentence. */
  get cutOff(): string | undefined {
    return this.lines.cutOff
  }

  /** Writes the plan, so that the test can resume after a kill. @throws {LabError} `BAD_FILE` for an error of the file system */
  begin(): void {
    this.lines.add()
  }

  add(line: WallGame | WallPhase): void {
    this.lines.add(line)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.lines.close()
  }
}

/** @throws {LabError} `BAD_FILE` for a board that begins no phase */
function checked(game: WallGame, head: WallHead, path: string, line: number): WallGame {
  const wrong = game.boards.find(position => !beginsPhase(parseBoard(position), head))
  if (wrong !== undefined) throw badFile(path, `line ${line}: ${wrong} has not the walls or the sum that line 1 asks for`)
  return game
}

function headOf({ source, seed, continuations, players }: WallPlan, kernel: string): WallHead {
  return { ...source, seed, continuations, players: [...players], kernel, ...beginningHere() }
}

/** What must not change when a test resumes. */
function begunWith({ multiple, walls, leastSum, gameSeed, from, seed, players, lab, kernel, generator }: WallHead) {
  return {
    ...{ multiple, walls, 'least sum': leastSum, 'seed of its games': gameSeed, 'player of the games': from },
    ...{ seed, players, lab, kernel, generator },
  }
}
