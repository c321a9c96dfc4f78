import type { NodeId } from '../trace/format'

/** Nodes that are unfolded in one go, level by level, the topmost first. */
export class Unfolded {
  readonly nodes: NodeId[] = []
  /** Where the parent of each stands among them. */
  readonly above: number[] = []
  /** Rows that came with each, 0 where it was unfolded before; and with those below it. */
  readonly own: number[] = []
  readonly gained: number[] = []
  /** Under a filter, the children of each that it leaves. */
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
