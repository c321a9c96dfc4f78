import { RANKS } from '../board'
import type { TermEvaluator, Family } from './family'
import { equalRuns, overLines, slopes } from './lines'

const LINES = 8

/**
 * The evaluator of the public solver nneonneo/2048-ai (commit 41e298f), the numbers of its `2048.cpp`: each row and
 * column scores 200000 + 270·empty + 700·merges − 47·min(left, right) − 11·Σ rank^3.5, with left and right the sums of
 * the differences of rank^4 where the line falls and where it rises.
 */
export const power: Family = {
  id: 'power',
  source: 'https://github.com/nneonneo/2048-ai, commit 41e298f',
  terms: [
    { id: 'offset', formula: '8, one per line', shapedBy: [] },
    { id: 'empty', formula: 'Σ over lines of the empty cells', shapedBy: [] },
    { id: 'merges', formula: 'Σ over lines, empty cells left out, over runs of k ≥ 2 equal tiles, of k', shapedBy: [] },
    { id: 'monotonicity', formula: '−Σ over lines of min(Σ rises, Σ falls) of rank^p', shapedBy: ['monotonicityPower'] },
    { id: 'sum', formula: '−Σ over lines of Σ rank^q', shapedBy: ['sumPower'] },
  ],
  parameters: [
    { id: 'offset', role: 'weight', default: 200_000, min: 0, max: 400_000 },
    { id: 'empty', role: 'weight', default: 270, min: 0, max: 1_000 },
    { id: 'merges', role: 'weight', default: 700, min: 0, max: 2_000 },
    { id: 'monotonicity', role: 'weight', default: 47, min: 0, max: 200 },
    { id: 'monotonicityPower', role: 'exponent', default: 4, min: 1, max: 6 },
    { id: 'sum', role: 'weight', default: 11, min: 0, max: 50 },
    { id: 'sumPower', role: 'exponent', default: 3.5, min: 1, max: 6 },
  ],
  variants: [],
  features({ parameters }: TermEvaluator) {
    const steep = powers(parameters['monotonicityPower']!)
    const heavy = powers(parameters['sumPower']!)
    return [
      () => LINES,
      overLines(line => line.filter(rank => rank === 0).length),
      overLines(equalRuns),
      overLines(line => {
        const { rises, falls } = slopes(line, rank => steep[rank]!)
        return -Math.min(rises, falls)
      }),
      overLines(line => -line.reduce((sum, rank) => sum + heavy[rank]!, 0)),
    ]
  },
}

/** rank^exponent for every rank; an empty cell counts 0 whatever the exponent. */
export function powers(exponent: number): number[] {
  return RANKS.map(rank => (rank === 0 ? 0 : rank ** exponent))
}
