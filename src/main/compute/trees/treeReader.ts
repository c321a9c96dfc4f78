import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Asker } from '../../../core/channel/asker'
import type { RemoteOptions } from '../../../core/channel/service'
import type { Arg, Result } from '../../../core/contract/calls'
import type { TreeWork } from '../../../core/contract/calls/tree'
import type { ReadTree, TreeFilePart, TreeQuestion, TreeService } from '../../../core/contract/trees'
import { LabError } from '../../../core/errors'
import type { TraceData } from '../../../core/trace/trace'
import { askThread, type ThreadLike } from '../../threadChannel'
import { INSTALLATION } from '../../installation'

/** Any question. */
type Ask = (arg: never, options: RemoteOptions<number>) => Promise<unknown>

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'tree.js')

/** Bound of the thread's JavaScript heap: outlines, and one export at a time. The columns of traces are outside of it. */
const HEAP_MB = 512

/** A thread of the built lab. */
export function startTreeWorker(): ThreadLike {
  return new Worker(THREAD_FILE, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
}

/**
 * The thread that reads trees, as the lab sees it: started when first needed, ended when the last tree is closed and no file
 * is on its way in. One that died is replaced with the same trees open, folded.
 */
export class TreeReader {
  readonly #open = new Map<number, TraceData>()
  #running: { readonly thread: ThreadLike; readonly asker: Asker<TreeService> } | undefined
  /** The file that the thread has a part of, and the last one that it was given. */
  #reading: number | undefined
  #lastFile = 0

  constructor(private readonly createThread: () => ThreadLike = startTreeWorker) {}

  /** Starts the thread, for a tree that will soon be there. */
  warmUp(): void {
    this.#start()
  }

  /** A tree to be asked about, in place of the one that had its number. */
  open(tree: number, data: TraceData): void {
    this.#open.set(tree, data)
    if (this.#running) this.#running.asker.tell('open', { tree, data })
    else this.#start() // a new thread opens all trees
  }

  close(tree: number): void {
    // one that was recorded and has nothing to show yet is not known, but the thread was started for it
    if (this.#open.delete(tree)) this.#running?.asker.tell('close', tree)
    this.#endUnneeded()
  }

  /** @returns the tree with the last part. @throws {LabError} `BAD_FILE`, `CANCELLED`, `WORKER_LOST` */
  async read(part: TreeFilePart): Promise<ReadTree | null> {
    const { file, last } = part
    if (file > this.#lastFile) this.#reading = this.#lastFile = file
    else if (file !== this.#reading)
      throw new LabError('WORKER_LOST', 'The thread that had the first part of the file died. Open the file again.', { file })
    try {
      const tree = await this.#start().remote.read(part)
      if (last && this.#reading === file) this.#reading = undefined
      return tree
    } catch (error) {
      this.#forget(file)
      throw error
    }
  }

  /** Nothing more will come of a file. */
  giveUp(file: number): void {
    this.#running?.asker.tell('giveUp', file)
    this.#forget(file)
  }

  /** The part of the file of a tree from a byte on, empty after the last. @throws {LabError} `NOT_FOUND`, `CANCELLED`, `WORKER_LOST` */
  async write(tree: number, at: number): Promise<Uint8Array> {
    if (!this.#open.has(tree)) throw notOpen(tree)
    return this.#start().remote.write({ tree, at })
  }

  /**
   * @param onProgress hears how much is done, 0 … 1, of what takes long
   * @throws {LabError} `NOT_FOUND`, `BAD_REQUEST`, `BAD_FILE` for a trace that does not fit its board, `CANCELLED`, `WORKER_LOST`
   */
  async ask<K extends TreeQuestion>(question: K, arg: Arg<K>, onProgress?: (share: number) => void): Promise<Result<K>> {
    const { tree } = arg as Arg<TreeQuestion>
    if (!this.#open.has(tree)) throw notOpen(tree)
    const ask: Ask = this.#start().remote[question]
    return (await ask(arg as never, { onNews: onProgress })) as Result<K>
  }

  /** Ends a long work: what was asked fails with `CANCELLED`. */
  stop(tree: number, work: TreeWork): void {
    this.#running?.asker.tell('stop', { tree, work })
  }

  /** Ends the thread; what was asked fails with `CANCELLED`. */
  end(): void {
    const running = this.#running
    this.#running = this.#reading = undefined
    running?.asker.end(new LabError('CANCELLED', 'the tree was closed'))
    void running?.thread.terminate()
  }

  #forget(file: number): void {
    if (this.#reading !== file) return
    this.#reading = undefined
    this.#endUnneeded()
  }

  #endUnneeded(): void {
    if (this.#running && this.#open.size === 0 && this.#reading === undefined) this.end()
  }

  #start(): Asker<TreeService> {
    if (this.#running) return this.#running.asker
    const thread = this.createThread()
    const asker = askThread<TreeService>(thread, (fault, code) => {
      if (this.#running?.asker === asker) this.#running = this.#reading = undefined
      const cause = fault instanceof Error ? fault.message : `exit code ${code}`
      return new LabError('WORKER_LOST', `The thread that reads trees died (${cause}). Another takes its place: try again.`)
    })
    this.#running = { thread, asker }
    for (const [tree, data] of this.#open) asker.tell('open', { tree, data })
    return asker
  }
}

export function notOpen(tree: number): LabError {
  return new LabError('NOT_FOUND', `Tree ${tree} is not open any more.`, { tree })
}
