import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adversarial48 } from '../../../src/core/games/adversarial48/game'
import { type TreeNode, exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game, Values } from '../../../src/core/game/game'
import { openLines, ticTacToe, type TicTacToeState } from '../../../src/core/games/ticTacToe/game'
import { twenty48 } from '../../../src/core/games/twenty48/game'
import { createRandom } from '../../../src/core/random'
import { mcts, type MctsConfig } from '../../../src/core/search/algorithms/mcts/mcts'
import { NONE, ROOT, SearchTree } from '../../../src/core/search/algorithms/mcts/searchTree'
import { ucb1 } from '../../../src/core/search/algorithms/mcts/ucb1'
import type { Heuristic } from '../../../src/core/game/heuristic'
import type { Report } from '../../../src/core/search/report'
import type { Context } from '../../../src/core/search/searcher'
import { context, graphGame, plainValue } from './support'

const PLAIN: MctsConfig = { C: 1, rollout: 'random', choice: 'visits', values: 'points', treeNodes: 2 ** 20 }
const nothing: Heuristic<unknown> = { evaluate: () => 0 }

function search<State>(
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  config: Partial<MctsConfig>,
  change: Partial<Context> = {},
): Report {
  return mcts.search(game, root, heuristic, { ...PLAIN, ...config }, context(change))
}

function onTree(text: string, config: Partial<MctsConfig>, change: Partial<Context> = {}): Report {
  const root = exampleTree.parse(text)
  return search(exampleTree, root, treeEstimates(root), config, change)
}

const iterationsOf = ({ lines }: Report) => lines.reduce((sum, { visits }) => sum + visits!, 0)

describe('UCB1', () => {
  test('is U/N + C·√(ln N_all / N): the worked numbers of the course', () => {
    expect(ucb1(3.5, 5, Math.log(7), 1)).toBeCloseTo(1.32384, 5)
    expect(ucb1(1.4, 2, Math.log(7), 1)).toBeCloseTo(1.68638, 5)
  })

  /** Two actions, always worth 1 and ½, that were visited so often. */
  function twoActions(visits: readonly [number, number]) {
    const tree = new SearchTree<string>(1, 3)
    tree.add(NONE, 0, 'root', 0, 2, [0])
    const worths = [1, 0.5].map((worth, edge) => ({ row: tree.add(ROOT, edge, 'end', 'over', 0, [0]), worth }))
    const visit = ({ row, worth }: (typeof worths)[number]) => [row, ROOT].forEach(each => tree.visit(each, [worth]))
    worths.forEach((each, i) => Array.from({ length: visits[i]! }, () => visit(each)))
    const choose = (C: number) => worths.find(({ row }) => row === tree.choose(ROOT, 0, C))!
    return { second: worths[1]!, visit, choose }
  }

  test('after 8 visits worth 1 and 2 worth ½ the second is chosen when C is above √(2 / ln 10)', () => {
    const { second, choose } = twoActions([8, 2])
    expect(Math.sqrt(2 / Math.log(10))).toBeCloseTo(0.93198, 5)
    expect(choose(0.93199)).toBe(second)
    expect(choose(0.93197)).not.toBe(second)
  })

  test.each([1, 0.5, 0.3, 0.25])('with C = %f the second is chosen some day', C => {
    const { second, visit, choose } = twoActions([8, 2])
    let visits = 10
    for (; choose(C) !== second && visits < 1e5; visits++) visit(choose(C))
    // the first day on which its bonus is more than ½ above the other's
    let day = 10
    while (C * Math.sqrt(Math.log(day)) * (Math.sqrt(1 / 2) - Math.sqrt(1 / (day - 2))) <= 0.5) day++
    expect(visits).toBe(day)
  })
})

