/** Searches a whole tree in search order, from a node on and, after the last, from the root again; the node itself comes last. */
import type { Sliced } from '../sliced'
import { FLAG_NAMES, type FlagName, FLAGS, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './views'
import type { RecordedTree } from './recordedTree'

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this position, including derived outcomes. */
export function* findPosition<State>(tree: RecordedTree<State>, wanted: State, after: Place): Sliced<Place | undefined> {
  const { game, trace } = tree
  if (game.find) return yield* game.find(wanted, after)
  const isHere = (node: NodeId) => !trace.has(node, FLAGS.NOT_VISITED) && game.isSame(tree.state(node), wanted)
  let { node } = after
  for (let looked = 1; ; looked++) {
    node = (node + 1) % trace.entries
    if (isHere(node)) return { node }
    if (node === after.node) return undefined
    if (looked % SLICE === 0) yield looked / trace.entries
  }
}

/** The next node with a flag, or the previous one. */
export function* findFlag(trace: Trace, name: FlagName, from: Place, backwards: boolean): Sliced<NodeId | undefined> {
  const mask = 1 << FLAG_NAMES.indexOf(name)
  const step = backwards ? trace.entries - 1 : 1
  if (backwards && from.draw !== undefined && trace.has(from.node, mask)) return from.node // the outcomes come after it
  let node = from.node
  for (let looked = 1; ; looked++) {
    node = (node + step) % trace.entries
    if (trace.has(node, mask)) return node
    if (node === from.node) return undefined
    if (looked % SLICE === 0) yield looked / trace.entries
  }
}
