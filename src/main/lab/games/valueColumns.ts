import { MOST_VALUE_OWNERS, NO_DEPTH, type PlayerValues, type ValueOwner } from '../../../core/contract/stored'
import type { BoardValue } from '../../../core/games/twenty48/search/report'

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
export function depthOf(depth: number): number | null {
  return depth === NO_DEPTH ? null : depth
}

function emptyColumn(room: number): Pick<Column, 'values' | 'depths'> {
  return { values: new Float64Array(room).fill(NaN), depths: new Uint8Array(room).fill(NO_DEPTH) }
}

function isValue(value: number): boolean {
  return !Number.isNaN(value)
}
