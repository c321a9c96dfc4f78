import { stepTo } from '../trace/boards'
import type { NodeId } from '../trace/format'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import type { IciclePiece } from './views'

/**
 * Where the slides that were tried went, from a node down: each node as wide as its share, its children below it. The
 * widest come first, and at most so many pieces in all, so that what is left out is too narrow to be seen.
 */
export function icicle(tree: RecordedTree, top: NodeId, levels: number, pieces: number): IciclePiece[] {
  const { trace } = tree
  const { nodes } = trace.columns
  const whole = nodes[top]!
  const drawn: IciclePiece[] = []
  let level: { readonly node: NodeId; readonly from: number }[] = [{ node: top, from: 0 }]
  const narrowest = levels / pieces // were every level full of these, they would be as many as are allowed
  for (let depth = 0; depth < levels && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { node, from } of level) {
      const width = whole === 0 ? 1 : nodes[node]! / whole
      drawn.push(piece(tree, node, depth, from, from + width))
      // What a player's node tries itself comes to 4 slides: they are nobody's share, and stay blank behind the children.
      let at = from
      for (const child of trace.children(node)) {
        const share = whole === 0 ? 0 : nodes[child]! / whole
        if (share >= narrowest) next.push({ node: child, from: at })
        at += share
      }
    }
    level = next
  }
  return drawn
}

function piece(tree: RecordedTree, node: NodeId, level: number, from: number, to: number): IciclePiece {
  const { trace } = tree
  const edge = stepTo(trace, node)
  const parent = trace.parent(node)
  return {
    key: makeKey({ node }),
    level,
    from,
    to,
    kind: trace.kind(node),
    ...(edge && { edge }),
    value: trace.value(node) ?? null,
    nodes: trace.columns.nodes[node]!,
    best: parent !== undefined && tree.bestChild(parent) === node,
  }
}
