import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../src/core/contract/gameOptions'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { GAMES, HAND_TUNED, heuristicOf, type GameEntry } from '../../../src/core/games/registry'
import { boardHeuristic, EVALUATORS, twenty48 } from '../../../src/core/games/twenty48/game'
import { createRandom } from '../../../src/core/random'
import { openTree } from '../../../src/core/games/trees'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { isEqualButForRounding } from '../../../src/core/rounding'
import type { Bounds } from '../../../src/core/game/bounds'
import type { Limits } from '../../../src/core/game/limits'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Searcher, Wrapping } from '../../../src/core/search/searcher'
import { EventLog } from '../../../src/core/trace/eventLog'
import { Trace } from '../../../src/core/trace/trace'
import { backupOf } from '../../../src/core/tree/nodeDetails'
import { searchWords } from '../../../src/core/tree/searchWords'
import { board } from '../support/arbitraries'
import { runs } from '../../setup/extent'
import { chanceTrees, context, DECIMAL, DYADIC, PLAIN_CONFIG, run, wrappings } from './support'

const { expectimax, star1, star2 } = SEARCHERS
const STARS: readonly Searcher[] = [star1, star2]

const search = (searcher: Searcher, text: string, change: Parameters<typeof run>[4] = {}) => {
  const root = exampleTree.parse(text)
  return run(searcher, exampleTree, root, treeEstimates(root), change)
}

const plies = fc.option(fc.integer({ min: 1, max: 5 })).map((depth): Limits => (depth === null ? {} : { depth }))

describe.each(STARS)('$id', searcher => {
  test('has the value and the move of expectimax, with any limit, order and table, deepening or not', () => {
    const around = wrappings(searcher).map(({ quiescence: _, ...others }) => others)
    fc.assert(
      fc.property(
        chanceTrees({ leaf: fc.integer({ min: -9, max: 9 }), shares: DYADIC }),
        plies,
        around,
        (text, limits, wrapping) => {
          const { deepening } = wrapping
          const full = search(expectimax, text, { limits, wrapping: deepening ? { deepening } : {} })
          const found = search(searcher, text, { limits, wrapping })
          expect([found.best, found.values]).toEqual([full.best, full.values])
          for (const { action, values, bound } of found.lines) {
            const truth = full.lines.find(line => line.action === action)!.values[0]!
            if (bound === 'exact') expect(values[0]).toBe(truth)
            else if (bound === 'upper') expect(values[0]).toBeGreaterThanOrEqual(truth)
            else expect(values[0]).toBeLessThanOrEqual(truth)
          }
        },
      ),
      { numRuns: runs(50, 5000) },
    )
  })

  test('probabilities with decimals change the value by rounding alone', () => {
    fc.assert(
      fc.property(chanceTrees({ leaf: fc.integer({ min: 1, max: 30 }), shares: DECIMAL }), plies, (text, limits) => {
        const full = search(expectimax, text, { limits })
        const found = search(searcher, text, { limits })
        expect(found.best).toBe(full.best)
        expect(isEqualButForRounding(found.values![0]!, full.values![0]!)).toBe(true)
      }),
      { numRuns: runs(40, 3000) },
    )
  })

  test('a heuristic without bounds is refused by the searcher’s name', () => {
    const refused = () => run(searcher, ticTacToe, 0, { evaluate: openLines.evaluate })
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'BAD_SETTING',
        message: expect.stringContaining(`searcher: ${searcher.id} prunes by`) as string,
      }),
    )
    const infinite = { evaluate: openLines.evaluate, bounds: (): Bounds => [-Infinity, 1] }
    expect(() => run(searcher, ticTacToe, 0, infinite)).toThrow('knows none')
  })
})

