/**
 * The dense layout, four entries to a bucket of one cache line:
 *
 *    0  u64  the mixed board without the bits that number the bucket, then the generation, then 6 bits of depth left
 *    8  f64  value
 *
 * The mixing of the board is reversible, so the bucket's number and the rest together identify the board. The bits in
 * the number need not be stored, and leave room for the generation.
 */
import { TABLE } from './memory'

/** log2 of the 16 bytes of an entry. */
export const DENSE_SHIFT: u32 = 4
const DEPTH_MASK: u64 = 63
const DEPTH_BITS: u64 = 6

let indexBits: u64 = 0
let generation: u64 = 0
/** The generation, shifted to its bits of an entry. */
let stamp: u64 = 0
let size: usize = 0
/** Whether this generation has entries. A table without any counts as empty, which saves generations: they are few. */
let isUsed: bool = false

/** Creates an empty table of 2^`bits` entries, at least 2^12: fewer bucket bits leave no room for a generation. */
export function beginDense(bits: u32): void {
  indexBits = bits - 2
  size = <usize>1 << (bits + DENSE_SHIFT)
  clear()
}

export function nextDense(): void {
  if (!isUsed) return
  isUsed = false
  if ((++generation << DEPTH_BITS) >> indexBits != 0) {
    clear()
    generation = 1
  }
  stamp = generation << DEPTH_BITS
}

// @ts-expect-error: decorator
@inline
export function probeDense(board: u64, depth: u32, deeper: bool): usize {
  const key = mixed(board)
  const tag = tagOf(key) | depth
  const bucket = bucketOf(key)
  // At most one of the four matches; a branch could not predict which.
  const most: u64 = deeper ? DEPTH_MASK - depth : 0
  let entry = select<usize>(bucket + 8, 0, load<u64>(bucket) - tag <= most)
  entry = select<usize>(bucket + 24, entry, load<u64>(bucket, 16) - tag <= most)
  entry = select<usize>(bucket + 40, entry, load<u64>(bucket, 32) - tag <= most)
  return select<usize>(bucket + 56, entry, load<u64>(bucket, 48) - tag <= most)
}

/** Prefetches the bucket of a board that is about to be probed: four prefetches overlap, four probes do not. */
// @ts-expect-error: decorator
@inline
export function fetchDense(board: u64): u64 {
  return load<u64>(bucketOf(mixed(board)))
}

/** @returns the address of the value */
export function rememberDense(board: u64, depth: u32, value: f64, deeper: bool): usize {
  const key = mixed(board)
  const tag = tagOf(key)
  const bucket = bucketOf(key)
  let chosen = bucket
  let leastDepth: u64 = u64.MAX_VALUE
  for (let i: usize = 0; i < 64; i += 16) {
    const entry = bucket + i
    const word = load<u64>(entry)
    // Entries of this generation fill a bucket from its front: the first other entry ends them.
    const stale = ((word ^ stamp) & ((<u64>1 << indexBits) - 64)) != 0
    if (stale || (deeper && (word ^ tag) <= DEPTH_MASK)) {
      chosen = entry
      break
    }
    if ((word & DEPTH_MASK) < leastDepth) {
      leastDepth = word & DEPTH_MASK
      chosen = entry
    }
  }
  isUsed = true
  store<u64>(chosen, tag | depth)
  store<f64>(chosen, value, 8)
  return chosen + 8
}

function clear(): void {
  memory.fill(TABLE, 0, size)
  generation = 0
  isUsed = true // the first generation is 1
}

/** Reversible: xor with a shift of itself, and products with odd numbers (2^64 / golden ratio, and one of SplitMix64's). */
// @ts-expect-error: decorator
@inline
function mixed(board: u64): u64 {
  const x = (board ^ (board >> 32)) * 0x9e3779b97f4a7c15
  return (x ^ (x >> 32)) * 0xbf58476d1ce4e5b9
}

// @ts-expect-error: decorator
@inline
function bucketOf(key: u64): usize {
  return TABLE + (<usize>(key >> (64 - indexBits)) << 6)
}

// @ts-expect-error: decorator
@inline
function tagOf(key: u64): u64 {
  return (key << indexBits) | stamp
}
