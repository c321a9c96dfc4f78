import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TreeNode, exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Values } from '../../../src/core/game/game'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { SEARCHERS } from '../../../src/core/search/registry'
import { isBetter, type Report } from '../../../src/core/search/report'
import type { Searcher, Wrapping } from '../../../src/core/search/searcher'
import { runs } from '../../setup/extent'
import { chanceTrees, DECIMAL, DYADIC, graphGame, graphRules, run, wrappings } from './support'
import { TAKING, type Taking } from './taking'

const { minimax, expectimax, maxN, paranoid, helpNext, coalition } = SEARCHERS

/** By the definition, with the plies that are left. */
function plain(state: TreeNode, heuristic: Heuristic<TreeNode>, depth: number, main: number, taking: Taking): Values {
  const { turn, children, chances, agents, values } = state
  if (turn === 'over') return values
  const all = Array.from({ length: agents }, (_, agent) => agent)
  if (depth === 0) return all.map(agent => heuristic.evaluate(state, agent))
  const below = children.map(child => plain(child, heuristic, depth - 1, main, taking))
  if (turn === 'chance') return all.map(agent => below.reduce((sum, each, i) => sum + chances[i]! * each[agent]!, 0))
  return below[taking(below, turn, main)]!
}

const trees = fc
  .integer({ min: 2, max: 4 })
  .chain(agents => chanceTrees({ agents, leaf: fc.integer({ min: -4, max: 4 }), shares: DYADIC }))
const plies = fc.option(fc.integer({ min: 1, max: 5 }))

describe.each<Searcher>([maxN, helpNext, coalition, paranoid])('$id', searcher => {
  const around = wrappings(searcher).map(({ quiescence: _, ...others }): Wrapping => others)

  test('is the plain recursion, for two to four players with chance, at any depth and with whatever it takes', () => {
    let several = 0
    fc.assert(
      fc.property(trees, plies, around, (text, depth, wrapping) => {
        const root = exampleTree.parse(text)
        const heuristic = treeEstimates(root)
        const main = root.turn === 'chance' ? 0 : (root.turn as number)
        const taking = TAKING[searcher.id]!
        const limits = depth === null ? {} : { depth }
        const truths = root.children.map(child => plain(child, heuristic, (depth ?? 100) - 1, main, taking))
        const truth = plain(root, heuristic, depth ?? 100, main, taking)
        const found = run(searcher, exampleTree, root, heuristic, { limits, wrapping })
        if (root.agents > 2) several++
        const shown = (values: Values) =>
          searcher === paranoid ? values.map((_, agent) => (agent === main ? values[main]! : 0 - values[main]!)) : values
        if (found.stopped === 'proven') expect(found.values![main]).toBe(truth[main])
        else expect(found.values).toEqual(shown(truth).map(value => value + 0))
        expect(found.best).toBe(root.turn === 'chance' ? undefined : firstOf(found, truths, main, searcher))
        for (const { action, values, bound } of found.lines)
          if (bound === 'exact' && found.stopped !== 'proven')
            expect(values).toEqual(shown(truths[action]!).map(value => value + 0))
      }),
      { numRuns: runs(100, 3000) },
    )
    expect(several).toBeGreaterThan(50)
  })

  test('stops at its limits, and says why', () => {
    const text = '(p1 (p2 (p3 [1,2,3] [3,2,1]) [0,0,0]) (chance 0.5:[4,4,4] 0.5:(p2 [9,9,9] [8,8,8])) (p1 [2,2,2]))'
    const root = exampleTree.parse(text)
    const found = (nodes: number) => run(searcher, exampleTree, root, treeEstimates(root), { limits: { nodes } })
    for (let nodes = 1; nodes < 40; nodes++) {
      const report = found(nodes)
      expect(report.effort.nodes).toBeLessThanOrEqual(nodes)
      if (report.stopped === 'limit') expect(report.effort.nodes).toBe(nodes)
      expect(report.best).toBeDefined()
    }
    expect(found(1000)).toMatchObject({ stopped: 'complete', depth: 3 })
    const interim: Report[] = []
    run(searcher, exampleTree, root, treeEstimates(root), { limits: { depth: 3, ms: 9 }, report: each => interim.push(each) })
    expect(interim.map(({ depth, values }) => [depth, values?.length])).toEqual([
      [1, 3],
      [2, 3],
    ])
  })
})

/** The first of the best moves: a search that proved its value may have left out moves behind it. */
function firstOf({ stopped, best }: Report, truths: readonly Values[], main: number, { id }: Searcher): number {
  const taken = TAKING[id]!(truths, main, main)
  return stopped === 'proven' && best !== undefined && truths[best]![main] === truths[taken]![main] ? best : taken
}

