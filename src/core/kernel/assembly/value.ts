/** Static values of boards, from the tables of lines. */
import { emptyCells, high, lineOf, low, transposed } from './board'
import { larger } from './extremes'
import { endsWeight, gradientWeight, lineShift } from './lines'
import { LINES } from './memory'
import { deadHeuristic, deadValue, floor, leafSpawned } from './rules'
import { FLOOR, TERMINAL } from './trace'

/** A leaf, by the rule in force: the board itself or the mean over the next tile on it. */
// @ts-expect-error: decorator
@inline
export function leafValue<Board, Kind>(afterstate: Board): f64 {
  return leafSpawned ? spawnedMean<Board, Kind>(afterstate) : evaluate<Board, Kind>(afterstate)
}

/** Value of a board to the evaluator at hand. */
// @ts-expect-error: decorator
@inline
export function evaluate<Board, Kind>(board: Board): f64 {
  const lowBits = low<Board>(board)
  const highBits = high<Board>(board)
  const lowColumns = transposed(lowBits)
  const highColumns = isVector<Board>() ? transposed(highBits) : 0
  const q = sumOfLines<Board, Kind>(lowBits, highBits) + sumOfLines<Board, Kind>(lowColumns, highColumns)
  if (sizeof<Kind>() == 1) return q
  else return q + graded(gradesOf<Board, Kind>(lowBits, highBits), gradesOf<Board, Kind>(lowColumns, highColumns))
}

/** Σ q over four lines. */
// @ts-expect-error: decorator
@inline
export function sumOfLines<Board, Kind>(lowBits: u64, highBits: u64): f64 {
  return (
    load<f64>(LINES + entryOf<Board, Kind>(lowBits, highBits, 0)) +
    load<f64>(LINES + entryOf<Board, Kind>(lowBits, highBits, 1)) +
    (load<f64>(LINES + entryOf<Board, Kind>(lowBits, highBits, 2)) + load<f64>(LINES + entryOf<Board, Kind>(lowBits, highBits, 3)))
  )
}

/** Σ g and Σ e over four lines, in the first two f32 lanes. */
// @ts-expect-error: decorator
@inline
export function gradesOf<Board, Kind>(lowBits: u64, highBits: u64): v128 {
  return f32x4.add(
    f32x4.add(gradesAt(entryOf<Board, Kind>(lowBits, highBits, 0)), gradesAt(entryOf<Board, Kind>(lowBits, highBits, 1))),
    f32x4.add(gradesAt(entryOf<Board, Kind>(lowBits, highBits, 2)), gradesAt(entryOf<Board, Kind>(lowBits, highBits, 3))),
  )
}

// @ts-expect-error: decorator
@inline
export function q<Kind>(line: usize): f64 {
  return load<f64>(LINES + (line << lineShift<Kind>()))
}

/** g and e of a line, in the first two f32 lanes. */
// @ts-expect-error: decorator
@inline
export function grades<Kind>(line: usize): v128 {
  return gradesAt(line << lineShift<Kind>())
}

// @ts-expect-error: decorator
@inline
function gradesAt(entry: usize): v128 {
  return v128.load64_zero(LINES + entry, 8)
}

/** Where the entry of a line 0 … 3 stands in LINES. One shift takes the line out of a narrow board and scales it. */
// @ts-expect-error: decorator
@inline
function entryOf<Board, Kind>(lowBits: u64, highBits: u64, line: u64): usize {
  const shift = lineShift<Kind>()
  if (isVector<Board>()) return lineOf<Board>(lowBits, highBits, line) << shift
  else {
    const place = line << 4
    return (line == 0 ? <usize>lowBits << shift : <usize>(lowBits >> (place - <u64>shift))) & (0xffff << shift)
  }
}

/** gradient·(|Σ g| of the rows + of the columns) + ends·(|Σ e| of the rows + of the columns) */
// @ts-expect-error: decorator
@inline
export function graded(rows: v128, columns: v128): f64 {
  const sums = f32x4.add(f32x4.abs(rows), f32x4.abs(columns))
  return gradientWeight * <f64>f32x4.extract_lane(sums, 0) + endsWeight * <f64>f32x4.extract_lane(sums, 1)
}

/**
 * Mean of the evaluator over the next tile; a board after a slide has an empty cell. A tile changes one row and one
 * column, so each board's value is the sum of the other six lines and two new ones.
 */
export function spawnedMean<Board, Kind>(afterstate: Board): f64 {
  const lowRows = low<Board>(afterstate)
  const highRows = high<Board>(afterstate)
  const lowColumns = transposed(lowRows)
  const highColumns = isVector<Board>() ? transposed(highRows) : 0
  const sum = sumOfLines<Board, Kind>(lowRows, highRows) + sumOfLines<Board, Kind>(lowColumns, highColumns)
  const rowGrades = gradesOf<Board, Kind>(lowRows, highRows)
  const columnGrades = gradesOf<Board, Kind>(lowColumns, highColumns)
  let cells = emptyCells<Board>(afterstate)
  const count = <f64>popcnt(cells)
  let total: f64 = 0
  while (cells != 0) {
    const place = ctz(cells) // four times the number of the cell
    cells &= cells - 1
    const column = (place >> 2) & 3
    const row = lineOf<Board>(lowRows, highRows, place >> 4)
    const crossing = lineOf<Board>(lowColumns, highColumns, column)
    const others = sum - q<Kind>(row) - q<Kind>(crossing)
    const inRow = <u32>(column << 2)
    const inColumn = <u32>((place >> 4) << 2)
    for (let rank: usize = 1; rank <= 2; rank++) {
      const newRow = row | (rank << inRow)
      const newColumn = crossing | (rank << inColumn)
      let value = others + q<Kind>(newRow) + q<Kind>(newColumn)
      if (sizeof<Kind>() != 1)
        value += graded(patched<Kind>(rowGrades, row, newRow), patched<Kind>(columnGrades, crossing, newColumn))
      total += (rank == 1 ? 0.9 : 0.1) * value
    }
  }
  return total / count
}

/** Sums of g and e with one line in place of another. */
// @ts-expect-error: decorator
@inline
function patched<Kind>(sums: v128, line: usize, newLine: usize): v128 {
  return f32x4.add(f32x4.sub(sums, grades<Kind>(line)), grades<Kind>(newLine))
}

/** A player node from its best slide's value, −∞ if there was none: the rules for dead boards and the floor. */
// @ts-expect-error: decorator
@inline
export function playerResult<Board, Kind>(board: Board, best: f64): f64 {
  return larger(unfloored<Board, Kind>(board, best), floor)
}

// @ts-expect-error: decorator
@inline
function unfloored<Board, Kind>(board: Board, best: f64): f64 {
  return best != -Infinity ? best : deadHeuristic ? evaluate<Board, Kind>(board) : deadValue
}

/** Of a player node that is recorded: whether it is dead, whether the floor lifts it, by `isBelowFloor` of the settings. */
export function flagsOf<Board, Kind>(board: Board, best: f64): u32 {
  const isLifted = floor - unfloored<Board, Kind>(board, best) > 1e-12 * abs<f64>(floor)
  return (best == -Infinity ? TERMINAL : 0) | (isLifted ? FLOOR : 0)
}
