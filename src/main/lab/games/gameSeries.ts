import type { GameGraph } from '../../../core/contract/calls'
import { emptyCells } from '../../../core/games/twenty48/board'
import type { GamePosition } from '../../../core/games/twenty48/player'
import type { PlayerValues, ValueOwner } from '../../../core/contract/stored'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { shortest } from './slideTime'
import { thinOut } from './thinOut'
import { depthOf, ValueColumns } from './valueColumns'
import { linePlayer } from './valueOwner'

const FIRST_ROOM = 256

type Scored = Pick<GamePosition, 'score' | 'board'>

/** The data of a game's graph, by moves made: 13 bytes each, and 9 more for each player that searched. */
export class GameSeries {
  #scores = new Float64Array(FIRST_ROOM)
  #empties = new Uint8Array(FIRST_ROOM)
  readonly #values = new ValueColumns(FIRST_ROOM)
  /** Milliseconds of the move to the position, NaN if not measured. */
  #times = new Float32Array(FIRST_ROOM)
  #length = 0

  constructor(origin: Scored) {
    this.write(0, origin)
  }

  /** Sets the position after `slides` moves; drops the data of later ones. */
  write(slides: number, { score, board }: Scored): void {
    if (slides === this.#scores.length) this.#grow()
    this.#scores[slides] = score
    this.#empties[slides] = emptyCells(board).length
    this.#values.clear(slides)
    this.#times[slides] = NaN
    this.#length = slides + 1
  }

  setValue(slides: number, owner: ValueOwner, value: BoardValue): void {
    this.#values.set(slides, owner, value)
  }

  /** Time of the move to this position, to a microsecond. */
  setTime(slides: number, ms: number): void {
    this.#times[slides] = Math.round(ms * 1000) / 1000
  }

  /** Of all positions, by player. */
  get values(): PlayerValues[] {
    return this.#values.stored(this.#length)
  }

  /** Restores stored values of a game that is now complete. */
  restoreValues(stored: readonly PlayerValues[]): void {
    this.#values.restore(stored, this.#length)
  }

  /** Times of the first `slides` moves. */
  times(slides: number): Float32Array {
    return this.#times.slice(1, slides + 1)
  }

  columns(points: number): Pick<GameGraph, 'slides' | 'score' | 'empties' | 'lines' | 'ms'> {
    const lines = this.#values.all
    const slides = thinOut(this.#length, points, [...lines.map(({ values }) => values), this.#empties, this.#times])
    return {
      slides,
      score: slides.map(each => this.#scores[each]!),
      empties: slides.map(each => this.#empties[each]!),
      lines: lines
        .map(({ owner, values, depths }) => ({
          ...linePlayer(owner),
          value: slides.map(each => finite(values[each]!)),
          depth: slides.map(each => depthOf(depths[each]!)),
        }))
        .filter(({ value }) => value.some(each => each !== null)),
      ms: slides.map(each => shortest(this.#times[each]!)),
    }
  }

  #grow(): void {
    const room = this.#scores.length * 2
    this.#scores = copyInto(new Float64Array(room), this.#scores)
    this.#empties = copyInto(new Uint8Array(room), this.#empties)
    this.#values.grow(room)
    this.#times = copyInto(new Float32Array(room), this.#times)
  }
}

function copyInto<T extends Float64Array | Float32Array | Uint8Array>(larger: T, smaller: T): T {
  larger.set(smaller)
  return larger
}

/** JSON has no other numbers. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
