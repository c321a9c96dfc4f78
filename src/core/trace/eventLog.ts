/**
 * The events of a search, beside its trace of the grown shape. Columns in one buffer; an event's node is its entry in the
 * trace.
 *
 *     column  type  bytes  holds
 *     x       f64       8  by kind, as below
 *     y       f64       8
 *     node    u32       4
 *     kind    u8        1  index into EVENT_KINDS
 *
 *     kind       x                y
 *     iteration  depth in plies   the root's value          of an iteration that finished before the recorded one
 *     enter      alpha            beta
 *     expand     children
 *     utility    the end's value
 *     evaluate   the heuristic's value
 *     probe
 *     hit        the table's value
 *     improve    best so far      the child with this value, 0 if it has no entry; in a log of visits only at the end: the child chosen
 *     narrow     alpha            beta
 *     cut        the bound
 *     again      alpha            beta                      the last child is searched once more
 *     leave      the node's value entries in the trace so far
 *     visit                                                 descends to a known node, the root first
 *     rollout    the game's value its plies                 played on from the node, adds no node
 *     backUp     the node's mean  its visits                returns to the parent
 *
 * 21 bytes per event.
 */
import { MEBIBYTE, type NodeId } from './format'

export const EVENT_KINDS = [
  'iteration',
  'enter',
  'expand',
  'utility',
  'evaluate',
  'probe',
  'hit',
  'improve',
  'narrow',
  'cut',
  'again',
  'leave',
  'visit',
  'rollout',
  'backUp',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export interface SearchEvent {
  readonly kind: EventKind
  readonly node: NodeId
  readonly x: number
  readonly y: number
}

export const BYTES_PER_EVENT = 21

/** The data of a log; structured clone sends it to another thread without a copy. */
export interface LogData {
  readonly buffer: ArrayBufferLike
  /** Maximum number of events, a multiple of 8. */
  readonly capacity: number
  readonly events: number
  /** False if the log ends before the search because room ran out. */
  readonly isWhole: boolean
}

/** The columns in the order they stand in memory and in a file, with the bytes of one event. */
export const LOG_COLUMNS = { x: 8, y: 8, node: 4, kind: 1 } as const satisfies Readonly<Record<keyof LogColumns, number>>
export type LogColumnName = keyof LogColumns

interface LogColumns {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly node: Uint32Array
  readonly kind: Uint8Array
}

export function viewLog(buffer: ArrayBufferLike, capacity: number): LogColumns {
  return {
    x: new Float64Array(buffer, 0, capacity),
    y: new Float64Array(buffer, 8 * capacity, capacity),
    node: new Uint32Array(buffer, 16 * capacity, capacity),
    kind: new Uint8Array(buffer, 20 * capacity, capacity),
  }
}

/** Shared room for a log that is read from a file. */
export function newLog(events: number, isWhole: boolean): LogData {
  const capacity = Math.ceil(events / 8) * 8
  return { buffer: new SharedArrayBuffer(capacity * BYTES_PER_EVENT), capacity, events, isWhole }
}

/** The events of a search in order, numbered from 0, and those of each node. */
export interface SearchEvents {
  readonly events: number
  /** False if they end before the search because room ran out. */
  readonly isWhole: boolean
  kind(at: number): EventKind
  event(at: number): SearchEvent
  /** The event that enters a node; `undefined` if there is none. */
  entered(node: NodeId): number | undefined
  /** The event that leaves a node or backs up to it: the first from an event on, or the last up to one. */
  endFrom(node: NodeId, event: number): number | undefined
  endUpTo(node: NodeId, event: number): number | undefined
}

export class LogWriter {
  readonly #buffer: ArrayBufferLike
  readonly #capacity: number
  readonly #columns: LogColumns
  #events = 0
  #isWhole = true

  constructor(mebibytes: number) {
    this.#capacity = Math.floor((mebibytes * MEBIBYTE) / BYTES_PER_EVENT / 8) * 8
    this.#buffer = new SharedArrayBuffer(this.#capacity * BYTES_PER_EVENT)
    this.#columns = viewLog(this.#buffer, this.#capacity)
  }

  get data(): LogData {
    return { buffer: this.#buffer, capacity: this.#capacity, events: this.#events, isWhole: this.#isWhole }
  }

  /** Adds an event. Once room has run out it adds none, so that the log has no gaps. */
  add(kind: EventKind, node: NodeId, x = 0, y = 0): void {
    if (this.#events === this.#capacity) {
      this.#isWhole = false
      return
    }
    const event = this.#events++
    this.#columns.kind[event] = EVENT_KINDS.indexOf(kind)
    this.#columns.node[event] = node
    this.#columns.x[event] = x
    this.#columns.y[event] = y
  }

  /** Replaces the number of each event's node by the node's entry. */
  renumber(entryOf: Uint32Array): void {
    const { node } = this.#columns
    for (let event = 0; event < this.#events; event++) node[event] = entryOf[node[event]!]!
  }

  clear(): void {
    this.#events = 0
    this.#isWhole = true
  }
}

const ENTER = EVENT_KINDS.indexOf('enter')
const LEAVE = EVENT_KINDS.indexOf('leave')
const BACK_UP = EVENT_KINDS.indexOf('backUp')

function isEnd(kind: number): boolean {
  return kind === LEAVE || kind === BACK_UP
}

/** The events that a searcher logged. */
export class EventLog implements SearchEvents {
  readonly events: number
  readonly isWhole: boolean
  readonly columns: LogColumns
  #index: LogIndex | undefined

  /** @param entries of the trace */
  constructor(
    readonly data: LogData,
    private readonly entries: number,
  ) {
    this.events = data.events
    this.isWhole = data.isWhole
    this.columns = viewLog(data.buffer, data.capacity)
  }

  kind(event: number): EventKind {
    return EVENT_KINDS[this.columns.kind[event]!]!
  }

  event(event: number): SearchEvent {
    const { node, x, y } = this.columns
    return { kind: this.kind(event), node: node[event]!, x: x[event]!, y: y[event]! }
  }

  entered(node: NodeId): number | undefined {
    const after = (this.#index ??= this.#newIndex()).entered[node]!
    return after === 0 ? undefined : after - 1
  }

  endFrom(node: NodeId, event: number): number | undefined {
    return this.#end(node, this.#firstEndAfter(node, event - 1))
  }

  endUpTo(node: NodeId, event: number): number | undefined {
    return this.#end(node, this.#firstEndAfter(node, event) - 1)
  }

  #end(node: NodeId, place: number): number | undefined {
    const { ends, endsOf } = (this.#index ??= this.#newIndex())
    return place < endsOf[node]! || place >= endsOf[node + 1]! ? undefined : ends[place]
  }

  /** Its place in the index. */
  #firstEndAfter(node: NodeId, event: number): number {
    const { ends, endsOf } = (this.#index ??= this.#newIndex())
    let [low, high] = [endsOf[node]!, endsOf[node + 1]!]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ends[middle]! <= event) low = middle + 1
      else high = middle
    }
    return low
  }

  #newIndex(): LogIndex {
    const { node: nodes, kind: kinds } = this.columns
    const [entered, endsOf] = [new Uint32Array(this.entries), new Uint32Array(this.entries + 1)]
    for (let event = 0; event < this.events; event++)
      if (kinds[event] === ENTER) entered[nodes[event]!] = event + 1
      else if (isEnd(kinds[event]!)) endsOf[nodes[event]! + 1]!++
    for (let node = 0; node < this.entries; node++) endsOf[node + 1]! += endsOf[node]!
    const ends = new Uint32Array(endsOf[this.entries]!)
    const next = endsOf.slice()
    for (let event = 0; event < this.events; event++) if (isEnd(kinds[event]!)) ends[next[nodes[event]!]!++] = event
    return { entered, ends, endsOf }
  }
}

/** The events of each node. */
interface LogIndex {
  /** The event that enters it, plus one; 0: not in the log. */
  readonly entered: Uint32Array
  /** The events that end a node, from `endsOf[node]` up to `endsOf[node + 1]`. */
  readonly ends: Uint32Array
  readonly endsOf: Uint32Array
}
