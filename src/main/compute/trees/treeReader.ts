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

/** Start data of the thread. */
export interface TreeStart {
  readonly networks: readonly string[]
}

/** Any question. */
type Ask = (arg: never, options: RemoteOptions<number>) => Promise<unknown>

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'tree.js')

/** Limit of the thread's JavaScript heap: outlines, and one export at a time. The columns of traces are outside it. */
const HEAP_MB = 512

/** A thread of the built lab. @param networks folders of networks, for evaluators that name one */
export function startTreeWorker(networks: readonly string[] = []): ThreadLike {
  const workerData: TreeStart = { networks }
  return new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
}

/**
 * The lab's handle of the thread that reads trees. The thread starts when first needed and ends when the last tree is closed and
 * no file is being read. A thread that died is replaced; the same trees are open in the new one, folded.
 */
export class TreeReader {
  readonly #open = new Map<number, TraceData>()
  #running: { readonly thread: ThreadLike; readonly asker: Asker<TreeService> } | undefined
  /** The file that the thread has part of, and the number of the last file. */
  #reading: number | undefined
  #lastFile = 0

  constructor(private readonly createThread: () => ThreadLike = startTreeWorker) {}

  /** Starts the thread for a tree that will soon arrive. */
  warmUp(): void {
    this.#start()
  }

  /** Opens a tree for questions. It replaces a tree with the same number. */
  open(tree: number, data: TraceData): void {
    this.#open.set(tree, data)
    if (this.#running) this.#running.asker.tell('open', { tree, data })
    else this.#start() // a new thread opens all trees
  }

  close(tree: number): void {
    // a recorded tree with nothing to show yet is not known, but the thread was started for it
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

  /** Drops a file that will not be completed. */
  giveUp(file: number): void {
    this.#running?.asker.tell('giveUp', file)
    this.#forget(file)
  }

  /**
   * The part of a tree's file from a byte on; empty after the last.
   * @throws {LabError} `NOT_FOUND`, `CANCELLED`, `WORKER_LOST`
   */
  async write(tree: number, at: number): Promise<Uint8Array> {
    if (!this.#open.has(tree)) throw notOpen(tree)
    return this.#start().remote.write({ tree, at })
  }

  /**
   * @param onProgress receives the finished share of a long work, 0 … 1
   * @throws {LabError} `NOT_FOUND`, `BAD_REQUEST`, `BAD_FILE` for a trace that does not fit its board, `CANCELLED`, `WORKER_LOST`
   */
  async ask<K extends TreeQuestion>(question: K, arg: Arg<K>, onProgress?: (share: number) => void): Promise<Result<K>> {
    const { tree } = arg as Arg<TreeQuestion>
    if (!this.#open.has(tree)) throw notOpen(tree)
    const ask: Ask = this.#start().remote[question]
    return (await ask(arg as never, { onNews: onProgress })) as Result<K>
  }

  /** Ends a long work: its question fails with `CANCELLED`. */
  stop(tree: number, work: TreeWork): void {
    this.#running?.asker.tell('stop', { tree, work })
  }

  /** Ends the thread; open questions fail with `CANCELLED`. */
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
