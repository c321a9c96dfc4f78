/**
 * The transposition table. An entry of 32 bytes:
 *
 *    0  u64  low bits of the board
 *    8  u8   depth left
 *    9  u16  fifth bits of its ranks, gathered
 *   12  u32  generation: entries of another are as if they were not there
 *   16  f64  cumulative probability, where the rule compares it, else 0
 *   24  f64  value
 *
 * Two entries make a bucket of one cache line. A new entry replaces its own board's, then one of an older generation,
 * then the one with less depth left. Within a generation the outcome does not depend on what was there before it, so a
 * search is reproducible whatever ran earlier. Values keep all their bits: the exact rule changes nothing.
 */
import { TABLE } from './memory'

export const OFF: u32 = 0
export const EXACT: u32 = 1
export const DEEPER: u32 = 2

export let mode: u32 = OFF
let shift: u64 = 60
let bytes: usize = 0
let generation: u32 = 0
/** Whether the exact rule must compare probabilities: without a cut they change no value. */
let comparesReach: bool = false

/** @returns whether memory grew enough. */
export function setTable(rule: u32, bits: u32, cut: f64): bool {
  mode = rule
  comparesReach = rule == EXACT && cut > 0
  if (rule == OFF) return true
  bytes = (<usize>1 << bits) << 5
  shift = 65 - <u64>bits
  const missing = <i32>((TABLE + bytes + 0xffff) >> 16) - memory.size()
  return missing <= 0 || memory.grow(missing) >= 0
}

/** Empties the table by moving on to the next generation. */
export function nextGeneration(): void {
  if (++generation == 0) {
    memory.fill(TABLE, 0, <usize>((<u64>memory.size() << 16) - TABLE))
    generation = 1
  }
}

/** Address of an entry that may be used in place of a search, or 0. */
// @ts-expect-error: decorator
@inline
export function probe(lowBits: u64, highBits: u64, depth: u32, reach: f64): usize {
  const reachBits = comparesReach ? reinterpret<u64>(reach) : 0
  const bucket = bucketOf(lowBits, highBits, reachBits)
  const tag = tagOf(highBits)
  if (usable(bucket, lowBits, tag, depth, reachBits)) return bucket
  if (usable(bucket + 32, lowBits, tag, depth, reachBits)) return bucket + 32
  return 0
}

export function remember(lowBits: u64, highBits: u64, depth: u32, reach: f64, value: f64): void {
  const reachBits = comparesReach ? reinterpret<u64>(reach) : 0
  const first = bucketOf(lowBits, highBits, reachBits)
  const second = first + 32
  const tag = tagOf(highBits)
  let entry: usize
  if (mode == DEEPER && holds(first, lowBits, tag)) entry = first
  else if (mode == DEEPER && holds(second, lowBits, tag)) entry = second
  else if (load<u32>(first, 12) != generation) entry = first
  else if (load<u32>(second, 12) != generation) entry = second
  else entry = load<u8>(second, 8) < load<u8>(first, 8) ? second : first
  store<u64>(entry, lowBits)
  store<u64>(entry, tag | depth, 8)
  store<u64>(entry, reachBits, 16)
  store<f64>(entry, value, 24)
}

// @ts-expect-error: decorator
@inline
export function valueAt(entry: usize): f64 {
  return load<f64>(entry, 24)
}

// @ts-expect-error: decorator
@inline
function usable(entry: usize, lowBits: u64, tag: u64, depth: u32, reachBits: u64): bool {
  if (!holds(entry, lowBits, tag)) return false
  const stored = <u32>load<u8>(entry, 8)
  return mode == DEEPER ? stored >= depth : stored == depth && load<u64>(entry, 16) == reachBits
}

/** Whether the entry is of this board and generation. */
// @ts-expect-error: decorator
@inline
function holds(entry: usize, lowBits: u64, tag: u64): bool {
  return load<u64>(entry) == lowBits && (load<u64>(entry, 8) & ~0xff) == tag
}

/** Generation and fifth bits, as they stand in an entry. */
// @ts-expect-error: decorator
@inline
function tagOf(highBits: u64): u64 {
  let fifth = highBits
  if (fifth != 0) {
    fifth = (fifth | (fifth >> 3)) & 0x0303030303030303
    fifth = (fifth | (fifth >> 6)) & 0x000f000f000f000f
    fifth = (fifth | (fifth >> 12)) & 0x000000ff000000ff
    fifth = (fifth | (fifth >> 24)) & 0xffff
  }
  return (<u64>generation << 32) | (fifth << 8)
}

/** Multiplicative hashing: the top bits of a product with an odd constant (2^64 / golden ratio, and one of SplitMix64). */
// @ts-expect-error: decorator
@inline
function bucketOf(lowBits: u64, highBits: u64, reachBits: u64): usize {
  const key = (lowBits ^ (highBits << 1) ^ (reachBits >> 7)) * 0x9e3779b97f4a7c15
  return TABLE + (<usize>(((key ^ (key >> 32)) * 0xbf58476d1ce4e5b9) >> shift) << 6)
}
