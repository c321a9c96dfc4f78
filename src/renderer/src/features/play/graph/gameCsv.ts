import type { GameGraph } from '../../../../../core/contract/calls'
import { csvOf } from '../../../../../core/csv'

/**
 * A header and one line per row, with full precision; an unknown value is an empty field. Each player has a column of values and
 * one of their depths.
 * @param names of the players, one per line of the graph
 */
export function gameCsv({ slides, score, empties, lines, ms }: GameGraph, names: readonly string[]): string {
  return csvOf({
    columns: ['slide', 'score', 'emptyCells', 'ms', ...names.flatMap(name => [`value (${name})`, `depth (${name})`])],
    rows: slides.map((slide, i) => [
      ...[slide, score[i]!, empties[i]!, ms[i]!],
      ...lines.flatMap(({ value, depth }) => [value[i]!, depth[i]!]),
    ]),
  })
}
