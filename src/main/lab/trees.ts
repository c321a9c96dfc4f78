import type { Arg, Result, TreeId, TreeView } from '../../core/contract/calls'
import { MOST_TREES, type TreeWork } from '../../core/contract/calls/tree'
import type { RecordedIteration, RecordedSearch, TraceOrder } from '../../core/contract/compute'
import { WORK_OF, type TreeQuestion } from '../../core/contract/trees'
import { LabError } from '../../core/errors'
import { legalMoves, type Board } from '../../core/games/twenty48/board'
import { makePosition } from '../../core/games/twenty48/notation'
import type { Player } from '../../core/games/twenty48/player'
import type { SlideDepths } from '../../core/search/report'
import { bytesPerEntry } from '../../core/search/trace/format'
import type { TraceData } from '../../core/search/trace/trace'
import type { Stamp } from '../../core/stamp'
import type { Pool } from '../compute/pool'
import { notOpen, type TreeReader } from '../compute/treeReader'
import { IncomingTree, type ArrivedTree } from './incomingTree'
import type { Jobs } from './jobs'
import { LateJob } from './lateJob'
import { Throttle } from './throttle'

const VIEWS_PER_SECOND = 10

export interface TreesOptions {
  readonly pool: Pick<Pool, 'trace'>
  readonly reader: TreeReader
  readonly jobs: Pick<Jobs, 'begin'>
  /** Room for one tree, in MiB. */
  readonly mebibytes: () => number
  /** What made a tree, kept with its file. */
  readonly stamp?: () => Stamp
  readonly onViews: (views: readonly TreeView[]) => void
  readonly onFailure: (error: unknown) => void
}

/** A tree that is open. */
interface OpenTree {
  view: TreeView
  /** Ends its search; absent once that has ended. */
  abort: AbortController | undefined
  /** An iteration that is not shown yet. */
  newest: Pick<RecordedIteration, 'data' | 'levels'> | undefined
  /** The newest of each kind of what takes long. */
  readonly works: Map<TreeWork, symbol>
}

/** The recorded trees: begun, followed, asked about, closed. */
export class Trees {
  readonly #open = new Map<TreeId, OpenTree>()
  readonly #views: Throttle
  #lastId = 0
  readonly #incoming: IncomingTree

  constructor(private readonly options: TreesOptions) {
    this.#incoming = new IncomingTree(options.reader)
    this.#views = new Throttle(VIEWS_PER_SECOND, () => options.onViews(this.views))
  }

  get views(): readonly TreeView[] {
    return [...this.#open.values()].map(({ view }) => view)
  }

  /**
   * @param depths of each slide, for a search that was made before
   * @throws {LabError} `BAD_REQUEST` for more trees than may be open, or a slide without a depth
   */
  record(board: Board, player: Player, keep: readonly TreeId[], depths?: SlideDepths): TreeView {
    const missing = depths && legalMoves(board).find(move => depths[move] === null)
    if (missing)
      throw new LabError('BAD_REQUEST', `depths: the slide ${missing} is possible and has no depth.`, { field: 'depths' })
    return this.#begin({ from: 'search', root: { board, kind: 'max' }, player, reach: 1 }, keep, depths)
  }

  /** @throws {LabError} `NOT_FOUND` */
  async again(tree: TreeId, node: string, depth: number, keep: readonly TreeId[]): Promise<TreeView> {
    const { player } = this.#find(tree).view
    const { row, board, path } = await this.ask('treeNode', { tree, node })
    const kind = row.kind === 'max' || row.derived ? 'max' : 'chance'
    const of = { tree, node, path: path.map(({ edge }) => edge) }
    return this.#begin(
      { from: 'again', of, root: { board, kind }, player: { ...player, limits: { depth } }, reach: row.reach },
      keep,
    )
  }

  /** A tree that was recorded before, from a file that will come in parts. @returns the number of the file */
  openFile(name: string, size: number, keep: readonly TreeId[]): number {
    return this.#incoming.begin(name, size, keep)
  }

  /** @returns the tree with the last part. @throws {LabError} `BAD_FILE`, `CANCELLED`, `NOT_FOUND` for a file that was given up */
  async putPart(file: number, part: Uint8Array): Promise<TreeView | null> {
    const arrived = await this.#incoming.put(file, part)
    return arrived ? this.#show(arrived) : null
  }

  giveUpFile(file: number): void {
    this.#incoming.giveUp(file)
  }

  /** The part of the file of a tree, as it is shown, from a byte on; empty after the last. */
  part(tree: TreeId, at: number): Promise<Uint8Array> {
    this.#find(tree)
    return this.options.reader.write(tree, at)
  }

  stop(tree: TreeId): void {
    this.#find(tree).abort?.abort()
  }

  follow(tree: TreeId): void {
    this.#showNewest(this.#find(tree))
    this.#views.now()
  }

  close(tree: TreeId): void {
    const open = this.#open.get(tree)
    if (!open) return
    this.#open.delete(tree)
    open.abort?.abort()
    this.options.reader.close(tree)
    this.#views.now()
  }

  /** @throws {LabError} what the reader throws */
  async ask<K extends TreeQuestion>(question: K, arg: Arg<K>): Promise<Result<K>> {
    const open = this.#open.get((arg as Arg<TreeQuestion>).tree)
    const kind = WORK_OF[question]
    if (!open || !kind) return this.options.reader.ask(question, arg)
    const work = Symbol(kind)
    open.works.set(kind, work)
    const tell = (share: number | undefined): void => {
      if (open.works.get(kind) !== work) return
      const { [kind]: _, ...others } = open.view.working
      open.view = { ...open.view, working: share === undefined ? others : { ...others, [kind]: share } }
      this.#views.ask()
    }
    try {
      return await this.options.reader.ask(question, arg, tell)
    } finally {
      if (open.view.working[kind] !== undefined) tell(undefined)
    }
  }

