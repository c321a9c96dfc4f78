import type { NodeId } from '../trace/format'
import type { Sliced } from '../sliced'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import type { IciclePiece } from './views'

/** Nodes visited between two pauses: about a millisecond. */
const SLICE = 50_000

/** A node wide enough to be drawn. */
interface Lone {
  readonly node: NodeId
  readonly from: number
}

/** Adjacent siblings, each too narrow to be drawn. */
interface Run {
  readonly first: NodeId
  readonly count: number
  readonly from: number
}

/**
 * Shows how the search spread below a node, level by level: the width of a node is its share of the nodes counted, and it lies below its
 * parent. A level has a limited number of pieces. Nodes that are too narrow are merged, with all that is below them, so that each level is
 * complete and has its full width. Pauses, because it visits all nodes of these levels.
 */
export function* icicle(tree: RecordedTree, top: NodeId, levels: number, room: number): Sliced<IciclePiece[]> {
  const whole = Math.max(1, effortFor(tree, top))
  const narrowest = 1 / room
  const pieces: IciclePiece[] = []
  let level: Lone[] = [{ node: top, from: 0 }]
  let looked = 0
  for (let depth = 0; depth < levels && level.length > 0; depth++) {
    const next: Lone[] = []
    for (const { node, from } of level) {
      pieces.push(lonePiece(tree, node, depth, from, depth === 0 ? 1 : from + effortFor(tree, node) / whole))
      if (depth + 1 === levels) continue
      const { wide, runs } = split(tree, node, from, whole, narrowest)
      next.push(...wide)
      for (const run of runs) {
        const below = runPieces(tree, run, depth + 1, levels, whole)
        pieces.push(...below)
        looked += below.reduce((sum, { count }) => sum + count, 0)
        if (looked < SLICE) continue
        looked = 0
        yield 0
      }
    }
    level = next
  }
  return pieces
}

/** The search's count for a node: at and below it, and on the edge to it. A player's illegal moves belong to no node and stay blank. */
function effortFor(tree: RecordedTree, node: NodeId): number {
  return tree.trace.columns.nodes[node]! + leadingEffort(tree, node)
}

function leadingEffort({ game }: RecordedTree, node: NodeId): number {
  return node === 0 ? 0 : game.effortOfEdge(node)
}

/** Children that can be drawn; adjacent narrow ones are merged until they can. A narrow child without a narrow neighbour stays alone. */
function split(tree: RecordedTree, node: NodeId, left: number, whole: number, narrowest: number) {
  const wide: Lone[] = []
  const runs: Run[] = []
  let run: { first: NodeId; count: number; from: number } | undefined
  let at = left
  const close = () => {
    if (run?.count === 1) wide.push({ node: run.first, from: run.from })
    else if (run) runs.push(run)
    run = undefined
  }
  for (const child of tree.trace.children(node)) {
    const width = effortFor(tree, child) / whole
    if (width >= narrowest) {
      close()
      wide.push({ node: child, from: at })
    } else {
      run ??= { first: child, count: 0, from: at }
      run.count++
      if (at + width - run.from >= narrowest) close()
    }
    at += width
  }
  close()
  return { wide, runs }
}

/** A merged piece and those below it, one per level. */
function runPieces(tree: RecordedTree, run: Run, depth: number, levels: number, whole: number): IciclePiece[] {
  const { trace } = tree
  const { nodes } = trace.columns
  const sums: { first: NodeId; count: number; effort: number }[] = []
  const visit = (first: NodeId, count: number, level: number): void => {
    const sum = (sums[level] ??= { first, count: 0, effort: 0 })
    sum.count += count
    sum.effort += leadingEffort(tree, first) * count
    for (let node = first, left = count; left > 0; node = trace.nextSibling(node), left--) {
      sum.effort += nodes[node]!
      if (trace.childCount(node) > 0 && depth + level + 1 < levels)
        visit(trace.firstChild(node), trace.childCount(node), level + 1)
    }
  }
  visit(run.first, run.count, 0)
  return sums.map(({ first, count, effort }, level) => ({
    key: makeKey({ node: first }),
    level: depth + level,
    from: run.from,
    to: run.from + effort / whole,
    kind: trace.kind(first),
    value: null,
    nodes: effort,
    count,
    best: false,
  }))
}

function lonePiece(tree: RecordedTree, node: NodeId, level: number, from: number, to: number): IciclePiece {
  const { trace } = tree
  const parent = trace.parent(node)
  return {
    key: makeKey({ node }),
    level,
    from,
    to,
    kind: trace.kind(node),
    ...(parent !== undefined && { edge: edgeOf(tree, node) }),
    value: trace.value(node) ?? null,
    nodes: effortFor(tree, node),
    count: 1,
    best: parent !== undefined && tree.bestChild(parent) === node,
  }
}
