/** Expectimax over the wall game: the textbook's on `wallGame`, value for value. */
import { larger } from '../extremes'
import { emptyCells, withTile } from '../board'
import { CACHE, CACHE_ENTRIES, CHANCES } from './memory'
import { lookups, wholeSum } from './network'
import { isSuccess, resultOf, slide } from './rules'

/** Whether the host wants to stop: 0 for no, else a reason that is returned. */
// @ts-expect-error: decorator
@external('host', 'stop')
declare function askHost(): u32

const POLL_MASK: u32 = 63

export let nodes: u64 = 0
export let horizon: bool = false
export let stopped: u32 = 0

let cutBelow: f64 = 0
let budget: u64 = 0
let polls: u32 = 0
let isWide: bool = false
/** The address of the chance of the sum 0. */
let middle: usize = CHANCES

/** @param wide whether weights have 16 bits instead of 8 */
export function setChances(wide: bool): void {
  isWide = wide
  middle = CHANCES + <usize>lookups * (wide ? 32768 : 128) * 8
  memory.fill(CACHE, 0, CACHE_ENTRIES * 16)
}

export function beginSearch(cut: f64, nodeBudget: u64): void {
  cutBelow = cut
  budget = nodeBudget
  nodes = 0
  horizon = false
  stopped = 0
}

/** The network's chance of a board after a move. */
export function chanceOf(board: u64): f64 {
  const entry = CACHE + <usize>((board * 0x9e3779b97f4a7c15) >> 48) * 16
  if (load<u64>(entry) == board) return load<f64>(entry, 8)
  const sum = isWide ? wholeSum<i16>(board) : wholeSum<i8>(board)
  const chance = load<f64>(middle + (<usize>sum << 3))
  store<u64>(entry, board)
  store<f64>(entry, chance, 8)
  return chance
}

/** The value of a move that is legal. */
export function afterSlide(slid: u64, depth: u32, reach: f64): f64 {
  return isSuccess(slid) ? resultOf(slid) : meanOverTiles(slid, depth, reach)
}

function meanOverTiles(afterstate: u64, depth: u32, reach: f64): f64 {
  if (depth == 0) {
    horizon = true
    return chanceOf(afterstate)
  }
  if (reach < cutBelow) return chanceOf(afterstate)
  if (mustStop()) return 0
  let cells = emptyCells<u64>(afterstate)
  const count = <f64>(<i32>popcnt(cells))
  const each = reach / count
  let sum: f64 = 0
  while (cells != 0) {
    const cell = cells & (~cells + 1)
    cells ^= cell
    sum += 0.9 * best(withTile<u64>(afterstate, cell, 1), depth - 1, each * 0.9)
    sum += 0.1 * best(withTile<u64>(afterstate, cell, 2), depth - 1, each * 0.1)
    if (stopped != 0) return 0
  }
  return sum / count
}

/** The best move's value; 0 if there is none. */
function best(board: u64, depth: u32, reach: f64): f64 {
  nodes += 4
  let highest: f64 = -1
  for (let direction: u32 = 0; direction < 4; direction++) {
    const slid = slide(board, direction)
    if (slid != board) highest = larger(highest, afterSlide(slid, depth, reach))
  }
  return highest < 0 ? 0 : highest
}

// @ts-expect-error: decorator
@inline
function mustStop(): bool {
  if (nodes >= budget) stopped = 1
  else if ((++polls & POLL_MASK) == 0) stopped = askHost()
  return stopped != 0
}
