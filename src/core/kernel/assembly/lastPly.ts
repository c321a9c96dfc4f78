/**
 * The last chance node above leaves, where nearly all time goes, fused: a tile changes one row and one column, so each
 * of the four slides differs from the same slide of the bare board in one line. What the other three lines give is
 * worked out once for each line and direction, in a record:
 *
 *    0  f64  Σ q of the other three lines after the slide
 *    8  u64  the crossing lines after the slide, without this line's tiles
 *   16  f32×2  Σ g and Σ e of the other three lines
 *   24  f32  points of the other three lines
 *   28  u32  whether one of them moved
 *
 * A row's slide leaves the crossing columns (SPREAD tables put its tiles there), a column's the rows: the two cases are
 * one piece of code, and every value is symmetric in rows and columns.
 */
import { emptyCells, lineOf, transposed } from './board'
import { larger } from './extremes'
import { POINTS, SCRATCH, SLIDE_LEAVES, SLIDES, SPREADS } from './memory'
import { leafSpawned, pointsAdded } from './rules'
import { HORIZON, isRecorded, PROBABILITY_CUT, recordLastSlides } from './trace'
import { flagsOf, graded, grades, gradesOf, playerResult, q, spawnedMean, sumOfLines } from './value'

const RECORD: usize = 32
/** Four records: the four lines of one direction. */
const SIDE: usize = 4 * RECORD
const ROWS_LEFT: usize = SCRATCH
const ROWS_RIGHT: usize = ROWS_LEFT + SIDE
const COLUMNS_LEFT: usize = ROWS_RIGHT + SIDE
const COLUMNS_RIGHT: usize = COLUMNS_LEFT + SIDE

/** Whether any tile of the last call left a slide to make. */
export let anySlide: bool = false

/**
 * Σ over empty cells and tiles of probability × value of the player node whose slides are all leaves, times the number of
 * empty cells: for 4s, or for both tiles. Where the tree is recorded the tiles have their entries from `child` on; `depth` is left
 * after them.
 */
export function lastTiles<Kind, Trace>(afterstate: u64, twosToo: bool, depth: u32, child: u32): f64 {
  const columns = transposed(afterstate)
  prepare<Kind>(ROWS_LEFT, afterstate, 0)
  prepare<Kind>(ROWS_RIGHT, afterstate, 1)
  prepare<Kind>(COLUMNS_LEFT, columns, 0)
  prepare<Kind>(COLUMNS_RIGHT, columns, 1)
  anySlide = false
  let cells = emptyCells<u64>(afterstate)
  let sum: f64 = 0
  while (cells != 0) {
    const place = ctz(cells) // four times the number of the cell
    cells &= cells - 1
    if (twosToo) sum += 0.9 * withSpawn<Kind, Trace>(afterstate, columns, place, 1, depth, child)
    sum += 0.1 * withSpawn<Kind, Trace>(afterstate, columns, place, 2, depth, child + 1)
    child += 2
  }
  return sum
}

/** Value of the player node after a tile of rank 1 or 2 on the cell at bit `place`. */
// @ts-expect-error: decorator
@inline
function withSpawn<Kind, Trace>(rows: u64, columns: u64, place: u64, rank: u64, depth: u32, node: u32): f64 {
  const row = place >> 4
  const column = (place >> 2) & 3
  const inRow = lineOf<u64>(rows, 0, row) | <usize>(rank << (column << 2))
  const inColumn = lineOf<u64>(columns, 0, column) | <usize>(rank << (row << 2))
  const atRow = <usize>row * RECORD
  const atColumn = <usize>column * RECORD
  const best = larger(
    larger(
      slideOf<Kind, Trace>(COLUMNS_LEFT + atColumn, inColumn, column << 2, 0),
      slideOf<Kind, Trace>(COLUMNS_RIGHT + atColumn, inColumn, column << 2, 1),
    ),
    larger(
      slideOf<Kind, Trace>(ROWS_LEFT + atRow, inRow, row << 2, 0),
      slideOf<Kind, Trace>(ROWS_RIGHT + atRow, inRow, row << 2, 1),
    ),
  )
  if (best != -Infinity) anySlide = true
  const board = rows | (rank << place)
  const value = playerResult<u64, Kind>(board, best)
  if (isRecorded<Trace>()) {
    const flags = flagsOf<u64, Kind>(board, best)
    recordLastSlides(node, value, flags, depth == 0 ? HORIZON : PROBABILITY_CUT, depth)
  }
  return value
}

