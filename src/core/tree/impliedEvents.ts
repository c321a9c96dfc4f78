import type { EventKind, SearchEvent, SearchEvents } from '../trace/eventLog'
import type { NodeId } from '../trace/format'
import type { RecordedTree } from './recordedTree'

/**
 * The events of a tree without a log, such as the kernel's, which follow from its order: the search enters a node, searches its children
 * one after the other, each of which improves the node's value, and leaves it. A tree of n nodes has 3n − 1 events.
 */
export class ImpliedEvents implements SearchEvents {
  readonly events: number
  readonly isWhole = true

  constructor(private readonly tree: RecordedTree) {
    this.events = 3 * tree.trace.entries - 1
  }

  kind(at: number): EventKind {
    const path = this.#path(at)
    const [node, level] = [path.at(-1)!, path.length - 1]
    return at === enteredAt(node, level) ? 'enter' : at === this.#left(node, level) ? 'leave' : 'improve'
  }

  event(at: number): SearchEvent {
    const path = this.#path(at)
    const [node, level] = [path.at(-1)!, path.length - 1]
    if (at === enteredAt(node, level)) return { kind: 'enter', node, x: -Infinity, y: Infinity }
    if (at === this.#left(node, level)) return { kind: 'leave', node, x: this.tree.trace.value(node) ?? NaN, y: 0 }
    return { kind: 'improve', node, ...this.#soFar(node, this.#lastChild(node, level, at)) }
  }

  entered(node: NodeId): number {
    return enteredAt(node, this.#level(node))
  }

  endFrom(node: NodeId, event: number): number | undefined {
    const left = this.#left(node, this.#level(node))
    return left >= event ? left : undefined
  }

  endUpTo(node: NodeId, event: number): number | undefined {
    const left = this.#left(node, this.#level(node))
    return left <= event ? left : undefined
  }

  /** The events that the state before one follows from: the others concern nodes that are left. */
  leadingTo(at: number): number[] {
    return this.#path(at).flatMap((node, level) =>
      [enteredAt(node, level), ...this.#improved(node, level, at)].filter(event => event < at),
    )
  }

  /** The last event before one that improves a node, if there is one. */
  #improved(node: NodeId, level: number, before: number): number[] {
    const { trace } = this.tree
    let last = 0
    for (let child = trace.firstChild(node); child !== 0; child = trace.nextSibling(child)) {
      const event = this.#left(child, level + 1) + 1
      if (event >= before) break
      last = event
    }
    return last === 0 ? [] : [last]
  }

  #level(node: NodeId): number {
    return this.tree.trace.path(node).length - 1
  }

  /** Everything up to its last entry was entered, and all but the node and those above it were left. */
  #left(node: NodeId, level: number): number {
    return 3 * this.tree.trace.end(node) - 2 * (level + 1)
  }

  /** From the root to the node whose event it is. */
  #path(event: number): NodeId[] {
    const path = [0]
    for (;;) {
      const child = this.#lastChild(path.at(-1)!, path.length - 1, event + 1)
      if (child === 0 || this.#left(child, path.length) < event) return path
      path.push(child)
    }
  }

  /** The last child that is entered before an event; 0 if there is none. */
  #lastChild(node: NodeId, level: number, event: number): NodeId {
    const { trace } = this.tree
    let last = 0
    for (let child = trace.firstChild(node); child !== 0 && enteredAt(child, level + 1) < event; child = trace.nextSibling(child))
      last = child
    return last
  }

  /** The node's value from its children up to one, and the child with it: the best of them, or at a chance node the sum and that one. */
  #soFar(node: NodeId, last: NodeId): { readonly x: number; readonly y: NodeId } {
    const { tree } = this
    const { trace } = tree
    const kind = trace.kind(node)
    if (kind === 'chance') {
      const known = trace.children(node).filter(child => child <= last && trace.value(child) !== undefined)
      const sum = known.reduce((sum, child) => sum + tree.chance(child).chance * trace.value(child)!, 0)
      return { x: known.length === 0 ? NaN : sum, y: last }
    }
    const sums = tree.comparable(node, last).map(child => ({ x: tree.sum(child) ?? NaN, y: child }))
    const isBetter = (one: number, other: number) => Number.isNaN(other) || (kind === 'min' ? one < other : one > other)
    return sums.reduce((best, each) => (isBetter(each.x, best.x) ? each : best), { x: NaN, y: 0 })
  }
}

/** Each node before it was entered, and all of these but the `level` ones above it were left and improved their parent. */
function enteredAt(node: NodeId, level: number): number {
  return 3 * node - 2 * level
}
