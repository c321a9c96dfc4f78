/** Sums of an n-tuple network's weights: `core/games/twenty48/wallGame/network.ts` is its specification. */
import { LOOKUP, weightNumber, writeLines } from '../lookups'
import { LINES, LOOKUPS } from './memory'
import { hasTile } from './rules'

/** The lines of a board: rows, then columns, each times two, u32. Each training thread has its own. */
let lines: usize = LINES
let lookupsEnd: usize = LOOKUPS
let weightsAt: usize = 0
let setWeights: usize = 0
/** Ranks that choose the weight set, a nibble each, 0 for none. */
let stages: u32 = 0

export let lookups: u32 = 0

/**
 * @param at where the weights are
 * @param size number of weights in a set
 * @param ranks that choose the set: a nibble each
 */
export function setNetwork(count: u32, at: usize, size: usize, ranks: u32): void {
  lookups = count
  lookupsEnd = LOOKUPS + <usize>count * LOOKUP
  weightsAt = at
  setWeights = size
  stages = ranks
}

/** Takes other weights of the same network. */
export function useWeights(at: usize): void {
  weightsAt = at
}

/** @param at 32 bytes that only this thread uses */
export function setLines(at: usize): void {
  lines = at
}

/** The first weight of the set of a board: its number among all weights. */
// @ts-expect-error: decorator
@inline
export function setOf(board: u64): usize {
  if (stages == 0) return 0
  let set: usize = 0
  let bit: usize = 1
  for (let ranks = stages; ranks != 0; ranks >>= 4) {
    if (hasTile(board, ranks & 15)) set |= bit
    bit <<= 1
  }
  return set * setWeights
}

/** Σ of whole weights. `Weight`: i8 or i16. */
export function wholeSum<Weight>(board: u64): i32 {
  writeLines(board, lines)
  const from = weightsAt + setOf(board) * sizeof<Weight>()
  let sum: i32 = 0
  for (let lookup = LOOKUPS; lookup < lookupsEnd; lookup += LOOKUP)
    sum += <i32>load<Weight>(from + weightNumber(lookup, lines) * sizeof<Weight>())
  return sum
}

/** Σ of weights in training. */
export function realSum(board: u64): f32 {
  writeLines(board, lines)
  const from = weightsAt + (setOf(board) << 2)
  let sum: f32 = 0
  for (let lookup = LOOKUPS; lookup < lookupsEnd; lookup += LOOKUP) sum += load<f32>(from + (weightNumber(lookup, lines) << 2))
  return sum
}

/** The same, and writes the addresses of the weights, u32 each, 8 bytes apart. */
export function realSumAt(board: u64, addresses: usize): f32 {
  writeLines(board, lines)
  const from = weightsAt + (setOf(board) << 2)
  let sum: f32 = 0
  for (let lookup = LOOKUPS; lookup < lookupsEnd; lookup += LOOKUP) {
    const weight = from + (weightNumber(lookup, lines) << 2)
    store<u32>(addresses, <u32>weight)
    addresses += 8
    sum += load<f32>(weight)
  }
  return sum
}
