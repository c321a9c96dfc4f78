import type { EdgeId, Values } from '../game/game'
import { BYTES_PER_EVENT, LogWriter, type EventKind, type LogData } from '../trace/eventLog'
import { bytesPerEntry, capacityOf, newSpace, type ColumnSpace, type Layout, type NodeKind } from '../trace/format'
import { VisitWriter } from '../trace/visitWriter'
import { SilentObserver, type Place } from './observer'

/** Events per tree entry, to divide the room: most events of a log are steps down and up again. */
const EVENTS_PER_ENTRY = 12

/** Makes a trace and an event log of a search whose tree grows one node at a time. */
export class VisitRecorder extends SilentObserver {
  readonly #writer: VisitWriter
  readonly #log: LogWriter
  #chosen: { readonly place: Place | undefined; readonly value: number } | undefined

  constructor(mebibytes: number, layout: Layout) {
    super()
    const share = bytesPerEntry(layout) / (bytesPerEntry(layout) + EVENTS_PER_ENTRY * BYTES_PER_EVENT)
    this.#log = new LogWriter(mebibytes * (1 - share))
    this.#writer = new VisitWriter(newSpace(capacityOf(mebibytes * share, layout), layout))
  }

  override get place(): Place | undefined {
    return this.#writer.node
  }

  override enter(kind: NodeKind, edge: EdgeId): void {
    this.#writer.enter(kind, edge)
    this.#writer.count(1)
    this.#add('enter', -Infinity, Infinity)
  }

  override visit(place: Place | undefined): void {
    this.#writer.visit(place)
    this.#writer.count(1)
    this.#add('visit')
  }

  override expand(_kind: NodeKind, _depth: number, children: readonly { readonly edge: EdgeId }[]): void {
    this.#writer.expand(children)
    this.#add('expand', children.length)
  }

  override utility(value: number): void {
    this.#writer.end()
    this.#add('utility', value)
  }

  override evaluate(value: number): void {
    this.#add('evaluate', value)
  }

  override rollout(value: number, plies: number): void {
    this.#writer.count(plies)
    this.#add('rollout', value, plies)
  }

  override backUp(values: Values, visits: number): void {
    const { node } = this.#writer
    if (node !== undefined) this.#log.add('backUp', node, values[0], visits)
    this.#writer.backUp(values, visits)
  }

  override choose(place: Place | undefined, value: number): void {
    this.#chosen = { place, value }
  }

  get isEmpty(): boolean {
    return this.#writer.isEmpty
  }

  /** The tree in its current state. */
  finish(): { readonly space: ColumnSpace; readonly entries: number; readonly log: LogData } {
    const { entries, entryOf } = this.#writer.finish()
    this.#log.renumber(entryOf)
    const { place, value } = this.#chosen ?? {}
    if (place !== undefined) this.#log.add('improve', 0, value, entryOf[place])
    return { space: this.#writer.space, entries, log: this.#log.data }
  }

  #add(kind: EventKind, x?: number, y?: number): void {
    const { node } = this.#writer
    if (node !== undefined) this.#log.add(kind, node, x, y)
  }
}
