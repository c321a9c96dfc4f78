import type { GameGraph } from '../../core/contract/calls'
import { emptyCells } from '../../core/games/twenty48/board'
import type { GamePosition } from '../../core/games/twenty48/player'
import { thinOut } from './thinOut'

const FIRST_ROOM = 256

type Scored = Pick<GamePosition, 'score' | 'board'>

/** What the graph of a game shows, by slides played: 17 bytes each, at most 4.5 MB for the longest game with its room to grow. */
export class GameSeries {
  #scores = new Float64Array(FIRST_ROOM)
  #empties = new Uint8Array(FIRST_ROOM)
  /** NaN where no search is known. */
  #values = new Float64Array(FIRST_ROOM)
  #length = 0

  constructor(origin: Scored) {
    this.write(0, origin)
  }

  /** The position after so many slides; all that was known of later ones is dropped. */
  write(slides: number, { score, board }: Scored): void {
    if (slides === this.#scores.length) this.#grow()
    this.#scores[slides] = score
    this.#empties[slides] = emptyCells(board).length
    this.#values[slides] = NaN
    this.#length = slides + 1
  }

  setValue(slides: number, value: number): void {
    this.#values[slides] = value
  }

  /** Of the positions after 0 … `length` − 1 slides. */
  values(length: number): Float64Array {
    return this.#values.slice(0, length)
  }

  columns(points: number): Pick<GameGraph, 'slides' | 'score' | 'empties' | 'value'> {
    const slides = thinOut(this.#length, points, [this.#values, this.#empties])
    return {
      slides,
      score: slides.map(each => this.#scores[each]!),
      empties: slides.map(each => this.#empties[each]!),
      value: slides.map(each => finite(this.#values[each]!)),
    }
  }

  #grow(): void {
    const room = this.#scores.length * 2
    this.#scores = copyInto(new Float64Array(room), this.#scores)
    this.#empties = copyInto(new Uint8Array(room), this.#empties)
    this.#values = copyInto(new Float64Array(room), this.#values)
  }
}

function copyInto<T extends Float64Array | Uint8Array>(larger: T, smaller: T): T {
  larger.set(smaller)
  return larger
}

/** JSON has no other numbers. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
