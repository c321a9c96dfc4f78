/** Static values of boards, from the tables of lines. */
import { emptyCells, high, lineOf, low, transposed } from './board'
import { larger } from './extremes'
import { areColumns, Columns, First, Fourth, hasOwnTables, isGraded, isNetwork, isSpawned, Rows, Second, Third } from './kind'
import { endsWeight, gradientWeight, lineShift, tableOf, termOf } from './lines'
import { LINES, OWN_BYTES, OWN_LINES } from './memory'
import { networkMean, networkValue } from './networkValue'
import { deadHeuristic, deadValue, floor } from './rules'
import { FLOOR, TERMINAL } from './trace'

/** A leaf, by the current rule: the board itself or the mean over the next tile on it. */
// @ts-expect-error: decorator
@inline
export function leafValue<Board, Kind>(afterstate: Board): f64 {
  if (isNetwork<Kind>() && isSpawned<Kind>()) return networkMean<Board>(afterstate)
  return isSpawned<Kind>() ? spawnedMean<Board, Kind>(afterstate) : evaluate<Board, Kind>(afterstate)
}

/** Value of a board by the current evaluator. */
// @ts-expect-error: decorator
@inline
export function evaluate<Board, Kind>(board: Board): f64 {
  if (isNetwork<Kind>()) return networkValue<Board>(board)
  const lowBits = low<Board>(board)
  const highBits = high<Board>(board)
  const lowColumns = transposed(lowBits)
  const highColumns = isVector<Board>() ? transposed(highBits) : 0
  const q = sumOfLines<Board, Kind, Rows>(lowBits, highBits) + sumOfLines<Board, Kind, Columns>(lowColumns, highColumns)
  if (!isGraded<Kind>()) return q
  const grades = graded(gradesOf<Board, Kind>(lowBits, highBits), gradesOf<Board, Kind>(lowColumns, highColumns))
  return q + f64x2.extract_lane(grades, 0)
}

/** Σ q over four lines. */
// @ts-expect-error: decorator
@inline
function sumOfLines<Board, Kind, Lines>(lowBits: u64, highBits: u64): f64 {
  const first: usize = areColumns<Lines>() ? 4 : 0
  return (
    valueAt<Board, Kind>(first, entryOf<Board, Kind>(lowBits, highBits, 0)) +
    valueAt<Board, Kind>(first + 1, entryOf<Board, Kind>(lowBits, highBits, 1)) +
    (valueAt<Board, Kind>(first + 2, entryOf<Board, Kind>(lowBits, highBits, 2)) +
      valueAt<Board, Kind>(first + 3, entryOf<Board, Kind>(lowBits, highBits, 3)))
  )
}

/** q of a line, by its number (rows before columns) and its entry. */
// @ts-expect-error: decorator
@inline
function valueAt<Board, Kind>(line: usize, entry: usize): f64 {
  if (!hasOwnTables<Kind>()) return load<f64>(entry, LINES)
  else if (isVector<Board>()) return load<f64>(entry, LINES) + termOf(line, entry >> lineShift<Kind>())
  else return load<f64>(entry + line * OWN_BYTES, OWN_LINES)
}

/** The same for one line with two entries. */
// @ts-expect-error: decorator
@inline
function valuesAt<Board, Kind>(line: usize, first: usize, second: usize): v128 {
  if (!hasOwnTables<Kind>()) return linesAt<Kind, Rows, First>(first, second)
  else return f64x2.replace_lane(f64x2.splat(valueAt<Board, Kind>(line, first)), 1, valueAt<Board, Kind>(line, second))
}

/** Σ g and Σ e over four lines, in the first two f32 lanes. */
// @ts-expect-error: decorator
@inline
function gradesOf<Board, Kind>(lowBits: u64, highBits: u64): v128 {
  return f32x4.add(
    f32x4.add(gradesAt(entryOf<Board, Kind>(lowBits, highBits, 0)), gradesAt(entryOf<Board, Kind>(lowBits, highBits, 1))),
    f32x4.add(gradesAt(entryOf<Board, Kind>(lowBits, highBits, 2)), gradesAt(entryOf<Board, Kind>(lowBits, highBits, 3))),
  )
}

// @ts-expect-error: decorator
@inline
function gradesAt(entry: usize): v128 {
  return v128.load64_zero(entry, LINES + 8)
}

