import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleTree, type TreeNode } from '../../../src/core/games/exampleTree/game'
import { ticTacToe } from '../../../src/core/games/ticTacToe/game'
import type { Game } from '../../../src/core/game/game'
import { bestStrategy, chosenStrategy } from '../../../src/core/search/strategies'
import { refusal } from '../support/errors'

/** A tree as a list: its kind, and its children or the value of the leaf. */
type Tree = number | readonly ['max' | 'min', readonly Tree[]]

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.integer({ min: -9, max: 9 }),
    fc.tuple(fc.constantFrom('max', 'min'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 })),
  ),
}))
const inner = fc.tuple(fc.constantFrom<'max' | 'min'>('max', 'min'), fc.array(tree, { minLength: 1, maxLength: 3 }))

function textOf(node: Tree): string {
  if (typeof node === 'number') return String(node)
  const [kind, children] = node
  return `(${kind} ${children.map(textOf).join(' ')})`
}

/** Every strategy of a player as the tree that is left of it. */
function strategies(node: Tree, own: 'max' | 'min'): Tree[] {
  if (typeof node === 'number') return [node]
  const [kind, children] = node
  const each = children.map(child => strategies(child, own))
  if (kind === own) return each.flat().map(child => [own, [child]])
  return each
    .reduce<Tree[][]>((lists, next) => lists.flatMap(list => next.map(child => [...list, child])), [[]])
    .map(list => [kind, list])
}

const leaves = (node: Tree): number =>
  typeof node === 'number' ? 1 : node[1].reduce<number>((sum, child) => sum + leaves(child), 0)

const leafValues = (node: Tree): number[] => (typeof node === 'number' ? [node] : node[1].flatMap(leafValues))
/** The worst leaf of what is left of a tree. */
const guaranteed = (node: Tree, own: 'max' | 'min') => (own === 'max' ? Math.min : Math.max)(...leafValues(node))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('of all strategies of a tree, its number, its best value and the leaves of the best', () => {
  fc.assert(
    fc.property(inner, fc.constantFrom<0 | 1>(0, 1), (node, agent) => {
      const own = agent === 0 ? 'max' : 'min'
      const all = strategies(node, own)
      fc.pre(all.length <= 2000)
      const found = bestStrategy(exampleTree, exampleTree.parse(textOf(node)), agent, 0.25)
      expect(found.strategies).toBe(BigInt(all.length))
      const values = all.map(each => guaranteed(each, own))
      const best = agent === 0 ? Math.max(...values) : Math.min(...values)
      expect(found.value).toBe(best)
      const bestLeaves = all.filter((_, i) => values[i] === best).map(each => BigInt(leaves(each)))
      expect(bestLeaves).toContain(found.leaves)
      expect(found.move).toBe(node[0] === own ? node[1].findIndex(child => minimax(child) === best) : undefined)
    }),
    { numRuns: 200 },
  )
})

const minimax = (node: Tree): number =>
  typeof node === 'number' ? node : (node[0] === 'max' ? Math.max : Math.min)(...node[1].map(minimax))

const ERROR = 0.25

test('the mean of the best strategy is that of its leaves, each with the probability that the opponent leads to it', () => {
  const expected = (node: Tree, own: 'max' | 'min', error: number): number => {
    if (typeof node === 'number') return node
    const [kind, children] = node
    const best = children.findIndex(child => minimax(child) === minimax(node))
    const values = children.map(child => expected(child, own, error))
    return kind === own ? values[best]! : error * mean(values) + (1 - error) * values[best]!
  }
  fc.assert(
    fc.property(inner, fc.constantFrom<0 | 1>(0, 1), (node, agent) => {
      const { encounters } = bestStrategy(exampleTree, exampleTree.parse(textOf(node)), agent, ERROR)
      const errors = { perfect: 0, erring: ERROR, random: 1 }
      for (const { opponent, mean: found } of encounters)
        expect(found, opponent).toBeCloseTo(expected(node, agent === 0 ? 'max' : 'min', errors[opponent]), 9)
    }),
    { numRuns: 200 },
  )
})

