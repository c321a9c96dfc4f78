/**
 * The last chance node above leaves, which takes nearly all the time, fused: a tile changes one row and one column, so each
 * of the four slides differs from the same slide of the bare board in one line. The two slides along a line are computed
 * together, towards its first cell in the first lane of a vector and towards its last in the second. The contribution of the
 * other three lines is computed once for each line, in a record:
 *
 *    0  f64×2  Σ q of the other three lines after the slide
 *   16  u64×2  the crossing lines after the slide, without this line's tiles
 *   32  f32×4  Σ g and Σ e of the other three lines: of the first slide, of the second
 *   48  u32    points of the other three lines
 *   52  u32    offset of this line's entry in LINE_SLIDES; the offset of a line with more tiles is the bitwise or of the two
 *   56  u32    the bit of a 2 that appears in a crossing line's cell here, at its place in that line
 *   60  u32    number of bits by which this line's tiles are shifted left in the crossing lines
 *
 * A row's slide leaves the crossing columns (LINE_SLIDES puts its tiles there), a column's the rows. One piece of code
 * serves both cases: `Along` names the lines that slide, `Across` the lines that cross them.
 */
import { emptyCells, lineOf, pointsOfLines, transposed } from './board'
import { addsPoints, areColumns, Columns, First, Fourth, hasOwnTables, isGraded, isSpawned, numberOf, Rows, Second, Third } from './kind'
import { LINE_SLIDES, OWN_BYTES, OWN_SLIDES, POINTS, SCRATCH, SLID_GRADES, SLIDE_LEAVES, SLIDE_VALUES } from './memory'
import { floor } from './rules'
import { isRecorded, recordLastSlides, waitForEntry } from './trace'
import { crossingValues, flagsOf, spawnedMean, unfloored } from './value'

const ROWS: usize = SCRATCH
const RECORD_BYTES: usize = 64
const COLUMNS: usize = ROWS + 4 * RECORD_BYTES
/** By cell, u64[2]: the board with a 2 there alone, its columns as rows. */
const CELL_BITS: usize = SCRATCH + 0x400

/** Fills the tables that do not depend on a board. */
export function fillScratch(): void {
  for (let i: usize = 0; i < 4; i++)
    for (let j: usize = 0; j < 4; j++) {
      store<u64>(CELL_BITS + ((i * 4 + j) << 4), <u64>1 << (16 * i + 4 * j))
      store<u64>(CELL_BITS + ((i * 4 + j) << 4), <u64>1 << (16 * j + 4 * i), 8)
    }
  for (let i: usize = 0; i < 4; i++)
    for (let records = ROWS; records <= COLUMNS; records += COLUMNS - ROWS) {
      store<u32>(records + (i << 6), 32 << (4 * <u32>i), 56)
      store<u32>(records + (i << 6), 4 * <u32>i, 60)
    }
}

/** Whether any tile of the last call left a legal slide. */
export let anySlide: bool = false

/**
 * Σ over empty cells and tiles of probability × value of the player node whose slides are all leaves, times the number of
 * empty cells: for 4s, or for both tiles. If the tree is recorded, the tiles get entries below `parent`, where `depth` and
 * `leafFlag` are of their slides; 4s alone wait for theirs.
 */
