/** Whole games: a search, a slide, a tile, until nothing moves. The board of the game stays in memory between calls. */
import { isHigher } from '../../rounding'
import { emptyCells, faceSum, high, low, makeBoard, pointsOf, same, slide, withTile } from './board'
import { GAME, RANKS } from './memory'
import { below, randomState, setRandom } from './random'
import { beginSlide, nodes, slideValue, stopped } from './search'
import { emptyTable } from './table'
import { NOWHERE, Silent } from './trace'

const SCORE: usize = GAME + 24
const SLIDES: usize = GAME + 32
const NODES: usize = GAME + 40
const FIRST_SLIDE: usize = GAME + 48

/** Rules for the depth, beside depths of 0 and more: see `core/games/twenty48/depthRule.ts`. */
const DISTINCT: i32 = -1
const SHALLOWEST: i32 = 3
const DEEPEST: i32 = 9

/** No search from a board of this face sum or more can be sure that it makes no 65536. */
const NARROW_SUM: u32 = 65536

/** Whether a search of this depth may meet a rank above 15: each pair adds a 4 at most. */
export function needsWide(lowBits: u64, highBits: u64, depth: u32): bool {
  return faceSum(lowBits, highBits) + 4 * depth >= NARROW_SUM
}

/** What became of a turn. A stopped one has changed nothing. */
export const OVER: u32 = 0
export const PLAYED: u32 = 1
export const STOPPED: u32 = 2

/** One turn of the game at a depth. */
export function playTurn<Board, Kind>(depth: u32): u32 {
  const board = makeBoard<Board>(load<u64>(GAME), load<u64>(GAME, 8))
  // Step 1. The best slide; ties, by the rule that all have, go to the first direction.
  let best: f64 = 0
  let chosen: i32 = -1
  let tried: u64 = 4
  for (let direction: u32 = 0; direction < 4; direction++) {
    const after = slide<Board>(board, direction)
    if (same<Board>(after, board)) continue
    emptyTable<Board>()
    beginSlide(depth, u64.MAX_VALUE)
    const value = slideValue<Board, Kind, Silent>(board, after, direction, depth, 1, NOWHERE)
    if (stopped != 0) return STOPPED
    tried += nodes
    if (chosen < 0 || isHigher(value, best)) {
      best = value
      chosen = direction
    }
  }
  if (chosen < 0) return OVER
  store<f64>(NODES, load<f64>(NODES) + <f64>tried)
  // Step 2. The slide and the tile.
  const after = slide<Board>(board, chosen)
  const next = spawn<Board>(after)
  store<u64>(GAME, low<Board>(next))
  store<u64>(GAME, high<Board>(next), 8)
  store<f64>(SCORE, load<f64>(SCORE) + pointsOf<Board>(board, chosen))
  store<f64>(SLIDES, load<f64>(SLIDES) + 1)
  noteRanks(low<Board>(next), high<Board>(next))
  return PLAYED
}

/** By the rule given, the depth from the board of the game. */
export function depthOfGame(depth: i32): u32 {
  if (depth >= 0) return depth
  const lowBits = load<u64>(GAME)
  const highBits = load<u64>(GAME, 8)
  const found = depth == DISTINCT ? distinctTiles(lowBits, highBits) - 2 : DEEPEST - <i32>popcnt(emptyCells<u64>(lowBits | highBits))
  return max(found, SHALLOWEST)
}

/** The cell first, then the tile, as `drawSpawn` of the core. */
function spawn<Board>(after: Board): Board {
  setRandom(load<u64>(GAME, 16))
  let cells = emptyCells<Board>(after)
  for (let skip = below(<u32>popcnt(cells)); skip > 0; skip--) cells &= cells - 1
  const rank: u64 = below(10) == 0 ? 2 : 1
  store<u64>(GAME, randomState(), 16)
  return withTile<Board>(after, cells & (~cells + 1), rank)
}

function distinctTiles(lowBits: u64, highBits: u64): i32 {
  return <i32>popcnt(ranksOn(lowBits, highBits) & ~1)
}

/** A bit for each rank on the board, bit 0 for empty cells. */
function ranksOn(lowBits: u64, highBits: u64): u32 {
  let ranks: u32 = 0
  for (let shift: u64 = 0; shift < 64; shift += 4) ranks |= 1 << <u32>(((lowBits >> shift) & 15) | (((highBits >> shift) & 1) << 4))
  return ranks
}

/** Sets `firstSlide` of each rank that is on the board for the first time. */
export function noteRanks(lowBits: u64, highBits: u64): void {
  const ranks = ranksOn(lowBits, highBits)
  for (let rank: u32 = 0; rank < RANKS; rank++) {
    const at = FIRST_SLIDE + (<usize>rank << 3)
    if (((ranks >> rank) & 1) != 0 && load<f64>(at) < 0) store<f64>(at, load<f64>(SLIDES))
  }
}
