/**
 * Expectimax over packed boards: the formulas of `core/search/expectimax.ts`, node for node, as fast as we know how.
 * Type arguments: `Board` (narrow or wide) and `Kind` of evaluator.
 */
import { emptyCells, high, low, pointsOf, same, slide, withTile } from './board'
import { anySlide, lastPly } from './lastPly'
import { cutBelow, pointsAdded } from './rules'
import { mode, OFF, probe, remember } from './table'
import { leafValue, playerResult } from './value'

/** The host's word on whether to stop: 0 no, else a reason that is handed back. */
// @ts-expect-error: decorator
@external('host', 'stop')
declare function askHost(): u32

/** The host is asked at every 64th chance node that is expanded, a few thousand slides. */
const POLL_MASK: u32 = 63
/** The reason that the budget of nodes gives. */
const BUDGET_SPENT: u32 = 1

export let nodes: u64 = 0
export let hits: u64 = 0
export let horizon: bool = false
export let stopped: u32 = 0

let budget: u64 = 0
let polls: u32 = 0

export function beginCount(nodeBudget: u64): void {
  nodes = 0
  hits = 0
  horizon = false
  stopped = 0
  budget = nodeBudget
}

/** Value of one slide of a board; the board itself if the slide is illegal is the caller's to see. */
export function slideValue<Board, Kind>(board: Board, after: Board, direction: u32, depth: u32, reach: f64): f64 {
  const value = chanceValue<Board, Kind>(after, depth, reach)
  return pointsAdded ? value + pointsOf<Board>(board, direction) : value
}

/** A chance node: the mean over the tile about to appear. */
function chanceValue<Board, Kind>(afterstate: Board, depth: u32, reach: f64): f64 {
  // Step 1. Leaf: at the horizon, or too unlikely to look further.
  if (depth == 0) {
    horizon = true
    return leafValue<Board, Kind>(afterstate)
  }
  if (reach < cutBelow) return leafValue<Board, Kind>(afterstate)
  // Step 2. Stop: asked only where a node is expanded, so that depth 0 always finishes.
  if (mustStop()) return 0
  // Step 3. Table.
  if (mode != OFF) {
    const known = probe<Board>(low<Board>(afterstate), high<Board>(afterstate), depth, reach)
    if (known != 0) {
      hits++
      return load<f64>(known)
    }
  }
  // Step 4. Mean over cells and tiles.
  let value: f64
  if (!isVector<Board>() && depth == 1) {
    value = lastPly<Kind>(low<Board>(afterstate))
    nodes += 8 * popcnt(emptyCells<Board>(afterstate))
    if (anySlide) horizon = true
  } else {
    value = meanOverTiles<Board, Kind>(afterstate, depth, reach)
    if (stopped != 0) return 0
  }
  if (mode != OFF) remember<Board>(low<Board>(afterstate), high<Board>(afterstate), depth, reach, value)
  return value
}

function meanOverTiles<Board, Kind>(afterstate: Board, depth: u32, reach: f64): f64 {
  let cells = emptyCells<Board>(afterstate)
  const count = <f64>popcnt(cells)
  const each = reach / count
  let sum: f64 = 0
  while (cells != 0) {
    const cell = cells & (~cells + 1)
    cells ^= cell
    sum += 0.9 * playerValue<Board, Kind>(withTile<Board>(afterstate, cell, 1), depth - 1, each * 0.9)
    if (stopped != 0) return 0
    sum += 0.1 * playerValue<Board, Kind>(withTile<Board>(afterstate, cell, 2), depth - 1, each * 0.1)
    if (stopped != 0) return 0
  }
  return sum / count
}

/** A player node: the best slide. */
function playerValue<Board, Kind>(board: Board, depth: u32, reach: f64): f64 {
  nodes += 4
  let best: f64 = -Infinity
  for (let direction: u32 = 0; direction < 4; direction++) {
    const after = slide<Board>(board, direction)
    if (same<Board>(after, board)) continue
    best = max(best, slideValue<Board, Kind>(board, after, direction, depth, reach))
    if (stopped != 0) return 0
  }
  return playerResult<Board, Kind>(board, best)
}

// @ts-expect-error: decorator
@inline
function mustStop(): bool {
  if (nodes >= budget) stopped = BUDGET_SPENT
  else if ((++polls & POLL_MASK) == 0) stopped = askHost()
  return stopped != 0
}
