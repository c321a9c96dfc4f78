/** Searchers of windows against the recursions of the textbook, leaf by leaf, on trees with many ties. */
import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { createRandom, type Random } from '../../../src/core/random'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Wrapping } from '../../../src/core/search/searcher'
import { run } from './support'

const { minimax, alphaBeta, pvs, star1, star2, paranoid } = SEARCHERS

interface Tree {
  readonly kind: 'max' | 'min' | 'chance' | 'leaf'
  /** Of a leaf its value, of another node its estimate. */
  readonly value: number
  readonly children: readonly Tree[]
}

/** Leaves are worth 0 … this. */
const MOST = 4

function leaf(value: number): Tree {
  return { kind: 'leaf', value, children: [] }
}

/** @param kinds of the nodes by ply; chance nodes have 1, 2 or 4 children, so that means are exact */
function randomTree(random: Random, plies: number, kinds: readonly Tree['kind'][]): Tree {
  const value = random.below(MOST + 1)
  if (plies === 0) return leaf(value)
  const [kind, ...others] = kinds
  const branching = kind === 'chance' ? 2 ** random.below(3) : 1 + random.below(4)
  const children = Array.from({ length: branching }, () => randomTree(random, plies - 1, [...others, kind!]))
  return { kind: kind!, value, children }
}

/** The tree as a game, which lists the leaves that are visited. */
function gameOf(root: Tree, visited: Tree[]): Game<Tree> {
  const branches = ({ children }: Tree) => children.map((state, edge) => ({ edge, state, draws: children.length, chance: 1 }))
  const all = (node: Tree): Tree[] => [node, ...node.children.flatMap(all)]
  const nodes = all(root)
  return {
    id: 'textbook',
    start: () => root,
    agents: () => 2,
    toAct: ({ kind }) => ({ max: 0, min: 1, chance: 'chance', leaf: 'over' } as const)[kind],
    actions: ({ children }) => children.map((_, i) => i),
    apply: ({ children }, action) => ({ state: children[action]!, rewards: [0, 0] }),
    outcomes: branches,
    utilities: node => {
      visited.push(node)
      return [node.value, 0 - node.value]
    },
    key: node => nodes.indexOf(node),
    parse: () => root,
    format: node => String(nodes.indexOf(node)),
    words: (_, edge) => String(edge),
  }
}

interface Textbook {
  /** The value of a node in the window (α, β). */
  readonly value: (node: Tree, alpha: number, beta: number, visit: (leaf: Tree) => number) => number
  readonly kinds: readonly Tree['kind'][]
}

function plainMinimax(node: Tree, alpha: number, beta: number, visit: (leaf: Tree) => number): number {
  if (node.kind === 'leaf') return visit(node)
  const values = node.children.map(child => plainMinimax(child, alpha, beta, visit))
  return node.kind === 'max' ? Math.max(...values) : Math.min(...values)
}

function plainAlphaBeta(node: Tree, alpha: number, beta: number, visit: (leaf: Tree) => number): number {
  if (node.kind === 'leaf') return visit(node)
  const isMax = node.kind === 'max'
  let [best, a, b] = [isMax ? -Infinity : Infinity, alpha, beta]
  for (const child of node.children) {
    const value = plainAlphaBeta(child, a, b, visit)
    best = isMax ? Math.max(best, value) : Math.min(best, value)
    if (isMax ? best >= beta : best <= alpha) break
    if (isMax) a = Math.max(a, best)
    else b = Math.min(b, best)
  }
  return best
}

/** Values are whole numbers, so the null window above α is (α, α + 1). */
function plainPvs(node: Tree, alpha: number, beta: number, visit: (leaf: Tree) => number): number {
  if (node.kind === 'leaf') return visit(node)
  const isMax = node.kind === 'max'
  let [best, a, b] = [isMax ? -Infinity : Infinity, alpha, beta]
  for (const [i, child] of node.children.entries()) {
    let value = plainPvs(child, i > 0 && !isMax ? b - 1 : a, i > 0 && isMax ? a + 1 : b, visit)
    if (i > 0 && a < value && value < b) value = plainPvs(child, a, b, visit)
    best = isMax ? Math.max(best, value) : Math.min(best, value)
    if (isMax ? best >= beta : best <= alpha) break
    if (isMax) a = Math.max(a, best)
    else b = Math.min(b, best)
  }
  return best
}

/** Ballard's Star1, and Star2 with its probes, for outcomes that are equally likely. */
function plainStar(probes: boolean): Textbook['value'] {
  const star: Textbook['value'] = (node, alpha, beta, visit) => {
    if (node.kind === 'leaf') return visit(node)
    if (node.kind === 'chance') return mean(node.children, alpha, beta, visit)
    const isMax = node.kind === 'max'
    let [best, a, b] = [isMax ? -Infinity : Infinity, alpha, beta]
    for (const child of node.children) {
      const value = star(child, a, b, visit)
      best = isMax ? Math.max(best, value) : Math.min(best, value)
      if (isMax ? best >= Math.min(beta, MOST) : best <= Math.max(alpha, 0)) break
      if (isMax) a = Math.max(a, best)
      else b = Math.min(b, best)
    }
    return best
  }
  const mean = (children: readonly Tree[], alpha: number, beta: number, visit: (leaf: Tree) => number): number => {
    const n = children.length
    const lows = children.map(() => 0)
    const highs = children.map(() => MOST)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    for (const [i, { kind, children: below }] of children.entries()) {
      if (!probes || kind === 'leaf' || (kind === 'max' ? beta === Infinity : alpha === -Infinity)) continue
      if (kind === 'max') {
        const b = n * beta - (sum(lows) - lows[i]!)
        const value = star(below[0]!, -Infinity, b, visit)
        lows[i] = Math.max(value, 0)
        if (value >= b) return beta
      } else {
        const a = n * alpha - (sum(highs) - highs[i]!)
        const value = star(below[0]!, a, Infinity, visit)
        highs[i] = Math.min(value, MOST)
        if (value <= a) return alpha
      }
    }
    let total = 0
    for (const [i, child] of children.entries()) {
      const a = n * alpha - total - sum(highs.slice(i + 1))
      const b = n * beta - total - sum(lows.slice(i + 1))
      const value = star(child, a, b, visit)
      total += value
      if (value >= b) return beta
      if (value <= a) return alpha
    }
    return total / n
  }
  return star
}