describe.each(STARS)('$id in the games', searcher => {
  const same = (one: number, other: number) => isEqualButForRounding(one, other) || Math.abs(one - other) < 1e-9

  test.each([
    ['twenty48', 3],
    ['twenty48', 2],
    ['warehouse', 4],
    ['warehouse', 5],
  ] as const)('has the value of expectimax on %s at depth %i, with every heuristic that has bounds', (id, depth) => {
    const entry: GameEntry = GAMES[id]
    const { game, heuristics } = entry
    const random = createRandom(7)
    const opponent = { opponent: 'chance' } as const
    for (let i = 0; i < runs(3, 40); i++) {
      let root = game.start(readOptions(id), random)
      for (let ply = random.below(80); ply > 0 && game.toAct(root) !== 'over'; ply--) {
        const edges = game.toAct(root) === 'chance' ? game.outcomes(root) : game.actions(root)
        const edge = edges[random.below(edges.length)]!
        root = typeof edge === 'number' ? game.apply(root, edge).state : edge.state
      }
      if (game.toAct(root) === 'over') continue
      for (const name of Object.keys(heuristics)) {
        const heuristic = heuristicOf(entry, root, name)
        if (!heuristic.bounds?.(root, depth).every(Number.isFinite)) continue
        const full = expectimax.search(game, root, heuristic, { ...PLAIN_CONFIG, ...opponent }, context({ limits: { depth } }))
        const found = searcher.search(game, root, heuristic, opponent, context({ limits: { depth } }))
        expect([name, same(found.values![0]!, full.values![0]!)]).toEqual([name, true])
        if (searcher === star1) expect(found.effort.nodes).toBeLessThanOrEqual(full.effort.nodes)
      }
    }
  })

  test('2048 has bounds within a depth alone', () => {
    const [root, heuristic] = [twenty48.parse('EDC1BA9187611110'), boardHeuristic(HAND_TUNED)]
    const unlimited = () => searcher.search(twenty48, root, heuristic, {}, context({ limits: { nodes: 9 } }))
    expect(unlimited).toThrow(
      `depth: ${searcher.id} prunes by the smallest and largest value; twenty48 has them only within a depth`,
    )
  })
})

test('the bounds of 2048 hold the points of the next moves, from any board', () => {
  const heuristic = EVALUATORS.thesis.make(EVALUATORS.thesis.weights.map(() => 0))
  fc.assert(
    fc.property(board, tiles => {
      const root = { board: tiles, turn: 0 } as const
      const points =
        twenty48.toAct(root) === 'over' ? [] : twenty48.actions(root).map(move => twenty48.apply(root, move).rewards[0]!)
      const [low, high] = heuristic.bounds!(root, 1)
      for (const each of points) expect([each >= low, each <= high]).toEqual([true, true])
    }),
    { numRuns: runs(200, 5000) },
  )
})

test('Star1 never visits more leaves or positions than expectimax, and often fewer', () => {
  let [all, visited] = [0, 0]
  fc.assert(
    fc.property(chanceTrees({ leaf: fc.integer({ min: -9, max: 9 }), shares: DECIMAL }), plies, (text, limits) => {
      const full = search(expectimax, text, { limits }).effort
      const found = search(star1, text, { limits }).effort
      expect(found.leaves).toBeLessThanOrEqual(full.leaves)
      expect(found.nodes).toBeLessThanOrEqual(full.nodes)
      all += full.leaves
      visited += found.leaves
    }),
    { numRuns: runs(80, 3000) },
  )
  expect(visited).toBeLessThan(0.9 * all)
})

/** A search of a tree, whose values the heuristic says to be within bounds. */
function played(searcher: Searcher, text: string, bounds: Bounds) {
  const root = exampleTree.parse(text)
  const heuristic = { evaluate: treeEstimates(root).evaluate, bounds: () => bounds }
  const { report, trace: data } = recordSearch(exampleTree, root, searcher, () => heuristic, {}, context(), 1)
  const [trace, log] = [new Trace(data), new EventLog(data.log, data.entries)]
  const events = Array.from({ length: log.events }, (_, at) => log.event(at))
  const at = (path: readonly number[]) => {
    const node = trace.follow(path)!
    const cuts = events.filter(event => event.kind === 'cut' && event.node === node).map(({ x }) => x)
    const unseen = trace.children(node).filter(child => trace.has(child, 1 << 9)).length
    const tree = openTree(trace)
    return {
      node,
      cuts,
      value: trace.value(node)!,
      bound: trace.bound(node),
      unseen,
      words: searchWords(tree, node).join(', '),
      tree,
    }
  }
  return { report, at, leaves: report.effort.leaves, trace }
}

