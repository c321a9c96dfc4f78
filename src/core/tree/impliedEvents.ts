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
  readonly #entered: Uint32Array

  constructor(private readonly tree: RecordedTree) {
    const { trace } = tree
    const { parent } = trace.columns
    this.events = 3 * trace.entries - 1
    // Step 1. The size of each subtree: a parent comes before its children.
    const sizes = new Uint32Array(trace.entries).fill(1)
    for (let node = trace.entries - 1; node > 0; node--) sizes[parent[node]!]! += sizes[node]!
    // Step 2. A child is entered right after its parent, or after the two events that follow the child before it.
    this.#entered = new Uint32Array(trace.entries)
    for (let node = 0; node < trace.entries; node++) {
      let at = this.#entered[node]! + 1
      for (let child = trace.firstChild(node); child !== 0; child = trace.nextSibling(child)) {
        this.#entered[child] = at
        at += 3 * sizes[child]!
      }
    }
  }

  kind(at: number): EventKind {
    const node = this.#path(at).at(-1)!
    return at === this.#entered[node] ? 'enter' : at === this.#left(node) ? 'leave' : 'improve'
  }

  event(at: number): SearchEvent {
    const node = this.#path(at).at(-1)!
    const { trace } = this.tree
    if (at === this.#entered[node]) return { kind: 'enter', node, x: -Infinity, y: Infinity }
    if (at === this.#left(node)) return { kind: 'leave', node, x: trace.value(node) ?? NaN, y: 0 }
    return { kind: 'improve', node, ...this.#soFar(node, this.#lastChild(node, at)) }
  }

  entered(node: NodeId): number {
    return this.#entered[node]!
  }

  endFrom(node: NodeId, event: number): number | undefined {
    const left = this.#left(node)
    return left >= event ? left : undefined
  }

  endUpTo(node: NodeId, event: number): number | undefined {
    const left = this.#left(node)
    return left <= event ? left : undefined
  }

  /** The events that the state before one follows from: the others concern nodes that are left. */
  leadingTo(at: number): number[] {
    return this.#path(at).flatMap(node => [this.#entered[node]!, ...this.#improved(node, at)].filter(event => event < at))
  }

  /** The last event before one that improves a node, if there is one. */
  #improved(node: NodeId, before: number): number[] {
    const { trace } = this.tree
    let last = 0
    for (let child = trace.firstChild(node); child !== 0; child = trace.nextSibling(child)) {
      const event = this.#left(child) + 1
      if (event >= before) break
      last = event
    }
    return last === 0 ? [] : [last]
  }

  /** Each last child is left two events before its parent. */
  #left(node: NodeId): number {
    const { trace } = this.tree
    let after = 0
    for (let at: NodeId | undefined = node; at !== undefined; at = trace.parent(at)) {
      const next = trace.nextSibling(at)
      if (next !== 0) return this.#entered[next]! - 2 - after
      after += 2
    }
    return this.events - after + 1
  }

  /** From the root to the node whose event it is. */
  #path(event: number): NodeId[] {
    const path = [0]
    for (;;) {
      const child = this.#lastChild(path.at(-1)!, event + 1)
      if (child === 0 || this.#left(child) < event) return path
      path.push(child)
    }
  }

  /** The last child that is entered before an event; 0 if there is none. */
  #lastChild(node: NodeId, event: number): NodeId {
    const { trace } = this.tree
    let last = 0
    for (let child = trace.firstChild(node); child !== 0 && this.#entered[child]! < event; child = trace.nextSibling(child))
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
