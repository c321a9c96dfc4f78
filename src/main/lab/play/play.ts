import type { GameGraph, GameView, Speed } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { sameBoard, type Board, type Move } from '../../../core/games/twenty48/board'
import { parsePlayable } from '../../../core/games/twenty48/notation'
import { isOver, startGame } from '../../../core/games/twenty48/playGame'
import type { Player, Turn } from '../../../core/games/twenty48/player'
import { createRandom } from '../../../core/random'
import { searchedWorth, type SearchedWorth, type SearchReport } from '../../../core/games/twenty48/search/report'
import type { Scope } from '../../scope'
import type { Pool, Searched } from '../../compute/pool/pool'
import { EngineTurns } from './engineTurns'
import type { GameHistory } from '../games/gameHistory'
import { LabGame } from '../games/labGame'
import { systemSeed } from '../ground/provenance'
import { Throttle } from '../ground/throttle'

/** Limit of games that can come back on the board, counted from the last one left. */
const MOST_LEFT = 10
/** Limit of views sent per second. */
const VIEWS_PER_SECOND = 30

export interface PlayOptions {
  readonly pool: Pool
  readonly scope: Scope
  /** Receives the newest view, at most 30 times per second and always the last. */
  readonly onView: (view: GameView) => void
  /** Called immediately after every change of the board or of the engine's activity on it. */
  readonly onChange: () => void
  /** Receives every search that led to a move, or the last of many. */
  readonly onSearched: (searched: Searched) => void
  readonly onFailure: (error: unknown) => void
  /** Pairs to record of the searches that are shown; absent: none. */
  readonly pairs?: () => number | undefined
  /** The game to continue. Absent: a new one. */
  readonly game?: LabGame | undefined
  /** Receives each game with a move, once, when it is over or left for another; and again if it changed after that. */
  readonly onDone?: (game: LabGame) => void
  /** Receives a game that was passed to `onDone` when it was left, and that is on the board again. */
  readonly onBack?: (game: LabGame) => void
  /** Name of the profile of a player, for its values; absent: unknown. */
  readonly profileOf?: (player: Player) => string | null
  /** Draws a default seed; absent: from the system's generator. */
  readonly drawSeed?: () => number
}

interface LeftGame {
  readonly game: LabGame
  /** True if it was added to the library when it was left. */
  readonly isSaved: boolean
  /** Id of the game that replaced it. */
  by: number
}

/** The game on the board. Any manual change ends the engine's activity. */
export class Play {
  #id = 1
  #game: LabGame
  /** The turn since the last view sent; `many` after several turns or another change. */
  #since: GameView['last'] | 'many'
  /** Games left for another, the latest last. */
  #left: LeftGame[] = []
  readonly #engine: EngineTurns
  readonly #views: Throttle
  /** When the current board was first shown, by `performance.now()`. */
  #boardSince = performance.now()

