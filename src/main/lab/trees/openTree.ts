import type { TreeId, TreeView } from '../../../core/contract/calls'
import type { RecordedBy, TreeWork } from '../../../core/contract/calls/tree'
import type { RecordedIteration, RecordedSearch } from '../../../core/contract/compute'
import { boardSubject, isBoardHead } from '../../../core/games/twenty48/tree/head'
import { searchSubject } from '../../../core/search/subject'
import { BYTES_PER_EVENT } from '../../../core/trace/eventLog'
import { type TraceHead, bytesPerEntry } from '../../../core/trace/format'
import type { TraceData } from '../../../core/trace/trace'
import type { Stamp } from '../../../core/stamp'
import type { Scope } from '../../scope'

/** The source of a tree. */
export type TreeOrigin = Pick<TreeView, 'from' | 'of' | 'file' | 'game' | 'root' | 'searcher' | 'player' | 'search' | 'reach'>

/** An open tree in the form for pages, with the state that belongs to it. */
export class OpenTree {
  view: TreeView
  /** Ends its search; absent once that has ended. */
  scope: Scope | undefined
  /** An iteration that is not shown yet. */
  #newest: Pick<RecordedIteration, 'data' | 'levels'> | undefined
  /** The newest long operation of each kind. */
  readonly #jobs = new Map<TreeWork, symbol>()

  /** @param room bytes that it may take while it is recorded; for a file, those that it takes */
  constructor(
    id: TreeId,
    origin: TreeOrigin,
    private readonly room: number,
  ) {
    const nothing = { version: 0, newer: false, depth: 0, entries: 0, nodes: 0, bytes: 0, ms: 0 }
    const empty = { complete: true, hasLog: false, values: 1, hasVisits: false, levels: [], iterations: [], working: {} }
    this.view = { ...origin, ...nothing, ...empty, id, state: 'recording' }
  }

  /** Bytes that it takes, or may come to take. */
  get bytes(): number {
    return this.view.state === 'recording' ? this.room : this.view.bytes
  }

  /** @param stamp of the search, saved with its other provenance in its file */
  onRecorded({ iteration, report, expert, ms }: RecordedSearch, stamp?: Stamp): void {
    this.view = { ...this.view, ms, ...(report && { report }), ...(expert && { expert }) }
    if (!iteration) return
    const { data, levels, iterations } = iteration
    const { player } = this.view
    const subject = player ? { ...boardSubject(data.head), limits: player.limits } : data.head.subject
    this.#newest = { levels, data: { ...data, head: { ...data.head, subject, ...(stamp && { stamp }) } } }
    this.view = { ...this.view, levels, iterations, newer: this.view.version > 0 }
  }

  /** Sets the complete tree of a file. */
  fill(tree: Pick<RecordedIteration, 'data' | 'levels'>): void {
    this.#newest = tree
    this.view = { ...this.view, state: 'done', levels: tree.levels }
  }

  finish(state: TreeView['state']): void {
    const { recording: _, ...view } = this.view
    this.view = { ...view, state }
  }

  /** Shows the newest iteration; `undefined` if it was already shown. */
  show(): TraceData | undefined {
    if (!this.#newest) return undefined
    const { data } = this.#newest
    this.#newest = undefined
    const { head, entries, log, space } = data
    const complete = this.view.levels.every(({ notRecorded }) => notRecorded === 0)
    this.view = {
      ...this.view,
      version: this.view.version + 1,
      newer: false,
      depth: head.depth,
      entries,
      nodes: head.nodes,
      bytes: bytesOf(data),
      ...(!isBoardHead(head) && { search: recordedBy(head) }),
      values: space.values ?? 1,
      hasVisits: space.hasVisits ?? false,
      hasLog: log !== undefined && log.events > 0,
      ...(log && { isWholeLog: log.isWhole && complete }), // nodes without an entry have no events
      complete,
    }
    return data
  }

  /**
   * A long operation begins.
   * @returns a function that receives its progress, and `undefined` at its end; ignored once a newer one of its kind begins
   */
  begin(kind: TreeWork, onChange: () => void): (share?: number) => void {
    const work = Symbol(kind)
    this.#jobs.set(kind, work)
    return share => {
      const { [kind]: before, ...others } = this.view.working
      if (this.#jobs.get(kind) !== work || share === before) return
      this.view = { ...this.view, working: share === undefined ? others : { ...others, [kind]: share } }
      onChange()
    }
  }
}

/** Bytes of a tree, its log included. */
export function bytesOf({ entries, space, log }: TraceData): number {
  return entries * bytesPerEntry(space) + (log ? log.events * BYTES_PER_EVENT : 0)
}

function recordedBy(head: TraceHead): RecordedBy {
  const { config, wrapping, limits, heuristic, effort, stopped, plies, world } = searchSubject(head)
  const its = { ...(heuristic !== undefined && { heuristic }), ...(plies !== undefined && { plies }), ...(world && { world }) }
  return { config, wrapping, limits, ...its, effort, stopped }
}
