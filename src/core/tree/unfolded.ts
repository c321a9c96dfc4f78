import type { NodeId } from '../trace/format'

/** Nodes that are unfolded in one operation, level by level, the topmost first. */
export class Unfolded {
  readonly nodes: NodeId[] = []
  /** The index of each node's parent in this list. */
  readonly above: number[] = []
  /** Rows gained with each, 0 if it was already unfolded; and including those below it. */
  readonly own: number[] = []
  readonly gained: number[] = []
  /** With a filter: the children of each that pass. */
  readonly shown: (readonly NodeId[] | undefined)[] = []
  rows = 0

  get size(): number {
    return this.nodes.length
  }

  add(node: NodeId, above: number, rows: number, shown: readonly NodeId[] | undefined): void {
    this.nodes.push(node)
    this.above.push(above)
    this.own.push(rows)
    this.gained.push(0)
    if (shown) this.shown.push(shown)
    this.rows += rows
  }
}
