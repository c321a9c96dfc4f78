import type { NodeId } from '../trace/format'
import type { Outline, OutlineRow } from './outline'
import type { RecordedTree } from './recordedTree'
import { fullRows } from './rows'
import type { TreeRow } from './views'

/** The rows of an outline in a lecture. In search order, known rows come first, except in a tree of visits. */
export class KnownRows {
  readonly total: number
  readonly #childCounts = new Map<NodeId, number>()
  /** In a tree of visits: the places of the known rows in the outline. */
  readonly #places: readonly number[] | undefined

  /** @param tree the known part @param outline in search order, unfiltered */
  constructor(
    private readonly tree: RecordedTree,
    private readonly outline: Outline,
  ) {
    if (tree.trace.data.space.hasVisits) {
      const rows = outline.rows(0, outline.total)
      this.#places = rows.flatMap((row, place) => (this.#isThere(row) ? [place] : []))
      this.total = this.#places.length
      return
    }
    let [known, unknown] = [1, outline.total]
    while (known < unknown) {
      const middle = Math.floor((known + unknown) / 2)
      if (this.#isThere(outline.rows(middle, 1)[0]!)) known = middle + 1
      else unknown = middle
    }
    this.total = known
  }

  rows(first: number, count: number): TreeRow[] {
    const { tree, outline } = this
    const rows = this.#rows(first, Math.min(count, Math.max(0, this.total - first)))
    return fullRows(tree, outline, rows).map((row, i) => {
      const { place } = rows[i]!
      const children = place.draw === undefined ? this.#childCount(place.node) : 0
      const parent = place.draw === undefined ? tree.trace.parent(place.node) : place.node
      return { ...row, children, siblings: parent === undefined ? 1 : this.#childCount(parent) }
    })
  }

  /** The place of an outline's row among the known rows. */
  indexOf(place: number): number {
    return this.#places?.indexOf(place) ?? place
  }

  #rows(first: number, count: number): OutlineRow[] {
    const { outline } = this
    if (!this.#places) return outline.rows(first, count)
    return this.#places.slice(first, first + count).map(place => outline.rows(place, 1)[0]!)
  }

  #childCount(node: NodeId): number {
    const known = this.#childCounts.get(node)
    if (known !== undefined) return known
    const count = this.tree.trace.childCount(node) || this.tree.outcomeCount(node)
    this.#childCounts.set(node, count)
    return count
  }

  #isThere({ place: { node, draw } }: OutlineRow): boolean {
    if (draw !== undefined) return this.tree.trace.isDone(node)
    return this.tree.trace.isThere(node)
  }
}
