/** Nodes of thousands of children, as example trees may have: what is asked about them costs no more a child than of few. */
import { expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../src/core/games/exampleTree/game'
import { SEARCHERS } from '../../src/core/search/registry'
import type { Searcher } from '../../src/core/search/searcher'
import { recordSearch } from '../../src/core/search/record'
import { context, PLAIN_CONFIG } from './search/support'
import { workOf } from './support/work'

/** As many leaves below one node, some of them equal. */
function wide(kind: 'max' | 'chance', children: number) {
  const leaves = Array.from({ length: children }, (_, i) => `${kind === 'chance' ? `${1 / children}:` : ''}${(i * 7919) % 997}`)
  return exampleTree.parse(`(${kind} ${leaves.join(' ')})`)
}

const searches = [
  ['minimax', 'max'],
  ['alphaBeta', 'max'],
  ['alphaBeta', 'chance'],
  ['pvs', 'max'],
  ['expectimax', 'max'],
  ['expectimax', 'chance'],
  ['greedy', 'max'],
] as const

test.each(searches)('%s of a %s node: twice the children take twice the work', (id, kind) => {
  const searcher: Searcher = SEARCHERS[id]
  const workFor = (children: number) => {
    const root = wide(kind, children)
    const heuristic = treeEstimates(root)
    const config = id === 'expectimax' ? PLAIN_CONFIG : {}
    return workOf(() => recordSearch(exampleTree, root, searcher, heuristic, config, context(), 1))
  }
  expect(workFor(1200)).toBeLessThan(2.2 * workFor(600))
})
