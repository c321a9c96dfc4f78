import type { Values } from '../game/game'
import { FLAGS, type NodeId, type NodeKind } from '../trace/format'
import { Trace, type TraceData } from '../trace/trace'

/** The searcher's knowledge at some point of its search. */
export interface Known {
  /** True if a node was entered, or skipped for good. */
  isThere(node: NodeId): boolean
  /** True if the searcher knows why the search ends at a leaf: the game is over, or the heuristic was called. */
  isValued(node: NodeId): boolean
  /** True if a node was left, with its value. */
  isDone(node: NodeId): boolean
  /** True if its parent has used that value. */
  isCounted(node: NodeId): boolean
  /** In a tree of visits: the visits of a node so far, and their mean to MAX. `isLast`: they will not change any more. */
  visited?(node: NodeId): { readonly mean: number; readonly visits: number; readonly isLast: boolean } | undefined
}

/** Flags that are known as soon as the entry exists. */
const KNOWN_AT_ONCE = FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED

/** The known part of a trace: contains nothing that the searcher computes later. */
export class KnownTrace extends Trace {
  /** @param kindOnEntry the kind to show for a leaf until it has a value */
  constructor(
    data: TraceData,
    public known: Known,
    private readonly kindOnEntry: (leaf: NodeId) => NodeKind,
  ) {
    super(data)
  }

  override kind(node: NodeId): NodeKind {
    const kind = super.kind(node)
    if (kind !== 'leaf' || super.has(node, FLAGS.NOT_VISITED) || this.known.isValued(node)) return kind
    return this.kindOnEntry(node)
  }

  override isThere(node: NodeId): boolean {
    return node === 0 || this.known.isThere(node) // the root is given
  }

  override isDone(node: NodeId): boolean {
    return this.known.isDone(node)
  }

  override isCounted(node: NodeId): boolean {
    return this.known.isCounted(node)
  }

  override value(node: NodeId): number | undefined {
    if (!this.isDone(node)) return undefined
    return this.known.visited ? this.known.visited(node)?.mean : super.value(node)
  }

  /** In a tree of visits, the other agents' means are known once they are final. */
  override valueTo(node: NodeId, agent: number): number | undefined {
    if (agent === 0 || this.columns.others.length === 0) return super.valueTo(node, agent)
    return this.#isFinal(node) ? super.valueTo(node, agent) : undefined
  }

  override values(node: NodeId): Values | undefined {
    return this.#isFinal(node) ? super.values(node) : undefined
  }

  override visits(node: NodeId): number | undefined {
    return this.known.visited ? (this.known.visited(node)?.visits ?? 0) : super.visits(node)
  }

  override effort(node: NodeId): number {
    return this.#isFinal(node) ? super.effort(node) : 0
  }

  override has(node: NodeId, flag: number): boolean {
    return super.has(node, this.isDone(node) ? flag : flag & KNOWN_AT_ONCE)
  }

  override childCount(node: NodeId): number {
    return this.children(node).length
  }

  override firstChild(node: NodeId): NodeId {
    return this.#ifThere(super.firstChild(node))
  }

  override nextSibling(node: NodeId): NodeId {
    return this.#ifThere(super.nextSibling(node))
  }

  #isFinal(node: NodeId): boolean {
    return this.isDone(node) && (this.known.visited?.(node)?.isLast ?? true)
  }

  #ifThere(node: NodeId): NodeId {
    return node !== 0 && this.isThere(node) ? node : 0
  }
}
