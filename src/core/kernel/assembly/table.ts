/**
 * The transposition table: what it stores, and in which of two layouts. `denseTable.ts` has 16 bytes per entry and
 * serves nearly always; `fullTable.ts` has 32 and stores what does not fit in the other: fifth bits of ranks, and the
 * cumulative probability that the exact rule compares when there is a cut.
 *
 * Both store every bit of the value, so the exact rule changes nothing, and every bit of the board, so no two boards are
 * confused. A new entry replaces its own board's (deeper rule), then one of an older generation, then the one with the
 * least depth left. Entries of older generations count as absent, and the choice among those of this one
 * does not depend on them, so a search is reproducible after any other.
 */
import { TABLE } from './memory'
import { beginDense, DENSE_SHIFT, fetchDense, nextDense, probeDense, rememberDense } from './denseTable'
import { beginFull, nextFull, probeFull, rememberFull } from './fullTable'

export const OFF: u32 = 0
export const EXACT: u32 = 1
export const DEEPER: u32 = 2

export let mode: u32 = OFF
let bits: u32 = 0
/** Without a cut, probabilities change no value. */
let comparesReach: bool = false
/** The current layout of the entries. */
let isFull: bool = false

/** @returns whether memory suffices for 2^`size` entries of 16 bytes. */
export function setTable(rule: u32, size: u32, cut: f64): bool {
  mode = rule
  comparesReach = rule == EXACT && cut > 0
  if (rule == OFF) return true
  const end = <u64>TABLE + (<u64>1 << (size + DENSE_SHIFT))
  const missing = <i32>((end + 0xffff) >> 16) - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) {
    mode = OFF
    return false
  }
  if (size != bits) {
    bits = size
    isFull = false
    beginDense(bits)
  }
  return true
}

/** Empties the table, for a root slide. */
export function emptyTable<Board>(): void {
  if (mode == OFF) return
  const full = isVector<Board>() || comparesReach
  if (full != isFull) {
    isFull = full
    if (full) beginFull(bits)
    else beginDense(bits)
  }
  if (full) nextFull()
  else nextDense()
}

/** Address of the value to use in place of a search, or 0. */
// @ts-expect-error: decorator
@inline
export function probe<Board>(lowBits: u64, highBits: u64, depth: u32, reach: f64): usize {
  if (isVector<Board>()) return probeFull(lowBits, highBits, depth, comparesReach ? reach : 0, mode == DEEPER)
  else if (comparesReach) return probeFull(lowBits, 0, depth, reach, false)
  else return probeDense(lowBits, depth, mode == DEEPER)
}

/** Prefetches the entries that a probe of this board will read. */
// @ts-expect-error: decorator
@inline
export function fetch<Board>(board: Board): u64 {
  if (isVector<Board>()) return 0
  else return fetchDense(board)
}

/** @returns the address of the value */
// @ts-expect-error: decorator
@inline
export function remember<Board>(lowBits: u64, highBits: u64, depth: u32, reach: f64, value: f64): usize {
  if (isVector<Board>()) return rememberFull(lowBits, highBits, depth, comparesReach ? reach : 0, value, mode == DEEPER)
  else if (comparesReach) return rememberFull(lowBits, 0, depth, reach, value, false)
  else return rememberDense(lowBits, depth, value, mode == DEEPER)
}
