/** Nodes of thousands of children, as example trees may have: what is asked about them costs no more a child than of few. */
import { expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Searcher } from '../../../src/core/search/searcher'
import { recordSearch } from '../../../src/core/search/record'
import { context, PLAIN_CONFIG } from '../search/support'
import { openTree } from '../../../src/core/games/trees'
import { finish } from '../../../src/core/sliced'
import { Trace } from '../../../src/core/trace/trace'
import { findFlag, findPosition } from '../../../src/core/tree/find'
import { nodeDetails } from '../../../src/core/tree/nodeDetails'
import { Outline } from '../../../src/core/tree/outline'
import type { RecordedTree } from '../../../src/core/tree/recordedTree'
import { fullRows } from '../../../src/core/tree/rows'
import { treeJson } from '../../../src/core/tree/treeJson'
import { workOf } from '../support/work'

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
    return workOf(() => recordSearch(exampleTree, root, searcher, () => heuristic, config, context(), 1))
  }
  expect(workFor(1200)).toBeLessThan(2.2 * workFor(600))
})

function unfolded(tree: RecordedTree): Outline {
  const outline = new Outline(tree)
  outline.fold(0, 1)
  return outline
}

const questions: Readonly<Record<string, (tree: RecordedTree, children: number) => void>> = {
  rows: tree => fullRows(tree, unfolded(tree), unfolded(tree).rows(0, 5000)),
  'rows by value': tree => {
    const outline = unfolded(tree)
    outline.arrange('value', { line: 'all', minReach: 0, flags: [] })
    fullRows(tree, outline, outline.rows(0, 5000))
  },
  'the node': tree => nodeDetails(tree, { node: 0 }),
  JSON: tree => [...treeJson(tree, 0, 2)],
  'a position': tree => expect(finish(findPosition(tree, exampleTree.parse('2000'), { node: 0 }))).toBeUndefined(),
  'a flag, backwards': ({ trace }) => expect(finish(findFlag(trace, 'stopped', { node: 0 }, true))).toBeUndefined(),
  'what another tree has unfolded': tree => new Outline(tree).copyFrom(unfolded(tree)),
}

const kinds = [
  ['max', 'alphaBeta'],
  ['chance', 'expectimax'],
] as const

test.each(Object.entries(questions).flatMap(([name, ask]) => kinds.map(([kind, id]) => ({ name, kind, id, ask }))))(
  'below a $kind node: $name; twice the children take twice the work',
  ({ kind, id, ask }) => {
    const workFor = (children: number) => {
      const root = wide(kind, children)
      const searcher: Searcher = SEARCHERS[id]
      const config = id === 'expectimax' ? PLAIN_CONFIG : {}
      const { trace } = recordSearch(exampleTree, root, searcher, () => treeEstimates(root), config, context(), 1)
      const tree = openTree(new Trace(trace))
      return workOf(() => ask(tree, children))
    }
    expect(workFor(1200)).toBeLessThan(2.2 * workFor(600))
  },
)
