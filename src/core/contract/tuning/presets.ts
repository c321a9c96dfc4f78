/** Presets of runs: the thesis's three experiments and one of the lab's own, one for each family of each game, and the wall test's. */
import type { Evaluator } from '../../games/twenty48/heuristics/family'
import { deviationText } from '../../games/twenty48/thesisDeviations'
import type { SearchSettings } from '../../search/settings'
import { BOARD_GAME, type BoardObjective } from './boardObjective'
import { OPTIMIZER_DEFAULTS, type ThesisConfig } from '../../tuning/optimizerConfig'
import type { TunedParameter } from '../../tuning/tunedParameter'
import type { TuningConfig } from './tuningConfig'
import { GAME_IDS, GAMES, type GameEntry } from '../../games/registry'
import type { GameObjective } from './gameObjective'
import { familyOf } from '../../games/twenty48/heuristics/evaluator'
import { USUAL_CONTINUATIONS } from '../../games/twenty48/wallGame/phases'
import { CONFIDENCE } from '../../stats/intervals'
import { USUAL_WALL_BOARDS, WALLS, type WallObjective } from './wallObjective'

/** Why a preset has a value that its source does not give, or gives otherwise: sentences that window and terminal show. */
export const ASSUMPTIONS = {
  notStated: 'The thesis does not say; this is a common choice.',
  wouldDiverge: 'The thesis does not say; without it this swarm flies apart.',
  leaf: deviationText('leaf'),
  dead: deviationText('dead'),
  formulas: (['h1', 'h2', 'h4'] as const).map(deviationText).join(' '),
  shallow: 'The thesis searched 3 to 9 levels deep, which took hours. One level takes seconds; its results need not be the same.',
  signOpen: 'Experiment 1 drove this weight to 0, and the thesis found it better below: later bounds let it.',
  ownFirst: 'The thesis does not say where its experiment 1 ended; this is where ours did.',
} as const
type Assumption = keyof typeof ASSUMPTIONS

export const PRESET_IDS = ['thesis-1', 'thesis-2', 'thesis-3', 'noisy-smart'] as const
export type PresetId = (typeof PRESET_IDS)[number]

export interface TuningPreset {
  readonly id: PresetId
  readonly config: TuningConfig<BoardObjective>
  /** By the field's path, `optimizer.c1`: what is assumed or unlike the source, and why. Empty if the preset reproduces nothing. */
  readonly assumed: Readonly<Record<string, Assumption>>
}

/** The hand-tuned weights that the thesis started from, and the variants of the built-in thesis profile. */
const EVALUATOR: Evaluator = {
  family: 'thesis',
  parameters: { h1: 1, h2: 1, h3: 1, h4: 1 },
  variants: { h1Tile: 'exponent', h4Tile: 'face', h4Minimum: 'line' },
}

/** Settings of the built-in thesis profile, without its cut and its table, which do not help such a shallow search. */
const SETTINGS: SearchSettings = {
  leaf: 'afterstate',
  points: 'ignored',
  dead: -1e9,
  floor: 'none',
  cut: 0,
  table: 'off',
  tableBits: 16,
}

const tuned = (h1Min: number): TunedParameter[] => [
  { id: 'h1', min: h1Min, max: 10, scale: 'linear' },
  ...['h2', 'h3', 'h4'].map(id => ({ id, min: 0, max: 10, scale: 'linear' }) as const),
]

/**
 * A move depends only on the ratios of weights, so h3 stays at 1; ratios are searched on logarithms. The effect of h1 is decided close to
 * 0: a search between -10 and 10 in even steps misses it.
 */
const RATIOS: readonly TunedParameter[] = [
  { id: 'h1', min: -10, max: 10, scale: 'symlog' },
  { id: 'h2', min: 0.01, max: 100, scale: 'log' },
  { id: 'h4', min: 0.01, max: 100, scale: 'log' },
]

/** g(w): the final score of one full game. */
const ONE_GAME: Omit<BoardObjective, 'tuned'> = {
  evaluator: EVALUATOR,
  settings: SETTINGS,
  depth: 1,
  games: 1,
  fitness: { kind: 'mean' },
  seeds: 'fresh',
  racing: 'off',
  maxSlides: 'none',
}

/** Best of our run of experiment 1, seed 1, rounded to two decimals. */
const FIRST_BEST = { h1: 0, h2: 9.76, h3: 10, h4: 1.33 }

const VALIDATION = { games: 1000, level: 0.95 }

const ASSUMED: TuningPreset['assumed'] = {
  'optimizer.c1': 'notStated',
  'optimizer.c2': 'notStated',
  'optimizer.velocityLimit': 'wouldDiverge',
  'optimizer.boundary': 'wouldDiverge',
  'optimizer.draws': 'notStated',
  'objective.tuned': 'notStated',
  'objective.evaluator.variants': 'formulas',
  'objective.evaluator.parameters': 'notStated',
  'objective.settings.leaf': 'leaf',
  'objective.settings.dead': 'dead',
  'objective.seeds': 'notStated',
  'objective.depth': 'shallow',
}

const LATER: TuningPreset['assumed'] = {
  ...ASSUMED,
  'optimizer.particles': 'notStated',
  'budget.count': 'notStated',
  'start.around': 'ownFirst',
  'start.share': 'notStated',
  'objective.tuned': 'signOpen',
}

type BoardTuning = TuningConfig<BoardObjective>

