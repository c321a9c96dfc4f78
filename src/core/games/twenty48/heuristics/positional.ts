import { FACES, SIDE } from '../board'
import type { TermEvaluator, Family } from './family'
import { overLines, type Line, type LineFeature } from './lines'
import { power } from './power'

/**
 * The evaluator `power` with weights for the cells themselves, so that the large tiles gather in the top left corner. Both
 * terms read a tile as its face value. The gradient is a weight matrix that falls by one a step: Yiyuan Lee, "2048 AI – The
 * Intelligent Bot", 2014. The snake is a path through all cells, row by row there and back, with weights in geometric
 * progression: Nicola Pezzotti, "An Artificial Intelligence for the 2048 game", 2014, who tried the ratios 0.125 to 0.5.
 * Both take the best of several corners or paths; here the corner and the path are fixed.
 */
export const positional: Family = {
  id: 'positional',
  source: `${power.source}; gradient: Yiyuan Lee, 2014; snake: Nicola Pezzotti, 2014, diaryofatinker.blogspot.com`,
  terms: [
    ...power.terms,
    { id: 'gradient', formula: 'Σ tile·(6 − row − column), counted from 0 at the top left', shapedBy: [] },
    {
      id: 'snake',
      formula: 'Σ tile·ratio^n, n = 0 … 15 from the top left: right, down, left, down, right, …',
      shapedBy: ['snakeRatio'],
    },
  ],
  parameters: [
    ...power.parameters,
    { id: 'gradient', role: 'weight', default: 5, min: 0, max: 100 },
    { id: 'snake', role: 'weight', default: 500, min: 0, max: 2_000 },
    { id: 'snakeRatio', role: 'ratio', default: 0.8, min: 0, max: 1 },
  ],
  variants: [],
  features: evaluator => [...power.features(evaluator), ...Object.values(lineFeatures(evaluator)).map(overLines)],
  lineFeatures,
}

function lineFeatures({ parameters }: TermEvaluator): Readonly<Record<string, LineFeature>> {
  return { gradient, snake: snakeOf(parameters['snakeRatio']!) }
}

/** 6 − row − column is (3 − row) + (3 − column): each line has its part. */
const gradient: LineFeature = (line, place) => (SIDE - 1 - (place % SIDE)) * weighed(line, [1, 1, 1, 1])

function snakeOf(ratio: number): LineFeature {
  const rows = Array.from({ length: SIDE }, (_, row) => {
    const along = Array.from({ length: SIDE }, (__, i) => ratio ** (SIDE * row + i))
    return row % 2 === 0 ? along : along.toReversed()
  })
  return (line, place) => (place < SIDE ? weighed(line, rows[place]!) : 0) // the rows have all cells
}

function weighed(line: Line, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < SIDE; i++) sum += weights[i]! * FACES[line[i]!]!
  return sum
}
