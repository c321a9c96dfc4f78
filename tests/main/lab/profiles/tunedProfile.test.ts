/** What the built-in profile `tuned` claims of itself. */
import { expect, test, vi } from 'vitest'
import { parseTuning } from '../../../../src/core/contract/files'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { meanInterval, type Interval } from '../../../../src/core/stats/intervals'
import * as summary from '../../../../src/core/stats/summary'
import { validationSeeds } from '../../../../src/core/tuning/seeds'
import type { BoardObjective } from '../../../../src/core/tuning/boardObjective'
import { checkTuning, type TuningConfig } from '../../../../src/core/tuning/tuningConfig'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { soakTest } from '../../../setup/extent'
import { kernelHere } from '../../../support/threads'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const profile = (name: string) => builtInProfiles().find(each => each.name === name)!
const tuned = profile('tuned')
/** The settings of the run, as its notes hold them. */
const config = checkTuning(parseTuning(tuned.notes.slice(tuned.notes.indexOf('{')), 'notes')) as TuningConfig<BoardObjective>

test('it names the run, the seed, the version, the kernel and the machine that it comes from', () => {
  const { kind, seeds, stamp, source } = tuned.origin!
  expect({ kind, seeds }).toEqual({ kind: 'tuned', seeds: [config.seed] })
  expect(source).toContain(config.title)
  expect(stamp!.version).toMatch(/^\d/)
  expect(stamp!.kernel).toMatch(/^[0-9a-f]{12}$/)
  expect(stamp!.hardware).toMatch(/cores/)
  expect(tuned.notes).toContain('lab tune --config')
  expect(tuned.tags).toContain('tuned')
})

test('its weights are within the bounds of that run, and what was not tuned is as the run had it', () => {
  const { evaluator, tuned: parameters } = config.objective
  const ids = parameters.map(({ id }) => id)
  for (const parameter of parameters) {
    const weight = (tuned.evaluator as TermEvaluator).parameters[parameter.id]!
    expect(weight).toBeGreaterThanOrEqual(parameter.min)
    expect(weight).toBeLessThanOrEqual(parameter.max)
  }
  for (const [id, weight] of Object.entries(evaluator.parameters))
    if (!ids.includes(id)) expect((tuned.evaluator as TermEvaluator).parameters[id]).toBe(weight)
  expect(tuned.evaluator).toMatchObject({ family: evaluator.family, variants: evaluator.variants })
})

/** What the notes say of the validation. */
function told(): { readonly games: number; readonly mean: number } {
  const [, games, mean] = /Validated on (\d+) games.*It scored (\d+) there/s.exec(tuned.notes)!
  return { games: Number(games), mean: Number(mean) }
}

test('its notes mention a validation on 1,000 games or more at the depth of the run', () => {
  expect(told().games).toBe(config.validation.games)
  expect(told().games).toBeGreaterThanOrEqual(1000)
  expect(tuned.notes).toContain(`--depth ${config.objective.depth} `)
})

soakTest('anybody who plays the games of its validation again finds what they state', () => {
  const { games, mean } = told()
  expect(Math.round(summary.mean(scoresOf(tuned.evaluator, validationSeeds(config.seed, 0, games))))).toBe(mean)
})

test('it reads the formulas as the profiles do that it is to beat, and searches as the hand-tuned one', () => {
  const [hand, thesis] = [profile('hand-tuned'), profile('thesis')]
  for (const other of [hand, thesis])
    expect((tuned.evaluator as TermEvaluator).variants).toEqual((other.evaluator as TermEvaluator).variants)
  expect(tuned).toMatchObject({ settings: hand.settings, depth: hand.depth })
})

soakTest(
  'it beats the hand-tuned and the published weights, whichever sign h1 has: intervals of mean scores do not overlap',
  () => {
    const published = profile('thesis').evaluator as TermEvaluator
    const { h1 } = published.parameters as { h1: number }
    const others = [
      profile('hand-tuned').evaluator,
      published,
      { ...published, parameters: { ...published.parameters, h1: -h1 } },
    ]
    const [low] = intervalOf(tuned.evaluator)
    for (const other of others) expect(intervalOf(other)[1]).toBeLessThan(low)
  },
)

/** Of the mean score over 150 games at depth 1 that no run trains on; the same games, whoever plays. */
function intervalOf(evaluator: Evaluator): Interval {
  return meanInterval(scoresOf(evaluator, validationSeeds(2048, 0, 150)), 1)
}

/** Of whole games at depth 1, under the settings of the run. */
function scoresOf(evaluator: Evaluator, seeds: readonly number[]): number[] {
  const kernel = kernelHere()
  kernel.load(evaluator, config.objective.settings)
  return seeds.map(seed => {
    kernel.beginGame(startGame(seed))
    while (kernel.playSlides(1, 10_000, neverStop));
    return kernel.game().position.score
  })
}
