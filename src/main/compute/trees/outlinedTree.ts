import { LabError } from '../../../core/errors'
import { openTree } from '../../../core/games/trees'
import { BOARD_CODE } from '../../../core/games/twenty48/tree/boardTree'
import { isBoardHead } from '../../../core/games/twenty48/tree/head'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import type { PseudoLine } from '../../../core/search/pseudoCode'
import { codeOf } from '../../../core/search/record'
import { positionSearcher, SEARCHERS, type SearcherId } from '../../../core/search/registry'
import { searchSubject } from '../../../core/search/subject'
import { FLAGS, type NodeId, type NodeKind, type TraceHead } from '../../../core/trace/format'
import { Trace, type TraceData } from '../../../core/trace/trace'
import { Lecture } from '../../../core/tree/lecture'
import { Outline } from '../../../core/tree/outline'
import type { RecordedTree } from '../../../core/tree/recordedTree'
import type { Values } from '../../../core/game/game'

/** Flags that are known as soon as the entry exists. */
const KNOWN_AT_ONCE = FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED

/**
 * Counts the changes of all outlines, so that rows of different outlines never seem to match. A thread that replaces a dead one
 * continues above the last number.
 */
let revisions = Date.now() * 1000

/** One open tree on its thread: the trace, and the outline in view. */
export class OutlinedTree {
  #data: TraceData
  #tree: RecordedTree
  #outline: Outline
  #lecture: Lecture | undefined
  /** The tree of a lecture, which moves from place to place. */
  #known: { readonly trace: KnownTrace; readonly tree: RecordedTree } | undefined
  revision = ++revisions

  /** @param networks for an evaluator that names one */
  constructor(
    data: TraceData,
    private readonly networks?: NetworkSource,
  ) {
    this.#data = data
    this.#tree = openTree(new Trace(data), this.networks)
    this.#outline = new Outline(this.#tree)
    this.#outline.fold(0, 1)
  }

  get tree(): RecordedTree {
    return this.#tree
  }

  get outline(): Outline {
    return this.#outline
  }

  /** @throws {LabError} `BAD_REQUEST` if the search logged no event */
  get lecture(): Lecture {
    const { log } = this.#tree.trace
    if (log?.events === 0) throw new LabError('BAD_REQUEST', 'No events were recorded with this tree.')
    return (this.#lecture ??= new Lecture(this.#tree, ...codeAndDepth(this.#data.head)))
  }

  /** The part of the tree that is known after an event of its lecture, kept until another event is requested. */
  known(event: number): RecordedTree {
    const { lecture, tree: whole } = this
    if (event >= lecture.events)
      throw new LabError('BAD_REQUEST', `There is no event ${event}: the last is ${lecture.events - 1}.`)
    if (!this.#known) {
      const trace = new KnownTrace(this.#data, lecture, event, leaf => whole.kindOnEntry(leaf))
      this.#known = { trace, tree: openTree(trace, this.networks) }
    }
    this.#known.trace.event = event
    return this.#known.tree
  }

  /** Replaces the tree by another iteration. Unfolded nodes stay unfolded. */
  replace(data: TraceData): void {
    const before = this.#outline
    this.#data = data
    this.#lecture = this.#known = undefined
    this.#tree = openTree(new Trace(data), this.networks)
    this.#outline = new Outline(this.#tree)
    this.#outline.copyFrom(before)
    this.changed()
  }

  changed(): void {
    this.revision = ++revisions
  }
}

/** The pseudo-code of the search, and its depth in plies; without one, the search continued to the end, or its nodes have their own. */
function codeAndDepth(head: TraceHead): [code: readonly PseudoLine[], depth: number | undefined] {
  if (isBoardHead(head)) return [BOARD_CODE, undefined]
  const subject = searchSubject(head)
  return [codeOf(SEARCHERS[head.searcher as SearcherId], subject, positionSearcher), subject.plies]
}

/** The part of a trace that is known after an event of its lecture: contains nothing that the searcher computes later. */
class KnownTrace extends Trace {
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
