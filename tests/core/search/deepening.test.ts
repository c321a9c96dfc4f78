import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { above, below, clearlyBelow } from '../../../src/core/game/bounds'
import { SEARCHERS } from '../../../src/core/search/registry'
import { isBetter, type Report } from '../../../src/core/search/report'
import type { Searcher } from '../../../src/core/search/searcher'
import { Memory } from '../../../src/core/search/table'
import { runs } from '../../setup/extent'
import { graphGame, graphRules, run } from './support'

const { minimax, alphaBeta, pvs, expectimax } = SEARCHERS
const ALL: readonly Searcher[] = [minimax, alphaBeta, pvs, expectimax]

/** A millisecond passes at each position that is entered. */
function timed<State>(game: Game<State>): { game: Game<State>; now: () => number } {
  let ms = 0
  const toAct = (state: State) => {
    ms++
    return game.toAct(state)
  }
  return { game: { ...game, toAct }, now: () => ms }
}

test.each([minimax, alphaBeta, pvs])('$id continues if only a value from the table was cut short by the depth', searcher => {
  // P is met a ply earlier beside A: searched to its end there in the third iteration, when the table has it for A from the second
  const position = '(max~4 (min~4 1 10))'
  const root = exampleTree.parse(`(max (min~4 ${position}) ${position} 0)`)
  const wrapping = { table: 8, deepening: 'interruptible' } as const
  expect(run(searcher, exampleTree, root, treeEstimates(root), { wrapping })).toMatchObject({
    values: [1, -1],
    stopped: 'complete',
  })
})

describe.each(ALL)('$id', searcher => {
  test('works for at most one node past its time', () => {
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 300 }), (rules, ms) => {
        const { game, now } = timed(graphGame(rules).game)
        fc.pre(game.toAct(0) !== 'over')
        const started = now() + 1 // the driver asks once who acts
        let last = 0
        const clock = () => (last = now())
        run(searcher, game, 0, graphGame(rules).heuristic, { limits: { ms }, now: clock })
        expect(last - started).toBeLessThanOrEqual(ms + 2)
      }),
      { numRuns: runs(100, 1000) },
    )
  })

  test('never enters more positions than its limit, and stops at the same one each time', () => {
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 500 }), (rules, nodes) => {
        const { game, heuristic } = graphGame(rules)
        const report = run(searcher, game, 0, heuristic, { limits: { nodes } })
        expect(report.effort.nodes).toBeLessThanOrEqual(nodes)
        if (report.stopped === 'limit') expect(report.effort.nodes).toBe(nodes)
        expect(run(searcher, game, 0, heuristic, { limits: { nodes } })).toEqual(report)
      }),
      { numRuns: runs(100, 1000) },
    )
  })

  test('keeps what an interrupted iteration finished, if the best move so far is among it', () => {
    let kept = 0
    let dropped = 0
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 500 }), (rules, nodes) => {
        const { game, heuristic } = graphGame(rules)
        fc.pre(typeof game.toAct(0) === 'number')
        const interim: Report[] = []
        const found = run(searcher, game, 0, heuristic, { limits: { nodes }, report: report => interim.push(report) })
        fc.pre(found.stopped === 'limit' && interim.length > 0)
        const before = interim.at(-1)
        expect(found.depth).toBe(before.depth)
        const whole = run(searcher, game, 0, heuristic, { limits: { depth: before.depth + 1 } })
        const newer = found.lines.filter(({ depth }) => depth > before.depth)
        if (newer.length === 0) {
          dropped++
          expect(found.lines).toEqual(before.lines)
          expect(found.best).toBe(before.best)
        } else {
          kept++
          expect(newer.map(({ action }) => action)).toContain(before.best)
          expect(newer.map(({ action }) => action)).toContain(found.best)
          for (const line of newer) expect(line.values).toEqual(whole.lines.find(({ action }) => action === line.action)!.values)
        }
      }),
      { numRuns: runs(200, 1000) },
    )
    expect(kept).toBeGreaterThan(5)
    expect(dropped).toBeGreaterThan(5)
  })
})

