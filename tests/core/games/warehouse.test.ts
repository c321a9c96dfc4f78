import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../src/core/contract/gameOptions'
import { warehouse } from '../../../src/core/games/warehouse/game'
import { USUAL_OPTIONS, type WarehouseOptions, type WarehouseState } from '../../../src/core/games/warehouse/position'
import { createRandom } from '../../../src/core/random'
import { runs } from '../../setup/extent'
import { actionNames, after, playChecked, position, rules } from './warehouseSupport'

const MOVES = ['north', 'south', 'east', 'west']
const fields = (state: WarehouseState) => warehouse.format(state).split(' ')
const refused = (message: string) =>
  expect.objectContaining({ message: expect.stringContaining(message) as string }) as unknown as Error

const someRules: fc.Arbitrary<WarehouseOptions> = fc.record({
  width: fc.integer({ min: 2, max: 7 }),
  height: fc.integer({ min: 3, max: 6 }),
  obstacles: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom('a1', 'b1,a2')),
  placeBlock: fc.boolean(),
  steps: fc.integer({ min: 1, max: 60 }),
  packages: fc.integer({ min: 2, max: 6 }),
  battery: fc.integer({ min: 1, max: 30 }),
  hidden: fc.boolean(),
})

describe('the rules', () => {
  test('a game begins with two robots of 20 battery and 0 credit on 5 × 5 cells, two of four packages on the board, 4,761 steps each', () => {
    const { floor, robots, packages, turn, steps } = warehouse.start(USUAL_OPTIONS, createRandom(1))
    expect([floor.width, floor.height]).toEqual([5, 5])
    expect(floor.stations[0]).not.toBe(floor.stations[1])
    for (const robot of robots) expect(robot).toMatchObject({ battery: 20, credit: 0, load: undefined })
    expect(packages).toHaveLength(4)
    expect([turn, steps]).toEqual([0, 2 * 4761])
    expect(fields(warehouse.start(USUAL_OPTIONS, createRandom(1))).filter(each => each.startsWith('lying='))[0]).toMatch(
      /^lying=[a-e][1-5]>[a-e][1-5],[a-e][1-5]>[a-e][1-5]$/,
    )
  })

  test('a move goes one cell and costs 1 battery; then the other robot acts', () => {
    const start = position()
    const cells = MOVES.map(move => fields(after(start, move))[2])
    expect(cells).toEqual(['A=c2,19,0', 'A=c4,19,0', 'A=d3,19,0', 'A=b3,19,0'])
    expect(warehouse.toAct(after(start, 'north'))).toBe(1)
    expect(fields(after(start, 'north', 'west')).slice(2, 4)).toEqual(['A=c2,19,0', 'B=d1,19,0'])
  })

  test('a robot parks only with an empty battery, and does not move then', () => {
    expect(() => after(position(), 'park')).toThrow(refused('robot A cannot do "park"'))
    const empty = position({ A: 'c3,0,4' })
    expect(actionNames(empty)).toEqual(['park'])
    expect(() => after(empty, 'north')).toThrow(refused('"north"'))
    expect(fields(after(empty, 'park'))[2]).toBe('A=c3,0,4')
  })

  test('with an empty battery a robot still picks up, drops off and charges where it stands', () => {
    expect(actionNames(position({ A: 'a3,0,0' }))).toEqual(['park', 'pick up'])
    expect(actionNames(position({ A: 'c5,0,0,a3>c5', lying: 'b2>d2' }))).toEqual(['park', 'drop off'])
    expect(actionNames(position({ A: 'e5,0,6' }))).toEqual(['park', 'charge'])
  })

  test('a robot that has battery and can do nothing else parks', () => {
    const walled = position({ A: 'a5,3,0', blocks: 'a4,b5' })
    expect(actionNames(walled)).toEqual(['park'])
    expect(fields(after(walled, 'park'))[3]).toBe('A=a5,3,0')
  })

  test('a robot without a package picks up one on the board where it stands', () => {
    const here = position({ A: 'a3,9,0' })
    expect(actionNames(here)).toContain('pick up')
    const next = after(here, 'pick up')
    expect(fields(next).slice(2, 6)).toEqual(['A=a3,9,0,a3>c5', 'B=e1,20,0', 'lying=b2>d2', 'waiting=e4>a4,d3>b1'])
  })

  test('a package that waits cannot be picked up, also when one of the first two is carried', () => {
    expect(actionNames(position({ A: 'e4,9,0' }))).not.toContain('pick up')
    expect(actionNames(position({ A: 'e4,9,0', B: 'e1,9,0,a3>c5', lying: 'b2>d2' }))).not.toContain('pick up')
  })

  test('of two packages on a cell the one that came first is picked up', () => {
    const next = after(position({ A: 'a3,9,0', lying: 'a3>c5,a3>e1' }), 'pick up')
    expect(fields(next)[2]).toBe('A=a3,9,0,a3>c5')
  })

  test('a package is dropped off at its destination alone, for twice the Manhattan distance that it came', () => {
    expect(actionNames(position({ A: 'c4,9,1,a3>c5', lying: 'b2>d2' }))).toEqual(MOVES)
    const next = after(position({ A: 'c5,9,1,a3>c5', lying: 'b2>d2' }), 'drop off')
    expect(fields(next)[2]).toBe('A=c5,9,9') // 1 + 2 · (2 + 2)
  })

  test('when a package is dropped off, the next that waits appears, and a new one waits behind the others', () => {
    const next = after(position({ A: 'c5,9,1,a3>c5', lying: 'b2>d2' }), 'drop off')
    expect(fields(next).slice(4, 6)).toEqual([
      'lying=b2>d2,e4>a4',
      expect.stringMatching(/^waiting=d3>b1,[a-e][1-5]>[a-e][1-5]$/),
    ])
    expect(next.spawns).not.toBe('0123456789abcdef')
  })

  test('a robot on a station charges all its credit, and only with credit', () => {
    expect(actionNames(position({ A: 'e5,3,0' }))).not.toContain('charge')
    expect(actionNames(position({ A: 'd5,3,8' }))).not.toContain('charge')
    expect(fields(after(position({ A: 'e5,3,8' }), 'charge'))[2]).toBe('A=e5,11,0')
  })

  test('the game is over when both batteries are empty, whatever could be charged, and not before', () => {
    expect(warehouse.toAct(position({ A: 'e5,0,8', B: 'a1,0,2' }))).toBe('over')
    expect(warehouse.toAct(position({ A: 'e5,0,8', B: 'a1,1,2' }))).toBe(0)
    expect(() => after(position({ A: 'e5,0,8', B: 'a1,0,2' }), 'charge')).toThrow(refused('cannot do "charge"'))
  })

  test('the game is over after the steps of both robots', () => {
    const [first] = [warehouse.start(rules({ steps: 1 }), createRandom(3))]
    const play = (state: WarehouseState) => warehouse.apply(state, warehouse.actions(state)[0]!).state
    expect([first, play(first), play(play(first))].map(warehouse.toAct)).toEqual([0, 1, 'over'])
  })

  test('more credit wins, by the difference', () => {
    expect(warehouse.utilities(position({ A: 'e5,0,8', B: 'a1,0,2' }))).toEqual([6, -6])
    expect(warehouse.utilities(position({ A: 'e5,0,2', B: 'a1,0,8' }))).toEqual([-6, 6])
    expect(warehouse.utilities(position())).toEqual([0, 0])
  })

  test('a position is noisy while the robot to act can drop off', () => {
    const carrying = { A: 'c5,9,0,a3>c5', lying: 'b2>d2' }
    expect(warehouse.isNoisy!(position(carrying))).toBe(true)
    expect(warehouse.isNoisy!(position({ ...carrying, turn: 'B' }))).toBe(false)
    expect(warehouse.isNoisy!(position())).toBe(false)
  })
})

