import { FLAGS, type NodeId, type NodeKind } from '../trace/format'
import { Trace, type TraceData } from '../trace/trace'

/** What a searcher has come to at some point of its search. */
export interface Known {
  /** Whether a node was entered, or left out for good. */
  isThere(node: NodeId): boolean
  /** Whether the searcher has seen what ends the search at a leaf: the end of the game, or that the heuristic is asked. */
  isValued(node: NodeId): boolean
  /** Whether a node was left, with its value. */
  isDone(node: NodeId): boolean
  /** Whether its parent has done something with that value. */
  isCounted(node: NodeId): boolean
}

/** What an entry says from the moment that it is there. */
const KNOWN_AT_ONCE = FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED

/** A trace as far as it is known: it says nothing that the searcher computes later. */
export class KnownTrace extends Trace {
  /** @param kindOnEntry of a leaf: what it looks like until it is valued */
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
    return this.isDone(node) ? super.value(node) : undefined
  }

  override effort(node: NodeId): number {
    return this.isDone(node) ? super.effort(node) : 0
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

  #ifThere(node: NodeId): NodeId {
    return node !== 0 && this.isThere(node) ? node : 0
  }
}
