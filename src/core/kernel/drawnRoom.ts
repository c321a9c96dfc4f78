/** Room in a kernel's memory for the part of a search that is drawn. */
import type { SlideResult } from '../games/twenty48/search/engine'
import { bytesPerEntry, copyColumns, WITHOUT_WINDOWS, type ColumnSpace } from '../trace/format'

/** Entries of one search: two pairs have 72,604 at most, and some thousands usually. */
export const ROOM = 2 ** 16

/** What both kernels export; see `assembly/trace.ts`. */
export interface RoomExports {
  beginRecording(used: number, reserved: number, depth: number, limit: number, pairs: number): void
  entriesInUse(): number
  clearRoom(): void
}

export class DrawnRoom {
  readonly #space: ColumnSpace
  #starts: number[] = []

  /** @param offset of the columns in the kernel's memory */
  constructor(
    private readonly exports: RoomExports,
    buffer: ArrayBufferLike,
    offset: number,
  ) {
    new Uint8Array(buffer, offset, ROOM * bytesPerEntry(WITHOUT_WINDOWS)).fill(0) // where something else may have been
    this.#space = { ...WITHOUT_WINDOWS, buffer, offset, capacity: ROOM }
  }

  /** Before the first move. */
  begin(): void {
    this.exports.clearRoom() // also of a search that was stopped
    this.#starts = []
  }

  /** Before each move. */
  beginSlide(depth: number, pairs: number): void {
    const start = this.#starts.length === 0 ? 0 : this.exports.entriesInUse()
    this.#starts.push(start)
    this.exports.beginRecording(start, 1, depth, ROOM, pairs)
  }

  /** After a move that was none. */
  dropSlide(): void {
    this.#starts.pop()
  }

  /** The finished moves with their trees, in memory of their own, which costs less than memory that threads share. */
  withTrees(slides: readonly SlideResult[]): readonly SlideResult[] {
    const entries = this.exports.entriesInUse()
    const capacity = Math.ceil(entries / 8) * 8
    const space = { ...WITHOUT_WINDOWS, buffer: new ArrayBuffer(capacity * bytesPerEntry(WITHOUT_WINDOWS)), offset: 0, capacity }
    copyColumns(this.#space, entries, space)
    const end = (i: number) => this.#starts[i + 1] ?? entries
    return slides.map((slide, i) => ({ ...slide, tree: { space, start: this.#starts[i]!, end: end(i) } }))
  }
}