describe('the rules that are chosen', () => {
  test('blocks may be placed on any cell without a robot: 23 more actions on 5 × 5, for 1 battery each', () => {
    const [without, within] = [position(), position({}, 'placeBlock')]
    expect(warehouse.actions(within)).toHaveLength(warehouse.actions(without).length + 23)
    const next = after(within, 'block a3')
    expect(fields(next).slice(2, 4)).toEqual(['blocks=a3', 'A=c3,19,0'])
    expect(actionNames(next).filter(name => name.startsWith('block'))).toHaveLength(22)
    expect(() => after(within, 'block c3')).toThrow(refused('"block c3"'))
    expect(() => after(next, 'block a3')).toThrow(refused('"block a3"'))
    expect(() => after(without, 'block a3')).toThrow(refused('"block a3"'))
  })

  test('packages come to free cells', () => {
    const blocks = ['a', 'b', 'c', 'd', 'e']
      .flatMap(column => [1, 2, 3, 4].map(row => `${column}${row}`))
      .filter(cell => cell !== 'e1')
    let state = position({ A: 'c5,99,0,a3>c5', B: 'e1,99,0', lying: 'b2>d2', blocks: blocks.join() })
    state = after(state, 'drop off')
    expect(fields(state).find(each => each.startsWith('waiting='))).toMatch(/^waiting=d3>b1,([a-e]5|e1)>([a-e]5|e1)$/)
  })

  test('sides, obstacles, packages, battery and steps', () => {
    const state = warehouse.start(
      rules({ width: 7, height: 3, obstacles: 4, packages: 6, battery: 5, steps: 9 }),
      createRandom(2),
    )
    expect(state.floor.isBlocked).toHaveLength(21)
    expect(state.floor.isBlocked.filter(Boolean)).toHaveLength(4)
    expect(state.packages).toHaveLength(6)
    expect(state).toMatchObject({ steps: 18, robots: [{ battery: 5 }, { battery: 5 }] })
    expect(fields(warehouse.start(rules({ obstacles: 'b2,d4' }), createRandom(2)))[2]).toBe('blocks=b2,d4')
  })

  test('obstacles that are drawn leave the free cells connected', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 0, max: 21 }), (seed, obstacles) => {
        const { floor } = warehouse.start(rules({ obstacles }), createRandom(seed))
        const free = [...floor.isBlocked.keys()].filter(cell => !floor.isBlocked[cell])
        const reached = [free[0]!]
        for (const cell of reached)
          for (const next of free)
            if (
              !reached.includes(next) &&
              [1, 5].includes(Math.abs(next - cell)) &&
              (Math.abs(next - cell) === 5 || Math.floor(next / 5) === Math.floor(cell / 5))
            )
              reached.push(next)
        expect(reached).toHaveLength(25 - obstacles)
      }),
      { numRuns: runs(15, 300) },
    )
  })

  test.each<[Partial<WarehouseOptions>, string]>([
    [{ obstacles: 22 }, 'obstacles: 22 of 25 cells leave fewer than 4 free'],
    [{ obstacles: 'a1,f1' }, 'obstacles: "f1" is not a cell, a1 … e5'],
  ])('%o is refused: %s', (change, message) => {
    expect(() => warehouse.start(rules(change), createRandom(1))).toThrow(refused(message))
  })

  test.each<[Record<string, string | number | boolean>, string]>([
    [{ size: 5 }, 'size: "warehouse" has the rules width, height, obstacles, placeBlock, steps, packages, battery, hidden'],
    [{ width: 1 }, 'width: '],
  ])('of a search, %o is refused: %s', (given, message) => {
    expect(() => readOptions('warehouse', given)).toThrow(refused(message))
  })

  test('of a search are the usual ones where nothing is said', () => {
    expect(readOptions('warehouse', { steps: 100 })).toEqual({ ...USUAL_OPTIONS, steps: 100 })
    expect(() => readOptions('ticTacToe', { steps: 100 })).toThrow(refused('steps: "ticTacToe" has no rules to choose'))
  })
})