  constructor(private readonly options: PlayOptions) {
    this.#views = options.scope.add(new Throttle(VIEWS_PER_SECOND, () => this.#emitView()))
    this.#game = options.game ?? this.#newGame(this.#drawSeed())
    this.#engine = new EngineTurns({
      pool: options.pool,
      position: () => this.#history.position,
      slide: (move, player, value, ms) => this.#slideOfEngine(move, player, value, ms),
      onChange: options.onChange,
      onAutoplay: () => this.#views.ask(),
      onSearched: options.onSearched,
      onFailure: options.onFailure,
      pairs: options.pairs,
    })
    options.scope.defer(() => this.#engine.stop())
  }

  get game(): LabGame {
    return this.#game
  }

  get board(): Board {
    return this.#history.position.board
  }

  get isOver(): boolean {
    return isOver(this.#history.position)
  }

  /** The engine's activity. */
  get activity(): 'none' | 'thinking' | 'autoplay' {
    return this.#engine.activity
  }

  get view(): GameView {
    const { board, score, slides } = this.#history.position
    const { speed } = this.#engine
    const { by } = this.#game
    return {
      id: this.#id,
      seed: this.#game.seed,
      origin: this.#game.origin,
      board,
      score,
      slides,
      over: this.isOver,
      undo: this.#history.undoable,
      redo: this.#history.redoable,
      ...(by !== 'person' && { by }),
      ...(this.#left.at(-1)?.by === this.#id && { former: true as const }),
      ...(speed && { autoplay: { slidesPerSecond: speed } }),
    }
  }

  /** The game so far, in at most `points` rows. */
  graph(points: number): GameGraph {
    return this.#history.graph(points)
  }

  /** Saves the value of the board to the player that searched; ignores a report on a board that is no longer current. */
  learn({ report, player }: Pick<Searched, 'report' | 'player'>): void {
    if (sameBoard(report.board, this.board)) this.#game.learn(player, searchedWorth(report), this.options.profileOf)
  }

  newGame(seed: number = this.#drawSeed()): GameView {
    return this.#begin(this.#newGame(seed))
  }

  /** Puts another game on the board. */
  load(game: LabGame): GameView {
    return this.#begin(game)
  }

  /** @param id of the game that replaced it @throws {LabError} `NOT_FOUND` */
  takeBack(id: number): GameView {
    const at = this.#left.findIndex(({ by }) => by === id)
    if (at < 0)
      throw new LabError('NOT_FOUND', 'The game before cannot come back any more; what was played of it is in the library.')
    const { game, isSaved } = this.#left[at]!
    this.#engine.stop()
    this.#done()
    this.#id++
    this.#game = game
    this.#left = this.#left.slice(0, at)
    const before = this.#left.at(-1)
    if (before) before.by = this.#id
    if (isSaved) {
      game.unclaimSaving()
      this.options.onBack?.(game)
    }
    return this.#changed()
  }

  /** @throws {LabError} `BAD_POSITION`, also if no move is possible. */
  setPosition(text: string): GameView {
    const { board, score = 0 } = parsePlayable(text)
    const seed = this.#drawSeed()
    const position = { board, score, slides: 0, random: createRandom(seed).state }
    return this.#begin(LabGame.begin(position, seed, 'position'))
  }

  /** Ends the engine's activity even if nothing moves. @throws {LabError} `ILLEGAL_MOVE` */
  slide(move: Move): GameView {
    const before = this.board
    this.#engine.stop()
    const turn = this.#game.play(move, performance.now() - this.#boardSince)
    if (turn) this.#turned(before, turn)
    this.options.onChange()
    if (!turn) throw new LabError('ILLEGAL_MOVE', `Sliding ${move} moves nothing.`, { move })
    return { ...this.view, last: { before, turn } }
  }

  undo(slides: number): GameView {
    this.#engine.stop()
    this.#history.undo(slides)
    return this.#changed()
  }

  redo(slides: number): GameView {
    this.#engine.stop()
    this.#history.redo(slides)
    return this.#changed()
  }

  /** A second call while the first one thinks gets the same move. @throws {LabError} `CANCELLED`, `ILLEGAL_MOVE` or of the search */
  engineMove(player: Player): Promise<SearchReport> {
    return this.#engine.move(player)
  }

  startAutoplay(player: Player, speed: Speed): void {
    this.#engine.startAutoplay(player, speed)
  }

  /** Ends an autoplay, and a search for the engine's move. */
  stop(): void {
    this.#engine.stop()
    this.options.onChange()
  }

  #begin(game: LabGame): GameView {
    this.#engine.stop()
    const isSaved = this.#done()
    this.#left = [...this.#left, { game: this.#game, isSaved, by: ++this.#id }].slice(-MOST_LEFT)
    this.#game = game
    return this.#changed()
  }

  #slideOfEngine(move: Move, player: Player, worth: SearchedWorth, ms: number): void {
    this.#game.learn(player, worth, this.options.profileOf)
    const before = this.board
    this.#turned(before, this.#game.play(move, ms, player)!)
  }

  #turned(before: Board, turn: Turn): void {
    this.#boardSince = performance.now()
    this.#since = this.#since === undefined ? { before, turn } : 'many'
    if (this.isOver) this.#done()
    this.#views.ask()
  }

  /** Runs after any change of the board except a turn. */
  #changed(): GameView {
    this.#boardSince = performance.now()
    this.#since = 'many'
    this.#views.ask()
    this.options.onChange()
    return this.view
  }

  #emitView(): void {
    const last = this.#since === 'many' ? undefined : this.#since
    this.#since = undefined
    this.options.onView({ ...this.view, ...(last && { last }) })
  }

  /** @returns true if it was added to the library now */
  #done(): boolean {
    const isNew = this.#game.claimSaving()
    if (isNew) this.options.onDone?.(this.#game)
    return isNew
  }

  #newGame(seed: number): LabGame {
    return LabGame.begin(startGame(seed), seed, 'seed')
  }

  get #history(): GameHistory {
    return this.#game.history
  }

  #drawSeed(): number {
    return this.options.drawSeed?.() ?? systemSeed()
  }
}