describe('with many iterations the value of the best action goes to the true one', () => {
  test('of two agents, chance and rewards on the way', () => {
    const rules = fc.record({
      seed: fc.nat(1e6),
      branching: fc.constantFrom(2, 3),
      hasChance: fc.boolean(),
      hasRewards: fc.boolean(),
    })
    fc.assert(
      fc.property(rules, drawn => {
        const { game, heuristic } = graphGame({ ...drawn, height: 3, width: 4, spread: 2 })
        const turn = game.toAct(0)
        const { values, best, lines } = search(game, 0, heuristic, { iterations: 20_000, C: 2 })
        expect(Math.abs(values![0]! - plainValue(game, heuristic, 'mean', 0, 0, 100))).toBeLessThan(0.13)
        if (turn !== 'chance') expect(lines.find(({ action }) => action === best)!.values).toEqual(values)
      }),
      { numRuns: 12, seed: 1 },
    )
  })

  test('of three agents, each after its own gain', () => {
    const leaf = fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
      .map(values => `[${values.map(each => each.toFixed(3)).join()}]`)
    const node = (below: fc.Arbitrary<string>) =>
      fc
        .tuple(fc.constantFrom('p1', 'p2', 'p3', 'chance'), fc.array(below, { minLength: 2, maxLength: 3 }))
        .map(([kind, children]) => {
          const share = 1 / children.length
          return `(${kind} ${children.map(child => (kind === 'chance' ? `${share}:${child}` : child)).join(' ')})`
        })
    fc.assert(
      fc.property(node(node(fc.oneof(leaf, node(leaf)))), text => {
        const truth = eachItsOwn(exampleTree.parse(text))
        const { values } = onTree(text, { iterations: 10_000, C: 0.7 })
        for (const agent of [0, 1, 2]) expect(Math.abs(values![agent]! - truth[agent]!)).toBeLessThan(0.12)
      }),
      { numRuns: 20, seed: 2 },
    )
  })

  function eachItsOwn({ turn, children, chances, values }: TreeNode): Values {
    if (turn === 'over') return values
    const below = children.map(eachItsOwn)
    if (turn !== 'chance') return below.reduce((best, each) => (each[turn]! > best[turn]! ? each : best))
    return [0, 1, 2].map(agent => below.reduce((sum, each, i) => sum + chances[i]! * each[agent]!, 0))
  }

  test('of one agent who plays 2048, three plies deep', () => {
    const root = twenty48.parse('1234123412341112')
    const { values, depth, best } = search(twenty48, root, nothing, { iterations: 20_000, C: 8 }, { limits: { depth: 3 } })
    const truth = twenty48.actions(root).map(action => {
      const { state, rewards } = twenty48.apply(root, action)
      return rewards[0]! + plainValue(twenty48, nothing, 'mean', 0, state, 2)
    })
    expect(depth).toBe(3)
    expect(values).toHaveLength(1)
    expect(Math.abs(values![0]! - Math.max(...truth))).toBeLessThan(0.3)
    expect(truth[twenty48.actions(root).indexOf(best!)]).toBe(Math.max(...truth))
  })
})

describe('an iteration', () => {
  test('counts for the tree: visits are the iterations, and the root is worth what its best action is', () => {
    const report = search(ticTacToe, 0, openLines, { iterations: 500 })
    expect(iterationsOf(report)).toBe(500)
    expect(report.lines.map(({ action }) => action)).toEqual(ticTacToe.actions(0))
    expect(report.effort).toMatchObject({ leaves: 500, evaluations: 0 })
    const best = report.lines.find(({ action }) => action === report.best)!
    expect(report.values).toEqual(best.values)
    for (const { visits, bonus, bound, pv, action } of report.lines) {
      expect(bonus).toBeCloseTo(Math.sqrt(Math.log(500) / visits!), 12)
      expect([bound, pv[0]]).toEqual(['estimate', action])
    }
  })

  test('tries every action once before any twice, the first of them first', () => {
    for (const iterations of [1, 4, 9])
      expect(search(ticTacToe, 0, openLines, { iterations }).lines.map(({ action, visits }) => [action, visits])).toEqual(
        Array.from({ length: iterations }, (_, action) => [action, 1]),
      )
  })

  test('without a rollout calls the heuristic immediately; with plies, after that many', () => {
    const none = search(ticTacToe, 0, openLines, { iterations: 9, rollout: 'none' })
    expect(none.effort).toMatchObject({ nodes: 18, leaves: 9, evaluations: 9 })
    for (const { action, values } of none.lines) {
      const { state } = ticTacToe.apply(0, action)
      expect(values[0]).toBe(openLines.evaluate(state, 0))
    }
    const short = search(ticTacToe, 0, openLines, { iterations: 9, plies: 2 })
    expect(short.effort).toMatchObject({ nodes: 36, leaves: 9, evaluations: 9 })
  })

  test('of greedy rollouts goes where it looks best to who acts', () => {
    const tree = '(max (max~0 (min~7 (max 1 2) 2) (min~3 9 9)) 0)'
    // to MIN 2 looks better than the middle of all leaves, 4.5
    expect(onTree(tree, { iterations: 1, rollout: 'greedy' }).values).toEqual([2, -2])
    // X takes the line, O would
    expect(search(ticTacToe, ticTacToe.parse('XX./.O./..O'), openLines, { iterations: 1, rollout: 'greedy' }).values).toEqual([
      1, -1,
    ])
  })

  test('counts only the sign of the result, if so configured', () => {
    const tree = '(max (min 5 2) -3 0)'
    expect(onTree(tree, { iterations: 9, values: 'result' }).lines.map(({ values }) => values)).toEqual([
      [1, -1],
      [-1, 1],
      [0, 0],
    ])
    expect(
      onTree(tree, { iterations: 3 })
        .lines.slice(1)
        .map(({ values }) => values),
    ).toEqual([
      [-3, 3],
      [0, 0],
    ])
  })

  test('counts a lost game as lost, though the loser has points', () => {
    // far from a 2048, which random moves never reach
    const early = adversarial48.parse('2341413223414130 score=100')
    const { lines } = search(adversarial48, early, nothing, { iterations: 30, values: 'result' })
    expect(lines.map(({ values }) => values)).toEqual(lines.map(() => [-1, 1]))
  })

  test('of two agents has one heuristic for both: that of the agent to act', () => {
    const biased: Heuristic<TicTacToeState> = { evaluate: (_, agent) => (agent === 0 ? 1 : 5) }
    const config = { iterations: 9, rollout: 'none' } as const
    expect(search(ticTacToe, 0, biased, config).values).toEqual([1, -1])
    expect(search(ticTacToe, ticTacToe.parse('X../.../...'), biased, config).values).toEqual([-5, 5])
  })
})

