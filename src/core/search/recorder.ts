import type { EdgeId, Values } from '../game/game'
import { BYTES_PER_EVENT, type EventKind, LOG_COLUMNS, type LogData, LogWriter, newLog, viewLog } from '../trace/eventLog'
import { type Layout, MEBIBYTE, type NodeKind, bytesPerEntry, capacityOf, exactSpace, newSpace } from '../trace/format'
import { TraceWriter } from '../trace/writer'
import type { LoggedTree } from '../trace/join'
import { type Observer, type Place, SilentObserver, type WorldsObserver } from './observer'

/**
 * Events per tree entry, to divide the room. Measured on tic-tac-toe: 3.7 with minimax, 3.1 with alpha-beta and PVS, 4.2 with minimax and a
 * table. Most events of a log of visits are steps down and up again.
 */
const EVENTS_PER_ENTRY = { calls: 4, visits: 12 } as const

/** One iteration, as far as room allows. */
export class Recording {
  readonly log: LogWriter
  writer: TraceWriter
  /** Plies. */
  depth = 0
  /** The root's value, once it is left. */
  value: number | undefined
  /** True if its columns were handed out: they are not written again. */
  isGivenAway = false

  constructor(mebibytes: number, layout: Layout) {
    const events = EVENTS_PER_ENTRY[layout.hasVisits ? 'visits' : 'calls']
    const share = bytesPerEntry(layout) / (bytesPerEntry(layout) + events * BYTES_PER_EVENT)
    this.log = new LogWriter(mebibytes * (1 - share))
    this.writer = new TraceWriter(newSpace(capacityOf(mebibytes * share, layout), layout))
  }

  get tree(): LoggedTree {
    return { space: this.writer.space, entries: this.writer.entries, log: this.log.data }
  }

  begin(depth: number): void {
    this.depth = depth
    this.value = undefined
    this.log.clear()
    this.writer = new TraceWriter(this.writer.space)
  }
}

/** Makes a trace and an event log: of the last iteration and of the one before it, or of a tree that grows one node at a time. */
export class Recorder extends SilentObserver {
  /** The current iteration, and the last one that finished before it. */
  current: Recording
  finished: Recording | undefined
  readonly #earlier: { readonly depth: number; readonly value: number }[] = []
  /** Places of earlier iterations are below this number. */
  #base = 0
  #chosen: { readonly place: Place; readonly value: number } | undefined

  /** @param isDeepening true if several iterations share the room */
  constructor(
    private readonly mebibytes: number,
    private readonly isDeepening: boolean,
    private readonly layout: Layout,
  ) {
    super()
    this.current = this.#newRecording()
  }

  override get place(): Place | undefined {
    const { node } = this.current.writer
    return node === undefined ? undefined : this.#base + node
  }

