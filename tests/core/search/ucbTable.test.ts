import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_VISITS, ucbTable, type Arm } from '../../../src/core/search/algorithms/mcts/ucb1'

const arm = (total: number, visits: number): Arm => ({ total, visits })
/** Digits that the source printed, without rounding. */
const cut = (value: number | null | undefined) => Math.trunc(value! * 1e5) / 1e5

test('the numbers of the source', () => {
  const { arms, choice } = ucbTable([arm(3.5, 5), arm(1.4, 2)], 1, 7)
  expect(arms.map(({ score }) => cut(score))).toEqual([1.32384, 1.68638])
  expect(choice).toEqual([1])
})

test('mean 1 of 8 visits against mean ½ of 2: the second for C > √(2/ln 10)', () => {
  const { arms } = ucbTable([arm(8, 8), arm(1, 2)], 1, 10)
  const limit = Math.sqrt(2 / Math.log(10))
  expect(limit).toBeCloseTo(0.93198, 5)
  expect(arms[0]!.chosenFor).toEqual({ from: 0, to: expect.closeTo(limit, 12) as number })
  expect(arms[1]!.chosenFor).toEqual({ from: expect.closeTo(limit, 12) as number, to: null })
  expect(ucbTable([arm(8, 8), arm(1, 2)], limit - 1e-9, 10).choice).toEqual([0])
  expect(ucbTable([arm(8, 8), arm(1, 2)], limit + 1e-9, 10).choice).toEqual([1])
})

test('an arm worth 0 with one visit is chosen some day for every C > 0, and never for C = 0', () => {
  const after = (C: number) => ucbTable([arm(1, 1), arm(0, 1)], C, 2).visitsUntilChange
  expect(after(0)).toBeNull()
  for (const C of [0.2, 0.5, 1, 2]) {
    const visits = after(C)!
    const scores = (n: number) => [1 + C * Math.sqrt(Math.log(n + 2) / (n + 1)), C * Math.sqrt(Math.log(n + 2))]
    expect(scores(visits)[1]).toBeGreaterThan(scores(visits)[0]!)
    if (visits > 1) expect(scores(visits - 1)[1]).toBeLessThanOrEqual(scores(visits - 1)[0]!)
  }
  expect(Math.log(after(0.2)!)).toBeCloseTo(25, 3) // ln N_all > 1/C²
  expect(after(0.1)).toBeNull()
  expect(Math.log(MOST_VISITS)).toBeLessThan(100)
})

test('what was never tried comes first; equal scores are all named', () => {
  expect(ucbTable([arm(9, 3), arm(0, 0), arm(0, 0)], 1, 3)).toMatchObject({ choice: [1, 2], visitsUntilChange: null })
  expect(ucbTable([arm(1, 2), arm(1, 2)], 1, 4).choice).toEqual([0, 1])
})

test('an arm is chosen exactly for the constants of its range', () => {
  const arms = fc.array(fc.record({ total: fc.integer({ min: -20, max: 20 }), visits: fc.integer({ min: 1, max: 30 }) }), {
    ...{ minLength: 1, maxLength: 5 },
  })
  fc.assert(
    fc.property(arms, fc.double({ min: 0, max: 10, noNaN: true }), (list, C) => {
      const visits = list.reduce((sum, each) => sum + each.visits, 0)
      const { arms: scored, choice } = ucbTable(list, C, visits)
      for (const i of choice) {
        const range = scored[i]!.chosenFor!
        expect(range.from).toBeLessThanOrEqual(C + 1e-9)
        expect(range.to ?? Infinity).toBeGreaterThanOrEqual(C - 1e-9)
      }
      scored.forEach(({ chosenFor, score }, i) => {
        const isInside = chosenFor !== null && C > chosenFor.from + 1e-9 && C < (chosenFor.to ?? Infinity) - 1e-9
        if (isInside) expect(score).toBeCloseTo(scored[choice[0]!]!.score!, 9)
        else if (chosenFor === null) expect(choice).not.toContain(i)
      })
    }),
    { numRuns: 100 },
  )
})
