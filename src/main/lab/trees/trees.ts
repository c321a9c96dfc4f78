import type { Arg, Result, TreeId, TreeView } from '../../../core/contract/calls'
import { MOST_TREES, type NextTree, type TreeWork } from '../../../core/contract/calls/tree'
import { type TreeQuestion, WORK_OF } from '../../../core/contract/trees'
import type { OrderedSearch, RecordedSearch, RecordProgress, TraceOrder } from '../../../core/contract/compute'
import { readGameSearch, type GameSearch } from '../../../core/contract/searchers'
import { LabError } from '../../../core/errors'
import { shortened } from '../../../core/quoted'
import { legalMoves, type Board } from '../../../core/games/twenty48/board'
import { makePosition } from '../../../core/games/twenty48/notation'
import type { Player } from '../../../core/games/twenty48/player'
import { boardPlace, boardRoot, boardSubject, isBoardHead, type BoardRoot } from '../../../core/games/twenty48/tree/head'
import type { SlideCuts, SlideDepths } from '../../../core/games/twenty48/search/report'
import { checkRecordable, rootKindOf } from '../../../core/search/record'
import { positionSearcher } from '../../../core/search/registry'
import { MEBIBYTE } from '../../../core/trace/format'
import type { Stamp } from '../../../core/stamp'
import type { Scope } from '../../scope'
import type { Pool } from '../../compute/pool/pool'
import type { RecordOptions } from '../../compute/pool/recorder'
import { checkTreeMemory } from '../../compute/pool/memory'
import { notOpen, type TreeReader } from '../../compute/trees/treeReader'
import { IncomingTree, type ArrivedTree } from './incomingTree'
import type { Jobs } from '../jobs/jobs'
import { bytesOf, OpenTree, type TreeOrigin } from './openTree'
import { Throttle } from '../ground/throttle'

const VIEWS_PER_SECOND = 10
/** Characters of a position in the title of its job. */
const LONGEST_TITLE = 40

/** A recorded search, and the receiver of its reports. */
type Run = (onRecorded: (recorded: RecordedSearch) => void, options: RecordOptions) => Promise<void>

export interface TreesOptions {
  /** Ends recordings and the reader when it closes. */
  readonly scope: Scope
  readonly pool: Pick<Pool, 'trace' | 'searchGame'>
  readonly reader: TreeReader
  readonly jobs: Pick<Jobs, 'begin'>
  /** Room for one tree, in MiB. */
  readonly mebibytes: () => number
  /** Bytes that all trees may take together. */
  readonly memory: () => number
  /** The origin of a tree, saved with its file. */
  readonly stamp?: () => Stamp
  readonly onViews: (views: readonly TreeView[]) => void
  readonly onFailure: (error: unknown) => void
}

/** Opens, updates, queries and closes recorded trees. */
export class Trees {
  readonly #open = new Map<TreeId, OpenTree>()
  readonly #views: Throttle
  #lastId = 0
  readonly #incoming: IncomingTree

  constructor(private readonly options: TreesOptions) {
    this.#incoming = new IncomingTree(options.reader)
    this.#views = options.scope.add(new Throttle(VIEWS_PER_SECOND, () => options.onViews(this.views)))
    options.scope.defer(() => options.reader.end())
  }

