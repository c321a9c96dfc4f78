/** The tree of a search from what was recorded of each move. */
import {
  type ColumnSpace,
  FLAGS,
  KINDS,
  type TraceHead,
  WITHOUT_WINDOWS,
  copyColumns,
  newSpace,
  viewColumns,
} from '../../../trace/format'
import { Trace } from '../../../trace/trace'
import { type Board, MOVES, type Move, slideEdge } from '../board'
import type { SlideResult, SlideTree } from '../search/engine'
import { boardHead, type BoardSubject } from './head'

/** A move with its tree. */
export type DrawnSlide = Pick<SlideResult, 'move' | 'value' | 'nodes' | 'hits' | 'probes' | 'tree'>

/**
 * Puts the moves of one search below its root. Moves without a tree are left out.
 * @param depth of the search, in pairs: that of its deepest moves
 */
export function drawnTrace(board: Board, subject: BoardSubject, slides: readonly DrawnSlide[], depth: number): Trace {
  const trees = MOVES.flatMap(move => slides.filter(slide => slide.move === move && slide.tree)).map(slide => ({
    ...slide,
    tree: slide.tree!,
  }))
  const entries = trees.reduce((sum, { tree }) => sum + tree.end - tree.start, 1)
  const space = newSpace(entries, WITHOUT_WINDOWS)
  const columns = viewColumns(space)
  let end = 1
  for (const { move, tree } of trees) {
    copyTree(tree, move, space, end)
    end += tree.end - tree.start
  }
  const sum = (count: 'nodes' | 'hits' | 'probes') => trees.reduce((total, slide) => total + slide[count], 0)
  const nodes = MOVES.length + sum('nodes')
  columns.value[0] = Math.max(
    ...trees.filter(({ tree }) => viewColumns(tree.space).depth[tree.start] === depth).map(({ value }) => value),
  )
  columns.nodes[0] = nodes
  columns.link[0] = entries
  columns.children[0] = trees.length
  columns.depth[0] = depth
  columns.kind[0] = KINDS.indexOf('max')
  if (trees.length === 0) columns.flags[0] = FLAGS.TERMINAL
  const head = {
    ...boardHead({ board, kind: 'max' }, 'kernel', subject),
    ...{ depth, reach: 1, nodes, hits: sum('hits'), probes: sum('probes'), stopped: undefined },
  } satisfies TraceHead
  return new Trace({ head, space, entries })
}

function copyTree({ space, start, end }: SlideTree, move: Move, to: ColumnSpace, at: number): void {
  copyColumns(space, end - start, to, at, start)
  const columns = viewColumns(to)
  const shift = at - start
  for (let node = at; node < end + shift; node++) {
    columns.parent[node]! += shift
    if (columns.link[node] !== 0) columns.link[node]! += shift
  }
  columns.parent[at] = 0
  columns.edge[at] = slideEdge(move)
}
