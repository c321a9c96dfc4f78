/** What the built-in profile `tuned` claims of itself. */
import { expect, test, vi } from 'vitest'
import type { Evaluator, TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import * as summary from '../../../../src/core/stats/summary'
import { validationSeeds } from '../../../../src/core/tuning/seeds'
import type { BoardObjective } from '../../../../src/core/contract/tuning/boardObjective'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { soakTest } from '../../../setup/extent'
import { kernelHere } from '../../../support/threads'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const profile = (name: string) => builtInProfiles().find(each => each.name === name)!
const tuned = profile('tuned')
/** The settings of the run, as its notes hold them. */
const config = JSON.parse(tuned.notes.slice(tuned.notes.indexOf('{'))) as TuningConfig<BoardObjective>

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

soakTest('anybody who plays the games of its validation again finds what they state', () => {
  const { games, mean } = told()
  expect(Math.round(summary.mean(scoresOf(tuned.evaluator, validationSeeds(config.seed, 0, games))))).toBe(mean)
})

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
