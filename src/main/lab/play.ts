import { randomInt } from 'node:crypto'
import type { GameGraph, GameView, Speed } from '../../core/contract/calls'
import { LabError } from '../../core/errors'
import { sameBoard, type Board, type Move } from '../../core/games/twenty48/board'
import { parsePosition } from '../../core/games/twenty48/notation'
import { isOver, startGame } from '../../core/games/twenty48/playGame'
import type { Player, Turn } from '../../core/games/twenty48/player'
import { createRandom } from '../../core/random'
import { boardValue, type SearchReport } from '../../core/search/report'
import type { Pool, Searched } from '../compute/pool'
import { Autoplay } from './autoplay'
import type { GameHistory } from './gameHistory'
import { LabGame } from './labGame'
import { Throttle } from './throttle'

/** Views told in a second at most. */
const VIEWS_PER_SECOND = 30

export interface PlayOptions {
  readonly pool: Pool
  /** Hears the newest view, at most 30 times a second and always the last. */
  readonly onView: (view: GameView) => void
  /** Called at once after every change of the board or of what the engine does with it. */
  readonly onChange: () => void
  /** Hears every search that led to a slide, or the last of many. */
  readonly onSearched: (searched: Searched) => void
  readonly onFailure: (error: unknown) => void
  /** The game to go on with. Absent: a new one. */
  readonly game?: LabGame | undefined
  /** Hears of each game with a slide, once, when it is over or left for another; and again if it went on another way after that. */
  readonly onDone?: (game: LabGame) => void
  /** A seed for whoever names none; from the system's generator if absent. */
  readonly drawSeed?: () => number
}

/** A search for the engine's move, while it runs. */
interface Thinking {
  readonly player: string
  readonly abort: AbortController
  readonly report: Promise<SearchReport>
}

/** The game on the board. Any change made by hand ends what the engine was about to do with it. */
export class Play {
  #id = 1
  #game: LabGame
  /** The turn since the last view that was told; `many` after several turns or another change. */
  #since: GameView['last'] | 'many'
  #thinking: Thinking | undefined
  #autoplay: Autoplay | undefined
  readonly #views: Throttle

