import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { createRandom } from '../../../src/core/random'
import { isEqualButForRounding } from '../../../src/core/rounding'
import type { ExpectimaxConfig } from '../../../src/core/search/algorithms/expectimax'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Report } from '../../../src/core/search/report'
import { checkSearch, type Context, type Searcher, type Wrapping } from '../../../src/core/search/searcher'
import { inFull, runs } from '../../setup/extent'
import { context, graphGame, graphRules, PLAIN_CONFIG, plainValue, run, uniformGame, wrappings, type Nature } from './support'

const { minimax, alphaBeta, pvs, expectimax, star1, star2, paranoid, maxN, coalition, greedy, random } = SEARCHERS
const WINDOWED: readonly Searcher[] = [minimax, alphaBeta, pvs]
const EXACT: readonly Searcher[] = [...WINDOWED, expectimax, star1, star2]
/** Of two agents they are minimax, with chance nodes that are worth their mean. */
const OF_TWO: readonly Searcher[] = [paranoid, maxN, coalition]

describe.each([...EXACT, ...OF_TWO])('$id', searcher => {
  test('gives the values of a plain recursion, whatever windows, tables and orders', () => {
    fc.assert(
      fc.property(graphRules, wrappings(searcher), fc.option(fc.integer({ min: 1, max: 6 })), (rules, wrapping, plies) => {
        const { game, heuristic } = graphGame(rules)
        const turn = game.toAct(0)
        fc.pre(turn !== 'over')
        const agent = turn === 'chance' ? 0 : turn
        const nature: Nature = searcher.chance === 'mean' ? 'mean' : { against: agent }
        const depth = plies ?? 100
        const report = run(searcher, game, 0, heuristic, { limits: plies === null ? {} : { depth }, wrapping })
        const estimate = agent === 0 ? heuristic.evaluate(0, 0) : 0 - heuristic.evaluate(0, agent)
        const below = (state: number) =>
          plainValue(game, heuristic, nature, agent, state, depth - 1, wrapping.quiescence, [estimate])
        const children =
          turn === 'chance'
            ? game.outcomes(0).map(({ state, edge, chance, draws }) => ({ edge, value: below(state), chance: chance / draws }))
            : game.actions(0).map(edge => {
                const { state, rewards } = game.apply(0, edge)
                return { edge, value: rewards[0]! + below(state), chance: 1 }
              })
        // Step 1. Each line: the value, or a bound of it.
        expect(report.lines.map(({ action }) => action)).toEqual(children.map(({ edge }) => edge))
        report.lines.forEach(({ values, bound }, i) => {
          const value = values[0]!
          const truth = children[i]!.value
          expect(values[1]).toBe(0 - value)
          if (bound === 'exact') expect(isEqualButForRounding(value, truth)).toBe(true)
          else if (bound === 'upper') expect(value).toBeGreaterThanOrEqual(truth)
          else expect(value).toBeLessThanOrEqual(truth)
        })
        // Step 2. The root, and the first of the best, or with an order one of them.
        const truths = children.map(({ value }) => value)
        const best = report.values![0]!
        if (turn !== 'chance') {
          const expected = turn === 0 ? Math.max(...truths) : Math.min(...truths)
          expect(isEqualButForRounding(best, expected)).toBe(true)
          const equal = truths.flatMap((value, i) => (isEqualButForRounding(value, expected) ? [i] : []))
          // ordered by estimates, the first visited of them stands
          if (wrapping.order === undefined || wrapping.rootTies) expect(report.best).toBe(equal[0])
          else expect(equal).toContain(report.best)
        } else {
          const mean = children.reduce((sum, { value, chance }) => sum + chance * value, 0)
          expect(best).toBeCloseTo(nature === 'mean' ? mean : Math.min(...truths), 9)
          expect(report.best).toBeUndefined()
        }
      }),
      { numRuns: runs(100, 5000) },
    )
  })

  // minimax below; of two agents maxN and coalition visit what minimax visits
  const isShort = ![minimax, maxN, coalition].includes(searcher)
  const testIf = isShort || inFull ? test : () => undefined
  testIf('tic-tac-toe is a draw, with the first cell as good as any', () => {
    const takesTies = searcher.wrappers.includes('rootTies')
    const wrapping: Wrapping = { ...(takesTies && { rootTies: true }), ...(searcher === expectimax && { table: 16 }) }
    const report = run(searcher, ticTacToe, 0, openLines, { wrapping })
    expect(report).toMatchObject({ best: 0, values: [0, 0], depth: 9, stopped: 'complete' })
    expect(report.lines.every(({ values, bound }) => values[0] === 0 && bound === 'exact')).toBe(true)
    expect(report.lines[0]!.pv).toHaveLength(searcher === expectimax ? report.lines[0]!.pv.length : 9)
  })
})

