import type { GameGraph } from '../../../core/contract/calls'
import type { CurrentGame, PlayerValues, ValueOwner } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { playTurn } from '../../../core/games/twenty48/playGame'
import type { GamePosition, Turn } from '../../../core/games/twenty48/player'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { joinTurns, moveOf, turnByte, turnsOf } from '../../../core/games/twenty48/turnBytes'
import { GameSeries } from './gameSeries'

/** Slides between two positions that are kept; any other is played again from the one before it. */
const FRAME = 64

/**
 * A game and its undone slides, together its course. A turn takes one byte, and a 4×4 game has at most 131,070: each adds a
 * 2 at least.
 */
export class GameHistory {
  /** Positions after 0, `FRAME`, 2 · `FRAME` … slides. */
  readonly #frames: GamePosition[]
  /** The course, as `turnByte`. */
  #turns = new Uint8Array(FRAME)
  #length = 0
  #revision = 0
  #played = 0
  #position: GamePosition
  /** Of the game and its undone slides. */
  readonly #series: GameSeries

  /**
   * The course of `turns`, of which the first `played` are made. Each step of the generator is one turn, so that other work can be
   * done in between.
   *
   * @throws {LabError} `BAD_FILE` where the rules or the tiles to be drawn do not lead from one turn to the next.
   */
  static *restore(
    origin: GamePosition,
    { turns, values, ms, played }: Pick<CurrentGame, 'turns' | 'values' | 'ms' | 'played'>,
  ): Generator<unknown, GameHistory> {
    const history = new GameHistory(origin)
    let i = 0
    for (const told of turnsOf(turns)) {
      const turn = history.play(told.move, ms?.[i])
      if (!turn || turnByte(turn) !== turnByte(told))
        throw new LabError('BAD_FILE', `turn ${i + 1} does not follow from the ones before it`, { turn: i + 1 })
      i++
      yield
    }
    history.#series.restoreValues(values)
    history.#goTo(played)
    return history
  }

  constructor(origin: GamePosition) {
    this.#frames = [origin]
    this.#position = origin
    this.#series = new GameSeries(origin)
  }

  get position(): GamePosition {
    return this.#position
  }

  /** Of the end of the course. */
  get last(): GamePosition {
    return this.#positionAt(this.#length)
  }

  /** The course, as `encodeTurns`. */
  get turns(): Uint8Array {
    return joinTurns(this.#turns.subarray(0, this.#length))
  }

  /** What searches found of the boards of the course, by player. */
  get values(): PlayerValues[] {
    return this.#series.values
  }

  /** Milliseconds that each turn of the course took, `NaN` where nobody measured it; `null` where it is of none. */
  get times(): Float32Array | null {
    const times = this.#series.times(this.#length)
    return times.every(Number.isNaN) ? null : times
  }

  /** Slides of the course. */
  get length(): number {
    return this.#length
  }

  /** Grows whenever the course becomes another one, which undo and redo do not make it. */
  get revision(): number {
    return this.#revision
  }

  /** Slides that can be taken back. */
  get undoable(): number {
    return this.#played
  }

  /** Slides that can be played again. */
  get redoable(): number {
    return this.#length - this.#played
  }

  /**
   * The undone slides stay if the move is the first of them, else they are dropped.
   *
   * @param ms that it took; one that is only played again keeps its first time
   * @returns `undefined` if it is illegal
   */
  play(move: Move, ms = NaN): Turn | undefined {
    const next = playTurn(this.#position, move)
    if (!next) return undefined
    const turn = turnByte(next.turn)
    if (this.redoable === 0 || this.#turns[this.#played] !== turn) {
      this.#write(turn)
      this.#revision++
      this.#length = this.#played + 1
      this.#series.write(this.#length, next.position)
      this.#series.setTime(this.#length, ms)
    }
    this.#played++
    this.#position = next.position
    if (this.#played % FRAME === 0) this.#frames[this.#played / FRAME] = next.position
    return next.turn
  }

  /** Of the position on show, as the last search of it by this player found. */
  setValue(owner: ValueOwner, value: BoardValue): void {
    this.#series.setValue(this.#played, owner, value)
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
    this.#position = this.#positionAt(target)
    this.#played = target
  }

  #positionAt(target: number): GamePosition {
    if (target === this.#played) return this.#position
    const frame = Math.floor(target / FRAME)
    let position = this.#frames[frame]!
    for (let i = frame * FRAME; i < target; i++) position = playTurn(position, moveOf(this.#turns[i]!))!.position
    return position
  }

  #write(turn: number): void {
    if (this.#played === this.#turns.length) {
      const larger = new Uint8Array(this.#turns.length * 2)
      larger.set(this.#turns)
      this.#turns = larger
    }
    this.#turns[this.#played] = turn
  }
}