  get views(): readonly TreeView[] {
    return [...this.#open.values()].map(({ view }) => view)
  }

  /**
   * @param depths of each move, to repeat an earlier search @param cuts of each move, as well
   * @throws {LabError} `BAD_REQUEST` for more trees than may be open, or a move without a depth; `BAD_SETTING` for more memory than trees
   * may take
   */
  record(board: Board, player: Player, keep: readonly TreeId[], depths?: SlideDepths, cuts?: SlideCuts): TreeView {
    const missing = depths && legalMoves(board).find(move => depths[move] === null)
    if (missing)
      throw new LabError('BAD_REQUEST', `depths: the slide ${missing} is possible and has no depth.`, { field: 'depths' })
    return this.#begin({ from: 'search' }, { board, kind: 'max' }, 1, player, keep, depths, cuts)
  }

  /**
   * A search of any game by a searcher of the registry.
   *
   * @throws {LabError} `BAD_POSITION`, `BAD_SETTING`; and as `record`
   */
  recordSearch(asked: GameSearch, keep: readonly TreeId[]): TreeView {
    const { entry, root, searcher: its, config, heuristic } = readGameSearch(asked)
    const { game } = entry
    checkRecordable(its, game, root, config, { limits: asked.limits, searcher: positionSearcher })
    const { options: _, ...rest } = asked // the position has them
    const { searcher, wrapping, limits } = rest
    const position = game.format(root)
    const origin = { from: 'search', game: game.id, root: { state: position, kind: rootKindOf(its, game, root) } } as const
    const mebibytes = this.options.mebibytes()
    const search: OrderedSearch = { ...rest, position, config, heuristic, mebibytes }
    const run: Run = async (onRecorded, options) => {
      const searched = await this.options.pool.searchGame(search, { ...options, onIteration: onRecorded })
      if (searched) onRecorded({ iteration: searched.iteration!, ms: searched.ms })
    }
    const by = { config, wrapping, limits, heuristic }
    return this.#search({ ...origin, searcher, search: by, reach: 1 }, keep, shortened(position, LONGEST_TITLE), run)
  }

  /** @throws {LabError} `NOT_FOUND` */
  async again(tree: TreeId, node: string, depth: number, keep: readonly TreeId[]): Promise<TreeView> {
    const { player } = this.#find(tree).view
    if (!player)
      throw new LabError('BAD_REQUEST', 'Only nodes of trees that the searchers of 2048 recorded can be searched again.', {
        tree,
      })
    const { row, state, path } = await this.ask('treeNode', { tree, node })
    const of = { tree, node, path: path.map(({ edge }) => edge) }
    return this.#begin({ from: 'again', of }, boardRoot(state), row.reach, { ...player, limits: { depth } }, keep)
  }

  /**
   * Opens a tree from a file that will arrive in parts.
   * @returns the number of the file
   * @throws {LabError} as `record`
   */
  openFile(name: string, size: number, keep: readonly TreeId[]): number {
    this.#checkRoom(keep, size)
    return this.#incoming.begin(name, size, keep, this.#lastId)
  }

  /** @returns the tree after the last part @throws {LabError} `BAD_FILE`, `CANCELLED`, `NOT_FOUND` for an abandoned file */
  async putPart(file: number, part: Uint8Array): Promise<TreeView | null> {
    const arrived = await this.#incoming.put(file, part)
    return arrived ? this.#show(arrived) : null
  }

  giveUpFile(file: number): void {
    this.#incoming.giveUp(file)
  }

  /** A part of the file of the tree shown, from a byte on; empty after the last. */
  part(tree: TreeId, at: number): Promise<Uint8Array> {
    this.#find(tree)
    return this.options.reader.write(tree, at)
  }

  stop(tree: TreeId): void {
    void this.#find(tree).scope?.close()
  }

  follow(tree: TreeId): void {
    this.#showNewest(this.#find(tree))
    this.#views.now()
  }

  close(tree: TreeId): void {
    const open = this.#open.get(tree)
    if (!open) return
    this.#open.delete(tree)
    void open.scope?.close()
    this.options.reader.close(tree)
    this.#views.now()
  }

  /** @throws {LabError} what the reader throws */
  async ask<K extends TreeQuestion>(question: K, arg: Arg<K>): Promise<Result<K>> {
    const open = this.#open.get((arg as Arg<TreeQuestion>).tree)
    const kind = WORK_OF[question]
    if (!open || !kind) return this.options.reader.ask(question, arg)
    const progress = open.begin(kind, () => this.#views.ask())
    try {
      return await this.options.reader.ask(question, arg, progress)
    } finally {
      progress()
    }
  }

  /** The first plies of a tree, also while it grows. @throws {LabError} `NOT_FOUND` */
  async top(asked: Arg<'treeTop'>): Promise<Result<'treeTop'>> {
    const { reader } = this.options
    const { version, next } = this.#find(asked.tree).view
    if (version === 0) return null
    // the reader answers in order, so both answers are of this version
    const [top, key] = await Promise.all([
      reader.ask('treeTop', asked),
      next ? reader.ask('treeAt', { tree: asked.tree, edges: [...next.edges] }) : null,
    ])
    return top && { ...top, version, ...(next && this.#open.has(next.tree) && { played: { ...next, key } }) }
  }

  /** Notes the tree of the position that was played next, so that a picture can follow. */
  follows(view: TreeView, after: NextTree | undefined): TreeView {
    const before = after && this.#open.get(after.tree)
    if (before) before.view = { ...before.view, next: { tree: view.id, edges: after.edges } }
    if (before) this.#views.now()
    return view
  }

  /** Ends a long operation, which then fails with `CANCELLED`. */
  stopWork(tree: TreeId, work: TreeWork): void {
    this.options.reader.stop(tree, work)
  }

  #show({ data, levels, name, keep, newest }: ArrivedTree): TreeView {
    const bytes = bytesOf(data)
    // the page that announced the file could not know of trees that were opened while it arrived
    const since = [...this.#open.keys()].filter(id => id > newest)
    this.#makeRoom(since.length === 0 ? keep : [...keep, ...since].slice(1 - MOST_TREES), bytes)
    const { head } = data
    const player = isBoardHead(head) && { limits: { depth: head.depth }, ...boardSubject(head) }
    const root = { state: head.root, kind: head.rootKind }
    const { game, searcher, reach } = head
    const open = this.#add({ from: 'file', file: name, game, root, searcher, ...(player && { player }), reach }, bytes)
    open.fill({ data, levels })
    this.#showNewest(open)
    this.#views.now()
    return open.view
  }

  /** A search of 2048. */
  #begin(
    origin: Pick<TreeOrigin, 'from' | 'of'>,
    root: BoardRoot,
    reach: number,
    player: Player,
    keep: readonly TreeId[],
    depths?: SlideDepths,
    cuts?: SlideCuts,
  ): TreeView {
    const { game, root: state, rootKind: kind } = boardPlace(root)
    const order: TraceOrder = {
      root,
      reach,
      mebibytes: this.options.mebibytes(),
      ...(depths && { depths }),
      ...(cuts && { cuts }),
    }
    return this.#search(
      { ...origin, game, root: { state, kind }, searcher: 'kernel', player, reach },
      keep,
      makePosition(root.board),
      (onRecorded, options) => this.options.pool.trace(player, order, onRecorded, options),
    )
  }

  /** Opens a tree and starts its search. @param title of its job */
  #search(origin: TreeOrigin, keep: readonly TreeId[], title: string, run: Run): TreeView {
    const room = this.options.mebibytes() * MEBIBYTE
    this.#makeRoom(keep, room)
    const scope = this.options.scope.child('a recorded tree')
    const open = this.#add(origin, room)
    open.scope = scope
    this.options.reader.warmUp()
    void this.#record(open, title, run, scope)
    this.#views.now()
    return open.view
  }

  async #record(open: OpenTree, title: string, run: Run, scope: Scope): Promise<void> {
    const job = this.options.jobs.begin({
      kind: 'tree',
      title,
      state: 'waiting', // for its thread, which may be recording another
      late: true,
      cancel: () => void scope.close(),
    })
    const onRecorded = (recorded: RecordedSearch): void => {
      job.setState('running')
      this.#onRecorded(open, recorded)
    }
    const onProgress = ({ depth, expanded, share }: RecordProgress): void => {
      job.setState('running')
      if (share !== undefined) job.progress(share, 1)
      open.view = { ...open.view, recording: { depth, expanded } }
      this.#views.ask()
    }
    try {
      await run(onRecorded, { signal: scope.signal, onProgress })
      this.#finish(open, scope.isClosed ? 'stopped' : 'done')
    } catch (error) {
      this.#finish(open, 'failed')
      if (this.#isOpen(open)) this.options.onFailure(error)
    } finally {
      job.end()
    }
  }

  #onRecorded(open: OpenTree, recorded: RecordedSearch): void {
    if (!this.#isOpen(open)) return
    open.onRecorded(recorded, recorded.iteration && this.options.stamp?.())
    if (open.view.version > 0) return this.#views.ask()
    this.#showNewest(open)
    this.#views.now() // a picture that follows a quick game waits for it
  }

  #finish(open: OpenTree, state: TreeView['state']): void {
    void open.scope?.close()
    open.scope = undefined
    if (!this.#isOpen(open)) return
    open.finish(state)
    this.#showNewest(open)
    this.#views.now()
  }

  /** Passes the newest iteration to the reader. */
  #showNewest(open: OpenTree): void {
    const data = open.show()
    if (data) this.options.reader.open(open.view.id, data)
  }

  #add(origin: TreeOrigin, room: number): OpenTree {
    const open = new OpenTree(++this.#lastId, origin, room)
    this.#open.set(open.view.id, open)
    return open
  }

  /** Closes the other trees. */
  #makeRoom(keep: readonly TreeId[], bytes: number): void {
    this.#checkRoom(keep, bytes)
    for (const id of this.#open.keys()) if (!keep.includes(id)) this.close(id)
  }

  #checkRoom(keep: readonly TreeId[], bytes: number): void {
    const kept = [...this.#open.values()].filter(({ view }) => keep.includes(view.id))
    if (kept.length >= MOST_TREES)
      throw new LabError('BAD_REQUEST', `${MOST_TREES} trees are open: close one of them to make room for another.`)
    const taken = kept.reduce((sum, open) => sum + open.bytes, 0)
    checkTreeMemory(bytes, taken, this.options.memory())
  }

  #find(tree: TreeId): OpenTree {
    const open = this.#open.get(tree)
    if (!open) throw notOpen(tree)
    return open
  }

  /** True if neither it nor the lab was closed meanwhile. */
  #isOpen(open: OpenTree): boolean {
    return !this.options.scope.isClosed && this.#open.get(open.view.id) === open
  }
}
