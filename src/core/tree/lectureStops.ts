import type { Values } from '../game/game'
import type { EventKind } from '../trace/eventLog'
import type { NodeId } from '../trace/format'
import type { Frame, Lecture } from './lecture'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import { windowEnd, type EventStop } from './views'

/** Events that give the current node a value. */
const OF_VALUES: readonly EventKind[] = ['utility', 'evaluate', 'hit', 'leave']

/** The searcher's knowledge after an event, for display. @param tree the complete tree */
export function eventStop(tree: RecordedTree, lecture: Lecture, at: number): EventStop {
  const { event, line, frames, returned } = lecture.at(at)
  const { kind, node, x, y } = event
  const kindOf = (each: NodeId) => (lecture.isValued(each, at) ? tree.trace.kind(each) : tree.kindOnEntry(each))
  const caller = frames.at(-1)?.caller
  const child = kind === 'improve' && lecture.isImplied ? lecture.at(at - 1).event : undefined
  const values = OF_VALUES.includes(kind) && !lecture.isOfVisits ? tree.trace.values(node) : undefined
  return {
    at,
    of: lecture.events,
    isWhole: lecture.isWhole,
    event: { kind, ...placeOf(tree, node), nodeKind: kindOf(node), x: Number.isNaN(x) ? null : windowEnd(x), y: windowEnd(y) },
    ...(child && { child: { edge: edgeOf(tree, child.node), value: known(child.x) } }),
    line: line ?? null,
    caller: caller === undefined || caller === line ? null : caller,
    frames: frames.map(frame => {
      const soFar = valuesSoFar(tree, frame)
      const kind = kindOf(frame.node)
      return {
        ...placeOf(tree, frame.node),
        variable: lecture.variable(frame.node) ?? null,
        kind,
        ...(kind === 'agent' && { agent: tree.game.choice(frame.node).agent }),
        alpha: windowEnd(frame.alpha),
        beta: windowEnd(frame.beta),
        best: known(frame.best),
        ...(soFar && { values: soFar }),
        ...(frame.bestChild !== undefined && { bestEdge: edgeOf(tree, frame.bestChild) }),
        depth: frame.depth ?? null,
        left: frame.left ?? null,
        ...(!tree.trace.log && { reach: tree.reach(frame.node) }),
      }
    }),
    returned: known(returned),
    ...(values && { values }),
  }
}

/** `NaN`: the search was stopped before there was a value. */
function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The value of the children so far for each agent: the best of them, or the sum at a chance node. */
function valuesSoFar(tree: RecordedTree, { node, bestChild }: Pick<Frame, 'node' | 'bestChild'>): Values | undefined {
  const values = bestChild === undefined ? undefined : tree.trace.values(bestChild)
  if (bestChild === undefined || !values) return undefined
  if (tree.trace.kind(node) !== 'chance') return values.map((_, agent) => tree.sum(bestChild, agent)!)
  const known = tree.trace.children(node).filter(child => child <= bestChild)
  return values.map((_, agent) =>
    known.reduce((sum, child) => {
      const { chance, draws } = tree.chance(child)
      return sum + (chance / draws) * tree.trace.valueTo(child, agent)!
    }, 0),
  )
}

function placeOf(tree: RecordedTree, node: NodeId) {
  return { key: makeKey({ node }), ...(node !== 0 && { edge: edgeOf(tree, node) }) }
}
