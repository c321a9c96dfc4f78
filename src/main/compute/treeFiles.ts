import { makeTraceFile, TraceFileReader } from '../../core/contract/files'
import type { Trace, TraceData } from '../../core/search/trace/trace'

/** Files of trees as the thread that reads trees has them: on their way in, and on their way out. */
export class TreeFiles {
  /** One at a time comes in; another takes its place. */
  #reading: { readonly file: number; readonly reader: TraceFileReader } | undefined
  readonly #writing = new Map<number, Generator<Uint8Array, void, undefined>>()

  /**
   * The next part of a file.
   *
   * @returns the tree with the last part, else nothing
   * @throws {LabError} `BAD_FILE`
   */
  read(file: number, name: string, size: number, part: Uint8Array, last: boolean): TraceData | null {
    if (this.#reading?.file !== file) this.#reading = { file, reader: new TraceFileReader(name, size) }
    const { reader } = this.#reading
    try {
      reader.push(part)
      if (!last) return null
      const trace = reader.finish()
      this.#reading = undefined
      return trace.data
    } catch (error) {
      this.#reading = undefined
      throw error
    }
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
