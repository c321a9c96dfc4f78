import { openTree } from '../../../core/games/trees'
import { Trace, type TraceData } from '../../../core/trace/trace'
import { Outline } from '../../../core/tree/outline'
import type { RecordedTree } from '../../../core/tree/recordedTree'

/**
 * Counts the changes of all outlines: rows of different ones never look as if they fitted together. A thread in the place
 * of one that died goes on above it.
 */
let revisions = Date.now() * 1000

/** One open tree as its thread has it: the trace, and the outline that is looked at. */
export class OutlinedTree {
  #tree: RecordedTree
  #outline: Outline
  revision = ++revisions

  constructor(data: TraceData) {
    this.#tree = openTree(new Trace(data))
    this.#outline = new Outline(this.#tree)
    this.#outline.fold(0, 1)
  }

  get tree(): RecordedTree {
    return this.#tree
  }

  get outline(): Outline {
    return this.#outline
  }

  /** Another iteration in the place of the one that stood here: what was unfolded in it stays so. */
  replace(data: TraceData): void {
    const before = this.#outline
    this.#tree = openTree(new Trace(data))
    this.#outline = new Outline(this.#tree)
    this.#outline.copyFrom(before)
    this.changed()
  }

  changed(): void {
    this.revision = ++revisions
  }
}
