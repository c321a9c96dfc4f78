import type { Sliced } from '../../../sliced'
import type { Trace } from '../../../trace/trace'
import type { Place } from '../../../tree/key'
import type { Board } from '../board'
import { BoardWalk } from './boardWalk'

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this board, the tiles behind leaves included, whether a slide or a tile is next. */
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