describe('the worked numbers of the course work', () => {
  test('0.4 · 6 + 0.3 · 4 = 3.6 at max children and −5 · 0.3: at least 2.1 ≥ β = 2', () => {
    const { at, report } = played(star1, '(max (min 2 (chance 0.4:(max 6 1) 0.3:(max 4 0) 0.3:(max 1 1))) 0)', [-5, 5])
    const { cuts, value, bound, unseen, words, node, tree } = at([0, 1])
    expect(value).toBeCloseTo(2.1, 12)
    expect({ cuts, bound, unseen, words }).toEqual({
      cuts: [2],
      bound: 'lower',
      unseen: 1,
      words: 'α = −∞, β = 2, pruned: 2.1 ≥ β = 2',
    })
    // the third outcome is not visited: it is at least −5
    expect(backupOf(tree, node)).toMatchObject({
      rule: 'mean',
      parts: [{ value: 6 }, { value: 4 }, { value: null, notVisited: true }],
      cut: { bound: 'lower', window: 2 },
      rest: { chance: 0.3, product: expect.closeTo(-1.5, 12) as number },
    })
    expect(report).toMatchObject({ best: 0, values: [2, -2], effort: { cutoffs: 3 } }) // two at the max children, worth enough after 6 and after 4
  })

  test('0.4 · 1 + 0.3 · 2 = 1.0 at min children and 5 · 0.3: at most 2.5 ≤ α = 3', () => {
    const { at, report } = played(star1, '(min (max 3 (chance 0.4:(min 1 2) 0.3:(min 2 5) 0.3:(min 0 0))) 9)', [-5, 5])
    const { cuts, value, bound, unseen, words } = at([0, 1])
    expect(value).toBeCloseTo(2.5, 12)
    expect({ cuts, bound, unseen, words }).toEqual({
      cuts: [3],
      bound: 'upper',
      unseen: 1,
      words: 'α = 3, β = ∞, pruned: 2.5 ≤ α = 3',
    })
    expect(report).toMatchObject({ best: 0, values: [3, -3] })
  })

  test('so does the root; with ties, not for the moves before it, which may be worth as much', () => {
    const { report } = played(star1, '(max 0.2 1 0.5 1)', [-1, 1])
    expect(report).toMatchObject({ best: 1, values: [1, -1], effort: { leaves: 2, cutoffs: 1 } })
    const ordered = exampleTree.parse('(max (min~0.1 1) (min~0.9 1) (min~0.5 0))')
    const heuristic = treeEstimates(ordered)
    const search = (rootTies: Wrapping) =>
      run(star1, exampleTree, ordered, heuristic, { wrapping: { order: 'static', ...rootTies } })
    expect(search({})).toMatchObject({ best: 1, lines: [{ action: 1 }], effort: { leaves: 1 } })
    expect(search({ rootTies: true })).toMatchObject({ best: 0, lines: [{ action: 0 }, { action: 1 }], effort: { leaves: 2 } })
  })
})

describe('probing', () => {
  const tree = (first: number) => `(max (min 2 (chance 0.5:(max ${first} 1 2) 0.5:(max 4 0 3))) 0)`

  test('cuts with one child of each outcome where these are the best', () => {
    const one = played(star1, tree(4), [-5, 5])
    const two = played(star2, tree(4), [-5, 5])
    const { node, cuts, value, bound, words } = two.at([0, 1])
    expect({ cuts, value, bound, words }).toEqual({
      cuts: [2],
      value: 4,
      bound: 'lower',
      words: 'α = −∞, β = 2, pruned: 4 ≥ β = 2',
    })
    const outcomes = two.trace.children(node)
    expect(outcomes.map(child => [two.trace.value(child), two.trace.bound(child), two.trace.flagNames(child)])).toEqual([
      [4, 'lower', ['probed']],
      [4, 'lower', ['probed']],
    ])
    // the window of the second: (2 − 0.5 · 4) / 0.5
    expect(two.trace.columns.beta[outcomes[1]!]).toBe(0)
    expect(outcomes.map(child => searchWords(two.at([0, 1]).tree, child))).toEqual([
      ['α = −∞, β = 9', 'only the first child searched'],
      ['α = −∞, β = 0', 'only the first child searched'],
    ])
    expect([one.leaves, two.leaves]).toEqual([6, 4])
  })

  test('searches the outcomes again where these are the worst', () => {
    const two = played(star2, tree(-5), [-5, 5])
    const { node } = two.at([0, 1])
    const { trace } = two
    const facts = trace.children(node).map(child => [trace.columns.edge[child], trace.value(child), trace.flagNames(child)])
    // 0.5 · 1 + 0.5 · 4 is more than 2: of the second outcome its probe is enough
    expect(facts).toEqual([
      [0, -5, ['probed']],
      [1, 4, ['probed']],
      [0, 1, ['beta-cut', 'searched-again']],
    ])
    expect(trace.firstSearch(trace.children(node)[2]!)).toBe(trace.children(node)[0])
    expect(two.at([0, 1])).toMatchObject({ cuts: [2], value: 2.5 })
  })
})
