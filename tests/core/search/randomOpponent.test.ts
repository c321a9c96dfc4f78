import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openTree } from '../../../src/core/games/trees'
import { isEqualButForRounding } from '../../../src/core/rounding'
import { expectimax } from '../../../src/core/search/algorithms/expectimax'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import { Trace } from '../../../src/core/trace/trace'
import { Outline } from '../../../src/core/tree/outline'
import { fullRows } from '../../../src/core/tree/rows'
import { runs } from '../../setup/extent'
import { context, graphGame, graphRules, PLAIN_CONFIG } from './support'

const DRAWN = { ...PLAIN_CONFIG, opponent: 'chance' } as const

/** The value to MAX by the definition. */
function meanValue(game: Game<number>, heuristic: Heuristic<number>, agent: number, state: number, depth: number): number {
  const turn = game.toAct(state)
  if (turn === 'over') return game.utilities(state)[0]!
  if (depth === 0) return agent === 0 ? heuristic.evaluate(state, 0) : 0 - heuristic.evaluate(state, agent)
  const below = (next: number) => meanValue(game, heuristic, agent, next, depth - 1)
  if (turn === 'chance')
    return game.outcomes(state).reduce((sum, outcome) => sum + (below(outcome.state) * outcome.chance) / outcome.draws, 0)
  const values = game.actions(state).map(action => {
    const { state: next, rewards } = game.apply(state, action)
    return rewards[0]! + below(next)
  })
  if (turn !== agent) return values.reduce((sum, value) => sum + value / values.length, 0)
  return agent === 0 ? Math.max(...values) : Math.min(...values)
}

test('an opponent that plays at random has the mean value of its actions in every searcher, with a table or without', () => {
  fc.assert(
    fc.property(graphRules, fc.integer({ min: 1, max: 6 }), fc.boolean(), (rules, depth, hasTable) => {
      const { game, heuristic } = graphGame(rules)
      const turn = game.toAct(0)
      fc.pre(turn !== 'over')
      const wrapping = hasTable ? { table: 12 } : {}
      const report = expectimax.search(game, 0, heuristic, DRAWN, context({ limits: { depth }, wrapping }))
      const truth = meanValue(game, heuristic, turn === 'chance' ? 0 : turn, 0, depth)
      expect(isEqualButForRounding(report.values![0]!, truth) || Math.abs(report.values![0]! - truth) < 1e-9).toBe(true)
    }),
    { numRuns: runs(300, 3000) },
  )
})

describe.each([SEARCHERS.star1, SEARCHERS.star2])('$id', searcher => {
  test('has the value of expectimax against a random opponent, with rewards, for both agents, in any order, with a table', () => {
    const wrapping = fc.record({ order: fc.constantFrom('static', 'dynamic'), table: fc.constant(12) }, { requiredKeys: [] })
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 6 }), wrapping, (rules, depth, wraps) => {
        const { game, heuristic } = graphGame(rules)
        fc.pre(game.toAct(0) !== 'over')
        const full = expectimax.search(game, 0, heuristic, DRAWN, context({ limits: { depth } }))
        const found = searcher.search(game, 0, heuristic, { opponent: 'chance' }, context({ limits: { depth }, wrapping: wraps }))
        const same = (one: number, other: number) => isEqualButForRounding(one, other) || Math.abs(one - other) < 1e-9
        expect(same(found.values![0]!, full.values![0]!)).toBe(true)
        if (game.toAct(0) === 'chance') return
        const best = full.lines.find(({ action }) => action === found.best)!
        expect(same(best.values[0]!, full.values![0]!)).toBe(true)
      }),
      { numRuns: runs(300, 3000) },
    )
  })

  test('prunes the actions of a random opponent, which count 1/n each', () => {
    const root = exampleTree.parse('(max 8 (min 1 (max 2 3) (max 9 8)))')
    const { report, trace } = recordSearch(
      exampleTree,
      root,
      searcher,
      () => treeEstimates(root),
      { opponent: 'chance' },
      context(),
      1,
    )
    expect(report).toMatchObject({ best: 0, values: [8, -8] })
    const tree = new Trace(trace)
    const drawn = tree.follow([1])!
    expect(report.effort.cutoffs).toBeGreaterThan(0)
    expect(tree.bound(drawn)).toBe('upper')
  })
})

test.each([
  ['(max (min 10 10) (min 100 9 8 3))', 'max'],
  ['(min (max 10 10) (max 100 9 8 3))', 'min'],
] as const)('in a recorded tree its actions are outcomes, each as likely: %s', (text, kind) => {
  const root = exampleTree.parse(text)
  const { trace } = recordSearch(exampleTree, root, expectimax, () => treeEstimates(root), DRAWN, context(), 1)
  const tree = openTree(new Trace(trace))
  const outline = new Outline(tree)
  outline.fold(0, 1000)
  const rows = fullRows(tree, outline, outline.rows(0, 100))
  expect(rows.map(row => row.kind)).toEqual([kind, 'chance', 'leaf', 'leaf', 'chance', 'leaf', 'leaf', 'leaf', 'leaf'])
  expect(rows.map(row => row.reach)).toEqual([1, 1, 0.5, 0.5, 1, 0.25, 0.25, 0.25, 0.25])
  expect(rows.map(row => row.value)).toEqual([kind === 'max' ? 30 : 10, 10, 10, 10, 30, 100, 9, 8, 3])
})