test('the choice in the end is by visits or by mean', () => {
  const tree = '(max 0.5 (chance 0.5:0 0.5:1.04) (chance 0.9:0.4 0.1:1.4))'
  let different = 0
  for (let seed = 0; seed < 40; seed++) {
    const chosen = (choice: MctsConfig['choice']) => onTree(tree, { iterations: 30, choice }, { random: createRandom(seed) })
    const [visits, mean] = [chosen('visits'), chosen('mean')]
    expect(visits.lines).toEqual(mean.lines)
    const line = ({ lines, best }: Report) => lines.find(({ action }) => action === best)!
    expect(line(visits).visits).toBe(Math.max(...visits.lines.map(each => each.visits!)))
    expect(line(mean).values[0]).toBeCloseTo(Math.max(...mean.lines.map(({ values }) => values[0]!)), 9)
    if (visits.best !== mean.best) different++
  }
  expect(different).toBeGreaterThan(0)
})

describe('a full tree', () => {
  test('has no more nodes: iterations play on from its edge', () => {
    const report = search(ticTacToe, 0, openLines, { iterations: 3000, treeNodes: 10 })
    expect(iterationsOf(report)).toBe(3000)
    for (const { pv, depth } of report.lines) expect([pv.length, depth]).toEqual([1, 1])
    // with any replies the centre wins most games
    expect(report.best).toBe(4)
    expect(report.values![0]).toBeGreaterThan(0.3)
  })

  test('changes no chance', () => {
    const { lines, values } = onTree('(chance 0.5:4 0.25:0 0.125:-8 0.125:8)', { iterations: 8000, treeNodes: 2 })
    expect(lines).toHaveLength(1)
    expect(Math.abs(values![0]! - 2)).toBeLessThan(0.2)
  })
})

describe('a search ends', () => {
  const started = { iterations: 1e9 }

  test('at its limit in iterations, nodes or time, and answers with what it has', () => {
    expect(search(ticTacToe, 0, openLines, { iterations: 7 }).stopped).toBe('limit')
    const byNodes = search(ticTacToe, 0, openLines, started, { limits: { nodes: 1000 } })
    expect(byNodes).toMatchObject({ stopped: 'limit', effort: { nodes: 1000 } })
    let ms = 0
    const byTime = search(ticTacToe, 0, openLines, started, { limits: { ms: 500 }, now: () => ms++ })
    expect(byTime).toMatchObject({ stopped: 'limit', effort: { nodes: 499 } })
    for (const report of [byNodes, byTime]) expect(iterationsOf(report)).toBe(report.effort.leaves)
    expect(search(ticTacToe, 0, openLines, started, { limits: { nodes: 1 } })).toMatchObject({
      lines: [],
      best: 0,
      values: undefined,
    })
  })

  test('on request, at the next position', () => {
    let left = 2000
    const report = search(ticTacToe, 0, openLines, started, { stopped: () => left-- === 0 })
    expect(report).toMatchObject({ stopped: 'request', effort: { nodes: 2000 } })
    expect(report.lines.length).toBe(9)
  })

  test('never without a limit: it is refused', () => {
    for (const limits of [{}, { depth: 3 }])
      expect(() => search(ticTacToe, 0, openLines, {}, { limits })).toThrow(
        expect.objectContaining({ code: 'BAD_SETTING', message: 'iterations: mcts needs a limit: iterations, nodes or time' }),
      )
  })

  test('reports on the way each time its iterations have doubled', () => {
    const told: number[] = []
    search(ticTacToe, 0, openLines, { iterations: 64 }, { report: report => told.push(iterationsOf(report)) })
    expect(told).toEqual([2, 4, 8, 16, 32])
  })
})

describe('a root', () => {
  test('where the game is over has its utilities', () => {
    const over = search(ticTacToe, ticTacToe.parse('XXX/OO./...'), openLines, { iterations: 5 })
    expect(over).toMatchObject({ lines: [], best: undefined, values: [1, -1], stopped: 'over', effort: { nodes: 1, leaves: 1 } })
  })

  test('where chance is next has no best action, the mean of all, and a line for each outcome', () => {
    const report = onTree('(chance 0.2:10 0.8:(max 0 5))', { iterations: 3000, C: 5 })
    expect(report.best).toBeUndefined()
    expect(Math.abs(report.values![0]! - 6)).toBeLessThan(0.2)
    expect(Math.abs(report.lines[0]!.visits! / 3000 - 0.2)).toBeLessThan(0.03)
    expect(report.lines.map(({ action, bonus }) => [action, bonus])).toEqual([
      [0, undefined],
      [1, undefined],
    ])
  })
})