export function lastTiles<Kind, Trace>(rows: u64, twosToo: bool, depth: u32, parent: u32, leafFlag: u32): f64 {
  const columns = transposed(rows)
  const bothRows = i64x2.splat(rows)
  const bothColumns = i64x2.splat(columns)
  prepare<Kind, Rows>(ROWS, rows)
  prepare<Kind, Columns>(COLUMNS, columns)
  let alive: i32 = 0
  const lowest = f64x2.splat(floor)
  let cells = emptyCells<u64>(rows)
  let sum: f64 = 0
  while (cells != 0) {
    const place = ctz(cells) // four times the number of the cell
    cells &= cells - 1
    const row = ROWS + <usize>((place >> 4) << 6)
    const column = COLUMNS + <usize>(((place >> 2) & 3) << 6)
    const two = v128.load64_splat(<usize>place << 2, CELL_BITS)
    const turnedTwo = v128.load64_splat(<usize>place << 2, CELL_BITS + 8)
    const four = i64x2.shl(two, 1)
    const turnedFour = i64x2.shl(turnedTwo, 1)
    // Step 1. The best slide after a 2, in the first lane, and after a 4.
    const fours = slidesAfter<Kind, Trace>(bothRows, bothColumns, row, column, four, turnedFour, 2)
    const twos = twosToo ? slidesAfter<Kind, Trace>(bothRows, bothColumns, row, column, two, turnedTwo, 1) : fours
    let best = f64x2.pmax(v128.shuffle<f64>(twos, fours, 0, 2), v128.shuffle<f64>(twos, fours, 1, 3))
    const flags = isRecorded<Trace>() ? flagsOfBoth<Kind>(rows, place, best) : 0
    // Step 2. The rules for dead boards and the floor.
    const dead = i64x2.bitmask(f64x2.eq(best, f64x2.splat(-Infinity)))
    alive |= dead ^ 3
    if (dead != 0)
      best = f64x2.replace_lane(
        f64x2.splat(unfloored<u64, Kind>(rows | ((<u64>1) << place), f64x2.extract_lane(best, 0))),
        1,
        unfloored<u64, Kind>(rows | ((<u64>2) << place), f64x2.extract_lane(best, 1)),
      )
    best = f64x2.pmax(best, lowest)
    if (isRecorded<Trace>()) {
      const edge = <u32>place >> 1 // twice the number of the cell
      const four = f64x2.extract_lane(best, 1)
      if (twosToo) {
        recordLastSlides(parent, edge, f64x2.extract_lane(best, 0), flags & 0xffff, SLIDE_LEAVES, leafFlag, depth)
        recordLastSlides(parent, edge | 1, four, flags >> 16, SLIDE_LEAVES + 32, leafFlag, depth)
      } else waitForEntry(parent, edge >> 1, four, flags >> 16, SLIDE_LEAVES + 32, depth)
    }
    // Step 3. The sum, in the order of the tree.
    const weighted = f64x2.mul(best, f64x2(0.9, 0.1))
    if (twosToo) sum += f64x2.extract_lane(weighted, 0)
    sum += f64x2.extract_lane(weighted, 1)
  }
  anySlide = alive != 0
  return sum
}

/**
 * Values of the slides after a tile of a rank in the line of each of two records: the larger of up and left, and of down
 * and right. The tile alone is in `cell` and, transposed, in `turned`.
 */
// @ts-expect-error: decorator
@inline
function slidesAfter<Kind, Trace>(rows: v128, columns: v128, row: usize, column: usize, cell: v128, turned: v128, rank: usize): v128 {
  const leaves = (rank - 1) << 5
  return f64x2.pmax(
    slidesOf<Kind, Trace, Columns, Rows>(column, load<u32>(column, 52) | (load<u32>(row, 56) << (rank - 1)), v128.or(rows, cell), leaves),
    slidesOf<Kind, Trace, Rows, Columns>(row, load<u32>(row, 52) | (load<u32>(column, 56) << (rank - 1)), v128.or(columns, turned), leaves | 16),
  )
}

/**
 * Values of the two slides along the line of a record whose entry is now at `line`, −∞ if nothing moves; `before` is
 * the board before, as crossing lines, in both lanes.
 */
// @ts-expect-error: decorator
@inline
function slidesOf<Kind, Trace, Along, Across>(at: usize, line: usize, before: v128, leaves: usize): v128 {
  const after = v128.or(v128.load(at, 16), i64x2.shl(v128.load(line, LINE_SLIDES), load<u32>(at, 60)))
  const stays = i64x2.eq(after, before)
  let values: v128
  if (isSpawned<Kind>()) {
    const first = i64x2.extract_lane(stays, 0) != 0 ? -Infinity : spawnedLeaf<Kind, Across>(i64x2.extract_lane(after, 0))
    const last = i64x2.extract_lane(stays, 1) != 0 ? -Infinity : spawnedLeaf<Kind, Across>(i64x2.extract_lane(after, 1))
    values = f64x2.replace_lane(f64x2.splat(first), 1, last)
  } else {
    const q = f64x2.add(v128.load(at), slidValuesAt<Kind>(at, line))
    const grades = isGraded<Kind>() ? f32x4.add(v128.load(at, 32), v128.load(line >> 1, SLID_GRADES)) : q
    values = crossingValues<Kind, Across>(q, grades, after)
    values = f64x2.add(values, minusInfinity(stays))
  }
  if (isRecorded<Trace>()) v128.store(leaves, values, SLIDE_LEAVES)
  if (addsPoints<Kind>())
    values = f64x2.add(values, f64x2.splat(<f64>(load<u32>(at, 48) + load<u32>(line >> 3, POINTS))))
  return values
}

