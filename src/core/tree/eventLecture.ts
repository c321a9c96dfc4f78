/**
 * A recorded search, event by event, as a debugger goes through a program: what the searcher knows after each of them, and nothing
 * that it computes later. Any event can be jumped to: states are kept now and then, and played on from there.
 */
import { lineAt, variableOf, type PseudoLine } from '../search/pseudoCode'
import { EVENT_KINDS, type EventKind, type EventLog, type SearchEvent } from '../trace/eventLog'
import { FLAGS, KINDS, type NodeId, type NodeKind } from '../trace/format'
import type { Trace } from '../trace/trace'

/** Events between two kept states. */
const BETWEEN = 2048

/** A call of the searcher that has not returned. */
interface Frame {
  readonly node: NodeId
  /** As they are now. */
  readonly alpha: number
  readonly beta: number
  /** `undefined` before the first child has a value. */
  readonly best: number | undefined
  /** The child that it is the value of, if that has an entry. */
  readonly bestChild: NodeId | undefined
  /** Plies left, below 0 in a quiet search; `undefined` in a search to the end of the game. */
  readonly depth: number | undefined
  /** Index of the line that waits for its value; `undefined` of the root. */
  readonly caller: number | undefined
}

export interface LectureState {
  /** Index of the event that was the last. */
  readonly at: number
  readonly event: SearchEvent
  /** Index of the current line of the pseudo-code. */
  readonly line: number | undefined
  /** From the root to the node in hand. That which is left is still there, with its value. */
  readonly frames: readonly Frame[]
  /** What `leave` returns. */
  readonly returned: number | undefined
  /** Entries of the trace that are there by now: children that were not visited appear when their parent is left. */
  readonly entries: number
}

export type EventStep = 'into' | 'over' | 'out' | 'back'

/** What every event carries on to the next. */
interface Running {
  frames: Frame[]
  line: number | undefined
  entries: number
  isLeft: boolean
}

export class EventLecture {
  readonly #kept: Running[] = []
  /** By node: its `enter`, and its `leave`, one more than the event; 0: not in the log. */
  readonly #entered: Uint32Array
  readonly #left: Uint32Array
  readonly #lines: Readonly<Record<EventKind | 'call', Readonly<Record<NodeKind, number | undefined>>>>
  readonly #variables: Readonly<Record<NodeKind, string | undefined>>
  #state: LectureState | undefined

  /** @param depth plies of the search; absent: to the end of the game */
  constructor(
    readonly trace: Trace<unknown>,
    readonly log: EventLog,
    readonly code: readonly PseudoLine[],
    private readonly depth: number | undefined,
  ) {
    this.#lines = mapOf([...EVENT_KINDS, 'call'], event => mapOf(KINDS, kind => lineAt(code, event, kind)))
    this.#variables = mapOf(KINDS, kind => variableOf(code, kind))
    this.#entered = new Uint32Array(trace.entries)
    this.#left = new Uint32Array(trace.entries)
    const running: Running = { frames: [], line: undefined, entries: 0, isLeft: false }
    for (let event = 0; event < log.events; event++) {
      if (event % BETWEEN === 0) this.#kept.push({ ...running, frames: [...running.frames] })
      this.#play(running, event)
      const kind = log.kind(event)
      const node = log.columns.node[event]!
      if (kind === 'enter') this.#entered[node] = event + 1
      else if (kind === 'leave') this.#left[node] = event + 1
    }
  }

  get events(): number {
    return this.log.events
  }

  /** After an event, 0 … events − 1. */
  at(event: number): LectureState {
    if (this.#state?.at === event) return this.#state
    const from = Math.floor(event / BETWEEN)
    const kept = this.#kept[from]
    if (!kept || event >= this.events) throw new RangeError(`event ${event} of ${this.events}`)
    const running = { ...kept, frames: [...kept.frames] }
    for (let each = from * BETWEEN; each <= event; each++) this.#play(running, each)
    const last = this.log.event(event)
    this.#state = {
      at: event,
      event: last,
      line: running.line,
      frames: running.frames,
      returned: running.isLeft ? last.x : undefined,
      entries: running.entries,
    }
    return this.#state
  }

