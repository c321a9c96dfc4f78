/**
 * Looking through a whole tree in the order of the search, from a node on and, after the last, from the root again; the
 * node itself comes last.
 */
import type { Board } from '../games/twenty48/board'
import type { Sliced } from '../sliced'
import { FLAG_NAMES, type FlagName, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import { BoardWalk } from './boardWalk'
import type { Place } from './key'
import { nextInSearch, previousInSearch } from './order'

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this board, the tiles behind leaves included. */
export function* findBoard(trace: Trace, wanted: Board, after: Place): Sliced<Place | undefined> {
  const walk = new BoardWalk(trace, wanted, after.node)
  const from = walk.share()
  // Step 1. What stands behind the leaf itself.
  const own = walk.found()
  if (own && (own.draw ?? -1) > (after.draw ?? -1)) return own
  // Step 2. What comes after it, then from the root on to it.
  let visited = 0
  let before = 0
  for (;;) {
    if (!walk.goOn()) {
      if (before === 1) return own // it stands where the walk passes over
      before = 1
      walk.restart()
    }
    if (before === 1 && walk.node === after.node) return own
    const found = walk.found()
    if (found) return found
    if (++visited % SLICE === 0) yield Math.min(1, before + walk.share() - from)
  }
}

/** The next node with a flag, or the previous one. */
export function* findFlag(trace: Trace, name: FlagName, from: Place, backwards: boolean): Sliced<NodeId | undefined> {
  const mask = 1 << FLAG_NAMES.indexOf(name)
  const step = backwards ? previousInSearch : nextInSearch
  if (backwards && from.draw !== undefined && trace.has(from.node, mask)) return from.node // the tiles stand behind it
  let node = from.node
  for (let looked = 1; ; looked++) {
    node = step(trace, node)
    if (trace.has(node, mask)) return node
    if (node === from.node) return undefined
    if (looked % SLICE === 0) yield looked / trace.entries
  }
}
