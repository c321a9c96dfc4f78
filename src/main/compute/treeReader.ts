import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Arg, Result } from '../../core/contract/calls'
import type { TreeWork } from '../../core/contract/calls/tree'
import type { FromTreeThread, ReadTree, ToTreeThread, TreeQuestion } from '../../core/contract/trees'
import { LabError, unreachable } from '../../core/errors'
import type { TraceData } from '../../core/search/trace/trace'
import { createDeferred, type Deferred } from './deferred'
import { INSTALLATION } from './installation'

/** What the reader needs of a `Worker`, so that tests can pass their own. */
export interface TreeThread {
  postMessage(message: ToTreeThread): void
  on(event: 'message', listener: (message: FromTreeThread) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

interface Asked extends Deferred<unknown> {
  readonly onProgress: ((share: number) => void) | undefined
}

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'tree.js')

/** Bound of the thread's JavaScript heap: outlines, and one export at a time. The columns of traces are outside of it. */
const HEAP_MB = 512

/** A thread of the built lab. */
export function startTreeWorker(): TreeThread {
  return new Worker(THREAD_FILE, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
}

/**
 * The thread that reads trees, as the lab sees it: started when first needed, ended when the last tree is closed and no file
 * is on its way in. One that died is replaced with the same trees open, folded.
 */
export class TreeReader {
  readonly #open = new Map<number, TraceData>()
  readonly #asked = new Map<number, Asked>()
  #thread: TreeThread | undefined
  #asks = 0
  /** The file that the thread has a part of, and the last one that it was given. */
  #reading: number | undefined
  #lastFile = 0

  constructor(private readonly createThread: () => TreeThread = startTreeWorker) {}

  /** Starts the thread, for a tree that will soon be there. */
  warmUp(): void {
    this.#running()
  }

  /** A tree to be asked about, in place of the one that had its number. */
  open(tree: number, data: TraceData): void {
    this.#open.set(tree, data)
    if (this.#thread) this.#thread.postMessage({ kind: 'open', tree, data })
    else this.#running() // a new thread is told of all
  }

  close(tree: number): void {
    // one that was recorded and has nothing to show yet is not known, but the thread was started for it
    if (this.#open.delete(tree)) this.#thread?.postMessage({ kind: 'close', tree })
    this.#endUnneeded()
  }

  /**
   * The next part of a file; files are numbered upwards.
   *
   * @returns the tree with the last part
   * @throws {LabError} `BAD_FILE`, `CANCELLED`, `WORKER_LOST`
   */
  async read(file: number, name: string, size: number, part: Uint8Array, last: boolean): Promise<ReadTree | null> {
    if (file > this.#lastFile) this.#reading = this.#lastFile = file
    else if (file !== this.#reading)
      throw new LabError('WORKER_LOST', 'The thread that had the first part of the file died. Open the file again.', { file })
    try {
      const tree = (await this.#send(ask => ({ kind: 'read', ask, file, name, size, part, last }))) as ReadTree | null
      if (last && this.#reading === file) this.#reading = undefined
      return tree
    } catch (error) {
      this.#forget(file)
      throw error
    }
  }

  /** Nothing more will come of a file. */
  giveUp(file: number): void {
    this.#thread?.postMessage({ kind: 'giveUp', file })
    this.#forget(file)
  }

  /** The part of the file of a tree from a byte on, empty after the last. @throws {LabError} `NOT_FOUND`, `CANCELLED`, `WORKER_LOST` */
  async write(tree: number, at: number): Promise<Uint8Array> {
    if (!this.#open.has(tree)) throw notOpen(tree)
    return (await this.#send(ask => ({ kind: 'write', ask, tree, at }))) as Uint8Array
  }

  /**
   * @param onProgress hears how much is done, 0 … 1, of what takes long
   * @throws {LabError} `NOT_FOUND`, `BAD_REQUEST`, `BAD_FILE` for a trace that does not fit its board, `CANCELLED`, `WORKER_LOST`
   */
  async ask<K extends TreeQuestion>(question: K, arg: Arg<K>, onProgress?: (share: number) => void): Promise<Result<K>> {
    const { tree } = arg as Arg<TreeQuestion>
    if (!this.#open.has(tree)) throw notOpen(tree)
    const message = (ask: number) => ({ kind: 'ask', ask, question, arg: arg as Arg<TreeQuestion> }) as const
    return (await this.#send(message, onProgress)) as Result<K>
  }

  /** Ends a long work: what was asked fails with `CANCELLED`. */
  stop(tree: number, work: TreeWork): void {
    this.#thread?.postMessage({ kind: 'stop', tree, work })
  }

  #send(message: (ask: number) => ToTreeThread, onProgress?: (share: number) => void): Promise<unknown> {
    const ask = ++this.#asks
    const answer: Asked = { ...createDeferred<unknown>(), onProgress }
    this.#asked.set(ask, answer)
    this.#running().postMessage(message(ask))
    return answer.promise
  }

  /** Ends the thread; what was asked fails with `CANCELLED`. */
  end(): void {
    const thread = this.#thread
    this.#lose(new LabError('CANCELLED', 'the tree was closed'))
    void thread?.terminate()
  }

  #forget(file: number): void {
    if (this.#reading !== file) return
    this.#reading = undefined
    this.#endUnneeded()
  }

  #endUnneeded(): void {
    if (this.#thread && this.#open.size === 0 && this.#reading === undefined) this.end()
  }

  #running(): TreeThread {
    if (this.#thread) return this.#thread
    const thread = (this.#thread = this.createThread())
    let fault: unknown
    thread.on('message', message => thread === this.#thread && this.#hear(message))
    thread.on('error', error => (fault = error))
    thread.on('exit', code => {
      if (thread !== this.#thread) return
      const cause = fault instanceof Error ? fault.message : `exit code ${code}`
      this.#lose(new LabError('WORKER_LOST', `The thread that reads trees died (${cause}). Another takes its place: try again.`))
    })
    for (const [tree, data] of this.#open) thread.postMessage({ kind: 'open', tree, data })
    return thread
  }

  #hear(message: FromTreeThread): void {
    const answer = this.#asked.get(message.ask)
    if (message.kind === 'working') return answer?.onProgress?.(message.share)
    this.#asked.delete(message.ask)
    switch (message.kind) {
      case 'answered':
        return answer?.resolve(message.value)
      case 'failed':
        return answer?.reject(LabError.fromData(message.error))
      default:
        return unreachable(message)
    }
  }

  #lose(error: LabError): void {
    this.#thread = undefined
    this.#reading = undefined
    for (const answer of this.#asked.values()) answer.reject(error)
    this.#asked.clear()
  }
}

export function notOpen(tree: number): LabError {
  return new LabError('NOT_FOUND', `Tree ${tree} is not open any more.`, { tree })
}