/** Fills SLIDE_VALUES with the values of a board's slides as leaves. */
// @ts-expect-error: decorator
@inline
export function greedyValues<Kind>(rows: u64): void {
  const columns = transposed(rows)
  v128.store(SLIDE_VALUES, slidesOfAll<Kind, Columns, Rows>(columns, rows))
  v128.store(SLIDE_VALUES, slidesOfAll<Kind, Rows, Columns>(rows, columns), 16)
}

/** Values of the two slides along all lines, −∞ if nothing moves; `before` is the board as crossing lines. */
// @ts-expect-error: decorator
@inline
function slidesOfAll<Kind, Along, Across>(lines: u64, before: u64): v128 {
  const line0 = lineOf<u64>(lines, 0, 0) << 5
  const line1 = lineOf<u64>(lines, 0, 1) << 5
  const line2 = lineOf<u64>(lines, 0, 2) << 5
  const line3 = lineOf<u64>(lines, 0, 3) << 5
  const tiles01 = v128.or(v128.load(line0, LINE_SLIDES), i64x2.shl(v128.load(line1, LINE_SLIDES), 4))
  const tiles23 = v128.or(i64x2.shl(v128.load(line2, LINE_SLIDES), 8), i64x2.shl(v128.load(line3, LINE_SLIDES), 12))
  const after = v128.or(tiles01, tiles23)
  const q01 = f64x2.add(slidValues<Kind, Along, First>(line0), slidValues<Kind, Along, Second>(line1))
  const q23 = f64x2.add(slidValues<Kind, Along, Third>(line2), slidValues<Kind, Along, Fourth>(line3))
  let grades = q01
  if (isGraded<Kind>()) {
    const g01 = f32x4.add(v128.load(line0 >> 1, SLID_GRADES), v128.load(line1 >> 1, SLID_GRADES))
    const g23 = f32x4.add(v128.load(line2 >> 1, SLID_GRADES), v128.load(line3 >> 1, SLID_GRADES))
    grades = f32x4.add(g01, g23)
  }
  let values = crossingValues<Kind, Across>(f64x2.add(q01, q23), grades, after)
  if (addsPoints<Kind>()) values = f64x2.add(values, f64x2.splat(pointsOfLines(lines)))
  return f64x2.add(values, minusInfinity(i64x2.eq(after, i64x2.splat(before))))
}

/** q of both slides of a line, by its place in LINE_SLIDES. */
// @ts-expect-error: decorator
@inline
function slidValues<Kind, Lines, Which>(line: usize): v128 {
  if (hasOwnTables<Kind>()) return v128.load(line >> 1, OWN_SLIDES + numberOf<Lines, Which>() * OWN_BYTES)
  else return v128.load(line, LINE_SLIDES + 16)
}

/** The same for the line of a record. */
// @ts-expect-error: decorator
@inline
function slidValuesAt<Kind>(at: usize, line: usize): v128 {
  if (hasOwnTables<Kind>()) return v128.load((line >> 1) + (at - ROWS) * (OWN_BYTES / RECORD_BYTES), OWN_SLIDES)
  else return v128.load(line, LINE_SLIDES + 16)
}

/** A board given as its rows, or as its columns: this matters only if their tables differ. */
// @ts-expect-error: decorator
@inline
function spawnedLeaf<Kind, Lines>(board: u64): f64 {
  return spawnedMean<u64, Kind>(hasOwnTables<Kind>() && areColumns<Lines>() ? transposed(board) : board)
}

