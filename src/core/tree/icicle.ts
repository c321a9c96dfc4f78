import { KINDS, type NodeId } from '../trace/format'
import type { Sliced } from '../sliced'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import type { IciclePiece } from './views'
import { walkEntries } from './walk'

/** A node that is drawn alone; or several of one level, because each is too narrow for that. */
interface Piece {
  readonly first: NodeId
  readonly level: number
  readonly from: number
  count: number
  effort: number
  /** Below several nodes: the piece of all their children. */
  below: Piece | undefined
}

/**
 * Shows how the search spread below a node, level by level: the width of a node is its share of the nodes counted, and it lies below its
 * parent. A level has a limited number of pieces. Nodes that are too narrow are merged, with all that is below them, so that each level is
 * complete and has its full width. Pauses, because it visits all nodes of these levels.
 */
export function* icicle(tree: RecordedTree, top: NodeId, levels: number, room: number): Sliced<IciclePiece[]> {
  const { trace } = tree
  const { nodes, children, kind } = trace.columns
  /** The search's count on an edge, by the kind of the node that it comes from. A player's illegal moves belong to no node and stay blank. */
  const onEdge = KINDS.map(from => tree.game.effortOfEdge(from))
  const parent = trace.parent(top)
  const first = newPiece(top, 0, 0, 1, parent === undefined ? 0 : onEdge[kind[parent]!]!)
  const whole = Math.max(1, first.effort + nodes[top]!)
  const narrowest = 1 / room
  /** The pieces of the children of nodes that are drawn alone. */
  const pieceOf = new Map([[top, first]])
  /** By level: the nodes that are drawn alone, and after each the pieces that its children are merged into. */
  const drawn: Piece[][] = []

  /** Draws a node alone. Its narrow children that are adjacent are merged until they can be drawn. */
  const draw = (node: NodeId, piece: Piece): Piece | undefined => {
    const { level, from } = piece
    piece.effort += nodes[node]!
    const pieces = [piece]
    const effort = onEdge[kind[node]!]!
    let narrow: Piece | undefined
    let at = from
    for (const child of level + 1 === levels ? [] : trace.children(node)) {
      const width = (nodes[child]! + effort) / whole
      const isWide = width >= narrowest
      if (isWide || !narrow) pieces.push((narrow = newPiece(child, level + 1, at)))
      pieceOf.set(child, narrow)
      narrow.count++
      narrow.effort += effort
      if (isWide || at + width - narrow.from >= narrowest) narrow = undefined
      at += width
    }
    ;(drawn[level] ??= []).push(...pieces.filter(each => each === piece || each.count > 1))
    return DRAWN
  }
  const merge = (node: NodeId, piece: Piece): Piece | undefined => {
    piece.effort += nodes[node]!
    if (children[node] === 0 || piece.level + 1 === levels) return undefined
    const below = (piece.below ??= newPiece(node + 1, piece.level + 1, piece.from))
    below.count += children[node]!
    below.effort += onEdge[kind[node]!]! * children[node]!
    return below
  }
  const down = (node: NodeId, above: Piece): Piece | undefined => {
    if (above !== DRAWN) return merge(node, above)
    const piece = pieceOf.get(node)
    return piece && (piece.count === 1 ? draw(node, piece) : merge(node, piece))
  }
  yield* walkEntries(trace, { down }, top, DRAWN)
  return drawn.flat().flatMap(piece => {
    const { level, from, effort } = piece
    const to = level === 0 ? 1 : from + effort / whole
    return piece.count === 1 ? [lonePiece(tree, piece, to)] : mergedPieces(tree, piece, whole)
  })
}

/** The state above nodes with pieces of their own. */
const DRAWN = newPiece(0, 0, 0)

function newPiece(first: NodeId, level: number, from: number, count = 0, effort = 0): Piece {
  return { first, level, from, count, effort, below: undefined }
}

function lonePiece(tree: RecordedTree, { first: node, level, from, effort }: Piece, to: number): IciclePiece {
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
    nodes: effort,
    count: 1,
    best: parent !== undefined && tree.bestChild(parent) === node,
  }
}

/** A merged piece and those below it, one per level. */
function mergedPieces({ trace }: RecordedTree, top: Piece, whole: number): IciclePiece[] {
  const pieces: IciclePiece[] = []
  for (let piece: Piece | undefined = top; piece; piece = piece.below) {
    const { first, level, from, effort, count } = piece
    const place = { key: makeKey({ node: first }), level, from, to: from + effort / whole, kind: trace.kind(first) }
    pieces.push({ ...place, value: null, nodes: effort, count, best: false })
  }
  return pieces
}
