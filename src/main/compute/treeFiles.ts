import { makeTraceFile, TraceFileReader } from '../../core/contract/files'
import type { ReadTree } from '../../core/contract/trees'
import type { Trace } from '../../core/search/trace/trace'
import { countLevels } from '../../core/search/tree/levels'
import type { Sliced } from '../../core/sliced'

/** Files of trees as the thread that reads trees has them: on their way in, and on their way out. */
export class TreeFiles {
  /** One at a time comes in; another takes its place. */
  #reading: { readonly file: number; readonly reader: TraceFileReader } | undefined
  readonly #writing = new Map<number, Generator<Uint8Array, void, undefined>>()

  /** The next part of a file; `finish` follows the last. @throws {LabError} `BAD_FILE` */
  read(file: number, name: string, size: number, part: Uint8Array): void {
    if (this.#reading?.file !== file) this.#reading = { file, reader: new TraceFileReader(name, size) }
    try {
      this.#reading.reader.push(part)
    } catch (error) {
      this.#reading = undefined
      throw error
    }
  }

  /** Looks through the tree that was read. @throws {LabError} `BAD_FILE` */
  *finish(): Sliced<ReadTree> {
    const { reader } = this.#reading!
    this.#reading = undefined
    const trace = yield* reader.finishing()
    return { data: trace.data, levels: yield* countLevels(trace) }
  }

  giveUp(file: number): void {
    if (this.#reading?.file === file) this.#reading = undefined
  }

  /** The next part of the file of a tree; from the start again after the last, which is empty, or where that is asked for. */
  write(tree: number, trace: Trace, fromStart: boolean): Uint8Array {
    if (fromStart) this.#writing.set(tree, makeTraceFile(trace))
    const pieces = this.#writing.get(tree)
    const next = pieces?.next()
    if (next && !next.done) return next.value
    this.#writing.delete(tree)
    return new Uint8Array(0)
  }

  forget(tree: number): void {
    this.#writing.delete(tree)
  }
}
