import { LabError } from '../../../core/errors'
import { openTree } from '../../../core/games/trees'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import { codeOf } from '../../../core/search/record'
import { positionSearcher, SEARCHERS, type SearcherId } from '../../../core/search/registry'
import { searchSubject } from '../../../core/search/subject'
import { EventLog } from '../../../core/trace/eventLog'
import { Trace, type TraceData } from '../../../core/trace/trace'
import { EventLecture } from '../../../core/tree/eventLecture'
import { KnownTrace, type Known } from '../../../core/tree/knownTrace'
import { knownAt } from '../../../core/tree/lecture'
import { Outline } from '../../../core/tree/outline'
import type { RecordedTree } from '../../../core/tree/recordedTree'
import type { LecturePlace } from '../../../core/tree/views'

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
  #events: EventLecture | undefined
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

  /** @throws {LabError} `BAD_REQUEST` if no events were recorded */
  get events(): EventLecture {
    if (this.#events) return this.#events
    const { head, log } = this.#data
    if (!log || log.events === 0) throw new LabError('BAD_REQUEST', 'No events were recorded with this tree.')
    const subject = searchSubject(head)
    const code = codeOf(SEARCHERS[head.searcher as SearcherId], subject, positionSearcher)
    return (this.#events = new EventLecture(this.#tree.trace, new EventLog(log), code, subject.plies))
  }

  /** The known part of the tree at a place of its lecture, kept until another place is requested. */
  known(place: LecturePlace): RecordedTree {
    const known = typeof place === 'number' ? this.#knownAfter(place) : knownAt(this.#tree.trace, place)
    if (!this.#known) {
      const whole = this.#tree
      const trace = new KnownTrace(this.#data, known, leaf => whole.kindOnEntry(leaf))
      this.#known = { trace, tree: openTree(trace, this.networks) }
    }
    this.#known.trace.known = known
    return this.#known.tree
  }

  #knownAfter(event: number): Known {
    const { events } = this
    if (event >= events.events) throw new LabError('BAD_REQUEST', `There is no event ${event}: the last is ${events.events - 1}.`)
    return {
      isThere: node => events.isThere(node, event),
      isValued: node => events.isValued(node, event),
      isDone: node => events.isLeft(node, event),
      isCounted: node => events.isCounted(node, event),
      ...(events.isOfVisits && { visited: node => events.visited(node, event) }),
    }
  }

  /** Replaces the tree by another iteration. Unfolding nodes stay unfolded. */
  replace(data: TraceData): void {
    const before = this.#outline
    this.#data = data
    this.#events = this.#known = undefined
    this.#tree = openTree(new Trace(data), this.networks)
    this.#outline = new Outline(this.#tree)
    this.#outline.copyFrom(before)
    this.changed()
  }

  changed(): void {
    this.revision = ++revisions
  }
}
