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

  /** Like `get`, but does not count as read. */
  peek(key: string | number): Value | undefined {
    return this.young.get(key) ?? this.old.get(key)
  }

  /** Oldest first; some twice. */
  *entries(): Generator<readonly [string | number, Value]> {
    yield* this.old
    yield* this.young
  }

  set(key: string | number, value: Value): void {
    if (this.young.size >= this.capacity / 2) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}

/** The memory of a player across its searches in a match. What a search stores joins it only if the search counts. */
export class KeptMemory<Value> {
  private readonly before: Memory<Value>
  private now: Memory<Value>

  constructor(private readonly capacity: number) {
    this.before = new Memory(capacity)
    this.now = new Memory(capacity)
  }

  get(key: string | number): Value | undefined {
    return this.now.get(key) ?? this.before.peek(key)
  }

  set(key: string | number, value: Value): void {
    this.now.set(key, value)
  }

  /** @param counts false for a search that is repeated, which must then find what it found before */
  endSearch(counts: boolean): void {
    if (counts) for (const [key, value] of this.now.entries()) this.before.set(key, value)
    this.now = new Memory(this.capacity)
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
