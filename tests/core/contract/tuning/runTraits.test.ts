import { describe, expect, test } from 'vitest'
import { PRESETS } from '../../../../src/core/contract/tuning/presets'
import { type Unnamed, seedGroups, setupOf, distinguishingTraits } from '../../../../src/core/contract/tuning/runTraits'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import { OPTIMIZER_DEFAULTS } from '../../../../src/core/tuning/optimizerConfig'

const BASE = PRESETS['thesis-1'].config
const changed = (change: Partial<TuningConfig>): TuningConfig => ({ ...BASE, seed: 1, ...change })
const games = (count: number) => ({ objective: { ...BASE.objective, games: count } })
const runOf = (config: TuningConfig): Unnamed => ({
  ...{ name: config.title, optimizer: config.optimizer.kind, budget: config.budget, seed: config.seed },
  setup: setupOf(config),
})
const told = (...changes: Partial<TuningConfig>[]) => distinguishingTraits(changes.map(change => runOf(changed(change))))

describe('a run is named', () => {
  test('by what most runs do not share, and by its seed where seeds differ', () => {
    const cmaes = { optimizer: OPTIMIZER_DEFAULTS.cmaes, budget: { kind: 'evaluations', count: 500 } } as const
    expect(told({ seed: 2 }, {}, games(10), cmaes)).toEqual([
      ['seed'],
      ['seed'],
      ['games', 'seed'],
      ['optimizer', 'size', 'seed'],
    ])
  })

  test('by nothing if it is alone or all settings are the same', () => {
    expect(told({})).toEqual([[]])
    expect(told({}, {})).toEqual([[], []])
  })

  test('by both values where no value is the usual one', () => {
    expect(told(games(2), games(10))).toEqual([['games'], ['games']])
  })

  test('by other settings only if the optimiser is the usual one', () => {
    const pulled = { optimizer: { ...OPTIMIZER_DEFAULTS.thesis, c1: 1.5 } }
    expect(told({}, {}, pulled, { validation: { games: 500, level: 0.95 } })).toEqual([[], [], ['rest'], ['rest']])
  })

  test('by its title if the user gave it another', () => {
    expect(told({}, {}, { title: 'Mine' })).toEqual([[], [], ['title']])
  })
})

describe('groups over seeds', () => {
  const run = (config: TuningConfig, mean?: number) => ({
    setup: setupOf(config),
    validated: mean === undefined ? null : { mean },
  })

  test('hold runs that differ in seed and title alone, in the order of the list', () => {
    const runs = [run(changed({ seed: 2 })), run(changed(games(3))), run(changed({ title: 'Mine' }))]
    expect(seedGroups(runs).map(group => group.runs.map(each => runs.indexOf(each)))).toEqual([[0, 2], [1]])
  })

  test("have the mean of the validated means with Student's interval over the seeds", () => {
    const config = changed({})
    // t(0.975; 2) = 4.302653, s = 100: 2000 ± 4.302653 · 100/√3
    const [group] = seedGroups([run(config, 1900), run(config), run(config, 2000), run(config, 2100)])
    expect(group!.mean).toBe(2000)
    expect(group!.interval!.map(end => end.toFixed(2))).toEqual(['1751.59', '2248.41'])
    expect(seedGroups([run(config, 1900), run(config)])[0]).toMatchObject({ mean: 1900, interval: null })
    expect(seedGroups([run(config)])[0]).toMatchObject({ mean: null, interval: null })
  })
})
