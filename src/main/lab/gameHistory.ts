import type { GameGraph } from '../../core/contract/calls'
import { MOVES, type Move } from '../../core/games/twenty48/board'
import { playTurn } from '../../core/games/twenty48/playGame'
import type { GamePosition, Turn } from '../../core/games/twenty48/player'
import { GameSeries } from './gameSeries'

/** Slides between two positions that are kept; any other is played again from the one before it. */
const FRAME = 64

/**
 * A game and its undone slides. The tiles follow from the generator's state in the position, so a slide takes one byte,
 * and a 4×4 game has at most 131,070 slides: each adds a 2 at least.
 */
export class GameHistory {
  /** Positions after 0, `FRAME`, 2 · `FRAME` … slides. */
  readonly #frames: GamePosition[]
  #moves = new Uint8Array(FRAME)
  #length = 0
  #played = 0
  #position: GamePosition
  /** Of the game and its undone slides. */
  readonly #series: GameSeries

  constructor(origin: GamePosition) {
    this.#frames = [origin]
    this.#position = origin
    this.#series = new GameSeries(origin)
  }

  get position(): GamePosition {
    return this.#position
  }

  /** Slides that can be taken back. */
  get undoable(): number {
    return this.#played
  }

  /** Slides that can be played again. */
  get redoable(): number {
    return this.#length - this.#played
  }

  /** The undone slides stay if the move is the first of them, else they are dropped. @returns `undefined` if it is illegal. */
  play(move: Move): Turn | undefined {
    const next = playTurn(this.#position, move)
    if (!next) return undefined
    const index = MOVES.indexOf(move)
    if (this.redoable === 0 || this.#moves[this.#played] !== index) {
      this.#write(index)
      this.#length = this.#played + 1
      this.#series.write(this.#length, next.position)
    }
    this.#played++
    this.#position = next.position
    if (this.#played % FRAME === 0) this.#frames[this.#played / FRAME] = next.position
    return next.turn
  }

  /** Of the position on show, as the last search of it found. */
  setValue(value: number): void {
    this.#series.setValue(this.#played, value)
  }

  graph(points: number): GameGraph {
    return { ...this.#series.columns(points), at: this.#played, total: this.#length }
  }

  /** Takes back so many slides, or all there are. */
  undo(slides: number): void {
    this.#goTo(Math.max(0, this.#played - slides))
  }

  /** Plays so many undone slides again, or all there are. */
  redo(slides: number): void {
    this.#goTo(Math.min(this.#length, this.#played + slides))
  }

  #goTo(target: number): void {
    const frame = Math.floor(target / FRAME)
    let position = this.#frames[frame]!
    for (let i = frame * FRAME; i < target; i++) position = playTurn(position, MOVES[this.#moves[i]!]!)!.position
    this.#played = target
    this.#position = position
  }

  #write(move: number): void {
    if (this.#played === this.#moves.length) {
      const larger = new Uint8Array(this.#moves.length * 2)
      larger.set(this.#moves)
      this.#moves = larger
    }
    this.#moves[this.#played] = move
  }
}
