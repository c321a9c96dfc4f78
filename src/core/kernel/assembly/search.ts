/**
 * Expectimax over packed boards: the formulas of `core/search/algorithms/expectimax.ts`, node for node, optimised for speed.
 * Type arguments: `Board` (narrow or wide), `Kind` of evaluator, and `Trace`: whether the tree is recorded; below the plies to record
 * it is not.
 */
import { larger } from './extremes'
import { DOWN, emptyCells, high, LEFTWARDS, low, pointsOf, RIGHTWARDS, same, slide, UP, withTile } from './board'
import { anySlide, lastTiles } from './lastPly'
import { enterChance, enterPlayer, leaveChance, leavePlayer } from './levelTimes'
import { RESULT } from './memory'
import { addsPoints, isNetwork } from './kind'
import { cutBelow } from './rules'
import { fetch, mode, OFF, probe, remember } from './table'
import {
  CHANCE,
  close,
  enter,
  expand,
  HORIZON,
  isLastRecorded,
  isRecorded,
  leave,
  leaveHit,
  leaveLeaf,
  MAX,
  NOT_RECORDED,
  noteSource,
  NOWHERE,
  PROBABILITY_CUT,
  recordWaiting,
  Silent,
} from './trace'
import { flagsOf, leafValue, playerResult } from './value'

/** Whether the host wants to stop: 0 for no, else a reason that is returned. */
// @ts-expect-error: decorator
@external('host', 'stop')
declare function askHost(): u32

/** The host is called at every 64th expanded chance node, that is every few thousand slides. */
const POLL_MASK: u32 = 63
/** The stop reason of the node budget. */
const BUDGET_SPENT: u32 = 1

export let nodes: u64 = 0
export let hits: u64 = 0
export let probes: u64 = 0
export let horizon: bool = false
export let stopped: u32 = 0

let rootDepth: u32 = 0
let budget: u64 = 0
let polls: u32 = 0
/** Keeps the compiler from dropping loads that only serve the cache. */
let fetched: u64 = 0

export function beginSlide(depth: u32, nodeBudget: u64): void {
  rootDepth = depth
  nodes = 0
  hits = 0
  probes = 0
  horizon = false
  stopped = 0
  budget = nodeBudget
}

/** A player node whose slides the caller searches. */
export function countTried(): void {
  nodes += 4
}

/** Fills RESULT. */
export function writeResult(): void {
  store<f64>(RESULT, <f64>nodes)
  store<f64>(RESULT, <f64>hits, 8)
  store<f64>(RESULT, horizon ? 1 : 0, 16)
  store<f64>(RESULT, <f64>stopped, 24)
  store<f64>(RESULT, <f64>probes, 32)
}

/** Value of one slide of a board. The caller must exclude illegal slides, whose `after` is the board itself. */
export function slideValue<Board, Kind, Trace>(
  board: Board,
  after: Board,
  direction: u32,
  depth: u32,
  reach: f64,
  node: u32,
): f64 {
  const value = chanceValue<Board, Kind, Trace>(after, depth, reach, node)
  return addsPoints<Kind>() ? value + pointsOf<Board>(board, direction) : value
}

/** A chance node: the mean over the next tile. `node` is its entry if the tree is recorded. */
export function chanceValue<Board, Kind, Trace>(afterstate: Board, depth: u32, reach: f64, node: u32): f64 {
  // Step 1. Leaf: at the horizon, or too unlikely to look further.
  if (depth == 0) {
    horizon = true
    return leaf<Board, Kind, Trace>(afterstate, node, HORIZON)
  }
  if (reach < cutBelow) return leaf<Board, Kind, Trace>(afterstate, node, PROBABILITY_CUT)
  // Step 2. Stop: checked only when a node is expanded, so that depth 0 always finishes.
  if (mustStop()) return 0
  // Step 3. Table.
  if (mode != OFF) {
    probes++
    // The table of the root's chance node is empty.
    const known = depth == rootDepth ? 0 : probe<Board>(low<Board>(afterstate), high<Board>(afterstate), depth, reach)
    if (known != 0) {
      hits++
      if (isRecorded<Trace>()) leaveHit(node, load<f64>(known), known)
      return load<f64>(known)
    }
  }
  // Step 4. Mean over cells and tiles. Below the last level that is recorded, the search without recording continues.
  if (isRecorded<Trace>()) enterChance(depth)
  const before = nodes
  const isLast = isRecorded<Trace>() && isLastRecorded(depth)
  let value: f64
  if (isLast) value = meanOverTiles<Board, Kind, Silent>(afterstate, depth, reach, NOWHERE)
  else value = meanOverTiles<Board, Kind, Trace>(afterstate, depth, reach, node)
  if (stopped != 0) {
    if (isRecorded<Trace>()) close(node)
    return 0
  }
  if (isRecorded<Trace>()) leave(node, value, nodes - before, isLast ? NOT_RECORDED : 0)
  // The root's own board never recurs below it, so shallow games need no table at all.
  if (mode != OFF && depth != rootDepth) {
    const known = remember<Board>(low<Board>(afterstate), high<Board>(afterstate), depth, reach, value)
    if (isRecorded<Trace>()) noteSource(known, node)
  }
  if (isRecorded<Trace>()) leaveChance(depth)
  return value
}

// @ts-expect-error: decorator
@inline
function leaf<Board, Kind, Trace>(afterstate: Board, node: u32, why: u32): f64 {
  const value = leafValue<Board, Kind>(afterstate)
  if (isRecorded<Trace>()) leaveLeaf(node, value, why)
  return value
}