const TAKING_TURNS = ['max', 'min'] as const
const WITH_CHANCE = ['max', 'chance', 'min', 'chance'] as const
const CASES = [
  { searcher: minimax, value: plainMinimax, kinds: TAKING_TURNS },
  { searcher: alphaBeta, value: plainAlphaBeta, kinds: TAKING_TURNS },
  { searcher: pvs, value: plainPvs, kinds: TAKING_TURNS },
  { searcher: paranoid, value: plainAlphaBeta, kinds: TAKING_TURNS },
  { searcher: star1, value: plainStar(false), kinds: WITH_CHANCE },
  { searcher: star2, value: plainStar(true), kinds: WITH_CHANCE },
] as const

/** Value, best child and visited leaves by the textbook: its recursion at the root, where of equal children the first visited stands. */
function byTextbook(root: Tree, value: Textbook['value']) {
  const leaves: Tree[] = []
  const visit = (node: Tree) => {
    leaves.push(node)
    return node.value
  }
  const rootValue = value(root, -Infinity, Infinity, visit)
  const best = root.children.find(child => value(child, -Infinity, Infinity, ({ value }) => value) === rootValue)!
  return { value: rootValue, best, leaves }
}

function bySearcher(root: Tree, searcher: (typeof CASES)[number]['searcher'], wrapping: Wrapping = {}) {
  const leaves: Tree[] = []
  const heuristic = {
    evaluate: ({ value }: Tree, agent: number) => (agent === 0 ? value : 0 - value),
    bounds: () => [0, MOST] as const,
  }
  const { values, best, effort } = run(searcher, gameOf(root, leaves), root, heuristic, { wrapping })
  return { value: values![0]!, best: root.children[best!]!, leaves, count: effort.leaves }
}

/** A player's children by their estimates, as `order: static` has them. */
function childrenInOrder({ kind, children }: Tree): readonly Tree[] {
  const sign = { max: 1, min: -1, chance: 0, leaf: 0 }[kind]
  return children.toSorted((one, other) => sign * (other.value - one.value))
}

function ordered(node: Tree): Tree {
  return node.kind === 'leaf' ? node : { ...node, children: childrenInOrder(node).map(ordered) }
}

const valuesOf = (leaves: readonly Tree[]) => leaves.map(({ value }) => value)

describe.each(CASES)('$searcher.id', ({ searcher, value, kinds }) => {
  test('visits the leaves of the textbook, one by one, in 1,000 trees with ties', () => {
    for (let seed = 0; seed < 1000; seed++) {
      const random = createRandom(seed)
      const first = random.below(2) * (kinds.length / 2) // MAX or MIN begins
      const root = randomTree(random, 2 + random.below(4), [...kinds.slice(first), ...kinds.slice(0, first)])
      const { count, ...found } = bySearcher(root, searcher)
      const expected = byTextbook(root, value)
      expect(valuesOf(found.leaves), `leaves of tree ${seed}`).toEqual(valuesOf(expected.leaves))
      expect(found.leaves.every((leaf, i) => leaf === expected.leaves[i])).toBe(true)
      expect(count).toBe(expected.leaves.length)
      expect(found.value).toBe(expected.value)
      expect(found.best).toBe(expected.best)
      if (!(searcher.wrappers as readonly string[]).includes('order')) continue
      const inOrder = bySearcher(root, searcher, { order: 'static' })
      const same = ordered(root)
      const expectedInOrder = byTextbook(same, value)
      expect(inOrder.count).toBe(expectedInOrder.leaves.length)
      expect(inOrder.best).toBe(childrenInOrder(root)[same.children.indexOf(expectedInOrder.best)])
    }
  })
})

test.each([
  ['(max (min 3 5) (min 3 9) (min 4 1))', 5, 6],
  ['(max (min 8 2 6) (min 1 3 2) (min 2 1 8))', 5, 6],
])('%s: %i leaves by the textbook, %i to find all ties of the root', (text, textbook, ties) => {
  const root = exampleTree.parse(text)
  for (const searcher of [alphaBeta, paranoid]) {
    const search = (wrapping: Wrapping) => run(searcher, exampleTree, root, treeEstimates(root), { wrapping })
    expect(search({}).effort.leaves, searcher.id).toBe(textbook)
    expect(search({ rootTies: true }).effort.leaves, searcher.id).toBe(ties)
    expect(search({ rootTies: true }).best).toBe(search({}).best)
  }
})
