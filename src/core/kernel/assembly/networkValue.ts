/** Values of boards by a network: `core/games/twenty48/heuristics/networkEvaluator.ts` is the specification. */
import { emptyCells, high, low, withTile } from './board'
import { LOOKUP, weightNumber, writeLines } from './lookups'
import { NETWORK_CACHE, NETWORK_CACHE_BITS, NETWORK_LINES, NETWORK_LOOKUPS, NETWORK_WEIGHTS } from './memory'

const ONES: u64 = 0x1111_1111_1111_1111
const CACHE_BYTES: usize = 16 << NETWORK_CACHE_BITS

let lookupsEnd: usize = NETWORK_LOOKUPS
let isWide: bool = false
/** Number of weights of a set. */
let setWeights: usize = 0
/** Ranks that choose the weight set, a nibble each, 0 for none. */
let stages: u32 = 0
let unit: f64 = 1

/** The port has written lookups, patterns and weights. @param wide whether weights have 16 bits instead of 8 */
export function setWeightsOf(lookups: u32, size: u32, ranks: u32, wide: bool, ofWeight: f64): void {
  lookupsEnd = NETWORK_LOOKUPS + <usize>lookups * LOOKUP
  setWeights = size
  stages = ranks
  isWide = wide
  unit = ofWeight
  memory.fill(NETWORK_CACHE, 0xff, CACHE_BYTES) // no board has sixteen tiles of 32768
}

/** The points still to come. */
export function networkValue<Board>(board: Board): f64 {
  // Higher ranks than 15 count as it.
  const digits = isVector<Board>() ? low<Board>(board) | (high<Board>(board) * 15) : low<Board>(board)
  const entry = NETWORK_CACHE + (<usize>((digits * 0x9e3779b97f4a7c15) >> (64 - NETWORK_CACHE_BITS)) << 4)
  if (load<u64>(entry) == digits) return load<f64>(entry, 8)
  const value = unit * <f64>(isWide ? sum<i16>(digits) : sum<i8>(digits))
  store<u64>(entry, digits)
  store<f64>(entry, value, 8)
  return value
}

/** Mean over the next tile; a board after a slide has an empty cell. */
export function networkMean<Board>(afterstate: Board): f64 {
  let cells = emptyCells<Board>(afterstate)
  const count = <f64>(<i32>popcnt(cells))
  let total: f64 = 0
  while (cells != 0) {
    const cell = cells & (~cells + 1)
    cells ^= cell
    total += 0.9 * networkValue<Board>(withTile<Board>(afterstate, cell, 1))
    total += 0.1 * networkValue<Board>(withTile<Board>(afterstate, cell, 2))
  }
  return total / count
}

/** `Weight`: i8 or i16. */
// @ts-expect-error: decorator
@inline
function sum<Weight>(board: u64): i32 {
  writeLines(board, NETWORK_LINES)
  const weights = NETWORK_WEIGHTS + setOf(board) * sizeof<Weight>()
  let total: i32 = 0
  for (let lookup = NETWORK_LOOKUPS; lookup < lookupsEnd; lookup += LOOKUP)
    total += <i32>load<Weight>(weights + weightNumber(lookup, NETWORK_LINES) * sizeof<Weight>())
  return total
}

function setOf(board: u64): usize {
  let set: usize = 0
  let bit: usize = 1
  for (let ranks = stages; ranks != 0; ranks >>= 4) {
    if (emptyCells<u64>(board ^ (<u64>(ranks & 15) * ONES)) != 0) set |= bit
    bit <<= 1
  }
  return set * setWeights
}