  constructor(private readonly options: PlayOptions) {
    this.#views = new Throttle(VIEWS_PER_SECOND, () => this.#tellView())
    this.#game = options.game ?? this.#newGame(this.#drawSeed())
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

  /** What the engine does with the game. */
  get activity(): 'none' | 'thinking' | 'autoplay' {
    return this.#autoplay ? 'autoplay' : this.#thinking ? 'thinking' : 'none'
  }

  get view(): GameView {
    const { board, score, slides } = this.#history.position
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
      ...(this.#autoplay && { autoplay: { slidesPerSecond: this.#autoplay.speed } }),
    }
  }

  /** The game so far, in at most so many rows. */
  graph(points: number): GameGraph {
    return this.#history.graph(points)
  }

  /** Notes what the board is worth, for the graph; a report on another board than the one on show comes too late. */
  learn(report: SearchReport): void {
    const value = boardValue(report)
    if (value !== undefined && sameBoard(report.board, this.board)) this.#history.setValue(value)
  }

  newGame(seed: number = this.#drawSeed()): GameView {
    return this.#begin(this.#newGame(seed))
  }

  /** Puts another game on the board. */
  load(game: LabGame): GameView {
    return this.#begin(game)
  }

  /** @throws {LabError} `BAD_POSITION`, also where no slide is possible. */
  setPosition(text: string): GameView {
    const { board, score = 0 } = parsePosition(text)
    const seed = this.#drawSeed()
    const position = { board, score, slides: 0, random: createRandom(seed).state }
    if (isOver(position)) throw new LabError('BAD_POSITION', 'nothing can move on this board: set one with a legal slide')
    return this.#begin(LabGame.begin(position, seed, 'position'))
  }

  /** @throws {LabError} `ILLEGAL_MOVE` */
  slide(move: Move): GameView {
    const before = this.board
    const turn = this.#game.play(move)
    if (!turn) throw new LabError('ILLEGAL_MOVE', `Sliding ${move} moves nothing.`, { move })
    this.#stopEngine()
    this.#turned(before, turn)
    this.options.onChange()
    return { ...this.view, last: { before, turn } }
  }

  undo(slides: number): GameView {
    this.#stopEngine()
    this.#history.undo(slides)
    return this.#changed()
  }

  redo(slides: number): GameView {
    this.#stopEngine()
    this.#history.redo(slides)
    return this.#changed()
  }

  /** A second call while the first one thinks gets the same move. @throws {LabError} `CANCELLED`, `ILLEGAL_MOVE` or of the search */
  engineMove(player: Player): Promise<SearchReport> {
    needLimits(player)
    if (this.isOver) throw new LabError('ILLEGAL_MOVE', 'The game is over: there is no slide left to search.')
    const key = JSON.stringify(player)
    if (this.#thinking?.player === key) return this.#thinking.report
    this.#stopEngine()
    const abort = new AbortController()
    const thinking: Thinking = { player: key, abort, report: this.#think(player, abort.signal) }
    this.#thinking = thinking
    this.options.onChange()
    return thinking.report
  }

  startAutoplay(player: Player, speed: Speed): void {
    needLimits(player)
    this.#stopEngine()
    const autoplay = new Autoplay(this.options.pool, player, speed, {
      position: () => this.#history.position,
      onMoves: moves => {
        for (const { move, value } of moves) {
          this.#history.setValue(value)
          this.#slideOfEngine(move, player)
        }
        this.options.onChange()
      },
      onSearched: this.options.onSearched,
    })
    this.#setAutoplay(autoplay)
    this.options.onChange()
    autoplay
      .run()
      .catch(this.options.onFailure)
      .finally(() => {
        if (this.#autoplay !== autoplay) return
        this.#setAutoplay(undefined)
        this.options.onChange()
      })
  }

  /** Ends an autoplay, and an engine's move that is being searched. */
  stop(): void {
    this.#stopEngine()
    this.options.onChange()
  }

  close(): void {
    this.#stopEngine()
    this.#views.close()
  }

  #begin(game: LabGame): GameView {
    this.#stopEngine()
    this.#done()
    this.#id++
    this.#game = game
    return this.#changed()
  }

  async #think(player: Player, signal: AbortSignal): Promise<SearchReport> {
    try {
      const searched = await this.options.pool.search(this.board, player, { signal })
      if (!signal.aborted) {
        this.learn(searched.report)
        this.#slideOfEngine(searched.report.best!, player)
        this.options.onSearched(searched)
        return searched.report
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (!signal.aborted) {
        this.#thinking = undefined
        this.options.onChange()
      }
    }
    throw new LabError('CANCELLED', 'The game went on without this move.')
  }

  #slideOfEngine(move: Move, player: Player): void {
    const before = this.board
    this.#turned(before, this.#game.play(move, player)!)
  }

  #turned(before: Board, turn: Turn): void {
    this.#since = this.#since === undefined ? { before, turn } : 'many'
    if (this.isOver) this.#done()
    this.#views.ask()
  }

  /** After any change of the board but a turn. */
  #changed(): GameView {
    this.#since = 'many'
    this.#views.ask()
    this.options.onChange()
    return this.view
  }

  #tellView(): void {
    const last = this.#since === 'many' ? undefined : this.#since
    this.#since = undefined
    this.options.onView({ ...this.view, ...(last && { last }) })
  }

  #stopEngine(): void {
    this.#thinking?.abort.abort()
    this.#thinking = undefined
    this.#setAutoplay(undefined)
  }

  #setAutoplay(autoplay: Autoplay | undefined): void {
    if (autoplay === this.#autoplay) return
    this.#autoplay?.stop()
    this.#autoplay = autoplay
    this.#views.ask()
  }

  #done(): void {
    if (this.#game.claimKeeping()) this.options.onDone?.(this.#game)
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

export function systemSeed(): number {
  return randomInt(2 ** 48 - 1) // the widest that randomInt draws
}

/** A slide of the engine needs an end to its search. @throws {LabError} `BAD_SETTING` */
function needLimits({ limits: { depth, nodes, ms } }: Player): void {
  if (depth === undefined && nodes === undefined && ms === undefined)
    throw new LabError('BAD_SETTING', 'The engine can only move within a limit: choose a depth, a time or a number of nodes.')
}
