import type { Values } from '../game/game'
import { bytesPerEntry, exactSpace, MEBIBYTE, type Layout } from '../trace/format'
import { BYTES_PER_EVENT, LOG_COLUMNS, newLog, viewLog, type LogData } from '../trace/eventLog'
import type { LoggedTree } from '../trace/join'
import type { Observer, WorldsObserver } from './observer'
import { Recorder, type Recording } from './recorder'

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