/** Value of one slide whose changed line is `line`, −∞ if nothing moves. */
// @ts-expect-error: decorator
@inline
function slideOf<Kind, Trace>(record: usize, line: usize, offset: u64, right: usize): f64 {
  const slid = <usize>load<u16>(SLIDES + (right << 1) + (line << 2))
  if (slid == line && load<u32>(record, 28) == 0) {
    if (isRecorded<Trace>()) store<f64>(leafPlace(record), -Infinity)
    return -Infinity
  }
  const crossing = load<u64>(record, 8) | (load<u64>(SPREADS + (right << 3) + (line << 4)) << offset)
  let value: f64
  if (leafSpawned) value = spawnedMean<u64, Kind>(crossing)
  else {
    value = load<f64>(record) + q<Kind>(slid) + sumOfLines<u64, Kind>(crossing, 0)
    if (sizeof<Kind>() != 1)
      value += graded(f32x4.add(v128.load64_zero(record, 16), grades<Kind>(slid)), gradesOf<u64, Kind>(crossing, 0))
  }
  if (isRecorded<Trace>()) store<f64>(leafPlace(record), value)
  if (pointsAdded) value += <f64>(load<f32>(record, 24) + <f32>load<u32>(POINTS + (line << 2)))
  return value
}

/** Where the leaf of a record's direction is noted: rows come first among the records, columns among the directions. */
// @ts-expect-error: decorator
@inline
function leafPlace(record: usize): usize {
  return SLIDE_LEAVES + ((((record - ROWS_LEFT) / SIDE) ^ 2) << 3)
}

/** Fills the four records of one direction. */
function prepare<Kind>(side: usize, lines: u64, right: usize): void {
  const slides = SLIDES + (right << 1)
  const spreads = SPREADS + (right << 3)
  const line0 = lineOf<u64>(lines, 0, 0)
  const line1 = lineOf<u64>(lines, 0, 1)
  const line2 = lineOf<u64>(lines, 0, 2)
  const line3 = lineOf<u64>(lines, 0, 3)
  const slid0 = <usize>load<u16>(slides + (line0 << 2))
  const slid1 = <usize>load<u16>(slides + (line1 << 2))
  const slid2 = <usize>load<u16>(slides + (line2 << 2))
  const slid3 = <usize>load<u16>(slides + (line3 << 2))
  const tiles0 = load<u64>(spreads + (line0 << 4))
  const tiles1 = load<u64>(spreads + (line1 << 4)) << 4
  const tiles2 = load<u64>(spreads + (line2 << 4)) << 8
  const tiles3 = load<u64>(spreads + (line3 << 4)) << 12
  const q01 = q<Kind>(slid0) + q<Kind>(slid1)
  const q23 = q<Kind>(slid2) + q<Kind>(slid3)
  const moved0 = slid0 ^ line0
  const moved1 = slid1 ^ line1
  const moved2 = slid2 ^ line2
  const moved3 = slid3 ^ line3
  record(side, q<Kind>(slid1) + q23, tiles1 | tiles2 | tiles3, moved1 | moved2 | moved3)
  record(side + RECORD, q<Kind>(slid0) + q23, tiles0 | tiles2 | tiles3, moved0 | moved2 | moved3)
  record(side + 2 * RECORD, q01 + q<Kind>(slid3), tiles0 | tiles1 | tiles3, moved0 | moved1 | moved3)
  record(side + 3 * RECORD, q01 + q<Kind>(slid2), tiles0 | tiles1 | tiles2, moved0 | moved1 | moved2)
  if (sizeof<Kind>() != 1) {
    const g01 = f32x4.add(grades<Kind>(slid0), grades<Kind>(slid1))
    const g23 = f32x4.add(grades<Kind>(slid2), grades<Kind>(slid3))
    v128.store64_lane(side, f32x4.add(grades<Kind>(slid1), g23), 0, 16)
    v128.store64_lane(side + RECORD, f32x4.add(grades<Kind>(slid0), g23), 0, 16)
    v128.store64_lane(side + 2 * RECORD, f32x4.add(g01, grades<Kind>(slid3)), 0, 16)
    v128.store64_lane(side + 3 * RECORD, f32x4.add(g01, grades<Kind>(slid2)), 0, 16)
  }
  if (pointsAdded) {
    const points0 = load<u32>(POINTS + (line0 << 2))
    const points1 = load<u32>(POINTS + (line1 << 2))
    const points2 = load<u32>(POINTS + (line2 << 2))
    const points3 = load<u32>(POINTS + (line3 << 2))
    store<f32>(side, <f32>(points1 + points2 + points3), 24)
    store<f32>(side + RECORD, <f32>(points0 + points2 + points3), 24)
    store<f32>(side + 2 * RECORD, <f32>(points0 + points1 + points3), 24)
    store<f32>(side + 3 * RECORD, <f32>(points0 + points1 + points2), 24)
  }
}

// @ts-expect-error: decorator
@inline
function record(at: usize, others: f64, crossing: u64, moved: usize): void {
  store<f64>(at, others)
  store<u64>(at, crossing, 8)
  store<u32>(at, <u32>moved, 28)
}
