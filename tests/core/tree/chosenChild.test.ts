import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { openTree } from '../../../src/core/games/trees'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Wrapping } from '../../../src/core/search/searcher'
import type { SearchHead } from '../../../src/core/search/subject'
import { Trace } from '../../../src/core/trace/trace'
import { runs } from '../../setup/extent'
import { chanceTrees, context, DECIMAL, DYADIC, PLAIN_CONFIG } from '../search/support'

const { minimax, alphaBeta, pvs, expectimax, star1, star2, paranoid } = SEARCHERS

/** By node where an agent acts: the edge of the child that its value is from, as the searcher said last. */
function chosenEdges(trace: Trace<SearchHead>): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>()
  const { log, columns } = trace
  for (let at = 0; at < log!.events; at++) {
    const { kind, node, y: child } = log!.event(at)
    if (kind === 'improve' && trace.kind(node) !== 'chance') chosen.set(node, columns.edge[child]!)
  }
  return chosen
}

interface Asked<State> {
  readonly game: Game<State>
  readonly root: State
  readonly heuristic: Heuristic<State>
  readonly wrapping: Wrapping
  readonly depth?: number
}

/** Nodes whose best child is another than the search chose; and how many there were whose first child by number is worth as much. */
function compared<State>(id: keyof typeof SEARCHERS, { game, root, heuristic, wrapping, depth }: Asked<State>) {
  const searcher = SEARCHERS[id]
  const config = searcher === expectimax ? PLAIN_CONFIG : {}
  const limits = depth === undefined ? {} : { depth }
  const { trace: data } = recordSearch(game, root, searcher, () => heuristic, config, context({ limits, wrapping }), 4)
  const trace = new Trace(data)
  const tree = openTree(trace)
  const faults: string[] = []
  let ties = 0
  for (const [node, edge] of chosenEdges(trace)) {
    const best = tree.bestChild(node)
    const its = best === undefined ? undefined : trace.columns.edge[best]!
    if (its !== edge) faults.push(`${node} (${trace.edges(node).join()}): ${its}, and the search chose ${edge}`)
    if (tree.actions(node).some(child => trace.columns.edge[child]! < edge && tree.isTie(child, best))) ties++
  }
  return { faults, ties }
}

const orders = fc.constantFrom<Wrapping>(
  {},
  { order: 'static' },
  { order: 'dynamic', deepening: 'interruptible' },
  { order: 'static', table: 8 },
  { order: 'static', rootTies: true },
)

test.each([alphaBeta, pvs, star1, star2, paranoid, minimax, expectimax])(
  'the best child of a node is the one whose value the search took: $id',
  ({ id, wrappers, chance }) => {
    let ties = 0
    const leaf = fc.constantFrom(1, 2, 0.3, 3)
    const trees = chanceTrees({ leaf, shares: chance === 'mean' ? DECIMAL : DYADIC })
    const taken = ({ order, table, deepening, rootTies }: Wrapping): Wrapping => ({
      ...(order && wrappers.includes('order') && { order }),
      ...(rootTies && wrappers.includes('rootTies') && { rootTies }),
      ...(table !== undefined && wrappers.includes('table') && { table }),
      ...(deepening && wrappers.includes('deepening') && { deepening }),
    })
    const searcher = id as keyof typeof SEARCHERS
    fc.assert(
      fc.property(trees, orders, (text, order) => {
        const root = exampleTree.parse(text)
        const found = compared(searcher, { game: exampleTree, root, heuristic: treeEstimates(root), wrapping: taken(order) })
        ties += found.ties
        expect(found.faults).toEqual([])
      }),
      { numRuns: runs(100, 2000) },
    )
    fc.assert(
      fc.property(
        fc.constantFrom('X../.O./...', 'XO./.../...', '.../.X./..O'),
        orders,
        fc.integer({ min: 2, max: 5 }),
        (text, order, depth) => {
          const root = ticTacToe.parse(text)
          const found = compared(searcher, { game: ticTacToe, root, heuristic: openLines, wrapping: taken(order), depth })
          ties += found.ties
          expect(found.faults).toEqual([])
        },
      ),
      { numRuns: runs(6, 60) },
    )
    if (wrappers.includes('order')) expect(ties).toBeGreaterThan(0)
  },
)
