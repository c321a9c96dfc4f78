import type { Place } from './observer'
import type { Bound } from './report'

/**
 * Remembers about `capacity` positions. Each time half of that number is new, it forgets those that nothing asked for since the time before.
 */
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

/** An entry of a transposition table: a value with the depth that it reflects. Where a search was cut only a bound is known. */
export interface Entry {
  /** What is still to come. */
  readonly value: number
  readonly bound: Bound
  /** Plies left. Reused only at the same depth, so a table changes no value. */
  readonly depth: number
  /** Whether some line below ended only because the depth did. */
  readonly horizon: boolean
  /** Where an observer noted the node that computed the value. */
  readonly place: Place | undefined
}
