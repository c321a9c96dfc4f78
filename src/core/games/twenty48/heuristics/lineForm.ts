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
import { RANKS } from '../board'
import { familyOf } from './evaluator'
import type { TermEvaluator } from './family'
import type { LineTerm } from './lineTables'
import { powers } from './power'
import { tileReader } from './thesis'

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
  /** Like `lineTables.ts` tabulates them. */
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
