import { EMPTY, type Board } from '../board'
import { contributions } from './evaluator'
import type { Evaluator } from './family'

/** Boards that between them move every feature that looks at the tiles at all: empty, all different, all equal. */
const PROBES: readonly Board[] = [EMPTY, [1, 7, 3, 9, 5, 2, 8, 4, 10, 6, 12, 1, 3, 11, 2, 13], EMPTY.map(() => 3)]

/** Ids of the terms whose feature is the same on every board, such as an offset. A network has none. */
export function constantTerms(evaluator: Evaluator): ReadonlySet<string> {
  if (evaluator.family === 'network') return new Set()
  const [first, ...others] = PROBES.map(board => contributions(evaluator, board))
  return new Set(first!.filter(({ feature }, i) => others.every(other => other[i]!.feature === feature)).map(({ id }) => id))
}
