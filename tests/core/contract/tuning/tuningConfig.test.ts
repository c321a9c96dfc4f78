import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeTuning,
  MAX_TUNING_CHARS,
  parseTuning,
  TUNING_FORMAT,
  TUNING_VERSION,
  tuningConfigShape,
} from '../../../../src/core/contract/files'
import { parseShape } from '../../../../src/core/contract/shapes'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import {
  batchSize,
  OPTIMIZER_DEFAULTS,
  OPTIMIZER_KINDS,
  type CmaesConfig,
  type ConstrictionConfig,
  type Spso2011Config,
  type ThesisConfig,
} from '../../../../src/core/tuning/optimizerConfig'
import { PRESET_IDS, PRESETS } from '../../../../src/core/contract/tuning/presets'
import { optimizerOf } from '../../../../src/core/tuning/optimizers'
import {
  checkTuning,
  isBudgetSpent,
  plannedEvaluations,
  type Budget,
  type TuningConfig,
  type ValidationSpec,
} from '../../../../src/core/contract/tuning/tuningConfig'
import { refusal } from '../../support/errors'
import { CONFIGS, step } from '../../support/optimizers'

const validation: ValidationSpec = { games: 100, level: 0.95 }
const config: TuningConfig = {
  title: 'a run',
  optimizer: OPTIMIZER_DEFAULTS.inertia,
  start: { kind: 'scattered', around: { h1: -1, h2: 3 }, share: 0.1 },
  objective: {
    evaluator: makeEvaluator('thesis'),
    tuned: [
      { id: 'h1', min: -10, max: 10, scale: 'symlog' },
      { id: 'h2', min: 0.1, max: 10, scale: 'log' },
    ],
    settings: PLAIN_SETTINGS,
    depth: 1,
    games: 10,
    fitness: { kind: 'mean' },
    seeds: 'fresh',
    racing: 'off',
    maxSlides: 'none',
  },
  budget: { kind: 'iterations', count: 20 },
  seed: 1,
  validation,
}

type Json = Record<string, unknown>

/** The same with another value at a path. */
function altered(path: string, value: unknown): Json {
  const copy = structuredClone(config) as unknown as Json
  const keys = path.split('.')
  const last = keys.pop()!
  const holder = keys.reduce((each, key) => each[key] as Json, copy)
  holder[last] = value
  return copy
}

const file = (content: object) => JSON.stringify({ format: TUNING_FORMAT, version: TUNING_VERSION, ...content })

/** What is changed, to what, and the field that is named where it is not that path. */
interface Case {
  readonly path: string
  readonly value: unknown
  readonly field: string
}
const all = (cases: readonly (readonly [path: string, value: unknown, field?: string])[]): Case[] =>
  cases.map(([path, value, field = path]) => ({ path, value, field }))

const BAD = all([
  ['optimizer.particles', 0],
  ['optimizer.c1', NaN],
  ['optimizer.velocityLimit', 0],
  ['optimizer', { ...OPTIMIZER_DEFAULTS.inertia, inertia: { from: 0.9, to: 5, iterations: 10 } }, 'optimizer.inertia.to'],
  [
    'optimizer',
    { ...OPTIMIZER_DEFAULTS.inertia, inertia: { from: 0.9, to: 0.4, iterations: 1 } },
    'optimizer.inertia.iterations',
  ],
  ['optimizer', { ...OPTIMIZER_DEFAULTS.constriction, c1: 2, c2: 2 } satisfies ConstrictionConfig, 'optimizer.c2'],
  ['optimizer', { ...OPTIMIZER_DEFAULTS.spso2011, informed: 0 } satisfies Spso2011Config, 'optimizer.informed'],
  ['optimizer', { ...OPTIMIZER_DEFAULTS.cmaes, population: 3 } satisfies CmaesConfig, 'optimizer.population'],
  ['start.share', 0],
  ['start.around', { h1: -1, h2: 11 }, 'start.around.h2'],
  ['start.around', { h1: -1, h2: 1, h3: 1 }, 'start.around.h3'],
  ['objective.tuned', []],
  ['objective.tuned.0.id', 'h5'],
  ['objective.tuned.0.id', 'h2', 'objective.tuned.1.id'],
  ['objective.tuned.0.max', -10],
  ['objective.tuned.0.max', 1e10],
  ['objective.tuned.1.min', 0, 'objective.tuned.1.scale'],
  ['objective.games', 0],
  ['objective.depth', 0.5],
  ['objective.settings.cut', 2],
  ['objective.fitness', { kind: 'quantile', p: 1.5 }, 'objective.fitness.p'],
  ['objective.fitness', { kind: 'reach', face: 2047 }, 'objective.fitness.face'],
  ['objective.racing', { every: 10, error: 0.01 }, 'objective.racing.every'],
  ['objective.racing', { every: 5, error: 0 }, 'objective.racing.error'],
  ['budget.count', 3.4e6], // at 300 games an iteration just over 10^9
  ['seed', -1],
  ['validation.games', 19],
  ['validation.level', 0.991],
])

/** What the type knows to be impossible, and only a file can say. */
const UNTYPED = all([
  ['optimizer.kind', 'annealing'],
  ['objective.fitness', { kind: 'worst' }, 'objective.fitness.kind'],
  ['start', { kind: 'corner' }, 'start.kind'],
])