test('a table kept from earlier searches of a game changes no value of expectimax', () => {
  let hits = 0
  // a value from the table comes without its line
  const valuesOf = ({ best, values, lines }: Report) => ({
    best,
    values,
    lines: lines.map(({ action, values, bound }) => [action, values, bound]),
  })
  fc.assert(
    fc.property(
      graphRules,
      fc.constantFrom(0, 0.1),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 4 }),
      (rules, cut, depths) => {
        const { game, heuristic } = graphGame({ ...rules, hasChance: true })
        const kept: Context['kept'] = {}
        const search = (table: ExpectimaxConfig['table'], root: number, depth: number) =>
          expectimax.search(game, root, heuristic, { ...PLAIN_CONFIG, table, cut }, context({ limits: { depth }, kept }))
        let root = 0
        for (const depth of depths) {
          if (game.toAct(root) === 'over') return
          const [own, found] = [search('exact', root, depth), search('kept', root, depth)]
          kept.memory?.endSearch(true)
          expect(valuesOf(found)).toEqual(valuesOf(own))
          hits += found.effort.hits - own.effort.hits
          root = game.toAct(root) === 'chance' ? game.outcomes(root)[0]!.state : game.apply(root, game.actions(root)[0]!).state
        }
      },
    ),
    { numRuns: runs(100, 1000) },
  )
  expect(hits).toBeGreaterThan(0)
})

test('minimax enters the 549,946 positions of tic-tac-toe, of which 255,168 end a game', () => {
  expect(run(minimax, ticTacToe, 0, openLines)).toMatchObject({
    ...{ best: 0, values: [0, 0], depth: 9, stopped: 'complete' },
    effort: { nodes: 549_946, leaves: 255_168, evaluations: 0, cutoffs: 0 },
  })
})

test('a size of the table leaves expectimax the rule of its config, and makes one that is off exact', () => {
  let different = 0
  fc.assert(
    fc.property(graphRules, fc.integer({ min: 3, max: 7 }), (rules, depth) => {
      const { game, heuristic } = graphGame({ ...rules, hasChance: true })
      const search = (table: ExpectimaxConfig['table'], wrapping: Wrapping) =>
        expectimax.search(game, 0, heuristic, { ...PLAIN_CONFIG, table }, context({ limits: { depth }, wrapping }))
      const deeper = search('deeper', {})
      expect(search('deeper', { table: 20 })).toEqual(deeper)
      const exact = search('exact', {})
      expect(search('off', { table: 20 })).toEqual(exact)
      if (deeper.effort.hits !== exact.effort.hits) different++
    }),
    { numRuns: runs(50, 1000) },
  )
  expect(different).toBeGreaterThan(0)
})

test('alpha-beta never visits more leaves than minimax, and a table never more positions', () => {
  fc.assert(
    fc.property(graphRules, fc.integer({ min: 1, max: 7 }), (rules, depth) => {
      const { game, heuristic } = graphGame(rules)
      const limits = { depth }
      const full = run(minimax, game, 0, heuristic, { limits }).effort
      expect(run(alphaBeta, game, 0, heuristic, { limits }).effort.leaves).toBeLessThanOrEqual(full.leaves)
      for (const searcher of [minimax, alphaBeta]) {
        const without = run(searcher, game, 0, heuristic, { limits }).effort.nodes
        // a bound that is no use may be followed by a search that finds another one: alpha-beta is not held to this
        if (searcher === minimax)
          expect(run(searcher, game, 0, heuristic, { limits, wrapping: { table: 12 } }).effort.nodes).toBeLessThanOrEqual(without)
      }
    }),
    { numRuns: runs(150, 3000) },
  )
})

describe('uniform trees at the best order', () => {
  const sizes = [2, 3, 4, 5, 6].flatMap(b => [1, 2, 3, 4, 5, 6, 7, 8].map(d => [b, d] as const))
  const nothing = { evaluate: () => 0 }

  test.each(sizes)('b = %i, d = %i: alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves', (b, d) => {
    const game = uniformGame(b, d)
    const leaves = b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1
    const report = run(alphaBeta, game, [], nothing)
    expect(report.effort.leaves).toBe(leaves)
    expect(report).toMatchObject({ best: 0, values: [0, 0] })
    expect(run(pvs, game, [], nothing).effort.leaves).toBe(leaves)
    if (b ** d <= (inFull ? 1e6 : 5000)) expect(run(minimax, game, [], nothing).effort.leaves).toBe(b ** d)
  })
})

/** A tree as nested lists; MAX and MIN take turns. */
type Nested = number | readonly Nested[]
const nested = (depth: number): fc.Arbitrary<Nested> =>
  depth === 0
    ? fc.integer({ min: -9, max: 9 })
    : fc.oneof(
        { arbitrary: fc.integer({ min: -9, max: 9 }), weight: 1 },
        { arbitrary: fc.array(nested(depth - 1), { minLength: 1, maxLength: 4 }), weight: 5 },
      )
const inner = fc.array(nested(4), { minLength: 1, maxLength: 4 })
const textOf = (tree: Nested, ply = 0): string =>
  typeof tree === 'number'
    ? String(tree)
    : `(${ply % 2 === 0 ? 'max' : 'min'} ${tree.map(child => textOf(child, ply + 1)).join(' ')})`
