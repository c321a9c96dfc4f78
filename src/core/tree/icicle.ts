import { KINDS, type NodeId } from '../trace/format'
import type { Sliced } from '../sliced'
import { makeKey } from './views'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import type { IciclePiece } from './views'
import { walkEntries, type EntryBlock } from './walk'

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
  const draw = (node: NodeId, piece: Piece): void => {
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
  }
  /** The piece that nodes are being merged into, and by level what is merged: the first node, their number, their effort. */
  let merged: Piece | undefined
  const firsts = new Uint32Array(levels + 1)
  const counts = new Float64Array(levels + 1)
  const efforts = new Float64Array(levels + 1)
  const close = (): void => {
    for (let piece = merged; piece; piece = piece.below) {
      const below = piece.level + 1
      piece.effort += efforts[piece.level]!
      if (counts[below]! > 0) piece.below = newPiece(firsts[below]!, below, piece.from, counts[below])
      efforts[piece.level] = counts[below] = 0
    }
  }
  /** The entry after the node that is being merged with all that is below it. */
  let end = 0
  const place = (block: EntryBlock): void => {
    for (let i = 0; i < block.size; i++) {
      const node = block.nodes[i]!
      if (node >= end) {
        const piece = pieceOf.get(node)!
        if (piece.count === 1) {
          draw(node, piece)
          continue
        }
        if (piece !== merged) {
          close()
          merged = piece
        }
        end = trace.end(node)
      }
      const level = block.levels[i]!
      efforts[level]! += nodes[node]!
      const count = children[node]!
      if (count === 0 || level + 1 === levels) continue
      if (counts[level + 1] === 0) firsts[level + 1] = node + 1
      counts[level + 1]! += count
      efforts[level + 1]! += onEdge[kind[node]!]! * count
    }
  }
  for (const block of walkEntries(trace, top, levels - 1)) {
    place(block)
    yield block.done
  }
  close()
  return drawn.flat().flatMap(piece => {
    const { level, from, effort } = piece
    const to = level === 0 ? 1 : from + effort / whole
    return piece.count === 1 ? [lonePiece(tree, piece, to)] : mergedPieces(tree, piece, whole)
  })
}

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
