import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../src/core/contract/gameOptions'
import { warehouse } from '../../../src/core/games/warehouse/game'
import { creditDifference, improved, improvedFamily } from '../../../src/core/games/warehouse/heuristics'
import type { WarehouseOptions, WarehouseState } from '../../../src/core/games/warehouse/position'
import { createRandom } from '../../../src/core/random'
import { runs } from '../../setup/extent'
import { position, rules } from './warehouseSupport'

/** A stands on c3, 4 cells from either station (a1, e5); B stands on station a1. A package from a3 to c5 pays 8, one from b2 to d2 pays 4. */
const CARRYING = { B: 'a1,9,5', lying: 'b2>d2' }

describe('the improved heuristic', () => {
  // In the source's points, by hand.
  test.each<[string, WarehouseState, number[]]>([
    [
      'without credit, near a package: h1 and h3 with 5 for its reward, from the nearest package on the board, the first of two',
      position(), // 2 to a3, 4 on to c5, 6 on to a1: 12 of 20 battery
      [20 * 220, 8 * 5 - 2 * 30, 0, 8 * 5 - 12 * 30, 0],
    ],
    [
      'another package is nearer',
      position({ lying: 'a3>c5,b3>d3' }), // 1 to b3, 2 on to d3, 3 on to e5, as a station is 4 from A and a1 is the first: 5 on to a1
      [20 * 220, 4 * 5 - 1 * 30, 0, 4 * 5 - 8 * 30, 0],
    ],
    [
      'a package that waits is not meant, however near',
      position({ waiting: 'c3>a4,d3>b1' }),
      [20 * 220, 8 * 5 - 2 * 30, 0, 8 * 5 - 12 * 30, 0],
    ],
    [
      'carrying, too little battery, with credit: h4 alone',
      position({ ...CARRYING, A: 'c3,3,2,a3>c5' }), // 2 to c5, 2 on to e5, as B stands on a1: 4 of 3 battery
      [-3 * 10_000 + 3 * 220, 0, 0, 0, (3 * 110) / 3 - 4 * 30],
    ],
    [
      'carrying, just enough battery for the station and for the delivery: h2 and h3 with 50 for its reward',
      position({ ...CARRYING, A: 'c3,4,2,a3>c5' }),
      [-3 * 10_000 + 4 * 220, 0, 4 * 110 - 4 * 30, 8 * 50 + 2 * 100 - 4 * 30, 0],
    ],
    [
      'carrying, too little battery, without credit: h1 alone',
      position({ ...CARRYING, A: 'c3,3,0,a3>c5' }),
      [-5 * 10_000 + 3 * 220, 8 * 50 - 2 * 30, 0, 0, 0],
    ],
    [
      'carrying, just enough battery, without credit: no h2',
      position({ ...CARRYING, A: 'c3,4,0,a3>c5' }),
      [-5 * 10_000 + 4 * 220, 8 * 50 - 2 * 30, 0, 8 * 50 - 4 * 30, 0],
    ],
    [
      'more battery than the station needs: no h2',
      position({ ...CARRYING, A: 'c3,5,2,a3>c5' }),
      [-3 * 10_000 + 5 * 220, 0, 0, 8 * 50 + 2 * 100 - 4 * 30, 0],
    ],
    [
      'on a station: it is 0 away',
      position({ A: 'e5,1,2', lying: 'a3>c5,b2>d2' }), // 6 to a3 or b2
      [2 * 10_000 + 1 * 220, 0, 0, 0, (1 * 110) / 3 - 0],
    ],
  ])('%s', (_, state, parts) => {
    expect(improved.terms!(state).map(({ feature }) => feature)).toEqual(parts)
    expect(improved.evaluate(state, 0) * 10_000).toBeCloseTo(
      parts.reduce((sum, part) => sum + part, 0),
      6,
    )
  })

  test('is that of the requested agent', () => {
    // B, on the station that is its nearest: 2 to b2, 1 on to a2, 1 back to a1: 4 of 9 battery, for 2 credits
    const points = 3 * 10_000 + 9 * 220 + (2 * 5 + 5 * 100 - 4 * 30)
    const state = position({ ...CARRYING, lying: 'b2>a2', A: 'c3,3,2,a3>c5' })
    expect(improved.evaluate(state, 1) * 10_000).toBeCloseTo(points, 6)
  })

  test('is its family with the published weights, and each weight matters', () => {
    expect(improvedFamily.weights.map(({ initial }) => initial)).toEqual([10_000, 220, 50, 5, 100, 30, 110, 3])
    const published = improvedFamily.weights.map(({ initial }) => initial)
    const states = [position(), position({ ...CARRYING, A: 'c3,3,2,a3>c5' }), position({ ...CARRYING, A: 'c3,4,2,a3>c5' })]
    const values = (weights: readonly number[]) => states.map(state => improvedFamily.make(weights).evaluate(state, 0))
    expect(values(published)).toEqual(states.map(state => improved.evaluate(state, 0)))
    for (const [i, { low, initial, high }] of improvedFamily.weights.entries()) {
      expect(low).toBeLessThan(initial)
      expect(high).toBeGreaterThan(initial)
      expect(values(published.with(i, initial + 1))).not.toEqual(values(published))
    }
  })
})

