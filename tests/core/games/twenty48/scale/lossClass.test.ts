import { expect, it } from 'vitest'
import { classOfLoss, LOSS_SIGNS } from '../../../../../src/core/games/twenty48/scale/lossClass'

it.each([
  [0, 0, 'equal'],
  [0.001, 0, 'inaccuracy'],
  [0.004, 0.005, 'equal'],
  [0.005, 0.005, 'inaccuracy'],
  [0.0199, 0.5, 'equal'],
  [0.02, 0.5, 'inaccuracy'],
  [0.0201, 0.5, 'mistake'],
  [0.06, 0.01, 'mistake'],
  [0.0601, 0.01, 'blunder'],
  [-0.1, 0, 'equal'],
  [0.0199, null, undefined],
  [0.02, null, 'inaccuracy'],
  [0.0601, null, 'blunder'],
] as const)('a loss of %d with noise %d is %s', (loss, noise, found) => {
  expect(classOfLoss(loss, noise)).toBe(found)
})

it('takes thresholds as an argument', () => {
  const thresholds = { inaccuracy: 0.1, mistake: 0.2 }
  expect([0.1, 0.11, 0.21].map(loss => LOSS_SIGNS[classOfLoss(loss, 0, thresholds)!])).toEqual(['?!', '?', '??'])
})
