import type { Place } from './observer'
import type { Bound } from '../game/bounds'

/** Remembers about `capacity` positions. Whenever half of that number is new, it drops those that were not read since the last time. */
export class Memory<Value> {
  private young = new Map<string | number, Value>()
  private old = new Map<string | number, Value>()

  constructor(private readonly capacity: number) {}

  get(key: string | number): Value | undefined {
    const recent = this.young.get(key)
    if (recent !== undefined) return recent
    const found = this.old.get(key)
    if (found !== undefined) this.set(key, found)
    return found
  }

  set(key: string | number, value: Value): void {
    if (this.young.size >= this.capacity / 2) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}

/** An entry of a transposition table: a value and the depth that it reflects. After a cut, the value is only a bound. */
export interface Entry {
  /** The value still to come. */
  readonly value: number
  readonly bound: Bound
  /** Plies left. Reused only at the same depth, so a table changes no value. */
  readonly depth: number
  /** True if the depth ended some line below. */
  readonly horizon: boolean
  /** The observer's place for the node that computed the value. */
  readonly place: Place | undefined
}