/** Address in LINES of the entry of a line 0 … 3. One shift takes the line out of a narrow board and scales it. */
// @ts-expect-error: decorator
@inline
function entryOf<Board, Kind>(lowBits: u64, highBits: u64, line: u64): usize {
  const shift = lineShift<Kind>()
  if (isVector<Board>()) return lineOf<Board>(lowBits, highBits, line) << shift
  else {
    // Shifts one half of the board or the other: 32-bit shifts.
    const half = line < 2 ? <usize>lowBits : <usize>(lowBits >> 32)
    return ((line & 1) == 0 ? half << shift : half >> (16 - shift)) & (0xffff << shift)
  }
}

/**
 * gradient·(|Σ g| of the rows + of the columns) + ends·(|Σ e| of the rows + of the columns), of two boards: their g and e
 * are stored one after the other.
 */
// @ts-expect-error: decorator
@inline
function graded(rows: v128, columns: v128): v128 {
  const sums = f32x4.add(f32x4.abs(rows), f32x4.abs(columns))
  const g = f64x2.promote_low_f32x4(v128.shuffle<f32>(sums, sums, 0, 2, 1, 3))
  const e = f64x2.promote_low_f32x4(v128.shuffle<f32>(sums, sums, 1, 3, 0, 2))
  return f64x2.add(f64x2.mul(f64x2.splat(gradientWeight), g), f64x2.mul(f64x2.splat(endsWeight), e))
}

/** Values of two boards, one per lane, whose lines cross four others: computed from these lines and the sums over the others. */
// @ts-expect-error: decorator
@inline
export function crossingValues<Kind, Lines>(q: v128, grades: v128, boards: v128): v128 {
  // The entries of four lines are in the 32-bit lanes of a vector: few operations extract them.
  const shift = <i32>lineShift<Kind>()
  const first = i32x4.shl(i32x4.extend_low_i16x8_u(boards), shift)
  const second = i32x4.shl(i32x4.extend_high_i16x8_u(boards), shift)
  const first01 = i64x2.extract_lane(first, 0)
  const first23 = i64x2.extract_lane(first, 1)
  const second01 = i64x2.extract_lane(second, 0)
  const second23 = i64x2.extract_lane(second, 1)
  const first0 = <usize>first01
  const first1 = <usize>(first01 >>> 32)
  const first2 = <usize>first23
  const first3 = <usize>(first23 >>> 32)
  const second0 = <usize>second01
  const second1 = <usize>(second01 >>> 32)
  const second2 = <usize>second23
  const second3 = <usize>(second23 >>> 32)
  if (!isGraded<Kind>()) {
    const sum01 = f64x2.add(linesAt<Kind, Lines, First>(first0, second0), linesAt<Kind, Lines, Second>(first1, second1))
    const sum23 = f64x2.add(linesAt<Kind, Lines, Third>(first2, second2), linesAt<Kind, Lines, Fourth>(first3, second3))
    return f64x2.add(q, f64x2.add(sum01, sum23))
  }
  const a0 = v128.load(first0, tableOf<Kind, Lines, First>())
  const b0 = v128.load(second0, tableOf<Kind, Lines, First>())
  const a1 = v128.load(first1, tableOf<Kind, Lines, Second>())
  const b1 = v128.load(second1, tableOf<Kind, Lines, Second>())
  const a2 = v128.load(first2, tableOf<Kind, Lines, Third>())
  const b2 = v128.load(second2, tableOf<Kind, Lines, Third>())
  const a3 = v128.load(first3, tableOf<Kind, Lines, Fourth>())
  const b3 = v128.load(second3, tableOf<Kind, Lines, Fourth>())
  const sum01 = f64x2.add(v128.shuffle<f64>(a0, b0, 0, 2), v128.shuffle<f64>(a1, b1, 0, 2))
  const sum23 = f64x2.add(v128.shuffle<f64>(a2, b2, 0, 2), v128.shuffle<f64>(a3, b3, 0, 2))
  const g01 = f32x4.add(v128.shuffle<f64>(a0, b0, 1, 3), v128.shuffle<f64>(a1, b1, 1, 3))
  const g23 = f32x4.add(v128.shuffle<f64>(a2, b2, 1, 3), v128.shuffle<f64>(a3, b3, 1, 3))
  return f64x2.add(f64x2.add(q, f64x2.add(sum01, sum23)), graded(grades, f32x4.add(g01, g23)))
}

