import type { NodeId } from '../trace/format'
import type { Sliced } from '../sliced'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import type { IciclePiece } from './views'

/** Nodes looked at between two pauses: about a millisecond. */
const SLICE = 50_000

/** A node that stands alone. */
interface Lone {
  readonly node: NodeId
  readonly from: number
}

/** Siblings side by side, each too narrow to be drawn. */
interface Run {
  readonly first: NodeId
  readonly count: number
  readonly from: number
}

/**
 * Where the search went, from a node down, level by level: each node as wide as its share of what it counts, below
 * its parent. A level has room for so many pieces side by side; nodes too narrow for that are put together, and so is what
 * is below them, so that every level is there and nothing is missing from its width. Pauses, since that means to look at all
 * nodes of these levels.
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

/** What the search counts for a node: at and below it, and on the edge to it. A player's illegal slides are nobody's: they stay blank. */
function effortFor(tree: RecordedTree, node: NodeId): number {
  return tree.trace.columns.nodes[node]! + leadingEffort(tree, node)
}

function leadingEffort({ game }: RecordedTree, node: NodeId): number {
  return node === 0 ? 0 : game.effortOfEdge(node)
}

/** Children that can be drawn, and those between them put together until they can; one that has no narrow neighbour stays alone. */
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

/** A run and what is below it, a piece a level. */
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
