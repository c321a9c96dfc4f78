import type { Family, TermEvaluator } from './family'
import { equalCells, overLines } from './lines'
import { thesis } from './thesis'

/**
 * The thesis's heuristics as its formulas are printed. Only h2 differs from `thesis`: its formula, 1 if x = y, also counts pairs of empty
 * cells. The defaults of the variants are the letter too. A family of its own, because profiles saved before have no such variant.
 */
export const thesisLetter: Family = {
  ...thesis,
  id: 'thesis-letter',
  terms: thesis.terms.map(term =>
    term.id === 'h2' ? { ...term, formula: 'number of pairs of equal neighbouring cells, empty ones too' } : term,
  ),
  features(evaluator: TermEvaluator) {
    return thesis.features(evaluator).map((feature, i) => (thesis.terms[i]!.id === 'h2' ? overLines(equalCells) : feature))
  },
  lineFeatures: () => ({ h2: equalCells }),
}