describe('a run that cannot be', () => {
  test.each(BAD)('$path = $value is refused with the field named', ({ path, value, field }) => {
    const bad = altered(path, value) as unknown as TuningConfig
    const error = refusal('BAD_SETTING', () => checkTuning(bad))
    expect(error.detail).toEqual({ field })
    expect(error.message.startsWith(`${field}: `)).toBe(true)
  })

  test.each([...BAD, ...UNTYPED])('$path = $value is refused in a file with its path', ({ path, value, field }) => {
    const message = refusal('BAD_FILE', () => parseTuning(file(altered(path, value)), 'run.json')).message
    // Evaluator and settings, which have checks of their own, name their field after a colon.
    expect(message.replace('objective.settings: ', 'objective.settings.').startsWith(`run.json: ${field}: `)).toBe(true)
  })

  test('where ranks count none is raced', () => {
    const raced = { ...config, objective: { ...config.objective, racing: { every: 5, error: 0.01 } } }
    expect(checkTuning(raced)).toBe(raced)
    const ranked = { ...raced, optimizer: OPTIMIZER_DEFAULTS.cmaes }
    expect(refusal('BAD_SETTING', () => checkTuning(ranked)).detail).toEqual({ field: 'objective.racing' })
  })
})

describe('a file of a run', () => {
  const optimizer = fc.constantFrom(...Object.values(CONFIGS), ...Object.values(OPTIMIZER_DEFAULTS))

  test('run → file → run', () => {
    fc.assert(
      fc.property(optimizer, fc.maxSafeNat(), fc.integer({ min: 1, max: 1000 }), (each, seed, count) => {
        const run = { ...config, optimizer: each, seed, budget: { kind: 'evaluations' as const, count } }
        expect(parseTuning(makeTuning(run), 'f')).toEqual(run)
        expect(parseShape(tuningConfigShape, run, '')).toEqual(run)
      }),
    )
  })

  test('of an earlier lab is read where it switched off what went, and otherwise refused by its name', () => {
    const earlier = (optimizer: object) => parseTuning(file({ ...config, optimizer }), 'f')
    expect(earlier({ ...config.optimizer, reassess: 0 })).toEqual(config)
    const refused = (optimizer: object) => refusal('BAD_FILE', () => earlier(optimizer)).message
    expect(refused({ ...config.optimizer, reassess: 1 })).toContain('f: optimizer.reassess: new runs have no reassessment')
    expect(refused({ kind: 'grid', steps: 5, batch: 50, reassess: 0 })).toContain('optimizer.kind: new runs have no grid search')
  })

  test('is refused when it is newer, foreign, broken or too large', () => {
    const refused = (text: string) => refusal('BAD_FILE', () => parseTuning(text, 'f')).message
    expect(refused(file({ ...config, version: TUNING_VERSION + 1 }))).toContain('newer')
    expect(refused(file({ ...config, format: '2048-lab-profile' }))).toContain('format')
    expect(refused(file({ ...config, threads: 4 }))).toContain('threads')
    expect(refused(makeTuning(config).slice(0, -3))).toContain('f: ')
    expect(refused(' '.repeat(MAX_TUNING_CHARS + 1))).toContain('characters')
    expect(refused('[]')).toContain('f: ')
  })
})

describe('presets', () => {
  test.each(PRESET_IDS)('%s can be run, written and read', id => {
    const preset = PRESETS[id]
    expect(preset.id).toBe(id)
    expect(checkTuning(preset.config)).toBe(preset.config)
    expect(parseTuning(makeTuning(preset.config), id)).toEqual(preset.config)
    expect(optimizerOf(preset.config).ask().length).toBeGreaterThan(0)
  })

  test('the experiments are as large as the thesis says, or as is assumed of them', () => {
    const sizes = (['thesis-1', 'thesis-2', 'thesis-3'] as const).map(id => {
      const { optimizer, budget, objective } = PRESETS[id].config
      const { particles, c1, c2 } = optimizer as ThesisConfig
      return [particles, budget.count, c1, c2, objective.games, plannedEvaluations(PRESETS[id].config)]
    })
    expect(sizes).toEqual([
      [50, 100, 2, 2, 1, 5000],
      [50, 100, 1.5, 1.5, 1, 5000],
      [20, 50, 1.5, 1.5, 1, 1000],
    ])
  })
})

describe('budgets', () => {
  test.each([...OPTIMIZER_KINDS])('%s makes the evaluations that are planned, and ends', kind => {
    for (const budget of [
      { kind: 'iterations', count: 7 },
      { kind: 'evaluations', count: 130 },
    ] satisfies Budget[]) {
      const run = { ...config, optimizer: OPTIMIZER_DEFAULTS[kind], budget }
      const optimizer = optimizerOf(checkTuning(run))
      while (!isBudgetSpent(budget, optimizer)) step(optimizer)
      expect(optimizer.evaluations).toBe(plannedEvaluations(run))
      if (budget.kind === 'iterations') expect(optimizer.evaluations).toBe(7 * batchSize(run.optimizer, 2))
      else expect(optimizer.evaluations).toBeGreaterThanOrEqual(130)
    }
  })

  test('a raised budget continues from the snapshot as the longer run did', () => {
    const short = optimizerOf(config)
    const long = optimizerOf(config)
    for (let i = 0; i < 5; i++) step(short)
    for (let i = 0; i < 9; i++) step(long)
    const raised: TuningConfig = { ...config, budget: { kind: 'iterations', count: 9 } }
    const extended = optimizerOf(raised, short.snapshot())
    for (let i = 0; i < 4; i++) step(extended)
    expect(extended.snapshot()).toEqual(long.snapshot())
  })
})
