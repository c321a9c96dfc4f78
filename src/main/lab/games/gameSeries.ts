import type { GameGraph } from '../../../core/contract/calls'
import { emptyCells, faceSum, maxRank } from '../../../core/games/twenty48/board'
import type { GamePosition } from '../../../core/games/twenty48/player'
import { MOST_VALUE_OWNERS, NO_DEPTH, type PlayerValues, type ValueOwner } from '../../../core/contract/stored'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { linePlayer } from './valueOwner'

const FIRST_ROOM = 256

type Scored = Pick<GamePosition, 'score' | 'board'>

/** The data of a game's graph, by moves made: 18 bytes each, and 9 more for each player that searched. */
export class GameSeries {
  #scores = new Float64Array(FIRST_ROOM)
  #empties = new Uint8Array(FIRST_ROOM)
  #largest = new Uint8Array(FIRST_ROOM)
  #sums = new Float32Array(FIRST_ROOM)
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
    this.#largest[slides] = maxRank(board)
    this.#sums[slides] = faceSum(board)
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

  /** Values of all positions, by player. */
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

  columns(points: number): Pick<GameGraph, 'slides' | 'score' | 'empties' | 'largest' | 'sum' | 'lines' | 'ms'> {
    const lines = this.#values.all
    const slides = thinOut(this.#length, points, [...lines.map(({ values }) => values), this.#empties, this.#times])
    return {
      slides,
      score: slides.map(each => this.#scores[each]!),
      empties: slides.map(each => this.#empties[each]!),
      largest: slides.map(each => this.#largest[each]!),
      sum: slides.map(each => this.#sums[each]!),
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
    this.#largest = copyInto(new Uint8Array(room), this.#largest)
    this.#sums = copyInto(new Float32Array(room), this.#sums)
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

/** A time stored in 4 bytes, as the shortest decimal number; `null` for none, as in JSON. */
export function shortest(ms: number): number | null {
  return Number.isFinite(ms) ? Number(ms.toPrecision(7)) : null
}

/**
 * Chooses the rows to draw when there are more rows than points: the first, the last, and of every bucket of rows the lowest and the
 * highest of each column, so that no peak is lost. The width of a bucket is a power of two, and it begins at a multiple of that: a growing
 * graph keeps its rows until the width doubles, and does not flicker.
 * @param points at least `2 + 2 · columns.length`
 * @param columns NaN means no number in a row
 * @returns ascending; at most `points`
 */
export function thinOut(length: number, points: number, columns: readonly ArrayLike<number>[]): number[] {
  if (length <= points) return Array.from({ length }, (_, row) => row)
  const buckets = Math.floor((points - 2) / (2 * columns.length))
  let width = 2
  while (width * buckets < length) width *= 2
  const rows = new Set([0])
  for (let from = 0; from < length; from += width) {
    const extremes = columns.flatMap(column => extremesOf(column, from, Math.min(from + width, length)))
    for (const row of extremes.sort((a, b) => a - b)) rows.add(row)
  }
  rows.add(length - 1)
  return [...rows]
}

/** The first lowest and the first highest number; none without numbers. */
function extremesOf(column: ArrayLike<number>, from: number, to: number): number[] {
  let lowest: number | undefined
  let highest: number | undefined
  for (let row = from; row < to; row++) {
    const number = column[row]!
    if (Number.isNaN(number)) continue
    if (lowest === undefined || number < column[lowest]!) lowest = row
    if (highest === undefined || number > column[highest]!) highest = row
  }
  return lowest === undefined || highest === undefined ? [] : [lowest, highest]
}

/** The values of one player, by moves made; as long as the other columns of the game. */
interface Column {
  owner: ValueOwner
  values: Float64Array
  depths: Uint8Array
}

/**
 * The values of a game, separately for each player: 9 bytes per board and player. Beyond the largest number of players, the one with the
 * fewest values is dropped.
 */
export class ValueColumns {
  readonly #columns = new Map<string, Column>()
  #room: number

  constructor(room: number) {
    this.#room = room
  }

  /** In the order of the players' first searches. */
  get all(): readonly Readonly<Column>[] {
    return [...this.#columns.values()]
  }

  set(slides: number, owner: ValueOwner, { value, depth }: BoardValue): void {
    const column = this.#columnOf(owner)
    column.values[slides] = value
    column.depths[slides] = depth
  }

  /** Clears the value of the board after `slides` moves, because it is another board now. */
  clear(slides: number): void {
    for (const { values, depths } of this.#columns.values()) {
      values[slides] = NaN
      depths[slides] = NO_DEPTH
    }
  }

  grow(room: number): void {
    this.#room = room
    for (const column of this.#columns.values()) {
      const { values, depths } = emptyColumn(room)
      values.set(column.values)
      depths.set(column.depths)
      Object.assign(column, { values, depths })
    }
  }

  /** Values of the boards after 0 … `boards` − 1 moves, for the store; players without any are left out. */
  stored(boards: number): PlayerValues[] {
    return this.all.flatMap(({ owner, values, depths }) => {
      const known = values.subarray(0, boards)
      const first = known.findIndex(isValue)
      if (first < 0) return []
      const end = known.findLastIndex(isValue) + 1
      const some = depths.slice(first, end)
      return { ...owner, first, values: known.slice(first, end), depths: some.every(each => each === NO_DEPTH) ? null : some }
    })
  }

  /** Restores stored values; drops those past the end of the game. */
  restore(stored: readonly PlayerValues[], boards: number): void {
    for (const { hash, profile, player, first, values, depths } of stored) {
      const column = this.#columnOf({ hash, profile, player })
      const count = Math.max(0, Math.min(values.length, boards - first))
      column.values.set(values.subarray(0, count), first)
      if (depths) column.depths.set(depths.subarray(0, count), first)
    }
  }

  /** The column of a player, under the current name of its profile. */
  #columnOf(owner: ValueOwner): Column {
    const known = this.#columns.get(owner.hash)
    if (known) {
      if (owner.profile !== null) known.owner = owner
      return known
    }
    if (this.#columns.size >= MOST_VALUE_OWNERS) this.#columns.delete(this.#poorest())
    const column: Column = { owner, ...emptyColumn(this.#room) }
    this.#columns.set(owner.hash, column)
    return column
  }

  #poorest(): string {
    const counts = [...this.#columns].map(([hash, { values }]) => ({ hash, count: values.filter(isValue).length }))
    return counts.reduce((a, b) => (b.count < a.count ? b : a)).hash
  }
}

/** The depth of a column's entry, as in JSON. */
function depthOf(depth: number): number | null {
  return depth === NO_DEPTH ? null : depth
}

function emptyColumn(room: number): Pick<Column, 'values' | 'depths'> {
  return { values: new Float64Array(room).fill(NaN), depths: new Uint8Array(room).fill(NO_DEPTH) }
}

function isValue(value: number): boolean {
  return !Number.isNaN(value)
}
