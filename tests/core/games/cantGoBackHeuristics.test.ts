import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMatch } from '../../../src/core/contract/matches'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'
import {
  heavy,
  heavyFamily,
  heavyWithoutFruits,
  longestRoad,
  nearestFruit,
  onwardMoves,
  scoreDifference,
} from '../../../src/core/games/cantGoBack/heuristics'
import type { CantGoBackState } from '../../../src/core/games/cantGoBack/position'
import { playMatch } from '../../../src/core/match/playMatch'
import { createRandom } from '../../../src/core/random'
import type { Wrapping } from '../../../src/core/search/searcher'
import { SEARCHERS } from '../../../src/core/search/registry'
import { runs } from '../../setup/extent'
import { run } from '../search/support'
import { after, HORIZON_BOARDS, start } from './cantGoBackSupport'

const position = (text: string) => cantGoBack.parse(text)

/** Some turns into a game. */
const positions: fc.Arbitrary<CantGoBackState> = fc
  .record({
    width: fc.integer({ min: 2, max: 6 }),
    height: fc.integer({ min: 3, max: 5 }),
    blocked: fc.nat(2),
    fruits: fc.integer({ min: 0, max: 60 }),
    seed: fc.nat(1e9),
    turns: fc.nat(12),
    players: fc.integer({ min: 2, max: 4 }),
  })
  .map(({ seed, turns, ...options }) => {
    const random = createRandom(seed)
    let state = start(options, seed)
    for (let turn = 0; turn < turns; turn++) {
      const actions = cantGoBack.actions(state)
      const next = cantGoBack.apply(state, actions[random.below(actions.length)]!).state
      if (cantGoBack.toAct(next) === 'over') break
      state = next
    }
    return state
  })

/** The parts of the published formula for both players, from the text of a position by other means: all simple roads are walked. */
function partsOf(text: string) {
  const [csv, ...fields] = text.split(' ')
  const rows = csv!.split('/').map(row => row.split(',').map(Number))
  const field = (name: string) => fields.find(each => each.startsWith(`${name}=`))!.slice(name.length + 1)
  const [turn, fruitTurns] = [Number(field('turn')[0]), Number(field('fruitTurns'))]
  const scores = field('scores').split(',').map(Number)
  const players = scores.length
  const isFree = (cell: string) => {
    const [y, x] = cell.split(' ').map(Number)
    const value = rows[y!]?.[x!]
    return value === 0 || (value !== undefined && value >= 3 && value > players)
  }
  const beside = (cell: string) => {
    const [y, x] = cell.split(' ').map(Number)
    return [`${y! - 1} ${x!}`, `${y! + 1} ${x!}`, `${y!} ${x! - 1}`, `${y!} ${x! + 1}`].filter(isFree)
  }
  const parts = scores.map((_, i) => {
    const player = i + 1
    const y = rows.findIndex(row => row.includes(player))
    const own = `${y} ${rows[y]!.indexOf(player)}`
    let rings = [new Set([own])]
    const seen = new Set([own])
    for (;;) {
      const next = new Set([...rings.at(-1)].flatMap(beside).filter(cell => !seen.has(cell)))
      if (next.size === 0) break
      for (const cell of next) seen.add(cell)
      rings = [...rings, next]
    }
    let fruits = 0
    rings.forEach((ring, moves) => {
      for (const cell of ring) {
        const [fy, fx] = cell.split(' ').map(Number)
        const value = rows[fy!]![fx!]!
        const wait = player >= turn ? player - turn : player - turn + players
        const turnOfStep = wait + 1 + players * (moves - 1)
        if (moves > 0 && isFree(cell) && value > 0 && turnOfStep <= fruitTurns)
          fruits += value / (Math.abs(fy! - y) + Math.abs(fx! - rows[y]!.indexOf(player)))
      }
    })
    const road = (cell: string, way: readonly string[]): number =>
      Math.max(
        way.length - 1,
        ...beside(cell)
          .filter(next => !way.includes(next))
          .map(next => road(next, [...way, next])),
      )
    return {
      score: scores[player - 1]!,
      fruits,
      reachable: seen.size - 1,
      steps: beside(own).length,
      roadOf: () => road(own, [own]),
    }
  })
  return parts
}

const lead = (mine: number, his: number) => (mine === 0 && his === 0 ? 0 : (mine - his) / (Math.abs(mine) + Math.abs(his)))