test.each<[string, Searcher, number | undefined, Values]>([
  // p2 takes 4 for itself, p3 takes 7
  ['everyone for himself', maxN, 0, [3, 4, 1]],
  // p2 picks p3's 6, p3 picks p1's 5; of the two p1 picks p2's 4
  ['everyone for the next', helpNext, 0, [1, 4, 6]],
  // the others leave p1 the least
  ['all against p1', paranoid, 1, [2, -2, -2]],
  // p2 has 4 both times and takes what is worst for p1
  ['each for himself, ties against p1', coalition, 1, [2, 5, 4]],
])('%s', (_, searcher, best, values) => {
  const root = exampleTree.parse('(p1 (p2 [3,4,1] [1,4,6] [9,3,0]) (p3 [2,5,4] [5,1,2]))')
  expect(run(searcher, exampleTree, root, treeEstimates(root))).toMatchObject({ best, values, depth: 2, stopped: 'complete' })
})

test('with one opponent, and what one gains lost by the other, all but helpNext are expectimax', () => {
  fc.assert(
    fc.property(chanceTrees({ leaf: fc.integer({ min: 1, max: 30 }), shares: DECIMAL }), plies, (text, depth) => {
      const root = exampleTree.parse(text)
      const limits = depth === null ? {} : { depth }
      const full = run(expectimax, exampleTree, root, treeEstimates(root), { limits })
      for (const searcher of [maxN, coalition, paranoid]) {
        const found = run(searcher, exampleTree, root, treeEstimates(root), { limits })
        expect(found.best).toBe(full.best)
        expect(found.values![0]).toBeCloseTo(full.values![0]!, 9)
        expect(found.effort.leaves).toBeLessThanOrEqual(full.effort.leaves)
      }
    }),
    { numRuns: runs(50, 1000) },
  )
})

describe('a proven value', () => {
  const wrapping = { deepening: 'interruptible' } as const
  const stoppedAt = (searcher: Searcher, text: string) => {
    const root = exampleTree.parse(text)
    const { depth, stopped } = run(searcher, exampleTree, root, treeEstimates(root), { wrapping })
    return [depth, stopped]
  }
  // the second move is worth the most to p1 at once; p2's other moves are worth the middle until they are searched
  const three = '(p1 [1,1,1] [9,0,0] (p2 (p3 [5,5,5] [2,2,2]) [0,3,1]))'

  test('is one only where no deeper search of the others can change it', () => {
    expect(stoppedAt(maxN, three)).toEqual([3, 'complete'])
    expect(stoppedAt(coalition, three)).toEqual([3, 'complete'])
    expect(stoppedAt(helpNext, three)).toEqual([3, 'complete'])
    expect(stoppedAt(paranoid, three)).toEqual([1, 'proven'])
    // the bounds are of the first agent's values
    expect(stoppedAt(paranoid, three.replaceAll('p1', 'p9').replaceAll('p2', 'p1').replaceAll('p9', 'p2'))).toEqual([
      3,
      'complete',
    ])
  })

  test('of two players is one, but not where they help each other', () => {
    const two = '(max 1 9 (min (max 2 3) 0))'
    for (const searcher of [minimax, maxN, coalition, paranoid]) expect(stoppedAt(searcher, two)).toEqual([1, 'proven'])
    // the value that MAX gives up for MIN is no bound of what it could have
    for (const text of [two, two.replace('1', '0')]) expect(stoppedAt(helpNext, text)).toEqual([3, 'complete'])
  })

  test('from a table is one of the same depth', () => {
    // three plies reach the 1 in the first move; in the second they end before it, at the estimate of 4
    const position = '(max~4 (min~4 1 10))'
    const root = exampleTree.parse(`(max ${position} (min~4 ${position}))`)
    for (const searcher of [maxN, coalition])
      expect(
        run(searcher, exampleTree, root, treeEstimates(root), { limits: { depth: 3 }, wrapping: { table: 10 } }),
      ).toMatchObject({ best: 1, values: [4, -4] })
  })

  test('helped by a table, values of a game of many ways are the same', () => {
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 6 }), (rules, depth) => {
        const { game, heuristic } = graphGame(rules)
        for (const searcher of [maxN, helpNext, coalition]) {
          const without = run(searcher, game, 0, heuristic, { limits: { depth } })
          const found = run(searcher, game, 0, heuristic, { limits: { depth }, wrapping: { table: 10 } })
          expect(found.best).toBe(without.best)
          expect(found.lines.map(({ values }) => values)).toEqual(without.lines.map(({ values }) => values))
          expect(isBetter(found.effort.nodes, without.effort.nodes)).toBe(false)
        }
      }),
      { numRuns: runs(36, 600) },
    )
  })
})