  /** Ends what takes long; whoever asked hears `CANCELLED`. */
  stopWork(tree: TreeId, work: TreeWork): void {
    this.options.reader.stop(tree, work)
  }

  end(): void {
    for (const { abort } of this.#open.values()) abort?.abort()
    this.#open.clear()
    this.options.reader.end()
    this.#views.close()
  }

  #show({ data, levels, name, keep }: ArrivedTree): TreeView {
    this.#makeRoom(keep)
    const { evaluator, settings, depth, root, reach, limits = { depth } } = data.head
    const open = this.#add({ from: 'file', file: name, root, player: { evaluator, settings, limits }, reach })
    open.newest = { data, levels }
    open.view = { ...open.view, state: 'done', levels }
    this.#showNewest(open)
    this.#views.now()
    return open.view
  }

  #begin(
    about: Pick<TreeView, 'from' | 'of' | 'root' | 'player' | 'reach'>,
    keep: readonly TreeId[],
    depths?: SlideDepths,
  ): TreeView {
    this.#makeRoom(keep)
    const open = this.#add(about)
    open.abort = new AbortController()
    this.options.reader.warmUp()
    const { root, reach, player } = about
    const order: TraceOrder = { root, reach, mebibytes: this.options.mebibytes(), ...(depths && { depths }) }
    void this.#record(open, player, order, open.abort.signal)
    this.#views.now()
    return open.view
  }

  async #record(open: OpenTree, player: Player, order: TraceOrder, signal: AbortSignal): Promise<void> {
    const job = new LateJob(this.options.jobs, {
      kind: 'tree',
      title: makePosition(order.root.board),
      state: 'waiting', // for its thread, which may have another to record
      cancel: () => open.abort?.abort(),
    })
    const hear = (recorded: RecordedSearch): void => {
      job.setState('running')
      this.#hear(open, recorded)
    }
    try {
      await this.options.pool.trace(player, order, hear, {
        signal,
        onProgress: ({ depth, expanded, share }) => {
          job.setState('running')
          if (share !== undefined) job.progress(share, 1)
          open.view = { ...open.view, recording: { depth, expanded } }
          this.#views.ask()
        },
      })
      this.#finish(open, signal.aborted ? 'stopped' : 'done')
    } catch (error) {
      this.#finish(open, 'failed')
      if (this.#isOpen(open)) this.options.onFailure(error)
    } finally {
      job.end()
    }
  }

  #hear(open: OpenTree, { iteration, report, ms }: RecordedSearch): void {
    if (!this.#isOpen(open)) return
    const { view } = open
    open.view = { ...view, ms, ...(report && { report }) }
    if (iteration) {
      open.newest = { ...iteration, data: this.#signed(iteration.data, view.player) }
      const { depth, nodes } = iteration.data.head
      open.view = {
        ...open.view,
        levels: iteration.levels,
        iterations: [...view.iterations, { depth, nodes, ms: iteration.ms }],
        newer: view.version > 0,
      }
      if (view.version === 0) this.#showNewest(open)
    }
    this.#views.ask()
  }

  #finish(open: OpenTree, state: TreeView['state']): void {
    open.abort = undefined
    if (!this.#isOpen(open)) return
    const { recording: _, ...view } = open.view
    open.view = { ...view, state }
    this.#showNewest(open)
    this.#views.now()
  }

  /** With all that its numbers follow from, for its file. */
  #signed(data: TraceData, { limits }: Player): TraceData {
    const stamp = this.options.stamp?.()
    return { ...data, head: { ...data.head, limits, ...(stamp && { stamp }) } }
  }

  /** Hands the newest iteration to the reader. */
  #showNewest(open: OpenTree): void {
    if (!open.newest) return
    const { data } = open.newest
    open.newest = undefined
    const { head, entries, space } = data
    open.view = {
      ...open.view,
      version: open.view.version + 1,
      newer: false,
      depth: head.depth,
      entries,
      nodes: head.nodes,
      bytes: entries * bytesPerEntry(space.hasWindow),
      complete: open.view.levels.every(({ notRecorded }) => notRecorded === 0),
    }
    this.options.reader.open(open.view.id, data)
  }

  #add(about: Pick<TreeView, 'from' | 'of' | 'file' | 'root' | 'player' | 'reach'>): OpenTree {
    const id = ++this.#lastId
    const nothing = { version: 0, newer: false, depth: 0, entries: 0, nodes: 0, bytes: 0, ms: 0 }
    const view: TreeView = {
      ...about,
      ...nothing,
      id,
      state: 'recording',
      complete: true,
      levels: [],
      iterations: [],
      working: {},
    }
    const open: OpenTree = { view, abort: undefined, newest: undefined, works: new Map() }
    this.#open.set(id, open)
    return open
  }

  #makeRoom(keep: readonly TreeId[]): void {
    const kept = [...this.#open.keys()].filter(id => keep.includes(id))
    if (kept.length >= MOST_TREES)
      throw new LabError('BAD_REQUEST', `${MOST_TREES} trees are open: close one of them to make room for another.`)
    for (const id of this.#open.keys()) if (!kept.includes(id)) this.close(id)
  }

  #find(tree: TreeId): OpenTree {
    const open = this.#open.get(tree)
    if (!open) throw notOpen(tree)
    return open
  }

  /** Whether it was not closed meanwhile. */
  #isOpen(open: OpenTree): boolean {
    return this.#open.get(open.view.id) === open
  }
}
