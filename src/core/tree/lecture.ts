/**
 * Replays a recorded search step by step, like a debugger: a node is entered, each child's value comes in, then the node is left. Each stop
 * follows from the one before it, in both directions.
 */
import { LabError, unreachable } from '../errors'
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import { makeKey, parseKey } from './key'
import type { Known } from './knownTrace'
import { lastChild, previousSibling } from './find'
import type { RecordedTree } from './recordedTree'
import { looseRow } from './rows'
import type { LectureStop, LectureView } from './views'

export type LectureStep = 'stay' | 'into' | 'over' | 'out' | 'back'

interface Stop {
  readonly node: NodeId
  readonly phase: LectureStop['phase']
  readonly child?: NodeId
}

/** @returns the stop that a step leads to; `undefined` beyond the first and the last */
export function stepLecture(trace: Trace, at: LectureStop, step: LectureStep): LectureStop | undefined {
  const stop = move(trace, read(trace, at), step)
  return stop && write(stop)
}

/** The part of a tree that is known at a stop. */
export function knownAt(trace: Trace, at: LectureStop): Known {
  const { node, phase, child } = read(trace, at)
  const way = trace.path(node)
  const isPast = (other: NodeId, onTheWay: (isLast: boolean) => boolean): boolean => {
    const path = trace.path(other)
    const level = path.findIndex((each, i) => each !== way[i])
    if (level < 0) return onTheWay(other === node)
    if (level < way.length) return path[level]! < way[level]!
    return phase === 'leave' || (phase === 'combine' && path[level]! <= child!)
  }
  return {
    isThere: other => isPast(other, () => true),
    isValued: other => isPast(other, isLast => isLast && phase === 'leave'),
    isDone: other => isPast(other, isLast => isLast && phase === 'leave'),
    isCounted: other => isPast(other, () => false),
  }
}

function move(trace: Trace, stop: Stop, step: LectureStep): Stop | undefined {
  switch (step) {
    case 'stay':
      return stop
    case 'into':
      return next(trace, stop)
    case 'back':
      return previous(trace, stop)
    case 'over': {
      const inside = stop.phase === 'leave' ? undefined : nextChild(trace, stop)
      if (stop.phase === 'enter') return { node: stop.node, phase: 'leave' }
      return inside === undefined ? next(trace, stop) : { node: stop.node, phase: 'combine', child: inside }
    }
    case 'out': {
      const parent = trace.parent(stop.node)
      if (parent === undefined) return stop.phase === 'leave' ? undefined : { node: stop.node, phase: 'leave' }
      return { node: parent, phase: 'combine', child: stop.node }
    }
    default:
      return unreachable(step)
  }
}

function next(trace: Trace, stop: Stop): Stop | undefined {
  if (stop.phase === 'leave') {
    const parent = trace.parent(stop.node)
    return parent === undefined ? undefined : { node: parent, phase: 'combine', child: stop.node }
  }
  const child = nextChild(trace, stop)
  return child === undefined ? { node: stop.node, phase: 'leave' } : { node: child, phase: 'enter' }
}

function previous(trace: Trace, { node, phase, child }: Stop): Stop | undefined {
  if (phase === 'combine') return { node: child!, phase: 'leave' }
  if (phase === 'leave') {
    const last = lastChild(trace, node)
    return last === 0 ? { node, phase: 'enter' } : { node, phase: 'combine', child: last }
  }
  const parent = trace.parent(node)
  if (parent === undefined) return undefined
  const before = previousSibling(trace, node)
  return before === 0 ? { node: parent, phase: 'enter' } : { node: parent, phase: 'combine', child: before }
}

/** The next child to search; `undefined` after the last. */
function nextChild(trace: Trace, { node, phase, child }: Stop): NodeId | undefined {
  const following = phase === 'enter' ? trace.firstChild(node) : trace.nextSibling(child!)
  return following === 0 ? undefined : following
}

function read(trace: Trace, { key, phase, child }: LectureStop): Stop {
  const { node } = parseKey(trace, key)
  if (phase !== 'combine') return { node, phase }
  const its = parseKey(trace, child ?? key).node
  if (trace.parent(its) !== node) throw new LabError('BAD_REQUEST', `Node ${its} is no child of node ${node}.`, { node })
  return { node, phase, child: its }
}

function write({ node, phase, child }: Stop): LectureStop {
  return { key: makeKey({ node }), phase, ...(child !== undefined && { child: makeKey({ node: child }) }) }
}

/** @param whole the complete tree @param tree the part known at the stop */
export function lectureView(whole: Trace, tree: RecordedTree, at: LectureStop): LectureView {
  const { trace } = tree
  const { node, phase, child } = read(trace, at)
  return {
    ...at,
    ...(child !== undefined && { childRow: looseRow(tree, { node: child }) }),
    row: looseRow(tree, { node }),
    state: tree.game.format(tree.state(node)),
    soFar: phase === 'leave' ? (trace.value(node) ?? null) : child === undefined ? null : soFar(tree, node, child),
    at: entered(whole, node),
    of: whole.entries,
  }
}

/** The searcher's value so far, after a child has returned. */
function soFar(tree: RecordedTree, node: NodeId, last: NodeId): number | null {
  const { trace } = tree
  const isDone = (child: NodeId) => child <= last && trace.value(child) !== undefined
  const kind = trace.kind(node)
  if (kind === 'max' || kind === 'min') {
    const sums = tree.comparable(node).flatMap(child => (isDone(child) ? tree.sum(child)! : []))
    return sums.length === 0 ? null : kind === 'max' ? Math.max(...sums) : Math.min(...sums)
  }
  const done = trace.children(node).filter(isDone)
  if (done.length === 0) return null
  return done.reduce((sum, child) => sum + tree.chance(child).chance * trace.value(child)!, 0)
}

/** The stop at which a node is entered, given the number of nodes entered by then, itself included. */
export function stopEntering(trace: Trace, count: number): LectureStop {
  let node: NodeId = 0
  let before = 1
  while (before < count) {
    const inside = trace.children(node).find(child => {
      const size = sizeOf(trace, child)
      if (before + size >= count) return true
      before += size
      return false
    })
    if (inside === undefined) break // beyond the last one
    node = inside
    before++
  }
  return write({ node, phase: 'enter' })
}

function sizeOf(trace: Trace, node: NodeId): number {
  const [from, to] = trace.below(node)
  return 1 + to - from
}

/** Number of nodes entered up to this one, itself included. */
function entered(trace: Trace, node: NodeId): number {
  const path = trace.path(node)
  let count = 1
  for (let i = 1; i < path.length; i++) {
    count++
    for (let sibling = trace.firstChild(path[i - 1]!); sibling !== path[i]; sibling = trace.nextSibling(sibling))
      count += sizeOf(trace, sibling)
  }
  return count
}
