/** The typed interface of a kernel that records whole searches: the same values, counts and tree as the textbook's. */
import { LabError } from '../errors'
import { MOVES, slideEdge } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { NetworkSource } from '../games/twenty48/heuristics/networkEvaluator'
import type { SearchSettings } from '../search/settings'
import { WITHOUT_WINDOWS, bytesPerEntry, capacityOf, MEBIBYTE, type ColumnSpace, type NodeId } from '../trace/format'
import type { Clock, LevelTimes } from '../trace/levelTimes'
import { Trace } from '../trace/trace'
import { recordRoot, type RecordingEngines, type TraceRequest, type Tracer } from '../games/twenty48/tree/tracer'
import type { TraceWriter } from '../trace/writer'
import { type KernelExports, type KernelImports, KernelMemory, LEVEL_TIMES, tableBitsOf } from './memory'

export interface TracedKernel {
  /** Records searches of the kernel: same values, counts and tree as the textbook's. */
  tracer(evaluator: Evaluator, settings: SearchSettings): Tracer
}

/** Instead of a direction. */
const NO_SLIDE = 4
/** Instead of a number of pairs. */
const ALL_PAIRS = 0xffff_ffff

/** A trace up to this size is copied, which uses less memory than an instance with its tables of the rules. */
const COPIED_BYTES = 8 * MEBIBYTE

/**
 * @param instantiate makes a WebAssembly instance of the kernel with these imports and returns its exports.
 * @param now absent: no times are measured
 * @param networks for evaluators that name one
 */
export function createTracedKernel(
  instantiate: (imports: KernelImports) => KernelExports,
  now?: Clock,
  networks?: NetworkSource,
): TracedKernel {
  let spare: Recording | undefined
  return {
    tracer: (evaluator, settings) => (request, stop) => {
      const recording = spare?.fits(request, settings)
        ? spare
        : new Recording(instantiate, now, request, evaluator, settings, networks)
      spare = undefined // if this search fails, the state of the instance is unknown
      recording.load(evaluator, settings)
      const enginesFor = (writer: TraceWriter, times: LevelTimes | undefined) => recording.engines(writer, request, times)
      const traced = recordRoot(request, 'kernel', { evaluator, settings }, recording.space, enginesFor, stop, now, networks)
      // A large trace stays in place: from now on the instance's memory belongs to the trace, and is freed with it.
      if (traced.trace.entries * bytesPerEntry(WITHOUT_WINDOWS) > COPIED_BYTES) return traced
      const trace = new Trace(traced.trace.copied())
      recording.clear()
      spare = recording
      return { ...traced, trace }
    },
  }
}

/** An instance with room for a trace. */
class Recording {
  readonly space: ColumnSpace
  readonly #memory: KernelMemory
  readonly #tableBits: number

  /** @throws {LabError} `BAD_SETTING` if there is no memory for the table or the trace. */
  constructor(
    instantiate: (imports: KernelImports) => KernelExports,
    now: Clock | undefined,
    { mebibytes }: TraceRequest,
    evaluator: Evaluator,
    settings: SearchSettings,
    networks: NetworkSource | undefined,
  ) {
    this.#memory = new KernelMemory(instantiate, now, networks)
    this.load(evaluator, settings) // makes the table, which is before the room
    this.#tableBits = tableBitsOf(settings)
    const capacity = capacityOf(mebibytes, WITHOUT_WINDOWS)
    const offset = this.#memory.exports.makeRoom(capacity, this.#tableBits)
    if (offset === 0)
      throw new LabError('BAD_SETTING', `mebibytes: no memory for a trace of ${mebibytes} MiB`, { field: 'mebibytes' })
    this.space = { buffer: this.#memory.exports.memory.buffer, offset, capacity }
  }

  fits({ mebibytes }: TraceRequest, settings: SearchSettings): boolean {
    return this.space.capacity >= capacityOf(mebibytes, WITHOUT_WINDOWS) && this.#tableBits === tableBitsOf(settings)
  }

  load(evaluator: Evaluator, settings: SearchSettings): void {
    this.#memory.load(evaluator, settings)
  }

  engines(writer: TraceWriter, { depth, mebibytes }: TraceRequest, times: LevelTimes | undefined): RecordingEngines {
    const { exports } = this.#memory
    /** Enters a node, lets the kernel record it and all that is below it, and leaves it. */
    const recorded = <T>(edge: number, own: number, search: (node: NodeId) => T, nodesOf: (found: T) => number): T => {
      const node = writer.enter('chance', edge, own, -Infinity, Infinity, 0)!
      exports.beginRecording(writer.entries, writer.reserved, depth, capacityOf(mebibytes, WITHOUT_WINDOWS), ALL_PAIRS)
      exports.clearTimes()
      const found = search(node)
      writer.resume(exports.entriesInUse(), nodesOf(found))
      times?.credit(this.#levelTimes())
      return found
    }
    return {
      slides: (request, stop) =>
        recorded(
          slideEdge(request.moves[0]!),
          request.depth,
          node =>
            this.#memory.iterate(request, stop, (move, budget) =>
              exports.recordSlide(MOVES.indexOf(move), request.depth, request.reach, budget, node),
            ),
          ({ slides, unfinishedNodes }) => slides.reduce((sum, { nodes }) => sum + nodes, unfinishedNodes),
        ),
      afterstate: ({ board, reach, cut, nodes: budget }, stop) =>
        recorded(
          0,
          depth,
          node => {
            this.#memory.useCut(cut)
            return this.#memory.searchRoot(board, stop, () => exports.recordSlide(NO_SLIDE, depth, reach, budget, node))
          },
          ({ nodes }) => nodes,
        ),
    }
  }

  #levelTimes(): number[] {
    const levels = this.#memory.readNumber(LEVEL_TIMES)
    return Array.from({ length: levels }, (_, level) => this.#memory.readNumber(LEVEL_TIMES + 8 + 8 * level))
  }

  /** Clears the room. */
  clear(): void {
    this.#memory.exports.clearRoom()
  }
}
