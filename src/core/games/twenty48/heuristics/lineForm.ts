/**
 * The same evaluators as sums over the eight lines of a board, which is how the kernel computes them:
 *
 *     value = Σ over lines q(line) + gradient·(|Σ over rows g| + |Σ over columns g|) + ends·(|Σ over rows e| + |Σ over columns e|)
 *     q(line) = constant + empty·empties + merge·merges + minimum·min(falls, rises) + both·(falls + rises) + Σ cell[rank]
 *               + Σ over terms weight·feature(line, its place)
 *     g(line) = Σᵢ (1.5 − i)·gradientTile[rankᵢ]      e(line) = slopeTile[last] − slopeTile[first]
 *
 * With the corner matrix 7 − r − c and its mirrors, h1 = 4·Σv + |Σ(1.5 − r)·v| + |Σ(1.5 − c)·v|; and the whole-board
 * minimum of h4 is (rises + falls − |rises − falls|) / 2, where rises − falls of a line is its last value less its first.
 */
import { unreachable } from '../../../errors'
import { MAX_RANK, RANKS, SIDE } from '../board'
import { familyOf } from './evaluator'
import type { TermEvaluator } from './family'
import { powers } from './power'
import { tileReader } from './thesis'
import type { Bounds } from '../../../game/bounds'
import { equalPairs, equalRuns, slopes, type Line, type LineFeature } from './lines'

export interface LineForm {
  readonly constant: number
  readonly empty: number
  readonly merge: number
  /** Neighbouring pairs (the thesis) or runs that skip empty cells (power). */
  readonly mergeRule: 'pairs' | 'runs'
  readonly minimum: number
  readonly both: number
  /** By rank, 0 … 17. */
  readonly cell: readonly number[]
  readonly slopeTile: readonly number[]
  readonly gradient: number
  readonly gradientTile: readonly number[]
  readonly ends: number
  /** Summands that `fillTables` tabulates. */
  readonly terms: readonly LineTerm[]
}

const NO_TILE = RANKS.map(() => 0)

export function lineFormOf(evaluator: TermEvaluator): LineForm {
  return { ...formulaOf(evaluator), terms: lineTermsOf(evaluator) }
}

function lineTermsOf(evaluator: TermEvaluator): LineTerm[] {
  const { id: family, terms, lineFeatures } = familyOf(evaluator.family)
  if (!lineFeatures) return []
  const features = lineFeatures(evaluator)
  return terms.flatMap(({ id, shapedBy }) => {
    const feature = features[id]
    if (!feature) return []
    const shape = JSON.stringify([shapedBy.map(each => evaluator.parameters[each]), evaluator.variants])
    return [{ id: `${family} ${id}`, shape, weight: evaluator.parameters[id]!, feature }]
  })
}

function formulaOf(evaluator: TermEvaluator): Omit<LineForm, 'terms'> {
  const { family, variants } = evaluator
  const weight = (id: string) => evaluator.parameters[id]!
  switch (family) {
    case 'thesis':
    case 'thesis-letter': {
      const gradientTile = RANKS.map(tileReader(variants['h1Tile']!))
      const onBoard = variants['h4Minimum'] === 'board'
      return {
        constant: 0,
        empty: weight('h3') / 2, // each cell lies in a row and in a column
        merge: family === 'thesis' ? weight('h2') : 0, // the letter's h2 is a table
        mergeRule: 'pairs',
        minimum: onBoard ? 0 : -weight('h4'),
        both: onBoard ? -weight('h4') / 2 : 0,
        cell: gradientTile.map(value => 2 * weight('h1') * value), // 4·Σv, half of it in the row, half in the column
        slopeTile: RANKS.map(tileReader(variants['h4Tile']!)),
        gradient: weight('h1'),
        gradientTile,
        ends: onBoard ? weight('h4') / 2 : 0,
      }
    }
    case 'power':
    case 'positional':
      return {
        constant: weight('offset'),
        empty: weight('empty'),
        merge: weight('merges'),
        mergeRule: 'runs',
        minimum: -weight('monotonicity'),
        both: 0,
        cell: powers(weight('sumPower')).map(value => -weight('sum') * value),
        slopeTile: powers(weight('monotonicityPower')),
        gradient: 0,
        gradientTile: NO_TILE,
        ends: 0,
      }
    default:
      return unreachable(family)
  }
}

/**
 * A term as a table: what it counts on every line of four tiles, worked out here once, so that the kernel only adds it up. A term may
 * count the same line otherwise in each row and column. A table has a number for each line of ranks 0 … 17, the first rank as the lowest
 * digit: 65,536 lines of tiles up to 32768, 104,976 in all, and is kept until the term has other parameters.
 */
interface LineTerm {
  /** Id of the term; the last table of each id is cached. */
  readonly id: string
  /** What the feature depends on, in words. */
  readonly shape: string
  readonly weight: number
  readonly feature: LineFeature
}

const DIGITS = MAX_RANK + 1
/** Numbers in a table. */
export const LINES_IN_TABLE = DIGITS ** SIDE
/** Rows and columns. */
const PLACES = 8

interface Tables {
  readonly shape: string
  /** One, or one for each place. */
  readonly numbers: Float64Array
}