describe('the credit difference', () => {
  test('is what a robot has more than the other', () => {
    const state = position({ A: 'c3,9,8', B: 'e1,9,2' })
    expect([creditDifference.evaluate(state, 0), creditDifference.evaluate(state, 1)]).toEqual([6, -6])
    expect(creditDifference.terms!(state).reduce((sum, { value }) => sum + value, 0)).toBe(6)
  })

  test('is bounded by what can be earned in the steps that are left, with what is carried, and charged', () => {
    const bounds = (change: Parameters<typeof position>[0], plies?: number) => creditDifference.bounds!(position(change), plies)
    const robots = { A: 'c3,9,8', B: 'e1,9,2' }
    expect(bounds({ ...robots, steps: '3' })).toEqual([8 - 2, 8 - 2])
    expect(bounds({ ...robots, steps: '10' })).toEqual([0 - (2 + 2 * 3), 8 + 2 * 3 - 0]) // 5 steps each: both reach a station
    expect(bounds({ ...robots, steps: '10' }, 3)).toEqual([8 - 2, 8 - 2])
    const carrying = { ...robots, A: 'c3,9,8,a3>c5', lying: 'b2>d2' }
    expect(bounds({ ...carrying, steps: '3', turn: 'B' })).toEqual([8 - 2, 8 - 2]) // a step of A is too few for the 2 cells
    expect(bounds({ ...carrying, steps: '6' })).toEqual([8 - (2 + 2), 8 + 8 + 2 - 2])
  })

  test('of no game leaves its bounds, at no position', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 40 }), fc.nat(3), (seed, steps, skill) => {
        const random = createRandom(seed)
        let state = warehouse.start(rules({ steps, battery: 40, width: 3, height: 2 }), random)
        const bounds = []
        while (warehouse.toAct(state) !== 'over') {
          bounds.push(creditDifference.bounds!(state))
          const actions = warehouse.actions(state)
          const action = skill > 0 && actions.at(-1)! > 4 ? actions.at(-1)! : actions[random.below(actions.length)]!
          state = warehouse.apply(state, action).state
        }
        const [end] = warehouse.utilities(state)
        for (const [low, high] of bounds) expect(end! >= low && end! <= high).toBe(true)
      }),
      { numRuns: runs(200, 2000) },
    )
  })
})

test('whatever the robots do in some plies, the values are inside their bounds, for both of them', () => {
  const options = readOptions('warehouse', { width: 3, height: 2, steps: 20 }) as WarehouseOptions
  for (let seed = 0; seed < runs(3, 40); seed++) {
    let root = warehouse.start(options, createRandom(seed))
    const random = createRandom(seed)
    for (let ply = seed % 8; ply > 0; ply--) {
      const actions = warehouse.actions(root)
      root = warehouse.apply(root, actions[random.below(actions.length)]!).state
    }
    const agent = root.turn
    for (const heuristic of [creditDifference, improved]) {
      const [low, high] = heuristic.bounds!(root, 7)
      const fails: number[] = []
      const seen = new Set<string>()
      const walk = (state: WarehouseState, plies: number): void => {
        const place = `${warehouse.key(state)} ${plies}`
        if (seen.has(place)) return
        seen.add(place)
        const isOver = warehouse.toAct(state) === 'over'
        const value = isOver ? warehouse.utilities(state)[0]! : (agent === 0 ? 1 : -1) * heuristic.evaluate(state, agent)
        if (!(value >= low && value <= high)) fails.push(value)
        if (isOver || plies === 0) return
        for (const action of warehouse.actions(state)) walk(warehouse.apply(state, action).state, plies - 1)
      }
      walk(root, 7)
      expect(fails).toEqual([])
    }
  }
})