describe('the heavy heuristic', () => {
  test('is the published formula: each part by other code, the longest road by walking every road', () => {
    fc.assert(
      fc.property(positions, state => {
        const [one, ...others] = partsOf(cantGoBack.format(state))
        fc.pre([one!, ...others].every(({ reachable }) => reachable <= 9)) // 200 cells are enough to walk every road
        const ahead = (of: (its: NonNullable<typeof one>) => number) => lead(of(one!), Math.max(...others.map(of)))
        const expected = {
          score: ahead(its => its.score),
          fruits: ahead(its => its.fruits),
          reachable: ahead(its => its.reachable),
          steps: ahead(its => its.steps),
          road: ahead(its => its.roadOf()),
        }
        const terms = heavy.terms!(state)
        for (const { id, feature } of terms)
          expect([id, feature]).toEqual([id, expect.closeTo(expected[id as keyof typeof expected], 12)])
        expect(terms.map(({ id, weight }) => [id, weight])).toEqual([
          ['score', 0.6],
          ['fruits', 0.25],
          ['reachable', 0.05],
          ['steps', 0.05],
          ['road', 0.05],
        ])
        const { score, fruits, reachable, steps, road } = expected
        const rest = 0.05 * reachable + 0.05 * steps + 0.05 * road
        expect(heavy.evaluate(state, 0)).toBeCloseTo(0.6 * score + 0.25 * fruits + rest, 9)
        expect(heavyWithoutFruits.evaluate(state, 0)).toBeCloseTo(0.85 * score + rest, 9)
      }),
      { numRuns: runs(100, 1000) },
    )
  })

  test('counts a fruit only where its player comes to it in time, and by its Manhattan distance', () => {
    const fruits = (text: string) => heavy.terms!(position(text)).find(({ id }) => id === 'fruits')!.feature
    const board = '0,0,40/1,-1,-1/2,0,30'
    expect(fruits(`${board} fruitTurns=9`)).toBeCloseTo(lead(40 / 3, 30 / 2), 12)
    expect(fruits(`${board} fruitTurns=4`)).toBe(-1) // the 40 takes 3 moves, the fifth turn
    expect(fruits(`${board} fruitTurns=5`)).toBeCloseTo(lead(40 / 3, 30 / 2), 12)
    expect(fruits(`${board} fruitTurns=3`)).toBe(0)
    expect(fruits(`${board} fruitTurns=3 turn=2`)).toBe(-1)
    expect(fruits('1,0,0/-1,-1,0/9,0,0/2,-1,-1 fruitTurns=99')).toBeCloseTo(lead(9 / 2, 9), 12) // six moves round the wall
  })

  test('is never worth as much as a win, and what one of two players gains the other loses', () => {
    fc.assert(
      fc.property(positions, state => {
        for (const heuristic of [heavy, heavyWithoutFruits, scoreDifference(state)]) {
          if (state.cells.length === 2) expect(heuristic.evaluate(state, 1)).toBe(0 - heuristic.evaluate(state, 0))
          for (const agent of state.cells.keys()) expect(Math.abs(heuristic.evaluate(state, agent))).toBeLessThan(1)
        }
      }),
      { numRuns: runs(100, 1000) },
    )
    // player 1 is ahead in everything
    expect(heavy.evaluate(position('0,9,1/-1,-1,-1/2,-1,-1 scores=5,0'), 0)).toBeLessThan(1)
    expect(heavy.evaluate(position('0,9,1/-1,-1,-1/2,-1,-1 scores=5,0'), 0)).toBeCloseTo(1, 9)
  })

  test('has its weights open: they are parts of their sum', () => {
    const state = position('0,0,40/1,-1,-1/2,0,30')
    expect(heavyFamily.make([6, 2.5, 0.5, 0.5, 0.5]).evaluate(state, 0)).toBeCloseTo(heavy.evaluate(state, 0), 12)
    expect(heavyFamily.make([0, 0, 1, 0, 0]).evaluate(state, 0)).toBeCloseTo(lead(3, 2), 12)
    expect(heavyFamily.make([0, 0, 0, 0, 0]).evaluate(state, 0)).toBe(0)
  })

  test('looks for the longest road in 200 cells at most', () => {
    const wide = start({ width: 30, height: 30, blocked: 0 })
    expect(longestRoad(wide, wide.cells[0]!, 899)).toBeLessThanOrEqual(200)
    expect(longestRoad(position('1,0,0/-1,-1,2'), 0, 2)).toBe(2)
  })
})