/** −∞ if all bits are set, 0 if none is. */
// @ts-expect-error: decorator
@inline
function minusInfinity(mask: v128): v128 {
  return i64x2.shl(mask, 52) // 12 ones and 52 zeros
}

/** Fills the four records of the lines of one orientation. */
function prepare<Kind, Lines>(records: usize, lines: u64): void {
  const line0 = lineOf<u64>(lines, 0, 0)
  const line1 = lineOf<u64>(lines, 0, 1)
  const line2 = lineOf<u64>(lines, 0, 2)
  const line3 = lineOf<u64>(lines, 0, 3)
  store<u32>(records, <u32>line0 << 5, 52)
  store<u32>(records, <u32>line1 << 5, 64 + 52)
  store<u32>(records, <u32>line2 << 5, 128 + 52)
  store<u32>(records, <u32>line3 << 5, 192 + 52)
  const tiles0 = v128.load(line0 << 5, LINE_SLIDES)
  const tiles1 = i64x2.shl(v128.load(line1 << 5, LINE_SLIDES), 4)
  const tiles2 = i64x2.shl(v128.load(line2 << 5, LINE_SLIDES), 8)
  const tiles3 = i64x2.shl(v128.load(line3 << 5, LINE_SLIDES), 12)
  const tiles01 = v128.or(tiles0, tiles1)
  const tiles23 = v128.or(tiles2, tiles3)
  v128.store(records, v128.or(tiles1, tiles23), 16)
  v128.store(records, v128.or(tiles0, tiles23), 64 + 16)
  v128.store(records, v128.or(tiles01, tiles3), 128 + 16)
  v128.store(records, v128.or(tiles01, tiles2), 192 + 16)
  if (!isSpawned<Kind>()) {
    const q0 = slidValues<Kind, Lines, First>(line0 << 5)
    const q1 = slidValues<Kind, Lines, Second>(line1 << 5)
    const q2 = slidValues<Kind, Lines, Third>(line2 << 5)
    const q3 = slidValues<Kind, Lines, Fourth>(line3 << 5)
    const q01 = f64x2.add(q0, q1)
    const q23 = f64x2.add(q2, q3)
    v128.store(records, f64x2.add(q1, q23))
    v128.store(records, f64x2.add(q0, q23), 64)
    v128.store(records, f64x2.add(q01, q3), 128)
    v128.store(records, f64x2.add(q01, q2), 192)
    if (isGraded<Kind>()) {
      const g0 = v128.load(line0 << 4, SLID_GRADES)
      const g1 = v128.load(line1 << 4, SLID_GRADES)
      const g2 = v128.load(line2 << 4, SLID_GRADES)
      const g3 = v128.load(line3 << 4, SLID_GRADES)
      const g01 = f32x4.add(g0, g1)
      const g23 = f32x4.add(g2, g3)
      v128.store(records, f32x4.add(g1, g23), 32)
      v128.store(records, f32x4.add(g0, g23), 64 + 32)
      v128.store(records, f32x4.add(g01, g3), 128 + 32)
      v128.store(records, f32x4.add(g01, g2), 192 + 32)
    }
  }
  if (addsPoints<Kind>()) {
    const points0 = load<u32>(line0 << 2, POINTS)
    const points1 = load<u32>(line1 << 2, POINTS)
    const points2 = load<u32>(line2 << 2, POINTS)
    const points3 = load<u32>(line3 << 2, POINTS)
    store<u32>(records, points1 + points2 + points3, 48)
    store<u32>(records, points0 + points2 + points3, 64 + 48)
    store<u32>(records, points0 + points1 + points3, 128 + 48)
    store<u32>(records, points0 + points1 + points2, 192 + 48)
  }
}

/** Flags of the player nodes after a 2 and, 16 bits higher, after a 4. */
// @ts-expect-error: decorator
@inline
function flagsOfBoth<Kind>(rows: u64, place: u64, best: v128): u32 {
  return (
    flagsOf<u64, Kind>(rows | ((<u64>1) << place), f64x2.extract_lane(best, 0)) |
    (flagsOf<u64, Kind>(rows | ((<u64>2) << place), f64x2.extract_lane(best, 1)) << 16)
  )
}