describe('a game', () => {
  test('keeps credits, batteries, packages and positions sound, whatever is played under whatever rules', () => {
    fc.assert(
      fc.property(someRules, fc.nat(1e9), (options, seed) => void playChecked(options, seed)),
      { numRuns: runs(100, 3000) },
    )
  })

  test('is the same again from the same seed, packages to come and all, and another from another', () => {
    const usual = rules({ battery: 60 })
    expect(playChecked(usual, 7)).toEqual(playChecked(usual, 7))
    expect(playChecked(usual, 7)).not.toEqual(playChecked(usual, 8))
  })
})

describe('a position as text', () => {
  const text =
    '5x5 stations=a1,e5 blocks=b3 A=c3,20,0 B=d4,18,6,d1>a5 lying=a1>c4 waiting=b2>e5 turn=B steps=199 spawns=0123456789abcdef hidden'

  test('reads back, and its fields come in any order', () => {
    expect(warehouse.format(warehouse.parse(text))).toBe(text)
    const [size, ...rest] = text.split(' ')
    expect(warehouse.format(warehouse.parse([size, ...rest.toReversed()].join('  ')))).toBe(text)
  })

  test.each([
    ['5x5', '5x27', 'size: "5x27" is not width and height, 2x2 … 26x26'],
    ['blocks=b3', 'blocks=b6', 'blocks: "b6" is not a cell, a1 … e5'],
    ['blocks=b3', 'blocks=c3', 'A: there is a block on c3'],
    ['A=c3,20,0', 'A=c3,x,0', 'A: battery "x" is not a whole number in 0 … '],
    ['A=c3,20,0', 'A=d4,20,0', 'B: it stands on the cell of A'],
    ['d1>a5', 'd1>a5,d1>a5', 'B: a robot has a cell, battery, credit and at most one package'],
    ['a1>c4', 'a1>a1', 'lying: "a1>a1": a package goes to another cell'],
    ['a1>c4', 'a1>c4,b1>c1', 'lying: 2 packages lie on the board or are carried: here 1 lie, not 2'],
    ['spawns=0123456789abcdef', 'spawns=0123', 'spawns: "0123" is not 16 hexadecimal digits'],
    ['hidden', 'secret', '"secret" is none of stations=…, '],
  ])('with %s as %s is refused: %s', (from, to, message) => {
    expect(() => warehouse.parse(text.replace(from, to))).toThrow(
      expect.objectContaining({ code: 'BAD_POSITION', message: expect.stringContaining(message) as string }),
    )
  })
})

