/** Whole games: a search, a slide, a tile, until nothing moves. The board of the game stays in memory between calls. */
import { isHigher } from '../../rounding'
import { emptyCells, high, low, makeBoard, pointsOf, same, slide, withTile } from './board'
import { isNetwork, isSpawned } from './kind'
import { greedyValues } from './lastPly'
import { GAME, RANKS, SLIDE_VALUES } from './memory'
import { below, randomState, setRandom } from './random'
import { beginSlide, nodes, slideValue, stopped } from './search'
import { emptyTable } from './table'
import { limit, pack, packed, sumOfOthers, unpacked } from './tall'
import { NOWHERE, Silent } from './trace'

const RANDOM: usize = GAME + 16
const SCORE: usize = GAME + 24
const SLIDES: usize = GAME + 32
const NODES: usize = GAME + 40
const FIRST_SLIDE: usize = GAME + 48

/** Rules for the depth, in addition to fixed depths from 0: see `core/games/twenty48/search/deepening.ts`. */
const DISTINCT: i32 = -1
const SHALLOWEST: i32 = 3
const DEEPEST: i32 = 9

/** The lowest rank, from 1, that the game has not had. */
let lowestUnseen: u32 = 1

/** The outcome of a turn. A stopped turn has changed nothing. */
export const OVER: u32 = 0
export const PLAYED: u32 = 1
export const STOPPED: u32 = 2

/** Turns left to play. */
export let turns: u32 = 0

export function setTurns(count: u32): void {
  turns = count
}

/** Plays the remaining turns, as long as boards of this width and these names suffice. @returns the fate of the last turn */
export function playTurns<Board, Kind>(rule: i32): u32 {
  let board: Board
  if (isVector<Board>()) board = makeBoard<Board>(load<u64>(GAME), load<u64>(GAME, 8))
  else board = packed
  let sum = sumOfOthers
  let fate = PLAYED
  setRandom(load<u64>(RANDOM))
  for (; turns > 0; turns--) {
    const depth = rule >= 0 ? <u32>rule : depthByRule<Board>(rule, board)
    if (isVector<Board>() ? pack(low<Board>(board), high<Board>(board), depth) : sum + 4 * depth >= limit) break
    // Step 1. The values of the slides.
    let tried: u64 = 4
    if (!isVector<Board>() && !isSpawned<Kind>() && !isNetwork<Kind>() && depth == 0) greedyValues<Kind>(low<Board>(board))
    else {
      for (let direction: u32 = 0; direction < 4; direction++) {
        const after = slide<Board>(board, direction)
        let value: f64 = -Infinity
        if (!same<Board>(after, board)) {
          emptyTable<Board>()
          beginSlide(depth, u64.MAX_VALUE)
          value = slideValue<Board, Kind, Silent>(board, after, direction, depth, 1, NOWHERE)
          if (stopped != 0) {
            fate = STOPPED
            break
          }
          tried += nodes
        }
        store<f64>(SLIDE_VALUES + (<usize>direction << 3), value)
      }
      if (fate != PLAYED) break
    }
    // Step 2. The best; ties go to the first direction, a rule that all searches share.
    let best: f64 = -Infinity
    let chosen: i32 = -1
    for (let direction: i32 = 0; direction < 4; direction++) {
      const value = load<f64>(SLIDE_VALUES + (<usize>direction << 3))
      if (value > best && (chosen < 0 || isHigher(value, best))) {
        best = value
        chosen = direction
      }
    }
    if (chosen < 0) {
      fate = OVER
      break
    }
    // Step 3. The slide and the tile.
    const points = <u32>pointsOf<Board>(board, chosen)
    const after = slide<Board>(board, chosen)
    const cells = emptyCells<Board>(after)
    const cell = emptyCell(cells, below(<u32>popcnt(cells)))
    const rank: u64 = below(10) == 0 ? 2 : 1
    board = withTile<Board>(after, cell, rank)
    sum += 2 << (<u32>rank - 1)
    store<f64>(NODES, load<f64>(NODES) + <f64>tried)
    store<f64>(SCORE, load<f64>(SCORE) + <f64>points)
    store<f64>(SLIDES, load<f64>(SLIDES) + 1)
    // A merge makes no rank that earns more than the slide did; the first tiles may be new too.
    if (lowestUnseen <= 2 || points >> lowestUnseen != 0) noteRanks(lowRanks<Board>(board), highRanks<Board>(board))
  }
  store<u64>(GAME, lowRanks<Board>(board))
  store<u64>(GAME, highRanks<Board>(board), 8)
  store<u64>(RANDOM, randomState())
  return fate
}

/** The depth for the board of the game, by the given rule. */
export function depthOfGame(rule: i32): u32 {
  return rule >= 0 ? <u32>rule : depthByRule<v128>(rule, makeBoard<v128>(load<u64>(GAME), load<u64>(GAME, 8)))
}

// @ts-expect-error: decorator
@inline
function lowRanks<Board>(board: Board): u64 {
  if (isVector<Board>()) return low<Board>(board)
  else return unpacked(board, false)
}

// @ts-expect-error: decorator
@inline
function highRanks<Board>(board: Board): u64 {
  if (isVector<Board>()) return high<Board>(board)
  else return unpacked(board, true)
}

function depthByRule<Board>(rule: i32, board: Board): u32 {
  const found =
    rule == DISTINCT
      ? <i32>popcnt(ranksOn(low<Board>(board), high<Board>(board)) & ~1) - 2
      : DEEPEST - <i32>popcnt(emptyCells<Board>(board))
  return max(found, SHALLOWEST)
}

/** The empty cell with this number, from 0 to at most 15, as its bit of `emptyCells`. */
// @ts-expect-error: decorator
@inline
function emptyCell(cells: u64, number: u32): u64 {
  // Each nibble counts the empty cells up to its own; the first nibble with the count is the cell.
  const ones: u64 = 0x1111_1111_1111_1111
  const match = emptyCells<u64>((cells * ones) ^ (<u64>(number + 1) * ones))
  return match & (~match + 1)
}

/** A bit for each rank on the board, bit 0 for empty cells. */
function ranksOn(lowBits: u64, highBits: u64): u32 {
  let ranks: u32 = 0
  for (let shift: u64 = 0; shift < 64; shift += 4) ranks |= 1 << <u32>(((lowBits >> shift) & 15) | (((highBits >> shift) & 1) << 4))
  return ranks
}

/** Sets `firstSlide` of each rank that appears for the first time. */
export function noteRanks(lowBits: u64, highBits: u64): void {
  const ranks = ranksOn(lowBits, highBits)
  lowestUnseen = RANKS
  for (let rank: u32 = RANKS - 1; rank < RANKS; rank--) {
    const at = FIRST_SLIDE + (<usize>rank << 3)
    if (load<f64>(at) >= 0) continue
    if (((ranks >> rank) & 1) != 0) store<f64>(at, load<f64>(SLIDES))
    else if (rank > 0) lowestUnseen = rank
  }
}