const parsed = (tree: Nested) => exampleTree.parse(textOf(tree))

test('on the thesis’s example minimax goes left for 10, expectimax right for 54.5', () => {
  const root = exampleTree.start({}, createRandom(1))
  const heuristic = treeEstimates(root)
  for (const searcher of WINDOWED)
    expect(run(searcher, exampleTree, root, heuristic)).toMatchObject({ best: 0, values: [10, -10] })
  expect(run(expectimax, exampleTree, root, heuristic)).toMatchObject({ best: 1, values: [54.5, -54.5] })
})

describe('a known value', () => {
  const known = (tree: Nested, value: number) =>
    alphaBeta.search(exampleTree, parsed(tree), treeEstimates(parsed(tree)), { known: value }, context())

  test('finds the move of minimax, and visits no more leaves than alpha-beta', () => {
    fc.assert(
      fc.property(inner, tree => {
        const root = parsed(tree)
        const full = run(alphaBeta, exampleTree, root, treeEstimates(root))
        const found = known(tree, full.values![0]!)
        expect([found.best, found.values]).toEqual([full.best, full.values])
        expect(found.effort.leaves).toBeLessThanOrEqual(full.effort.leaves)
      }),
      { numRuns: runs(150, 3000) },
    )
  })

  test('is only a bound: whether a move is worth more is not searched', () => {
    const boundsOf = (position: string, value: number) => {
      const root = exampleTree.parse(position)
      return alphaBeta.search(exampleTree, root, treeEstimates(root), { known: value }, context()).lines.map(({ bound }) => bound)
    }
    expect(boundsOf('(max (min 5 9) (min 6 7) (min 4 8))', 6)).toEqual(['upper', 'lower'])
    expect(boundsOf('(min (max 5 9) (max 3 7) (max 4 6))', 6)).toEqual(['lower', 'lower', 'upper'])
    expect(boundsOf('(max (min (max 2 9) 5) 1)', 2)).toEqual(['lower']) // it is worth 5: the 9 was not looked at
  })

  test('is refused where it is not the value, and where the search deepens', () => {
    const tree = [
      [3, 5],
      [2, 9],
    ]
    expect(known(tree, 3).best).toBe(0)
    expect(() => known(tree, 4)).toThrow('known: no move has the value 4')
    expect(() => known(tree, 2)).toThrow('known: 2 is not the value: a move is worth 3')
    const root = parsed(tree)
    const search = () =>
      alphaBeta.search(exampleTree, root, treeEstimates(root), { known: 3 }, context({ limits: { nodes: 100 } }))
    expect(search).toThrow(
      expect.objectContaining({ code: 'BAD_SETTING', message: expect.stringContaining('known: ') as string }),
    )
  })
})

describe('greedy and random', () => {
  const three = exampleTree.parse('(p2 [9,1,0] [0,4,1] (p1 [2,5,2] [0,0,7]))')

  test('greedy takes the best action for the player to act, one ply ahead, and estimates unfinished games', () => {
    const report = run(greedy, exampleTree, three, treeEstimates(three))
    expect(report.lines.map(({ values }) => values)).toEqual([
      [9, 1, 0],
      [0, 4, 1],
      [4.5, 2.5, 3.5], // the middle of each player's leaves
    ])
    expect(report).toMatchObject({ best: 1, values: [0, 4, 1], effort: { nodes: 4, leaves: 3, evaluations: 1 } })
  })

  test('random takes every action about as often, and the same one from the same seed', () => {
    const picks = Array.from({ length: 300 }, (_, seed) =>
      run(random, ticTacToe, 0, openLines, { random: createRandom(seed) }),
    ).map(({ best }) => best!)
    for (let cell = 0; cell < 9; cell++) expect(picks.filter(pick => pick === cell).length).toBeGreaterThan(15)
    expect(run(random, ticTacToe, 0, openLines, { random: createRandom(7) }).best).toBe(picks[7])
  })

  test('a finished game has no best action', () => {
    const over = ticTacToe.parse('XXX/OO./...')
    for (const searcher of [...EXACT, greedy, random])
      expect(run(searcher, ticTacToe, over, openLines)).toMatchObject({ best: undefined, values: [1, -1], stopped: 'over' })
  })
})

test('what a searcher does not take is refused by its name', () => {
  const three = exampleTree.parse('(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))')
  for (const searcher of EXACT) {
    expect(() => checkSearch(searcher, exampleTree, three, {})).toThrow(
      `searcher: ${searcher.id} is for 2 agents, this position has 3`,
    )
    checkSearch(searcher, ticTacToe, 0, {})
  }
  checkSearch(greedy, exampleTree, three, {})
  expect(() => checkSearch(minimax, ticTacToe, 0, { order: 'static' })).toThrow('order: minimax does not take it')
  expect(() => checkSearch(expectimax, ticTacToe, 0, { quiescence: { plies: 2 } })).toThrow(
    'quiescence: expectimax does not take it',
  )
  expect(() => checkSearch(random, ticTacToe, 0, { table: 4 })).toThrow('table: random does not take it')
})
