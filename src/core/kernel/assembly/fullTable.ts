/**
 * The full layout, two entries to a bucket of one cache line:
 *
 *    0  u64  low bits of the board
 *    8  u8   depth left
 *    9  u16  fifth bits of its ranks, gathered
 *   12  u32  generation
 *   16  f64  cumulative probability if the rule compares it, else 0
 *   24  f64  value
 */
import { TABLE } from './memory'
import { DENSE_SHIFT } from './denseTable'

let shift: u64 = 60
let generation: u32 = 0
let size: usize = 0

/** Creates an empty table in the memory of a dense one of 2^`bits` entries: it has half as many. */
export function beginFull(bits: u32): void {
  shift = 66 - <u64>bits
  size = <usize>1 << (bits + DENSE_SHIFT)
  clear()
}

export function nextFull(): void {
  if (++generation == 0) {
    clear()
    generation = 1
  }
}

/** @param reach the cumulative probability to compare, 0 if the rule compares none */
export function probeFull(lowBits: u64, highBits: u64, depth: u32, reach: f64, deeper: bool): usize {
  const bucket = bucketOf(lowBits, highBits, reach)
  const tag = tagOf(highBits)
  if (usable(bucket, lowBits, tag, depth, reach, deeper)) return bucket + 24
  if (usable(bucket + 32, lowBits, tag, depth, reach, deeper)) return bucket + 56
  return 0
}

/** @returns the address of the value */
export function rememberFull(lowBits: u64, highBits: u64, depth: u32, reach: f64, value: f64, deeper: bool): usize {
  const first = bucketOf(lowBits, highBits, reach)
  const second = first + 32
  const tag = tagOf(highBits)
  let entry: usize
  if (load<u32>(first, 12) != generation || (deeper && holds(first, lowBits, tag))) entry = first
  else if (load<u32>(second, 12) != generation || (deeper && holds(second, lowBits, tag))) entry = second
  else entry = load<u8>(second, 8) < load<u8>(first, 8) ? second : first
  store<u64>(entry, lowBits)
  store<u64>(entry, tag | depth, 8)
  store<f64>(entry, reach, 16)
  store<f64>(entry, value, 24)
  return entry + 24
}

function clear(): void {
  memory.fill(TABLE, 0, size)
  generation = 0
}

// @ts-expect-error: decorator
@inline
function usable(entry: usize, lowBits: u64, tag: u64, depth: u32, reach: f64, deeper: bool): bool {
  if (!holds(entry, lowBits, tag)) return false
  const stored = <u32>load<u8>(entry, 8)
  return deeper ? stored >= depth : stored == depth && load<f64>(entry, 16) == reach
}

/** Whether the entry has this board and generation. */
// @ts-expect-error: decorator
@inline
function holds(entry: usize, lowBits: u64, tag: u64): bool {
  return load<u64>(entry) == lowBits && (load<u64>(entry, 8) & ~0xff) == tag
}

/** Generation and fifth bits, in the layout of an entry. */
// @ts-expect-error: decorator
@inline
function tagOf(highBits: u64): u64 {
  let fifth = (highBits | (highBits >> 3)) & 0x0303030303030303
  fifth = (fifth | (fifth >> 6)) & 0x000f000f000f000f
  fifth = (fifth | (fifth >> 12)) & 0x000000ff000000ff
  fifth = (fifth | (fifth >> 24)) & 0xffff
  return (<u64>generation << 32) | (fifth << 8)
}

/** Multiplicative hash of the whole key of an entry. */
// @ts-expect-error: decorator
@inline
function bucketOf(lowBits: u64, highBits: u64, reach: f64): usize {
  const x = (lowBits ^ (lowBits >> 32) ^ (highBits << 1) ^ (reinterpret<u64>(reach) >> 7)) * 0x9e3779b97f4a7c15
  return TABLE + (<usize>(((x ^ (x >> 32)) * 0xbf58476d1ce4e5b9) >> shift) << 6)
}
