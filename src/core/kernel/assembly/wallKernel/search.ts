/** Expectimax over the wall game: the textbook's on `wallGame`, value for value. `Trace`: whether the tree is recorded. */
import { larger } from '../extremes'
import { emptyCells, withTile } from '../board'
import { CACHE, CACHE_ENTRIES, CHANCES } from './memory'
import { lookups, wholeSum } from './network'
import { isSuccess, resultOf, slide } from './rules'
import {
  CHANCE,
  enter,
  expand,
  HORIZON,
  isLastRecorded,
  isRecorded,
  leave,
  leaveLeaf,
  MAX,
  NOT_RECORDED,
  NOWHERE,
  PROBABILITY_CUT,
  Silent,
  TERMINAL,
} from '../trace'

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

/** The value of a move that is legal. `node` is its entry if the tree is recorded. */
export function afterSlide<Trace>(slid: u64, depth: u32, reach: f64, node: u32): f64 {
  if (isSuccess(slid)) return leaf<Trace>(node, resultOf(slid), TERMINAL)
  if (depth == 0) {
    horizon = true
    return leaf<Trace>(node, chanceOf(slid), HORIZON)
  }
  if (reach < cutBelow) return leaf<Trace>(node, chanceOf(slid), PROBABILITY_CUT)
  if (mustStop()) return 0
  const before = nodes
  const isLast = isRecorded<Trace>() && isLastRecorded(depth)
  let value: f64
  if (isLast) value = meanOverTiles<Silent>(slid, depth, reach, NOWHERE)
  else value = meanOverTiles<Trace>(slid, depth, reach, node)
  if (isRecorded<Trace>() && stopped == 0) leave(node, value, nodes - before, isLast ? NOT_RECORDED : 0)
  return value
}

// @ts-expect-error: decorator
@inline
function leaf<Trace>(node: u32, value: f64, why: u32): f64 {
  if (isRecorded<Trace>()) leaveLeaf(node, value, why)
  return value
}

function meanOverTiles<Trace>(afterstate: u64, depth: u32, reach: f64, node: u32): f64 {
  let cells = emptyCells<u64>(afterstate)
  const count = <f64>(<i32>popcnt(cells))
  const each = reach / count
  const parent = isRecorded<Trace>() ? expand(node, <u32>popcnt(cells) << 1, depth) : NOWHERE
  let sum: f64 = 0
  while (cells != 0) {
    const cell = cells & (~cells + 1)
    cells ^= cell
    const edge = <u32>ctz(cell) >> 1 // twice the number of the cell
    sum += 0.9 * best<Trace>(withTile<u64>(afterstate, cell, 1), depth - 1, each * 0.9, tile<Trace>(parent, edge, depth))
    sum += 0.1 * best<Trace>(withTile<u64>(afterstate, cell, 2), depth - 1, each * 0.1, tile<Trace>(parent, edge | 1, depth))
    if (stopped != 0) return 0
  }
  return sum / count
}

// @ts-expect-error: decorator
@inline
function tile<Trace>(parent: u32, edge: u32, depth: u32): u32 {
  return isRecorded<Trace>() ? enter(parent, edge, MAX, depth - 1) : NOWHERE
}

/** The best move's value; 0 if there is none. */
function best<Trace>(board: u64, depth: u32, reach: f64, node: u32): f64 {
  const before = nodes
  nodes += 4
  const parent = isRecorded<Trace>() ? expand(node, legalSlides(board), depth) : NOWHERE
  let highest: f64 = -1
  for (let direction: u32 = 0; direction < 4; direction++) {
    const slid = slide(board, direction)
    if (slid == board) continue
    const child = isRecorded<Trace>() ? enter(parent, direction, CHANCE, depth) : NOWHERE
    highest = larger(highest, afterSlide<Trace>(slid, depth, reach, child))
  }
  const value = highest < 0 ? 0 : highest
  if (isRecorded<Trace>() && stopped == 0) leave(node, value, nodes - before, highest < 0 ? TERMINAL : 0)
  return value
}

function legalSlides(board: u64): u32 {
  let legal: u32 = 0
  for (let direction: u32 = 0; direction < 4; direction++) if (slide(board, direction) != board) legal++
  return legal
}

// @ts-expect-error: decorator
@inline
function mustStop(): bool {
  if (nodes >= budget) stopped = 1
  else if ((++polls & POLL_MASK) == 0) stopped = askHost()
  return stopped != 0
}