describe('the other heuristics', () => {
  test('the score difference is a part of the largest that can be: all fruits, the scores and a penalty', () => {
    const root = position('1,40,50/0,-1,2 scores=10,4 penalty=25')
    const light = scoreDifference(root)
    expect(light.evaluate(root, 0)).toBeCloseTo(6 / 121, 12)
    expect(light.evaluate(after(root, 'right'), 1)).toBeCloseTo(-46 / 121, 12)
    expect(light.terms!(root).map(({ feature }) => feature)).toEqual([10, 4])
    const three = position('1,40,50/3,-1,2 scores=10,4,7 penalty=25 players=3')
    const ofThree = scoreDifference(three)
    expect([0, 1, 2].map(agent => ofThree.evaluate(three, agent))).toEqual(
      [3, -6, -3].map(lead => expect.closeTo(lead / 121, 12) as number),
    )
    expect(ofThree.terms!(three).map(({ id, feature }) => [id, feature])).toEqual([
      ['firstScore', 10],
      ['bestOtherScore', 7],
    ])
  })

  test('1 / distance knows one fruit, by Manhattan distance, and none that disappeared', () => {
    const board = '1,-1,300/0,-1,0/0,0,9/2,0,0'
    expect(nearestFruit.evaluate(position(board), 0)).toBe(1 / 2)
    expect(nearestFruit.evaluate(position(board), 1)).toBe(1 / 3)
    expect(nearestFruit.evaluate(position(`${board} fruitTurns=0`), 0)).toBe(0)
    expect(nearestFruit.evaluate(position('1,9/2,0'), 0)).toBeCloseTo(1, 9)
    expect(nearestFruit.evaluate(position('1,9/2,0'), 0)).toBeLessThan(1)
  })

  test('onward moves: fewer are better, none is worst', () => {
    const worth = [
      '0,0,0/0,1,0/0,0,2',
      '0,0,0/-1,1,0/0,0,2',
      '0,0,0/-1,1,-1/0,0,2',
      '0,-1,0/-1,1,-1/0,0,2',
      '0,-1,0/-1,1,-1/0,-1,2',
    ]
    const values = worth.map(text => onwardMoves.evaluate(position(text), 0))
    expect(values).toEqual([0, 0.2, 0.4, 0.6, -0.2])
  })
})

describe('the players of the work', () => {
  const search = (text: string, id: 'minimax' | 'alphaBeta', depth: number, wrapping: Wrapping = {}) => {
    const root = position(text)
    const report = run(SEARCHERS[id] as typeof SEARCHERS.minimax, cantGoBack, root, scoreDifference(root), {
      limits: { depth },
      wrapping,
    })
    return { ...report, word: cantGoBack.words(root, report.best!) }
  }

  describe.each([
    ['single', 'up', 200, -100],
    ['pair', 'left', 20, -5],
  ] as const)('on the horizon board "%s"', (name, fruit, before, end) => {
    const board = HORIZON_BOARDS[name]

    test.each(['minimax', 'alphaBeta'] as const)(
      '%s goes for the fruit at 3 plies, and takes the corridor at 5 or with a quiet search',
      id => {
        expect(search(board, id, 3).word).toBe(fruit)
        expect(search(board, id, 5).word).toBe('right')
        expect(search(board, id, 3, { quiescence: { plies: 4 } }).word).toBe('right')
      },
    )

    test(`the dead end is worth ${before}, and ${end} once the penalty is paid`, () => {
      const { lines } = search(board, 'minimax', 3)
      const pv = lines.find(({ action }) => cantGoBack.words(position(board), action) === fruit)!.pv
      const states = [...pv, 2, 4, 2].reduce(
        (all, action) => [...all, cantGoBack.apply(all.at(-1), action).state],
        [position(board)],
      )
      expect(states.map(({ scores: [first, second] }) => first! - second!).slice(-4)).toEqual([before, before, end, end])
      expect(cantGoBack.utilities(states.at(-1))).toEqual([-1, 1])
    })
  })

  const play = (board: string, ...players: readonly string[]) =>
    playMatch(readMatch({ game: 'cantGoBack', position: board, players: players.map(parsePlayerText), seed: 1 }), {
      now: () => 0,
    })

  test.each([
    'alphaBeta:heavy:order=static:nodes=60:deepening=contract',
    'alphaBeta:heavy:clock=even:deepening=contract:depth=3',
    'alphaBeta:scoreDifference:order=dynamic:clock=0.3:deepening=contract:depth=3',
    'alphaBeta:heavy:depth=5:replies=2',
    'alphaBeta:heavy(0.85,0,0.05,0.05,0.05):depth=2',
    'mcts:nodes=200',
    'expectimax:heavy:depth=2:opponent=chance',
  ])('%s plays a match to its end', text => {
    const order = { game: 'cantGoBack', position: 'start', seed: 4, bounds: { clockMs: 1000 } } as const
    const result = playMatch(readMatch({ ...order, players: [text, 'greedy:nearestFruit'].map(parsePlayerText) }), {
      now: () => 0,
    })
    expect(result).toMatchObject({ ended: 'over' })
    expect(result.players[0]!.moves).toBeGreaterThan(0)
  })

  const HALVES = '1,50,0,-1,0,50,2/0,50,0,-1,0,50,0/0,50,100,-1,100,50,0/100,100,100,-1,100,100,100 fruitTurns=60'
  test.each([
    'alphaBeta:scoreDifference:depth=3',
    'alphaBeta:scoreDifference:depth=5',
    'alphaBeta:heavy:depth=3',
    'minimax:heavy:depth=2',
    'greedy:scoreDifference',
    'greedy:nearestFruit',
  ])('simple beats %s from either side where a wall makes two halves: 100s on its path, 50s beside', other => {
    expect(play(HALVES, 'greedy:onwardMoves', other).winner).toBe(0)
    expect(play(HALVES, other, 'greedy:onwardMoves').winner).toBe(1)
  })
})