test('rewards on the way count as if they were in the leaves', () => {
  const reward = (edge: number, children: readonly unknown[]) => edge * edge - children.length
  const rewarded: Game<TreeNode> = {
    ...exampleTree,
    apply(state, edge) {
      const gained = reward(edge, state.children)
      return { ...exampleTree.apply(state, edge), rewards: [gained, -gained] }
    },
  }
  const summed = (node: Tree, before = 0): Tree =>
    typeof node === 'number' ? node + before : [node[0], node[1].map((child, i) => summed(child, before + reward(i, node[1])))]
  fc.assert(
    fc.property(inner, fc.constantFrom<0 | 1>(0, 1), (node, agent) => {
      const { encounters, ...found } = bestStrategy(rewarded, exampleTree.parse(textOf(node)), agent, ERROR)
      const { encounters: wanted, ...facts } = bestStrategy(exampleTree, exampleTree.parse(textOf(summed(node))), agent, ERROR)
      expect(found).toEqual(facts)
      for (const [i, { worst, mean: expected, most }] of wanted.entries())
        expect(encounters[i]).toMatchObject({ worst, mean: expect.closeTo(expected, 9) as number, most: expect.closeTo(most, 9) as number }) // oxfmt-ignore
    }),
    { numRuns: 200 },
  )
})

test('a uniform tree of depth d: a strategy has b^⌊d/2⌋ leaves', () => {
  const uniform = (depth: number, kind: 'max' | 'min'): Tree =>
    depth === 0 ? depth : [kind, [1, 2, 3].map(() => uniform(depth - 1, kind === 'max' ? 'min' : 'max'))]
  for (const [depth, count] of [
    [1, 1n],
    [2, 3n],
    [3, 3n],
    [4, 9n],
  ] as const)
    expect(bestStrategy(exampleTree, exampleTree.parse(textOf(uniform(depth, 'max'))), 0, 0).leaves).toBe(count)
})

