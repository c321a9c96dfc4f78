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

export class EventLog {
  readonly events: number
  readonly isWhole: boolean
  readonly columns: LogColumns

  constructor(readonly data: LogData) {
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
}