function meanOverTiles<Board, Kind, Trace>(afterstate: Board, depth: u32, reach: f64, node: u32): f64 {
  let cells = emptyCells<Board>(afterstate)
  const count = <f64>(<i32>popcnt(cells))
  const each = reach / count
  const twosAreLast = depth == 1 || each * 0.9 < cutBelow
  const foursAreLast = depth == 1 || each * 0.1 < cutBelow
  const parent = isRecorded<Trace>() ? expand(node, <u32>popcnt(cells) << 1, depth) : NOWHERE
  const leafFlag = depth == 1 ? HORIZON : PROBABILITY_CUT
  let sum: f64 = 0
  // Tiles after which every slide is a leaf, by depth or by the cut, are handled together.
  const isFused = !isVector<Board>() && !isNetwork<Kind>() && foursAreLast
  if (isFused) {
    sum = lastTiles<Kind, Trace>(low<Board>(afterstate), twosAreLast, depth - 1, parent, leafFlag)
    nodes += (twosAreLast ? 8 : 4) * popcnt(cells)
    if (depth == 1 && anySlide) horizon = true
    if (twosAreLast) return sum / count
  }
  while (cells != 0) {
    const cell = cells & (~cells + 1)
    cells ^= cell
    const edge = <u32>ctz(cell) >> 1 // twice the number of the cell
    const two = tile<Trace>(parent, edge, depth)
    if (goesOn<Trace>()) sum += 0.9 * playerValue<Board, Kind, Trace>(withTile<Board>(afterstate, cell, 1), depth - 1, each * 0.9, two)
    if (!isRecorded<Trace>() && stopped != 0) return 0
    if (isFused) {
      if (isRecorded<Trace>()) recordWaiting(parent, edge | 1, leafFlag, depth - 1)
      continue
    }
    const four = tile<Trace>(parent, edge | 1, depth)
    if (goesOn<Trace>()) sum += 0.1 * playerValue<Board, Kind, Trace>(withTile<Board>(afterstate, cell, 2), depth - 1, each * 0.1, four)
    if (!isRecorded<Trace>() && stopped != 0) return 0
  }
  return sum / count
}

/** The entry of a move of a player node, or of a tile below a chance node: also of those that a stopped search does not come to. */
// @ts-expect-error: decorator
@inline
function move<Trace>(parent: u32, direction: u32, depth: u32): u32 {
  return isRecorded<Trace>() ? enter(parent, direction, CHANCE, depth) : NOWHERE
}

// @ts-expect-error: decorator
@inline
function tile<Trace>(parent: u32, edge: u32, depth: u32): u32 {
  return isRecorded<Trace>() ? enter(parent, edge, MAX, depth - 1) : NOWHERE
}

/** False if a stopped search only enters the other children. */
// @ts-expect-error: decorator
@inline
function goesOn<Trace>(): bool {
  return !isRecorded<Trace>() || stopped == 0
}

/** A player node: the best slide. */
function playerValue<Board, Kind, Trace>(board: Board, depth: u32, reach: f64, node: u32): f64 {
  if (isRecorded<Trace>()) enterPlayer(depth)
  const before = nodes
  nodes += 4
  const up = slide<Board>(board, UP)
  const down = slide<Board>(board, DOWN)
  const left = slide<Board>(board, LEFTWARDS)
  const right = slide<Board>(board, RIGHTWARDS)
  if (mode != OFF && depth != 0 && reach >= cutBelow)
    fetched = fetch<Board>(up) ^ fetch<Board>(down) ^ fetch<Board>(left) ^ fetch<Board>(right)
  const canUp = !same<Board>(up, board)
  const canDown = !same<Board>(down, board)
  const canLeft = !same<Board>(left, board)
  const canRight = !same<Board>(right, board)
  const slides = <u32>canUp + <u32>canDown + <u32>canLeft + <u32>canRight
  const parent = isRecorded<Trace>() ? expand(node, slides, depth) : NOWHERE
  let best: f64 = -Infinity
  if (canUp) best = slideValue<Board, Kind, Trace>(board, up, UP, depth, reach, move<Trace>(parent, UP, depth))
  if ((isRecorded<Trace>() || stopped == 0) && canDown) {
    const child = move<Trace>(parent, DOWN, depth)
    if (goesOn<Trace>()) best = larger(best, slideValue<Board, Kind, Trace>(board, down, DOWN, depth, reach, child))
  }
  if ((isRecorded<Trace>() || stopped == 0) && canLeft) {
    const child = move<Trace>(parent, LEFTWARDS, depth)
    if (goesOn<Trace>()) best = larger(best, slideValue<Board, Kind, Trace>(board, left, LEFTWARDS, depth, reach, child))
  }
  if ((isRecorded<Trace>() || stopped == 0) && canRight) {
    const child = move<Trace>(parent, RIGHTWARDS, depth)
    if (goesOn<Trace>()) best = larger(best, slideValue<Board, Kind, Trace>(board, right, RIGHTWARDS, depth, reach, child))
  }
  const value = playerResult<Board, Kind>(board, best)
  if (isRecorded<Trace>()) {
    if (stopped == 0) {
      leave(node, value, nodes - before, flagsOf<Board, Kind>(board, best))
      leavePlayer(depth)
    } else close(node)
  }
  return value
}

// @ts-expect-error: decorator
@inline
function mustStop(): bool {
  if (nodes >= budget) stopped = BUDGET_SPENT
  else if ((++polls & POLL_MASK) == 0) stopped = askHost()
  return stopped != 0
}