describe('iterative deepening', () => {
  test('by contract begins no iteration that would last four times as long as the last and too long', () => {
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 2000 }), (rules, ms) => {
        const plain = graphGame(rules)
        fc.pre(typeof plain.game.toAct(0) === 'number')
        const { game, now } = timed(plain.game)
        const ends: number[] = []
        const started = now() + 1
        const begin = { limits: { ms }, now, report: () => ends.push(now() - started) }
        const found = run(minimax, game, 0, plain.heuristic, { ...begin, wrapping: { deepening: 'contract' } })
        // every iteration but the last was followed by another one, for which there was time
        ends.forEach((end, i) => expect(end + 4 * (end - (ends[i - 1] ?? 0))).toBeLessThan(ms + 8))
        if (found.stopped === 'limit' && ms > 200 && ends.length > 0) expect(now() - started).toBeLessThanOrEqual(ms + 2)
      }),
      { numRuns: runs(100, 1000) },
    )
  })

  test('stops at a proven win, without looking deeper', () => {
    const root = ticTacToe.parse('XX./OO./...')
    for (const searcher of ALL) {
      const found = run(searcher, ticTacToe, root, openLines, { wrapping: { deepening: 'interruptible' } })
      expect(found).toMatchObject({ best: 2, values: [1, -1], depth: 1, stopped: 'proven' })
    }
  })

  test('who is lost plays on as the iteration before thought best', () => {
    // Both moves lose, which two plies show; after one ply the second looks better.
    const root = exampleTree.parse('(max (min~1 0 8) (min~2 0 9))')
    const found = run(alphaBeta, exampleTree, root, treeEstimates(root), { wrapping: { deepening: 'interruptible' } })
    expect(found).toMatchObject({ best: 1, values: [0, 0], stopped: 'proven' })
    expect(run(alphaBeta, exampleTree, root, treeEstimates(root)).best).toBe(0)
  })

  test('prefers the shorter win where a search to the end takes the first', () => {
    /** Plies to the quickest forced win of X, from the rules alone. */
    const plies = (state: number): number => {
      const turn = ticTacToe.toAct(state)
      if (turn === 'over') return ticTacToe.utilities(state)[0] === 1 ? 0 : Infinity
      const below = ticTacToe.actions(state).map(action => 1 + plies(ticTacToe.apply(state, action).state))
      return turn === 0 ? Math.min(...below) : Math.max(...below)
    }
    let passedOver = 0
    for (const text of [
      'XO./.../...',
      'XO./X../.O.',
      'X.O/.../...',
      'XOX/O../...',
      'X../.O./O.X',
      'XO./.X./..O',
      'OX./X../..O',
    ]) {
      const root = ticTacToe.parse(text)
      if (ticTacToe.toAct(root) !== 0 || plies(root) === Infinity) continue
      const shortest = (found: Report) => 1 + plies(ticTacToe.apply(root, found.best!).state) === plies(root)
      for (const searcher of [minimax, alphaBeta, pvs]) {
        expect(shortest(run(searcher, ticTacToe, root, openLines, { wrapping: { shorterWin: true } }))).toBe(true)
        if (!shortest(run(searcher, ticTacToe, root, openLines))) passedOver++
      }
    }
    expect(passedOver).toBeGreaterThan(2)
  })

  test('a requested stop ends the search with its finished iterations', () => {
    let polls = 0
    const found = run(alphaBeta, ticTacToe, 0, openLines, {
      wrapping: { deepening: 'interruptible' },
      stopped: () => ++polls > 1000,
    })
    expect(found).toMatchObject({ stopped: 'request', effort: { nodes: 1000 } })
    expect(found.best).toBeDefined()
  })
})

describe('the horizon', () => {
  // Two plies take the fruit of 9, and a third shows what it costs.
  const root = exampleTree.parse('(max (min (max~9! -5)) (min (max~2 2)))')
  const values = (wrapping: object, depth: number) => {
    const found = run(alphaBeta, exampleTree, root, treeEstimates(root), { limits: { depth }, wrapping })
    return [found.best, found.values![0]]
  }

  test('hides what comes behind it, and a quiet search looks there', () => {
    expect(values({}, 2)).toEqual([0, 9])
    expect(values({ quiescence: { plies: 1 } }, 2)).toEqual([1, 2])
    expect(values({}, 3)).toEqual([1, 2])
  })
})

test('a memory holds what was set or read last, up to its limit', () => {
  const memory = new Memory<number>(100)
  for (let i = 0; i < 1000; i++) {
    memory.set(i, i)
    expect(memory.get(0)).toBe(0)
    for (let last = Math.max(0, i - 40); last <= i; last++) expect(memory.get(last)).toBe(last)
  }
  const held = Array.from({ length: 1000 }, (_, i) => i).filter(i => memory.get(i) !== undefined)
  expect(held.length).toBeLessThanOrEqual(150) // asking moves some into the younger half
})

test('a book answers at once where it knows the position', () => {
  const book = (position: string | number) => (position === 0 ? 4 : undefined)
  expect(run(alphaBeta, ticTacToe, 0, openLines, { wrapping: { book } })).toMatchObject({
    best: 4,
    stopped: 'book',
    effort: { nodes: 0 },
  })
  expect(run(alphaBeta, ticTacToe, 1, openLines, { wrapping: { book } }).stopped).toBe('complete')
})

test('doubles have neighbours, and what is clearly below is worse by more than rounding', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), value => {
      if (value < Infinity) expect(above(value)).toBeGreaterThan(value)
      if (value > -Infinity) {
        expect(below(value)).toBeLessThan(value)
        expect(isBetter(value, clearlyBelow(value))).toBe(true)
      }
      if (Number.isFinite(value)) expect(below(above(value)) + 0).toBe(value + 0)
    }),
    { examples: [[0], [-0], [Infinity], [-Infinity], [Number.MIN_VALUE], [Number.MAX_VALUE]] },
  )
})
