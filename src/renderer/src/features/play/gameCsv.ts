import type { GameGraph } from '../../../../core/contract/calls'

/** A header and a line a row, numbers as exact as they are; an unknown value is an empty field. */
export function gameCsv({ slides, score, empties, value, ms }: GameGraph): string {
  const rows = slides.map((slide, i) => [slide, score[i], empties[i], value[i] ?? '', ms[i] ?? ''].join(','))
  return ['slide,score,emptyCells,value,ms', ...rows, ''].join('\n')
}
