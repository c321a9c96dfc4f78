import type { NodeId } from '../trace/format'
import type { EventLecture } from './eventLecture'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import { windowEnd, type EventStop } from './views'

/** What a searcher knows after an event, for people. */
export function eventStop(tree: RecordedTree, lecture: EventLecture, at: number): EventStop {
  const { event, line, frames, returned } = lecture.at(at)
  const { kind, node, x, y } = event
  const kindOf = (each: NodeId) => (lecture.isValued(each, at) ? tree.trace.kind(each) : tree.kindOnEntry(each))
  const caller = frames.at(-1)?.caller
  return {
    at,
    of: lecture.events,
    isWhole: lecture.log.isWhole,
    event: { kind, ...placeOf(tree, node), nodeKind: kindOf(node), x: windowEnd(x), y: windowEnd(y) },
    line: line ?? null,
    caller: caller === undefined || caller === line ? null : caller,
    frames: frames.map(frame => ({
      ...placeOf(tree, frame.node),
      variable: lecture.variable(frame.node) ?? null,
      kind: kindOf(frame.node),
      alpha: windowEnd(frame.alpha),
      beta: windowEnd(frame.beta),
      best: frame.best ?? null,
      ...(frame.bestChild !== undefined && { bestEdge: edgeOf(tree, frame.bestChild) }),
      depth: frame.depth ?? null,
    })),
    returned: returned ?? null,
  }
}

function placeOf(tree: RecordedTree, node: NodeId) {
  return { key: makeKey({ node }), ...(node !== 0 && { edge: edgeOf(tree, node) }) }
}