  override iteration(depth: number): void {
    const { current } = this
    if (current.value !== undefined) {
      this.#earlier.push({ depth: current.depth, value: current.value })
      this.#base += current.writer.entries
      this.current = this.finished && !this.finished.isGivenAway ? this.finished : this.#newRecording()
      this.finished = current
    }
    this.current.begin(depth)
    for (const { depth, value } of this.#earlier) this.current.log.add('iteration', 0, depth, value)
  }

  override enter(kind: NodeKind, edge: EdgeId, depth: number, alpha: number, beta: number): void {
    this.current.writer.enter(kind, edge, depth, alpha, beta)
    this.#log('enter', alpha, beta)
  }

  override expand(_kind: NodeKind, _depth: number, children: readonly { readonly edge: EdgeId }[]): void {
    this.current.writer.expand(children)
    this.#log('expand', children.length)
  }

  override utility(value: number): void {
    if (this.layout.hasVisits) this.current.writer.end()
    this.#log('utility', value)
  }

  override evaluate(value: number): void {
    this.#log('evaluate', value)
  }

  override probe(): void {
    this.#log('probe')
  }

  override hit(value: number, _source: Place | undefined): void {
    this.#log('hit', value)
  }

  override improve(value: number): void {
    this.#log('improve', value, this.current.writer.lastChild)
  }

  override narrow(alpha: number, beta: number): void {
    this.#log('narrow', alpha, beta)
  }

  override cut(bound: number): void {
    this.current.writer.cut(bound)
    this.#log('cut', bound)
  }

  override again(alpha: number, beta: number, edge?: EdgeId): void {
    this.current.writer.again(edge)
    this.#log('again', alpha, beta)
  }

  override leave(value: number, flags: number, source?: Place, values?: Values): void {
    const { writer, log } = this.current
    const { node } = writer
    writer.leave(value, flags, source !== undefined && source >= this.#base ? source - this.#base : undefined, values)
    if (node !== undefined) log.add('leave', node, value, writer.entries)
    if (writer.isDone) this.current.value = value
  }

  override visit(place: Place | undefined): void {
    this.current.writer.visit(place)
    this.#log('visit')
  }

  override rollout(value: number, plies: number): void {
    this.current.writer.count(plies)
    this.#log('rollout', value, plies)
  }

  override backUp(values: Values, visits: number): void {
    this.#log('backUp', values[0], visits)
    this.current.writer.backUp(values, visits)
  }

  override choose(place: Place | undefined, value: number): void {
    this.#chosen = place === undefined ? undefined : { place, value }
  }

  /** Ends a tree of visits. */
  finishVisits(): LoggedTree {
    const { writer, log } = this.current
    const { space, entryOf } = writer.finishVisits()
    log.renumber(entryOf)
    if (this.#chosen) log.add('improve', 0, this.#chosen.value, entryOf[this.#chosen.place])
    return { space, entries: entryOf.length, log: log.data }
  }

  #log(kind: EventKind, x?: number, y?: number): void {
    const { node } = this.current.writer
    if (node !== undefined) this.current.log.add(kind, node, x, y)
  }

  #newRecording(): Recording {
    return new Recording(this.isDeepening ? this.mebibytes / 2 : this.mebibytes, this.layout)
  }
}

/** A world whose search was recorded, with its tree cut to size. */
export interface RecordedWorld {
  readonly position: string
  readonly weight: number
  /** The values that its search reports, one for each agent. */
  readonly values: Values
  /** Positions entered, with or without an entry. */
  readonly nodes: number
  readonly tree: LoggedTree
}

/** Records the search of each world separately, because a world may turn out not to count. */
export class WorldRecorder implements WorldsObserver {
  readonly #worlds: RecordedWorld[] = []
  #answer: readonly number[] = []
  #recorder: Recorder | undefined
  /** Bytes that are left. */
  #room: number

  /**
   * @param mebibytes room for the trees of all worlds
   * @param isDeepening for each world's search
   * @param finish returns the recorder's iteration to keep, finished
   */
  constructor(
    mebibytes: number,
    private readonly layout: Layout,
    private readonly isDeepening: boolean,
    private readonly finish: (recorder: Recorder) => Recording,
  ) {
    this.#room = mebibytes * MEBIBYTE
  }

  /** The worlds that the answer comes from. */
  get answer(): readonly RecordedWorld[] {
    return this.#answer.map(world => this.#worlds[world]!)
  }

  begin(left: number): Observer {
    return (this.#recorder = new Recorder(Math.max(0, this.#room) / MEBIBYTE / left, this.isDeepening, this.layout))
  }

  found(position: string, weight: number, values: Values): number {
    const recording = this.finish(this.#recorder!)
    const tree = cut(recording.tree)
    this.#room -= tree.entries * bytesPerEntry(this.layout) + tree.log.events * BYTES_PER_EVENT
    return this.#worlds.push({ position, weight, values, nodes: recording.writer.nodes, tree }) - 1
  }

  answered(worlds: readonly number[]): void {
    this.#answer = worlds
  }
}

/** Copies a tree into buffers of its exact size. */
function cut({ space, entries, log }: LoggedTree): LoggedTree {
  return { space: exactSpace(space, entries), entries, log: cutLog(log) }
}

function cutLog(log: LogData): LogData {
  const its = newLog(log.events, log.isWhole)
  const [from, to] = [viewLog(log.buffer, log.capacity), viewLog(its.buffer, its.capacity)]
  for (const name of Object.keys(LOG_COLUMNS) as (keyof typeof LOG_COLUMNS)[]) to[name].set(from[name].subarray(0, log.events))
  return its
}