const cache = new Map<string, Tables>()

/**
 * Writes Σ weight × feature of every line, table by table.
 * @param into of the length of eight tables
 * @returns how many tables: none, 1 that all lines share, or 8, of the rows and then of the columns
 */
export function fillTables(terms: readonly LineTerm[], into: Float64Array): 0 | 1 | 8 {
  const weighed = terms.filter(({ weight }) => weight !== 0)
  if (weighed.length === 0) return 0
  const parts = weighed.map(term => ({ weight: term.weight, numbers: tablesOf(term) }))
  const count = parts.some(({ numbers }) => numbers.length > LINES_IN_TABLE) ? PLACES : 1
  parts.forEach(({ weight, numbers }, part) => {
    for (let place = 0; place < count; place++) {
      const sums = into.subarray(place * LINES_IN_TABLE, (place + 1) * LINES_IN_TABLE)
      const own =
        numbers.length > LINES_IN_TABLE ? numbers.subarray(place * LINES_IN_TABLE, (place + 1) * LINES_IN_TABLE) : numbers
      if (part === 0) for (let i = 0; i < LINES_IN_TABLE; i++) sums[i] = weight * own[i]!
      else for (let i = 0; i < LINES_IN_TABLE; i++) sums[i]! += weight * own[i]!
    }
  })
  return count
}

/** Where a line stands in a table. */
function tableIndex(line: Line): number {
  return line[0] + DIGITS * (line[1] + DIGITS * (line[2] + DIGITS * line[3]))
}

function tablesOf({ id, shape, feature }: LineTerm): Float64Array {
  const known = cache.get(id)
  if (known?.shape === shape) return known.numbers
  // A feature of the line alone asks for no place.
  const numbers = known?.numbers ?? new Float64Array((feature.length > 1 ? PLACES : 1) * LINES_IN_TABLE)
  const line: [number, number, number, number] = [0, 0, 0, 0]
  let at = 0
  for (let place = 0; at < numbers.length; place++)
    for (line[3] = 0; line[3] < DIGITS; line[3]++)
      for (line[2] = 0; line[2] < DIGITS; line[2]++)
        for (line[1] = 0; line[1] < DIGITS; line[1]++)
          for (line[0] = 0; line[0] < DIGITS; line[0]++) numbers[at++] = feature(line, place)
  cache.set(id, { shape, numbers })
  return numbers
}

/** Bounds of the value of boards without a rank above `most`: every line at its lowest and highest, even if they do not fit together. */
export function boundsOf(form: LineForm, most: number): Bounds {
  const tables = new Float64Array(form.terms.length > 0 ? PLACES * LINES_IN_TABLE : 0)
  const count = fillTables(form.terms, tables) || 1
  const lows = Array<number>(count).fill(Infinity)
  const highs = Array<number>(count).fill(-Infinity)
  const line: [number, number, number, number] = [0, 0, 0, 0] // one for all: these are tens of thousands
  const slopeOf = (rank: number) => form.slopeTile[rank]!
  for (line[0] = 0; line[0] <= most; line[0]++)
    for (line[1] = 0; line[1] <= most; line[1]++)
      for (line[2] = 0; line[2] <= most; line[2]++)
        // backwards a line is worth the same, but for the terms
        for (line[3] = form.terms.length > 0 ? 0 : line[0]; line[3] <= most; line[3]++) {
          const value = lineValue(form, line, slopeOf)
          const index = tableIndex(line)
          for (let table = 0; table < count; table++) {
            const own = value + (tables[table * LINES_IN_TABLE + index] ?? 0)
            if (own < lows[table]!) lows[table] = own
            if (own > highs[table]!) highs[table] = own
          }
        }
  const gradient = 2 * spreadOf(form.gradientTile, most) // 1.5 · (first − last) + 0.5 · (second − third)
  const ends = spreadOf(form.slopeTile, most)
  // |Σ over four lines| ≤ 4 · the largest, for rows and for columns
  const across = [PLACES * form.gradient * gradient, PLACES * form.ends * ends]
  const inLines = (values: readonly number[]) => (PLACES / count) * values.reduce((sum, each) => sum + each, 0)
  return [
    across.reduce((sum, each) => sum + Math.min(0, each), inLines(lows)),
    across.reduce((sum, each) => sum + Math.max(0, each), inLines(highs)),
  ]
}

/** The largest difference between two tiles up to `most`. */
function spreadOf(tile: readonly number[], most: number): number {
  const values = tile.slice(0, most + 1)
  return Math.max(...values) - Math.min(...values)
}

function lineValue(form: LineForm, line: Line, slopeOf: (rank: number) => number): number {
  const { cell } = form
  const [a, b, c, d] = line
  const { falls, rises } = slopes(line, slopeOf)
  const merges = form.mergeRule === 'pairs' ? equalPairs(line) : equalRuns(line)
  const empties = Number(a === 0) + Number(b === 0) + Number(c === 0) + Number(d === 0)
  const cells = cell[a]! + cell[b]! + cell[c]! + cell[d]!
  const slope = form.minimum * Math.min(falls, rises) + form.both * (falls + rises)
  return form.constant + form.merge * merges + slope + cells + form.empty * empties
}
