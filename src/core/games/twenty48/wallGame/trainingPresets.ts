/** The trainings that made the networks of the lab, resources/networks, and one for whole games. Their numbers were found by trials. */
import { SIDE } from '../board'
import { WALL_TUPLES } from './network'
import { PREVIOUS, type NetworkTraining, type TrainingConfig, type WallStart } from './training'

/** Five patterns of five cells: in a trial of 100 s of one core they scored 67,000 ± 4,000, two of six cells and one of four 63,000 ± 3,000. */
const WHOLE_TUPLES = [
  [0, 1, 2, 3, 4],
  [4, 5, 6, 7, 8],
  [0, 1, 2, 4, 5],
  [4, 5, 6, 8, 9],
  [1, 5, 9, 2, 6],
] as const

const WHOLE_GAME: NetworkTraining = {
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

/** Walls in rows from the first corner, by how often a strong player's games have them. */
const STARTS: readonly WallStart[] = [
  { share: 0.33, cells: rows(3, 2) },
  { share: 0.3, cells: rows(2, 2) },
  { share: 0.14, cells: rows(3, 1) },
  { share: 0.08, cells: rows(3, 3) },
  { share: 0.07, cells: rows(3, 2, 1) },
  { share: 0.04, cells: rows(2, 1) },
  { share: 0.02, cells: rows(4) },
  { share: 0.02, cells: rows(4, 1) },
]

const COMMON = {
  tuples: WALL_TUPLES,
  walls: 'slide',
  starts: STARTS,
  lambda: 0.5,
  exploration: 0,
  bigTiles: { from: 0.5, to: 0.1 },
  ordered: 0.7,
  again: 0.3,
} as const

const MAKES_512: NetworkTraining = {
  ...COMMON,
  target: 9,
  stages: [],
  moves: 300_000_000,
  rates: [
    { until: 0.457, rate: 10 },
    { until: 1, rate: 5 },
  ],
}

const MAKES_1024: NetworkTraining = {
  ...COMMON,
  target: 10,
  stages: [8, 9],
  moves: 400_000_000,
  rates: [
    { until: 0.08, rate: 2 },
    { until: 0.45, rate: 10 },
    { until: 0.85, rate: 5 },
    { until: 1, rate: 2.5 },
  ],
}

/** Else a board without a 512 would look as good as one with it, and greedy play would avoid making it. */
const LOWERED = 2.5

/** The network that ships as walls-512. */
const SHIPPED_512 = '31043cac8e2a560f'

export const TRAINING_PRESET_NAMES = ['wall-512', 'wall-1024', 'wall-expert', 'whole-game'] as const
export type TrainingPresetName = (typeof TRAINING_PRESET_NAMES)[number]

export const TRAINING_PRESETS: Readonly<Record<TrainingPresetName, TrainingConfig>> = {
  'wall-512': preset('wall-512', [MAKES_512]),
  'wall-1024': preset('wall-1024', [{ ...MAKES_1024, basis: { network: SHIPPED_512, lowered: LOWERED } }]),
  'wall-expert': preset('wall-expert', [MAKES_512, { ...MAKES_1024, basis: { network: PREVIOUS, lowered: LOWERED } }]),
  'whole-game': preset('whole-game', [WHOLE_GAME]),
}

function preset(name: TrainingPresetName, networks: readonly NetworkTraining[]): TrainingConfig {
  return { name, seed: 1, threads: 1, networks }
}

function rows(...lengths: readonly number[]): number[] {
  return lengths.flatMap((length, row) => Array.from({ length }, (_, column) => SIDE * row + column))
}
