/** What a run's evaluations say about its weights: a model of the fitness, in coordinates of the weights. */
import { createRandom } from '../random'
import {
  FEWEST_MODELLED,
  growForest,
  permutationImportance,
  predicted,
  shuffled,
  type Forest,
  type Paused,
  type Rows,
} from '../stats/forest'
import { coordinateOf, type ScaledRange } from '../stats/weightScale'

/** Most evaluations of a model: of more, evenly spaced ones. */
export const MOST_MODELLED = 5000
/** Share of the evaluations that the forest does not see. */
const HELD_OUT = 1 / 4
/** Share of the evaluations with the highest fitness that count as good. */
const GOOD = 0.1
/** Cells of a contour, across and up. */
export const CONTOUR_CELLS = [30, 20] as const
/** Evaluations whose other weights a contour averages over. */
const AVERAGED = 50

export interface FitnessModel {
  readonly forest: Forest
  /** Evaluations that the forest has not seen. */
  readonly heldOut: Rows
  readonly evaluations: number
  /** R² on those held out. */
  readonly explained: number
  readonly weights: readonly WeightImportance[]
}

export interface WeightImportance {
  /** Mean loss of R² on evaluations held out when the weight's values are permuted among them. */
  readonly loss: number
  /** Share of all losses; a gain counts as 0. */
  readonly share: number
  /** Shares of the good candidates at each bound. */
  readonly atMin: number
  readonly atMax: number
}

/** @param rows coordinates and fitness of evaluations, in their order @returns `undefined` for too few */
export function* modelOf(rows: Rows, ranges: readonly ScaledRange[], seed: number): Paused<FitnessModel | undefined> {
  const evaluations = rows.values.length
  if (evaluations < FEWEST_MODELLED) return undefined
  const random = createRandom(seed)
  const order = shuffled(Int32Array.from(rows.values.keys()), random)
  const held = Math.floor(evaluations * HELD_OUT)
  const heldOut = rowsAt(rows, order.subarray(0, held))
  const forest = yield* growForest(rowsAt(rows, order.subarray(held)), random)
  const { explained, losses } = yield* permutationImportance(forest, heldOut, random)
  const all = losses.reduce((sum, loss) => sum + Math.max(0, loss), 0)
  const good = goodOf(rows.values)
  const weights = losses.map((loss, d) => {
    const [min, max] = boundsOf(ranges[d]!)
    const shareAt = (bound: number) =>
      good.filter(row => Math.abs(rows.columns[d]![row]! - bound) <= 1e-9 * (max - min)).length / good.length
    return { loss, share: all > 0 ? Math.max(0, loss) / all : 0, atMin: shareAt(min), atMax: shareAt(max) }
  })
  return { forest, heldOut, evaluations, explained, weights }
}

/** Numbers of the rows with the highest values; of equal ones the later. */
function goodOf(values: Float64Array): readonly number[] {
  const order = [...values.keys()].toSorted((a, b) => values[b]! - values[a]! || b - a)
  return order.slice(0, Math.ceil(values.length * GOOD))
}

function rowsAt({ columns, values }: Rows, order: Int32Array): Rows {
  const at = (column: Float64Array) => Float64Array.from(order, row => column[row]!)
  return { columns: columns.map(at), values: at(values) }
}

function boundsOf(range: ScaledRange): readonly [min: number, max: number] {
  return [coordinateOf(range, range.min), coordinateOf(range, range.max)]
}

/**
 * The model's fitness over two weights, at the middles of cells, row by row from the lower bounds: with these two, the mean over evaluations
 * held out. Source: J. H. Friedman, "Greedy function approximation", Ann. Statist. 29 (2001), section 8.2.
 */
export function* contourOf(
  { forest, heldOut }: Pick<FitnessModel, 'forest' | 'heldOut'>,
  ranges: readonly ScaledRange[],
  across: number,
  up: number,
): Paused<number[][]> {
  const averaged = Math.min(AVERAGED, heldOut.values.length)
  const middles = (d: number, cells: number) => {
    const [min, max] = boundsOf(ranges[d]!)
    return Array.from({ length: cells }, (_, i) => min + ((max - min) * (i + 0.5)) / cells)
  }
  const [columns, rows] = [middles(across, CONTOUR_CELLS[0]), middles(up, CONTOUR_CELLS[1])]
  const contour: number[][] = []
  const asked = new Float64Array(ranges.length)
  for (const y of rows) {
    const line: number[] = []
    for (const x of columns) {
      let sum = 0
      for (let row = 0; row < averaged; row++) {
        for (let d = 0; d < asked.length; d++) asked[d] = heldOut.columns[d]![row]!
        asked[across] = x
        asked[up] = y
        sum += predicted(forest, asked)
      }
      line.push(sum / averaged)
      yield
    }
    contour.push(line)
  }
  return contour
}
