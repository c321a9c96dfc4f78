import type { GameGraph } from '../../../core/contract/calls'
import type { CurrentGame, PlayerValues, ValueOwner } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { playTurn } from '../../../core/games/twenty48/playGame'
import type { GamePosition, Turn } from '../../../core/games/twenty48/player'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { joinTurns, moveOf, turnByte, turnsOf } from '../../../core/games/twenty48/turnBytes'
import { GameSeries } from './gameSeries'

/** Moves between two saved positions; any other is computed from the one before it. */
const FRAME = 64

/** A game with its undone moves: its course. A turn takes one byte, and a 4×4 game has at most 131,070, because each adds at least a 2. */
export class GameHistory {
  /** Positions after 0, `FRAME`, 2 · `FRAME` … moves. */
  readonly #frames: GamePosition[]
  /** The course, as `turnByte`. */
  #turns = new Uint8Array(FRAME)
  #length = 0
  #revision = 0
  #played = 0
  #position: GamePosition
  /** The data of the game and its undone moves. */
  readonly #series: GameSeries;

  /**
   * Restores the course of `turns`, of which the first `played` are made. Each step of the generator is one turn, so that other work can be
   * done in between.
   * @throws {LabError} `BAD_FILE` if a turn does not follow by the rules or the tile draws
   */
  static *restore(
    origin: GamePosition,
    { turns, values, ms, played }: Pick<CurrentGame, 'turns' | 'values' | 'ms' | 'played'>,
  ): Generator<unknown, GameHistory> {
    const history = new GameHistory(origin)
    let i = 0
    for (const stored of turnsOf(turns)) {
      const turn = history.play(stored.move, ms?.[i])
      if (!turn || turnByte(turn) !== turnByte(stored))
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

  /** Position at the end of the course. */
  get last(): GamePosition {
    return this.#positionAt(this.#length)
  }

  /** The course, as `encodeTurns`. */
  get turns(): Uint8Array {
    return joinTurns(this.#turns.subarray(0, this.#length))
  }

  /** Values that searches found for the boards of the course, by player. */
  get values(): PlayerValues[] {
    return this.#series.values
  }

  /** Milliseconds of each turn of the course, `NaN` if not measured; `null` if there are none. */
  get times(): Float32Array | null {
    const times = this.#series.times(this.#length)
    return times.every(Number.isNaN) ? null : times
  }

  /** Moves of the course. */
  get length(): number {
    return this.#length
  }

  /** Increases when the course changes; undo and redo do not change it. */
  get revision(): number {
    return this.#revision
  }

  /** Moves that can be undone. */
  get undoable(): number {
    return this.#played
  }

  /** Moves that can be redone. */
  get redoable(): number {
    return this.#length - this.#played
  }

  /**
   * Undone moves stay if the move is the first of them, otherwise they are dropped.
   * @param ms time of the move; a redone move keeps its first time
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

  /** Value of the current position in the last search by this player. */
  setValue(owner: ValueOwner, value: BoardValue): void {
    this.#series.setValue(this.#played, owner, value)
  }

  graph(points: number): GameGraph {
    return { ...this.#series.columns(points), at: this.#played, total: this.#length }
  }

  /** Undoes this many moves, or all. */
  undo(slides: number): void {
    this.#goTo(Math.max(0, this.#played - slides))
  }

  /** Redoes this many moves, or all. */
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
