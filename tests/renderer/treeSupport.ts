/** A lab that answers about real recorded trees, without threads. */
import type { CallName, TreeView } from '../../src/core/contract/calls'
import type { TreeQuestion } from '../../src/core/contract/trees'
import type { Board } from '../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import { neverStop } from '../../src/core/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../src/core/search/settings'
import { traceTextbook } from '../../src/core/search/trace/textbookTracer'
import type { Trace } from '../../src/core/search/trace/trace'
import { levelStatistics } from '../../src/core/search/tree/levels'
import { TREE_ANSWERS } from '../../src/main/compute/treeAnswers'
import { TreeDesk } from '../../src/main/compute/treeDesk'
import { fakeLab } from './helpers'

const EVALUATOR = makeEvaluator('thesis')

export function recordedTrace(board: Board, change: Partial<SearchSettings>, depth: number, mebibytes = 16): Trace {
  const tracer = traceTextbook(EVALUATOR, { ...PLAIN_SETTINGS, ...change })
  return tracer({ root: { board, kind: 'max' }, depth, reach: 1, nodes: Infinity, mebibytes }, neverStop).trace
}

function viewOf(trace: Trace, id = 1, change: Partial<TreeView> = {}): TreeView {
  const { root, evaluator, settings, depth, reach, nodes } = trace.head
  return {
    ...{ id, from: 'search', root, reach, depth, nodes, player: { evaluator, settings, limits: { depth } } },
    ...{ state: 'done', version: 1, newer: false, entries: trace.entries, bytes: 32 * trace.entries, ms: 5, complete: true },
    ...{ levels: levelStatistics(trace), iterations: [{ depth, nodes, ms: 5 }], working: {} },
    ...change,
  }
}

/** Trees by their numbers, from 1. */
export function labWithTrees(traces: readonly Trace[], change: Partial<TreeView> = {}) {
  const desks = traces.map(trace => new TreeDesk(trace.data))
  const views = traces.map((trace, i) => viewOf(trace, i + 1, change))
  const fake = fakeLab((name: CallName, arg: unknown) => {
    if (name === 'trees') return views
    if (!(name in TREE_ANSWERS)) return undefined
    const desk = desks[(arg as { tree: number }).tree - 1]!
    const value: unknown = TREE_ANSWERS[name as TreeQuestion](desk, arg as never)
    if (typeof value !== 'object' || value === null || !('next' in value)) return structuredClone(value)
    const work = value as unknown as Generator<undefined, unknown, undefined>
    let step = work.next()
    while (!step.done) step = work.next()
    return step.value
  })
  return { ...fake, desks, views }
}
