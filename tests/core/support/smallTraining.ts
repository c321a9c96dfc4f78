import type { TrainingConfig } from '../../../src/core/games/twenty48/wallGame/training'

/** Seconds of training. */
export const SMALL_TRAINING: TrainingConfig = {
  name: 'small',
  seed: 3,
  threads: 1,
  networks: [
    {
      tuples: [
        [0, 1, 4, 5],
        [0, 1, 2, 3],
      ],
      target: 6,
      stages: [],
      walls: 'slide',
      starts: [
        { cells: [0, 1, 2, 4, 5], share: 0.5 },
        { cells: [0, 1, 4, 5], share: 0.5 },
      ],
      moves: 50_000,
      rates: [
        { until: 0.5, rate: 10 },
        { until: 1, rate: 5 },
      ],
      lambda: 0.5,
      exploration: 0,
      bigTiles: { from: 0.5, to: 0.1 },
      ordered: 0.7,
      again: 0.3,
    },
  ],
}
