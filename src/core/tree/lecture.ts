/**
 * Replays a recorded search event by event, like a debugger: shows what the searcher knows after each event, and nothing that it computes
 * later. The events are those of the log, or follow from the order of a tree without one.
 */
import { lineAt, SPECIAL_MOMENTS, variableOf, type CodeMoment, type PseudoLine } from '../search/pseudoCode'
import { EVENT_KINDS, type EventKind, type EventLog, type SearchEvent } from '../trace/eventLog'
import { FLAGS, KINDS, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import { ImpliedEvents } from './impliedEvents'
import type { RecordedTree } from './recordedTree'
import { type EventStop, type ValueScale, windowEnd } from './views'
import type { Values } from '../game/game'
import { makeKey } from './views'
import { edgeOf } from './rows'

/** The window of a call in a tree of visits. */
const NO_WINDOW = {
  ...{ alpha: -Infinity, beta: Infinity, best: undefined, bestChild: undefined, depth: undefined },
  ...{ caller: undefined, left: undefined },
}
const CODE_KINDS = [...KINDS, 'root'] as const
type CodeKind = (typeof CODE_KINDS)[number]
/** Events between two saved states. */
const BETWEEN = 2048

/** A call of the searcher that has not returned. */
interface Frame {
  readonly node: NodeId
  /** The current window. */
  readonly alpha: number
  readonly beta: number
  /** `undefined` before the first child has a value. */
  readonly best: number | undefined
  /** The child with this value, if it has an entry. */
  readonly bestChild: NodeId | undefined
  /** Plies left, below 0 in a quiet search; `undefined` in a search to the end of the game. */
  readonly depth: number | undefined
  /** Index of the line that waits for its value; `undefined` for the root. */
  readonly caller: number | undefined
  /** Children that the search has not come to; `undefined` before it knows how many there are. */
  readonly left: number | undefined
}

interface LectureState {
  /** Index of the last event. */
  readonly at: number
  readonly event: SearchEvent
  /** Index of the current line of the pseudo-code. */
  readonly line: number | undefined
  /** From the root to the current node. A node that was just left is still included, with its value. */
  readonly frames: readonly Frame[]
  /** The value that `leave` returns. */
  readonly returned: number | undefined
}

type EventStep = 'into' | 'over' | 'out' | 'back'

/** The state that each event passes on to the next. */
interface Running {
  frames: Frame[]
  line: number | undefined
  isLeft: boolean
}

export class Lecture {
  readonly events: number
  readonly isWhole: boolean
  readonly trace: Trace
  /** True for a tree that grows one node at a time. */
  readonly isOfVisits: boolean
  /** True if the events follow from the order of the tree. */
  readonly isImplied: boolean
  readonly #events: EventLog | ImpliedEvents
  /** The states before every `BETWEEN` events of a log, as far as they were needed. */
  readonly #saved: Running[] = [{ frames: [], line: undefined, isLeft: false }]
  readonly #lines: Readonly<Record<CodeMoment, Readonly<Record<CodeKind, number | undefined>>>>
  readonly #variables: Readonly<Record<CodeKind, string | undefined>>
  /** True if the root belongs to a searcher that has another one search everything below it. */
  readonly #hasOwnRoot: boolean
  #state: LectureState | undefined
  #scale: ValueScale | undefined

  /** @param depth plies of the search; absent: to the end of the game, or each node has its own */
  constructor(
    tree: RecordedTree,
    readonly code: readonly PseudoLine[],
    private readonly depth: number | undefined,
  ) {
    this.trace = tree.trace
    this.isOfVisits = tree.trace.data.space.hasVisits === true
    this.#lines = mapOf([...EVENT_KINDS, ...SPECIAL_MOMENTS], event => mapOf(CODE_KINDS, kind => lineAt(code, event, kind)))
    this.#variables = mapOf(CODE_KINDS, kind => variableOf(code, kind))
    this.#hasOwnRoot = code.some(({ on = [] }) => on.some(moment => moment.endsWith(' root')))
    this.#events = tree.trace.log ?? new ImpliedEvents(tree)
    this.isImplied = tree.trace.log === undefined
    this.events = this.#events.events
    this.isWhole = this.#events.isWhole
  }

  /** The same at each event, so that the mark of a number stays where it is. 0 and 0 without a finite value. */
  get scale(): ValueScale {
    if (this.#scale) return this.#scale
    let [least, greatest] = [Infinity, -Infinity]
    for (let node = 0; node < this.trace.entries; node++) {
      const value = this.trace.value(node)
      if (value !== undefined && Number.isFinite(value)) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)]
    }
    return (this.#scale = least > greatest ? [0, 0] : [least, greatest])
  }

  /** Visits of a node so far, and their mean to MAX. `isLast`: they will not change any more. */
  visited(node: NodeId, event: number): { readonly mean: number; readonly visits: number; readonly isLast: boolean } | undefined {
    const last = this.#events.endUpTo(node, event)
    if (last === undefined) return undefined
    const { x, y } = this.#events.event(last)
    return { mean: x, visits: y, isLast: this.#events.endFrom(node, last + 1) === undefined }
  }

  /** The state after an event, 0 … events − 1. */
  at(event: number): LectureState {
    if (this.#state?.at === event) return this.#state
    if (event >= this.events) throw new RangeError(`event ${event} of ${this.events}`)
    const running = this.#before(event)
    this.#play(running, event)
    const last = this.#events.event(event)
    const returned = running.isLeft ? last.x : undefined
    this.#state = { at: event, event: last, line: running.line, frames: running.frames, returned }
    return this.#state
  }

  #before(event: number): Running {
    if (this.#events instanceof ImpliedEvents) return this.#replayed(this.#saved[0]!, this.#events.leadingTo(event))
    const index = Math.floor(event / BETWEEN)
    while (this.#saved.length <= index) this.#saved.push(this.#replayed(this.#saved.at(-1)!, range(this.#saved.length - 1)))
    return this.#replayed(this.#saved[index]!, range(index, event))
  }

  #replayed(saved: Running, events: Iterable<number>): Running {
    const running = { ...saved, frames: [...saved.frames] }
    for (const event of events) this.#play(running, event)
    return running
  }

  /** True if a node has appeared by an event: it was entered, or its parent was left without a visit to it. */
  isThere(node: NodeId, event: number): boolean {
    const first = this.isOfVisits ? this.#events.entered(node) : this.eventOf(node)
    return first !== undefined && first <= event
  }

  /** A node's value; `undefined` before the event that computes it. */
  value(node: NodeId, event: number): number | undefined {
    return this.isLeft(node, event) ? this.trace.value(node) : undefined
  }

  isLeft(node: NodeId, event: number): boolean {
    return this.#events.endUpTo(node, event) !== undefined
  }

  /** True if a leaf is known to be one: the game is over there, or the heuristic was called. */
  isValued(node: NodeId, event: number): boolean {
    if (this.isLeft(node, event)) return true
    const { kind, node: its } = this.at(event).event
    return its === node && (kind === 'utility' || kind === 'evaluate')
  }

  /** True if its parent has compared or added its value: after it was left, unless it is searched again. */
  isCounted(node: NodeId, event: number): boolean {
    const left = this.#events.endUpTo(node, this.isOfVisits ? event : event - 1)
    if (left === undefined || this.isOfVisits) return left !== undefined
    const parent = this.trace.parent(node)
    return this.#events.kind(left + 1) !== 'again' || (parent !== undefined && this.isLeft(parent, event))
  }

  /** The code's name for a node's value from its children so far. */
  variable(node: NodeId): string | undefined {
    return this.#variables[this.#codeKind(node)]
  }

  /** The event that a step leads to; `undefined` beyond the first and the last. */
  step(event: number, step: EventStep): number | undefined {
    const next = event + 1 < this.events ? event + 1 : undefined
    switch (step) {
      case 'into':
        return next
      case 'back':
        return event > 0 ? event - 1 : undefined
      case 'over': {
        // steps over a whole call: the one that just began, or the one that begins next
        const call = this.#isCall(event) ? event : next
        if (call === undefined || !this.#isCall(call)) return next
        const end = this.#endOf(this.#events.event(call).node, call)
        return this.#after(event, call === event ? end : this.#counted(end))
      }
      case 'out': {
        const { frames, returned } = this.at(event)
        const frame = frames.at(returned === undefined || this.isImplied ? -1 : -2)
        return frame && this.#after(event, this.#counted(this.#endOf(frame.node, event + 1)))
      }
    }
  }

  /** The event to run to for a node: its return if the searcher is in it, otherwise the event at which it appears. */
  runTo(event: number, node: NodeId): number | undefined {
    const { frames } = this.at(event)
    const isOpen = this.isThere(node, event) && this.value(node, event) === undefined
    const isInside = this.isImplied ? isOpen : frames.some(frame => frame.node === node)
    return isInside ? (this.#endOf(node, event + 1) ?? this.events - 1) : this.eventOf(node)
  }

  /** The event that enters a node, or leaves its parent if it was not visited; `undefined`: the log ended before. */
  eventOf(node: NodeId): number | undefined {
    const entered = this.#events.entered(node)
    if (entered !== undefined) return entered
    const parent = this.trace.parent(node)
    return parent === undefined ? undefined : this.#endOf(parent, 0)
  }

  /** The event in which its parent takes the value that a call returns: without a log the next one, with a log the end of the call. */
  #counted(end: number | undefined): number | undefined {
    return end === undefined || !this.isImplied || end + 1 === this.events ? end : end + 1
  }

  /** The end of a call, or of the log, if it comes after an event. */
  #after(event: number, end = this.events - 1): number | undefined {
    return end > event ? end : undefined
  }

  #isCall(event: number): boolean {
    const kind = this.#events.kind(event)
    return kind === 'enter' || kind === 'visit'
  }

  /** @param from an event of the visit; a tree of visits has several ends */
  #endOf(node: NodeId, from: number): number | undefined {
    return this.#events.endFrom(node, this.isOfVisits ? from : 0)
  }

  /** The kinds of nodes that the code distinguishes. */
  #codeKind(node: NodeId): CodeKind {
    return node === 0 && this.#hasOwnRoot ? 'root' : this.trace.kind(node)
  }

  #play(running: Running, event: number): void {
    const { kind, node, x, y } = this.#events.event(event)
    const { frames } = running
    if (running.isLeft) frames.pop()
    running.isLeft = kind === 'leave' || kind === 'backUp'
    // a value from the table returns on another line than the others
    const isHit = this.trace.has(node, FLAGS.TABLE_HIT)
    const nodeKind = isHit ? 'leaf' : this.#codeKind(node)
    const top = frames.at(-1)
    const before = running.line
    // the line that ended a leaf was current before: now its caller's line has the value
    const isEnd = kind === 'leave' && nodeKind === 'leaf'
    const next = isEnd ? (this.#lines[isHit ? 'known' : 'ended'].leaf ?? top?.caller) : this.#lineOf(event, kind, nodeKind, top)
    running.line = next ?? before
    switch (kind) {
      case 'visit':
        frames.push({ ...NO_WINDOW, node })
        break
      case 'enter': {
        const depth = this.#depthOf(node, frames.length)
        const isRepeated = event > 0 && this.#events.kind(event - 1) === 'again'
        const caller = top && (isRepeated ? before : this.#lines.call[this.#codeKind(top.node)])
        if (top?.left && !isRepeated) frames[frames.length - 1] = { ...top, left: top.left - 1 }
        frames.push({ ...NO_WINDOW, node, alpha: x, beta: y, depth, caller })
        break
      }
      case 'expand':
        if (top) frames[frames.length - 1] = { ...top, left: x }
        break
      case 'improve':
        // an interrupted call is dropped
        if (this.isOfVisits) running.frames = [{ ...NO_WINDOW, node, best: x, bestChild: y }]
        else if (top) frames[frames.length - 1] = { ...top, best: x, bestChild: y === 0 ? undefined : y }
        break
      case 'narrow':
        if (top) frames[frames.length - 1] = { ...top, alpha: x, beta: y }
        break
      default:
    }
  }

  /** Without a log, each node of the trace has its depth. */
  #depthOf(node: NodeId, above: number): number | undefined {
    if (this.#events instanceof ImpliedEvents) return this.trace.columns.depth[node]
    return this.depth === undefined ? undefined : this.depth - above
  }

  #lineOf(event: number, kind: EventKind, nodeKind: CodeKind, top: Frame | undefined): number | undefined {
    const usual = this.#lines[kind][nodeKind]
    if (nodeKind !== 'chance' || (kind !== 'improve' && kind !== 'cut')) return usual
    // a chance node improves by the child that it left just before, and is cut right after
    const child = event - (kind === 'cut' ? 2 : 1)
    if (this.#events.kind(child) === 'leave' && this.trace.has(this.#events.event(child).node, FLAGS.PROBED))
      return this.#lines.probed.chance ?? usual
    if (kind === 'cut' && top && this.#events.event(event).x === top.alpha) return this.#lines.cutLow.chance ?? usual
    return usual
  }
}

/** The events after a saved state, up to another one, or up to the next saved state. */
function* range(index: number, to = (index + 1) * BETWEEN): Generator<number> {
  for (let event = index * BETWEEN; event < to; event++) yield event
}

function mapOf<Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map(key => [key, value(key)])) as Record<Key, Value>
}

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
