/** Looking through a whole tree. These take a while in one of millions, so they pause: whoever drives them sees to others meanwhile. */
import type { Sliced } from '../../sliced'
import { faceSum, sameBoard, type Board } from '../../games/twenty48/board'
import { boardAfter } from '../trace/boards'
import { FLAG_NAMES, type FlagName, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'

/** Nodes between two pauses: about a millisecond, or ten where boards are played. */
const SLICE = 20_000

/**
 * The next node with this board after another, in the order of the search (a node before its children, these before what
 * comes next); from the root again after the last. The node itself is found last.
 */
export function* findBoard(trace: Trace, wanted: Board, after: NodeId): Sliced<NodeId | undefined> {
  const sum = faceSum(wanted)
  const path = trace.path(after)
  const boards: Board[] = [trace.head.root.board]
  for (const node of path.slice(1)) boards.push(boardAfter(trace, boards.at(-1)!, node))
  let visited = 0
  for (const round of ['after', 'from the start'] as const) {
    if (round === 'from the start') {
      path.splice(0, path.length, 0)
      boards.splice(0, boards.length, trace.head.root.board)
      if (sameBoard(boards[0]!, wanted)) return 0
    }
    while (path.length > 0) {
      const node = path.at(-1)!
      // Tiles never lose their sum: below a board of a larger one there is nothing to find.
      const first = faceSum(boards.at(-1)!) <= sum ? trace.firstChild(node) : 0
      if (first !== 0) push(first)
      else if (!advance()) break
      if (sameBoard(boards.at(-1)!, wanted)) return path.at(-1)!
      if (round === 'from the start' && path.at(-1) === after) return undefined
      if (++visited % SLICE === 0) yield 0
    }
  }
  return undefined

  function push(node: NodeId): void {
    path.push(node)
    boards.push(boardAfter(trace, boards.at(-1)!, node))
  }

  /** To the next sibling, of the node or of the nearest above it that has one. */
  function advance(): boolean {
    for (;;) {
      const node = path.pop()!
      boards.pop()
      const parent = path.at(-1)
      if (parent === undefined) return false
      if (node + 1 < trace.firstChild(parent) + trace.columns.children[parent]!) {
        push(node + 1)
        return true
      }
    }
  }
}

/** The next or the previous node with a flag, in the order in which entries were made; `undefined` after the last. */
export function* findFlag(trace: Trace, name: FlagName, from: NodeId, backwards: boolean): Sliced<NodeId | undefined> {
  const mask = 1 << FLAG_NAMES.indexOf(name)
  const { flags } = trace.columns
  const step = backwards ? -1 : 1
  let looked = 0
  for (let node = from + step; node >= 0 && node < trace.entries; node += step) {
    if ((flags[node]! & mask) !== 0) return node
    if (++looked % (SLICE * 100) === 0) yield 0
  }
  return undefined
}
