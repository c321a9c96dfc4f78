/** The training of a network for whole games: the evaluator of a profile. */
import type { NetworkTraining } from './training'

/** Five patterns of five cells: in a trial of 100 s of one core they scored 67,000 ± 4,000, two of six cells and one of four 63,000 ± 3,000. */
const WHOLE_TUPLES = [
  [0, 1, 2, 3, 4],
  [4, 5, 6, 7, 8],
  [0, 1, 2, 4, 5],
  [4, 5, 6, 8, 9],
  [1, 5, 9, 2, 6],
] as const

export const WHOLE_GAME: NetworkTraining = {
  output: 'points',
  tuples: WHOLE_TUPLES,
  target: 15,
  stages: [],
  walls: 'slide',
  starts: [{ cells: [], share: 1 }],
  moves: 40_000_000,
  rates: [
    { until: 0.75, rate: 1 },
    { until: 1, rate: 0.3 },
  ],
  lambda: 0.5,
  exploration: 0,
  bigTiles: { from: 0, to: 0 },
  ordered: 0.7,
  again: 0,
}
