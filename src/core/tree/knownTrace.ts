import type { Values } from '../game/game'
import { FLAGS, type NodeId, type NodeKind } from '../trace/format'
import { Trace, type TraceData } from '../trace/trace'
import type { Lecture } from './lecture'

/** Flags that are known as soon as the entry exists. */
const KNOWN_AT_ONCE = FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED

/** The part of a trace that is known after an event of its lecture: contains nothing that the searcher computes later. */
export class KnownTrace extends Trace {
  /** @param kindOnEntry the kind to show for a leaf until it has a value */
  constructor(
    data: TraceData,
    private readonly lecture: Lecture,
    public event: number,
    private readonly kindOnEntry: (leaf: NodeId) => NodeKind,
  ) {
    super(data)
  }

  override kind(node: NodeId): NodeKind {
    const kind = super.kind(node)
    if (kind !== 'leaf' || super.has(node, FLAGS.NOT_VISITED) || this.lecture.isValued(node, this.event)) return kind
    return this.kindOnEntry(node)
  }

  override isThere(node: NodeId): boolean {
    return node === 0 || this.lecture.isThere(node, this.event) // the root is given
  }

  override isDone(node: NodeId): boolean {
    return this.lecture.isLeft(node, this.event)
  }

  override isCounted(node: NodeId): boolean {
    return this.lecture.isCounted(node, this.event)
  }

  override value(node: NodeId): number | undefined {
    if (!this.isDone(node)) return undefined
    return this.lecture.isOfVisits ? this.#visited(node)?.mean : super.value(node)
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
    return this.lecture.isOfVisits ? (this.#visited(node)?.visits ?? 0) : super.visits(node)
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

  #visited(node: NodeId) {
    return this.lecture.visited(node, this.event)
  }

  #isFinal(node: NodeId): boolean {
    return this.isDone(node) && (!this.lecture.isOfVisits || this.#visited(node)!.isLast)
  }

  #ifThere(node: NodeId): NodeId {
    return node !== 0 && this.isThere(node) ? node : 0
  }
}