function experiment(title: string, swarm: Partial<ThesisConfig>, iterations: number, rest: Partial<BoardTuning>): BoardTuning {
  return {
    title,
    optimizer: { ...OPTIMIZER_DEFAULTS.thesis, ...swarm },
    start: { kind: 'random' },
    objective: { ...ONE_GAME, tuned: tuned(0) },
    budget: { kind: 'iterations', count: iterations },
    seed: 1,
    validation: VALIDATION,
    ...rest,
  }
}

const AROUND_FIRST = {
  start: { kind: 'scattered', around: FIRST_BEST, share: 0.1 },
  objective: { ...ONE_GAME, tuned: tuned(-10) },
} as const

export const PRESETS: Readonly<Record<PresetId, TuningPreset>> = {
  'thesis-1': { id: 'thesis-1', config: experiment('Thesis, experiment 1', {}, 100, {}), assumed: ASSUMED },
  'thesis-2': {
    id: 'thesis-2',
    config: experiment('Thesis, experiment 2', { c1: 1.5, c2: 1.5 }, 100, AROUND_FIRST),
    assumed: LATER,
  },
  'thesis-3': {
    id: 'thesis-3',
    config: experiment('Thesis, experiment 3', { particles: 20, c1: 1.5, c2: 1.5 }, 50, AROUND_FIRST),
    assumed: LATER,
  },
  'noisy-smart': {
    id: 'noisy-smart',
    config: {
      title: 'Noise in mind',
      optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 20 },
      start: { kind: 'latin' },
      objective: { ...ONE_GAME, tuned: RATIOS, games: 16, racing: { every: 8, error: 0.05 } },
      budget: { kind: 'iterations', count: 50 },
      seed: 1,
      validation: VALIDATION,
    },
    assumed: {},
  },
}

/** Nodes of a search: enough to see a few moves ahead, and a game takes well under a second. */
const NODES = 200

/**
 * The rival's weights set tiles and move. Its tiles leave no game to win, and its moves must be searched deep enough to win some, so the
 * other side plays at random, and a game takes as long as it takes.
 */
const OF_RIVAL = {
  player: { searcher: 'alphaBeta', config: {}, wrapping: {}, limits: { depth: 4 } },
  opponent: { searcher: 'random', config: {}, wrapping: {}, limits: {} },
  fitness: { kind: 'wins' },
  maxActions: 'none',
} as const satisfies Partial<GameObjective>

/** Games with families, except 2048. */
export const TUNABLE_GAMES = GAME_IDS.filter(id => id !== BOARD_GAME).filter(id => familiesOf(id).length > 0)

/** The families whose weights can be tuned, by id. */
export function familiesOf(game: GameObjective['game']): readonly string[] {
  const { families = {} }: GameEntry = GAMES[game]
  return Object.keys(families)
}

/** A preset run for each family of each game. */
export function gameTunings(): TuningConfig<GameObjective>[] {
  return TUNABLE_GAMES.flatMap(game => familiesOf(game).map(family => gameTuning(game, family)))
}

/**
 * A preset run of a family: tunes all weights in their ranges, against the same player with the original weights, or as `OF_RIVAL` says. Accounts for noise, as
 * the preset of this name does.
 */
export function gameTuning(game: GameObjective['game'], family: string): TuningConfig<GameObjective> {
  const { families }: GameEntry = GAMES[game]
  const { weights } = families![family]!
  const player = { searcher: 'alphaBeta', config: {}, wrapping: {}, limits: { nodes: NODES } } as const
  return {
    title: `${family} of ${game}`,
    optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 20 },
    start: { kind: 'latin' },
    objective: {
      ...{ game, options: {}, family, weights: Object.fromEntries(weights.map(({ name, initial }) => [name, initial])) },
      tuned: weights.map(({ name, low, high }) => ({ id: name, min: low, max: high, scale: 'linear' })),
      player,
      opponent: { ...player, heuristic: { family, weights: weights.map(({ initial }) => initial) } },
      games: 16,
      fitness: { kind: 'score' },
      seeds: 'fresh',
      racing: { every: 8, error: 0.05 },
      maxActions: 1000,
      ...(game === 'adversarial48' && OF_RIVAL),
    },
    budget: { kind: 'iterations', count: 50 },
    seed: 1,
    validation: { games: 500, level: 0.95 },
  }
}

/** The weights, settings and depth. An expert is left out: it would decide beside walls in their place. */
type WallOrigin = Pick<WallObjective, 'evaluator' | 'settings' | 'depth'>

export function wallOrigin({ evaluator, settings: { expert: _, ...settings }, depth }: WallOrigin): WallOrigin {
  return { evaluator, settings, depth }
}

/** The run that tunes a player of 2048 by the wall test. Every candidate plays the same boards and tiles, so candidates differ by their weights alone. */
export function wallTuning(origin: WallOrigin): TuningConfig<WallObjective> {
  const { parameters } = origin.evaluator
  return {
    title: 'Survival beside walls',
    optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 12 },
    start: { kind: 'latin' },
    objective: {
      kind: WALLS,
      ...origin,
      tuned: familyOf(origin.evaluator.family).parameters.map(({ id, min, max }): TunedParameter => {
        const now = parameters[id]!
        return { id, min: Math.min(min, now), max: Math.max(max, now), scale: 'linear' }
      }),
      games: USUAL_WALL_BOARDS.boards * USUAL_CONTINUATIONS,
      fitness: { kind: 'survival' },
      seeds: 'fixed',
      racing: { every: USUAL_WALL_BOARDS.boards, error: 0.05 },
      walls: USUAL_WALL_BOARDS,
    },
    budget: { kind: 'iterations', count: 20 },
    seed: 1,
    validation: { games: 400, level: CONFIDENCE },
  }
}