test('the guarantee: no opponent brings the best strategy below its value, and each is worth more to who knows it', () => {
  fc.assert(
    fc.property(inner, fc.constantFrom<0 | 1>(0, 1), fc.double({ min: 0, max: 1, noNaN: true }), (node, agent, error) => {
      const sign = agent === 0 ? 1 : -1
      const { value, encounters } = bestStrategy(exampleTree, exampleTree.parse(textOf(node)), agent, error)
      for (const { mean: expected, worst, most } of encounters) {
        expect(sign * (expected - worst)).toBeGreaterThanOrEqual(-1e-9)
        expect(sign * (most - expected)).toBeGreaterThanOrEqual(-1e-9)
        expect(sign * (worst - value)).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 200 },
  )
})

test('against an opponent that errs, by hand: minimax takes 5 for sure, and gives 1 away', () => {
  // left is worth 5 whatever MIN does; right 4 or 12, and a MIN that errs half the time takes 12 in a quarter of games
  const found = bestStrategy(exampleTree, exampleTree.parse('(max (min 5 5) (min 4 12))'), 0, 0.5)
  expect(found).toMatchObject({ value: 5, leaves: 2n, strategies: 2n, move: 0 })
  expect(found.encounters).toEqual([
    { opponent: 'perfect', mean: 5, worst: 5, most: 5 },
    { opponent: 'erring', mean: 5, worst: 5, most: 6 },
    { opponent: 'random', mean: 5, worst: 5, most: 8 },
  ])
})

test('tic-tac-toe: a draw against perfect play; the random player by another recursion', () => {
  const root = ticTacToe.parse('.........')
  const { value, encounters, strategies: number } = bestStrategy(ticTacToe, root, 0, 0.1)
  expect(value).toBe(0)
  expect(encounters[0]).toEqual({ opponent: 'perfect', mean: 0, worst: 0, most: 0 })
  expect(encounters[2]!.worst).toBe(0)
  const most = (state: typeof root): number => {
    if (ticTacToe.toAct(state) === 'over') return ticTacToe.utilities(state)[0]!
    const values = ticTacToe.actions(state).map(action => most(ticTacToe.apply(state, action).state))
    return ticTacToe.toAct(state) === 0 ? Math.max(...values) : mean(values)
  }
  const after = ticTacToe.parse('X...O....')
  expect(bestStrategy(ticTacToe, after, 0, 0).encounters[2]!.most).toBeCloseTo(most(after), 12)
  expect(number > 10n ** 100n).toBe(true)
})

test.each([
  ['three players', '(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))', /3/],
  ['chance', '(max 1 (chance 0.9:100 0.1:0))', /without chance/],
])('%s are refused', (_, text, message) => {
  expect(refusal('BAD_REQUEST', () => bestStrategy(exampleTree, exampleTree.parse(text), 0, 0)).message).toMatch(message)
})

/** What a strategy leaves of a tree: one child at its own nodes, by the moves it lists. */
function leftOf(node: Tree, own: 'max' | 'min', moves: ReadonlyMap<string, number>, path: readonly number[] = []): Tree {
  if (typeof node === 'number') return node
  const [kind, children] = node
  const taken = kind === own ? moves.get(path.join()) : undefined
  if (kind === own && taken === undefined) throw new Error(`no move at ${path.join()}`)
  return [
    kind,
    children.flatMap((child, i) => (taken === undefined || i === taken ? [leftOf(child, own, moves, [...path, i])] : [])),
  ]
}

/** The own nodes of a tree. */
const ownNodes = (node: Tree, own: 'max' | 'min', path: readonly number[] = []): { path: readonly number[]; of: number }[] =>
  typeof node === 'number'
    ? []
    : [
        ...(node[0] === own ? [{ path, of: node[1].length }] : []),
        ...node[1].flatMap((child, i) => ownNodes(child, own, [...path, i])),
      ]

test('with moves chosen by hand, value and leaves are those of the sub-tree, and no opponent brings it below its value', () => {
  fc.assert(
    fc.property(inner, fc.constantFrom<0 | 1>(0, 1), fc.infiniteStream(fc.nat(8)), (node, agent, random) => {
      const own = agent === 0 ? 'max' : 'min'
      const chosen = ownNodes(node, own)
        .filter(() => random.next().value % 2 === 0)
        .map(({ path, of }) => ({ path, edge: random.next().value % of }))
      const found = chosenStrategy(exampleTree, exampleTree.parse(textOf(node)), agent, ERROR, chosen)
      const moves = new Map(found.moves.map(({ path, edge }) => [path.join(), edge]))
      const left = leftOf(node, own, moves)
      for (const { path, edge } of chosen) if (moves.has(path.join())) expect(moves.get(path.join())).toBe(edge)
      expect(found.chosen.value).toBe(guaranteed(left, own))
      expect(found.chosen.leaves).toBe(BigInt(leaves(left)))
      expect(found.best.value).toBe(minimax(node))
      const sign = agent === 0 ? 1 : -1
      for (const { worst, mean, most } of found.chosen.encounters) {
        expect(sign * worst).toBeGreaterThanOrEqual(sign * found.chosen.value)
        expect(sign * mean).toBeGreaterThanOrEqual(sign * worst - 1e-9)
        expect(sign * most).toBeGreaterThanOrEqual(sign * mean - 1e-9)
      }
      expect(found.chosen.encounters[0]!.mean).toBe(found.chosen.value)
    }),
    { numRuns: 200 },
  )
})

test('a move that its node does not have is refused', () => {
  const asked = () => chosenStrategy(exampleTree, exampleTree.parse('(max (min 5 5) (min 4 12))'), 0, 0, [{ path: [], edge: 7 }])
  expect(refusal('BAD_REQUEST', asked).message).toBe('no move of this node has the number 7')
})

test('a tree with more positions than are looked at is refused', () => {
  const asked = () => chosenStrategy(ticTacToe, ticTacToe.parse('.........'), 0, 0, [], 100)
  expect(refusal('BAD_REQUEST', asked).message).toContain('more than 100 positions')
})
