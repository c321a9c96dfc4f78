import { above, below } from '../../../src/core/game/bounds'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import { noEffort } from '../../../src/core/search/report'
import { expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { openTree } from '../../../src/core/games/trees'
import { finish } from '../../../src/core/sliced'
import { WITH_WINDOWS, capacityOf, FLAGS, newSpace, type NodeKind } from '../../../src/core/trace/format'
import { TraceWriter } from '../../../src/core/trace/writer'
import { Trace } from '../../../src/core/trace/trace'
import { findPosition } from '../../../src/core/tree/find'
import { backupOf, nodeDetails } from '../../../src/core/tree/nodeDetails'
import { Outline } from '../../../src/core/tree/outline'
import { outlineText } from '../../../src/core/tree/outlineText'
import type { RecordedTree } from '../../../src/core/tree/recordedTree'
import { fullRows } from '../../../src/core/tree/rows'
import { searchWords } from '../../../src/core/tree/searchWords'
import { NO_FILTER } from '../../../src/core/tree/views'
import { refusal } from '../support/errors'
import { context } from '../search/support'

/** Alpha-beta down to the end, as plain as it gets, over MAX, MIN and chance nodes. */
function record<State>(game: Game<State>, position: string): Trace {
  const writer = new TraceWriter(newSpace(capacityOf(1, WITH_WINDOWS), WITH_WINDOWS))
  const kindOf = (state: State): NodeKind => {
    const turn = game.toAct(state)
    return turn === 'chance' ? turn : turn === 'over' ? 'leaf' : turn === 0 ? 'max' : 'min'
  }
  function value(state: State, edge: number, alpha: number, beta: number): number {
    const kind = kindOf(state)
    writer.enter(kind, edge, 9, alpha, beta)
    if (kind === 'leaf') {
      const [worth] = game.utilities(state)
      writer.leave(worth!, FLAGS.TERMINAL)
      return worth!
    }
    if (kind === 'chance') {
      const outcomes = game.outcomes(state)
      writer.expand(outcomes)
      const mean = outcomes.reduce(
        (sum, { state: next, edge: its, draws, chance }) => sum + (chance / draws) * value(next, its, -Infinity, Infinity),
        0,
      )
      writer.leave(mean, 0)
      return mean
    }
    const actions = game.actions(state)
    writer.expand(actions.map(action => ({ edge: action })))
    const sign = kind === 'max' ? 1 : -1
    let [low, high, best, cut] = [alpha, beta, -sign * Infinity, 0]
    for (const action of actions) {
      const found = value(game.apply(state, action).state, action, low, high)
      best = kind === 'max' ? Math.max(best, found) : Math.min(best, found)
      if (kind === 'max') low = Math.max(low, best)
      else high = Math.min(high, best)
      if (low < high) continue
      cut = kind === 'max' ? FLAGS.BETA_CUT : FLAGS.ALPHA_CUT
      break
    }
    writer.leave(best, cut)
    return best
  }
  const root = game.parse(position)
  value(root, 0, -Infinity, Infinity)
  const effort = { ...noEffort(), nodes: writer.nodes }
  const subject = {
    config: {},
    wrapping: {},
    limits: { depth: 9 },
    rewards: 'inside',
    effort,
    stopped: 'limit',
    plies: 9,
  } as const
  const told = { game: game.id, root: game.format(root), rootKind: kindOf(root), searcher: 'alphaBeta', subject, depth: 9 }
  const head = { ...told, reach: 1, nodes: writer.nodes, hits: 0, probes: 0, stopped: undefined }
  return new Trace({ head, space: writer.space, entries: writer.entries })
}

const TREES: readonly (readonly [string, Trace])[] = [
  ['two players', record(exampleTree, '(max (min 5 7) (min 3 9 (max 1 2)) (min 5 8))')],
  ['chance', record(exampleTree, '(min (chance 0.25:8 0.75:(max 0 4)) (max 6 (min 1 2)) 5)')],
  ['tic-tac-toe', record(ticTacToe, 'XOX/O.X/..O')],
]

/** All nodes in the order of the search. */
const inOrder = (trace: Trace, node = 0): number[] => [node, ...trace.children(node).flatMap(child => inOrder(trace, child))]

const texts = (tree: RecordedTree) => {
  const outline = new Outline(tree)
  outline.fold(0, 1000)
  return outlineText(tree, fullRows(tree, outline, outline.rows(0, 100)), 0)
}

test('an outline shows MIN, the action that each takes, ties, and what was not visited', () => {
  const tree = openTree(TREES[0]![1])
  expect(
    texts(tree)
      .split('\n')
      .map(line => line.trimEnd().replace(/ {2,}/g, ' ')),
  ).toEqual([
    '△ root 5 8 positions',
    ' ▽ 1 * 5 3 positions',
    ' ▪ 1 * 5 1 position terminal',
    ' ▪ 2 7 1 position α = −∞, β = 5, terminal',
    ' ▽ 2 ≤ 3 2 positions α = 5, β = ∞, pruned: 3 ≤ α = 5',
    ' ▪ 1 * 3 1 position α = 5, β = ∞, terminal',
    ' ▪ 2 – not visited',
    ' ▪ 3 – not visited',
    ' ▽ 3 ≤ 5 2 positions α = 5, β = ∞, pruned: 5 ≤ α = 5',
    ' ▪ 1 * 5 1 position α = 5, β = ∞, terminal',
    ' ▪ 2 – not visited',
    '',
  ])
})

test.each(TREES)('every value follows from its parts by the stated rule: %s', (_, trace) => {
  const tree = openTree(trace)
  for (const node of inOrder(trace)) {
    const backup = backupOf(tree, node)
    const value = trace.value(node)
    switch (backup.rule) {
      case 'max':
      case 'min': {
        const known = backup.parts.filter(({ notVisited }) => !notVisited)
        expect(known.length < backup.parts.length).toBe(backup.cut !== undefined && backup.parts.length > known.length)
        expect(value).toBe(Math[backup.rule](...known.map(({ sum }) => sum!)))
        expect(backup.parts.filter(({ best }) => best)).toHaveLength(1)
        expect(known.find(({ best }) => best)!.sum).toBe(value)
        if (backup.cut) {
          const window = backup.cut.window as number
          expect(backup.cut.bound === 'lower' ? value! >= window : value! <= window).toBe(true)
        }
        break
      }
      case 'mean':
        expect(backup.parts.reduce((sum, { product }) => sum + product!, 0)).toBeCloseTo(value!, 12)
        break
      case 'dead':
        expect(backup.value).toBe('utility')
        break
      case 'not-visited':
        expect(value).toBeUndefined()
        break
      default:
        expect.unreachable(backup.rule)
    }
  }
})

test('an action is compared with the best of the agent that acts, and not where only a bound is known', () => {
  const [two, chance] = [openTree(TREES[0]![1]), openTree(TREES[1]![1])]
  expect(nodeDetails(two, { node: 0 }).moves.map(({ difference, bound, best }) => [difference, bound, best])).toEqual([
    [0, undefined, true],
    [null, 'upper', false],
    [null, 'upper', false],
  ])
  expect(
    nodeDetails(chance, { node: 0 }).moves.map(({ sum, difference, bound, best }) => [sum, difference, bound, best]),
  ).toEqual([
    [5, 0, undefined, true],
    [6, null, 'lower', false],
    [5, 0, undefined, false], // a leaf is worth what it is worth
  ])
  expect(nodeDetails(two, { node: 1 }).moves.map(({ difference }) => difference)).toEqual([0, 2])
  const backup = backupOf(chance, 0)
  expect(backup.rule === 'min' && backup.parts.map(({ tie }) => tie)).toEqual([false, false, true])
})

test('positions, words and chances are those of the game', () => {
  const { trace } = openTree(TREES[2]![1])
  const tree = openTree(trace)
  for (const node of inOrder(trace).slice(1)) {
    const parent = ticTacToe.parse(nodeDetails(tree, { node: trace.parent(node)! }).state)
    const edge = trace.columns.edge[node]!
    const { state, row } = nodeDetails(tree, { node })
    expect(state).toBe(ticTacToe.format(ticTacToe.apply(parent, edge).state))
    expect(row.edge).toEqual({ id: edge, words: ticTacToe.words(parent, edge), notation: ticTacToe.words(parent, edge) })
  }
  const chance = openTree(TREES[1]![1])
  const [first] = chance.trace.children(0)
  expect(chance.trace.children(first!).map(child => chance.reach(child))).toEqual([0.25, 0.75])
  const line = new Outline(chance)
  line.arrange('search', { ...NO_FILTER, line: 'line' })
  line.fold(0, 10)
  expect(line.rows(0, 9).map(({ place }) => chance.trace.edges(place.node))).toEqual([[], [0], [0, 1], [0, 1, 1]])
})

test.each(TREES)('each position that was visited is found by its text, from any place on: %s', (_, trace) => {
  const tree = openTree(trace)
  const order = inOrder(trace)
  const there = (node: number) => !trace.has(node, FLAGS.NOT_VISITED)
  for (const wanted of order.filter(there))
    for (const start of [0, 3, order.length - 1]) {
      const round = [...order.slice(start + 1), ...order.slice(0, start + 1)]
      const state = tree.game.format(tree.state(wanted))
      const expected = round.find(node => there(node) && tree.game.isSame(tree.state(node), tree.state(wanted)))
      expect(finish(findPosition(tree, tree.game.parse(state), { node: order[start]! }))).toEqual({ node: expected })
    }
})

test.each<[string, (columns: Trace['columns'], leaf: number) => void, string]>([
  [
    'the end of a game that continues',
    ({ flags }) => (flags[1]! |= FLAGS.TERMINAL),
    'node 1: it is marked as an end, but the game continues',
  ],
  ['an end that is not marked', ({ flags }, leaf) => (flags[leaf] = FLAGS.HORIZON), 'the game is over, and it is not marked so'],
  ['what the end is not worth', ({ value }, leaf) => value[leaf]!++, 'the end of the game is worth'],
  ['the other player', ({ kind }) => (kind[1] = 2 - kind[1]!), 'node 1: it is the turn of player'],
])('a file that says %s is refused when the position is asked for', (_, lie, problem) => {
  const lying = new Trace(TREES[2]![1].copied())
  const leaf = Array.from({ length: lying.entries }, (_, node) => node).find(node => lying.has(node, FLAGS.TERMINAL))!
  openTree(lying).state(leaf)
  lie(lying.columns, leaf)
  const states = () => Array.from({ length: lying.entries }, (_, node) => openTree(lying).state(node))
  expect(refusal('BAD_FILE', states).message).toContain(problem)
})

test('of a null window one end is the number beside the other', () => {
  const trace = new Trace(TREES[0]![1].copied())
  const [alpha, beta] = [trace.columns.alpha, trace.columns.beta]
  const words = (low: number, high: number) => {
    alpha[1] = low
    beta[1] = high
    return searchWords(openTree(trace), 1)[0]
  }
  expect(words(3, above(3))).toBe('α = 3, β = 3⁺')
  expect(words(below(3), 3)).toBe('α = 3⁻, β = 3')
  expect(words(-Infinity, 3)).toBe('α = −∞, β = 3')
  expect(words(3, 4)).toBe('α = 3, β = 4')
  expect(words(0, above(0))).toBe('α = 0, β = 0⁺')
  expect(words(below(0), 0)).toBe('α = 0⁻, β = 0')
})

test.each([
  ['(max (min 3 5) (min 3 9) (min 4 1))', 'α = 3⁻, β = ∞', 'α = 3⁻, β = 3'],
  ['(max (min -2.5 5) (min -2.5 9))', 'α = −2.5⁻, β = ∞', 'α = −2.5⁻, β = −2.5'],
  ['(max (min 0 5) (min 0 9))', 'α = 0⁻, β = ∞', 'α = 0⁻, β = 0'],
  ['(min (max 3 1) (max 3 0))', 'α = −∞, β = 3⁺', 'α = 3, β = 3⁺'],
])('where ties at the root count, no window of %s says that an equal move is outside', (text, second, its) => {
  const root = exampleTree.parse(text)
  const around = context({ wrapping: { rootTies: true } })
  const found = recordSearch(exampleTree, root, SEARCHERS.alphaBeta, () => treeEstimates(root), {}, around, 1)
  const tree = openTree(new Trace(found.trace))
  const [, move] = tree.actions(0)
  const [, leaf] = tree.actions(move!)
  expect(searchWords(tree, move!)[0]).toBe(second)
  expect(searchWords(tree, leaf!)[0]).toBe(its)
})

test('an edge that its game does not know is reported with its node when the position is requested', () => {
  const lying = new Trace(TREES[2]![1].copied())
  lying.columns.edge[1] = 0 // X stands there
  expect(refusal('BAD_FILE', () => openTree(lying).state(1)).message).toContain('node 1: no action or outcome of ticTacToe')
})
