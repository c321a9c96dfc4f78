import { Trace, type TraceData } from '../../core/search/trace/trace'
import { Outline } from '../../core/search/tree/outline'
import { RecordedTree } from '../../core/search/tree/recordedTree'

/**
 * Counts the changes of all outlines: rows of different ones never look as if they fitted together. A thread in the place
 * of one that died goes on above it.
 */
let revisions = Date.now() * 1000

/** One open tree as its thread has it: the trace, and the outline that is looked at. */
export class TreeDesk {
  readonly tree: RecordedTree
  readonly outline: Outline
  revision = ++revisions

  /** @param before what stood here until now: what was unfolded in it stays so. */
  constructor(data: TraceData, before?: TreeDesk) {
    this.tree = new RecordedTree(new Trace(data))
    this.outline = new Outline(this.tree)
    if (before) this.outline.copyFrom(before.outline)
    else this.outline.fold(0, 1)
  }

  changed(): void {
    this.revision = ++revisions
  }
}