  /** Whether a node has appeared after an event: it was entered, or its parent was left without a visit to it. */
  isThere(node: NodeId, event: number): boolean {
    return node < this.at(event).entries
  }

  /** A node's value, `undefined` before the event that computes it. */
  value(node: NodeId, event: number): number | undefined {
    return this.isLeft(node, event) ? this.trace.value(node) : undefined
  }

  isLeft(node: NodeId, event: number): boolean {
    const left = this.#left[node]!
    return left > 0 && left - 1 <= event
  }

  /** What the code calls a node's value by the children so far. */
  variable(node: NodeId): string | undefined {
    return this.#variables[this.trace.kind(node)]
  }

  /** Where a step leads, `undefined` beyond the first and the last event. */
  step(event: number, step: EventStep): number | undefined {
    const next = event + 1 < this.events ? event + 1 : undefined
    switch (step) {
      case 'into':
        return next
      case 'back':
        return event > 0 ? event - 1 : undefined
      case 'over': {
        // a call is gone over as a whole: the one that just began, or the one that begins next
        const call = this.log.kind(event) === 'enter' ? event : next
        if (call === undefined || this.log.kind(call) !== 'enter') return next
        return this.#after(event, this.#endOf(this.log.columns.node[call]!))
      }
      case 'out': {
        const { frames, returned } = this.at(event)
        const frame = frames.at(returned === undefined ? -1 : -2)
        return frame && this.#after(event, this.#endOf(frame.node))
      }
    }
  }

  /** Where to run to a node: to its return, where the searcher is in it, else to the event that it appears with. */
  runTo(event: number, node: NodeId): number | undefined {
    const { frames } = this.at(event)
    if (frames.some(frame => frame.node === node)) return this.#endOf(node) ?? this.events - 1
    return this.eventOf(node)
  }

  /** The event that enters a node, or, of one that was not visited, leaves its parent; `undefined`: the log ended before that. */
  eventOf(node: NodeId): number | undefined {
    const entered = this.#entered[node]!
    if (entered > 0) return entered - 1
    const parent = this.trace.parent(node)
    return parent === undefined ? undefined : this.#endOf(parent)
  }

  /** Where a call ends, or the log, if that is later than an event. */
  #after(event: number, end = this.events - 1): number | undefined {
    return end > event ? end : undefined
  }

  #endOf(node: NodeId): number | undefined {
    const left = this.#left[node]!
    return left > 0 ? left - 1 : undefined
  }

  #play(running: Running, event: number): void {
    const { node: nodes, x: xs, y: ys } = this.log.columns
    const kind = this.log.kind(event)
    const node = nodes[event]!
    const [x, y] = [xs[event]!, ys[event]!]
    const { frames } = running
    if (running.isLeft) frames.pop()
    running.isLeft = kind === 'leave'
    // a value from the table is not returned where the others are
    const nodeKind = this.trace.has(node, FLAGS.TABLE_HIT) ? 'leaf' : this.trace.kind(node)
    const top = frames.at(-1)
    const before = running.line
    // the line that ended a leaf was current before: now its value is where it was called from
    const next = kind === 'leave' && nodeKind === 'leaf' ? top?.caller : this.#lines[kind][nodeKind]
    running.line = next ?? before
    switch (kind) {
      case 'enter': {
        const depth = this.depth === undefined ? undefined : this.depth - frames.length
        const isRepeated = event > 0 && this.log.kind(event - 1) === 'again'
        const caller = top && (isRepeated ? before : this.#lines.call[this.trace.kind(top.node)])
        frames.push({ node, alpha: x, beta: y, best: undefined, bestChild: undefined, depth, caller })
        running.entries = Math.max(running.entries, node + 1)
        break
      }
      case 'improve':
        if (top) frames[frames.length - 1] = { ...top, best: x, bestChild: y === 0 ? undefined : y }
        break
      case 'narrow':
        if (top) frames[frames.length - 1] = { ...top, alpha: x, beta: y }
        break
      case 'leave':
        running.entries = y
        break
      default:
    }
  }
}

function mapOf<Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map(key => [key, value(key)])) as Record<Key, Value>
}