describe('what a robot sees', () => {
  const { view, sample, actions, worlds } = warehouse.hidden!

  test('is the whole position where nothing is hidden', () => {
    const state = position()
    expect(sample(view(state, 0), createRandom(1))).toEqual(state)
    expect(worlds!(view(state, 0))).toEqual([{ weight: 1, state }])
    expect(worlds!(view(position({}, 'hidden'), 0))).toBeUndefined()
  })

  test('is all but the packages that wait and those to come, with the actions that there are', () => {
    const [one, two] = [position({}, 'hidden'), position({ waiting: 'a2>a3,b4>b5', spawns: 'fedcba9876543210' }, 'hidden')]
    expect(view(one, 0)).toEqual(view(two, 1))
    expect(view(one, 0)).not.toEqual(view(position({ lying: 'a3>c5,b2>d3' }, 'hidden'), 0))
    expect(actions(view(one, 0))).toEqual(warehouse.actions(one))
  })

  test('fits every sample, whose packages are drawn as the rules draw them', () => {
    const state = position({ blocks: 'b3,c4' }, 'hidden')
    const random = createRandom(5)
    const counts = new Map<number, number>()
    const samples = runs(2000, 40_000)
    for (let i = 0; i < samples; i++) {
      const drawn = sample(view(state, 0), random)
      expect(view(drawn, 0)).toEqual(view(state, 0))
      for (const { from, to } of drawn.packages.slice(2)) {
        expect(from).not.toBe(to)
        counts.set(from, (counts.get(from) ?? 0) + 1)
        counts.set(100 + to, (counts.get(100 + to) ?? 0) + 1)
      }
    }
    // 23 free cells for origin and destination each: no count is 6 standard deviations off
    expect(counts.size).toBe(46)
    const mean = (2 * samples) / 23
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean))
  })
})
