import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import type { ReadTree } from '../../../core/contract/trees'
import type { Trace } from '../../../core/trace/trace'
import { countLevels } from '../../../core/tree/levels'
import type { Sliced } from '../../../core/sliced'

/** Tree files on the thread that reads trees: files being read and files being written. */
export class TreeFiles {
  /** The file being read. A new one replaces it. */
  #reading: { readonly file: number; readonly reader: TraceFileReader } | undefined
  readonly #writing = new Map<number, { readonly pieces: Generator<Uint8Array, void, undefined>; at: number }>()

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

  /** Checks the tree that was read. @throws {LabError} `BAD_FILE` */
  *finish(): Sliced<ReadTree> {
    const { reader } = this.#reading!
    this.#reading = undefined
    const trace = yield* reader.finishing()
    return { data: trace.data, levels: yield* countLevels(trace) }
  }

  giveUp(file: number): void {
    if (this.#reading?.file === file) this.#reading = undefined
  }

  /**
   * The next part of a tree's file. Each part starts where the one before it ended; the part after the last is empty.
   * @throws {LabError} `CANCELLED` if the tree is being saved again from the start
   */
  write(tree: number, trace: Trace, at: number): Uint8Array {
    if (at === 0) this.#writing.set(tree, { pieces: makeTraceFile(trace), at })
    const writing = this.#writing.get(tree)
    if (writing?.at !== at) throw new LabError('CANCELLED', 'This tree is being saved anew.', { tree, at })
    const next = writing.pieces.next()
    if (next.done) {
      this.#writing.delete(tree)
      return new Uint8Array(0)
    }
    writing.at += next.value.length
    return next.value
  }

  forget(tree: number): void {
    this.#writing.delete(tree)
  }
}