/** q of one line of two boards, from its entries. */
// @ts-expect-error: decorator
@inline
function linesAt<Kind, Lines, Which>(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first, tableOf<Kind, Lines, Which>()), 1, tableOf<Kind, Lines, Which>())
}

/** g and e of two lines, from their entries. */
// @ts-expect-error: decorator
@inline
function bothGrades(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first, LINES + 8), 1, LINES + 8)
}

/**
 * Mean of the evaluator over the next tile; a board after a slide has an empty cell. A tile changes one row and one
 * column, so each board's value is the sum of the other six lines and two new ones: a 2 in the first lane, a 4 in the second.
 */
export function spawnedMean<Board, Kind>(afterstate: Board): f64 {
  const shift = lineShift<Kind>()
  const lowRows = low<Board>(afterstate)
  const highRows = high<Board>(afterstate)
  const lowColumns = transposed(lowRows)
  const highColumns = isVector<Board>() ? transposed(highRows) : 0
  const sum = sumOfLines<Board, Kind, Rows>(lowRows, highRows) + sumOfLines<Board, Kind, Columns>(lowColumns, highColumns)
  const rowGrades = isGraded<Kind>() ? gradesOf<Board, Kind>(lowRows, highRows) : f64x2.splat(0)
  const columnGrades = isGraded<Kind>() ? gradesOf<Board, Kind>(lowColumns, highColumns) : rowGrades
  let cells = emptyCells<Board>(afterstate)
  const count = <f64>(<i32>popcnt(cells))
  let total: f64 = 0
  while (cells != 0) {
    const place = ctz(cells) // four times the number of the cell
    cells &= cells - 1
    const column = (place >> 2) & 3
    const row = lineOf<Board>(lowRows, highRows, place >> 4) << shift
    const crossing = lineOf<Board>(lowColumns, highColumns, column) << shift
    const inRow = <usize>1 << ((<usize>column << 2) + shift)
    const inColumn = <usize>1 << (((<usize>place >> 4) << 2) + shift)
    const rowNumber = <usize>place >> 4
    const columnNumber = 4 + <usize>column
    const others = sum - valueAt<Board, Kind>(rowNumber, row) - valueAt<Board, Kind>(columnNumber, crossing)
    let values = f64x2.add(f64x2.splat(others), valuesAt<Board, Kind>(rowNumber, row | inRow, row | (inRow << 1)))
    values = f64x2.add(values, valuesAt<Board, Kind>(columnNumber, crossing | inColumn, crossing | (inColumn << 1)))
    if (isGraded<Kind>()) {
      const rows = patched(rowGrades, row, inRow)
      values = f64x2.add(values, graded(rows, patched(columnGrades, crossing, inColumn)))
    }
    const weighted = f64x2.mul(values, f64x2(0.9, 0.1))
    total += f64x2.extract_lane(weighted, 0)
    total += f64x2.extract_lane(weighted, 1)
  }
  return total / count
}

/** Sums of g and e with a 2 in one line, and with a 4; its entry, and the bit of a 2 in it. */
// @ts-expect-error: decorator
@inline
function patched(sums: v128, line: usize, tile: usize): v128 {
  const others = f32x4.sub(sums, gradesAt(line))
  return f32x4.add(v128.shuffle<f64>(others, others, 0, 0), bothGrades(line | tile, line | (tile << 1)))
}

/** Value of a player node from its best slide, −∞ if there was none: the rules for dead boards and the floor. */
// @ts-expect-error: decorator
@inline
export function playerResult<Board, Kind>(board: Board, best: f64): f64 {
  return larger(unfloored<Board, Kind>(board, best), floor)
}

/** The same without the floor. */
// @ts-expect-error: decorator
@inline
export function unfloored<Board, Kind>(board: Board, best: f64): f64 {
  return best != -Infinity ? best : deadHeuristic ? evaluate<Board, Kind>(board) : deadValue
}

/** Flags of a recorded player node: whether it is dead, and whether the floor raises it, by `isBelowFloor` of the settings. */
export function flagsOf<Board, Kind>(board: Board, best: f64): u32 {
  const isLifted = floor - unfloored<Board, Kind>(board, best) > 1e-12 * abs<f64>(floor)
  return (best == -Infinity ? TERMINAL : 0) | (isLifted ? FLOOR : 0)
}
