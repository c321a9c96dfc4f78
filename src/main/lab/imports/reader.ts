import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LabError } from '../../../core/errors'
import { createDeferred, type Deferred } from '../../compute/deferred'
import { INSTALLATION } from '../about'
import type { FromReader, ReaderStart, ToReader } from './messages'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'reader.js')

/** Bound of the thread's heap: several times what the longest replay takes. */
const HEAP_MB = 384

/** A text read piece by piece in a thread of its own, which ends with the text or when it is too much for it. */
export class Reader {
  readonly #worker: Worker
  #answer: Deferred<FromReader> | undefined
  #ended = false

  constructor(private readonly name: string) {
    const workerData: ReaderStart = { name, now: Date.now() }
    this.#worker = new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    this.#worker.on('message', (message: FromReader) => this.#take()?.resolve(message))
    this.#worker.on('error', error => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  /** One after the other. @throws {LabError} `BAD_FILE` for a text that takes more memory than it may. */
  ask(message: ToReader): Promise<FromReader> {
    if (this.#ended) return Promise.reject(this.#tooMuch(undefined))
    this.#answer = createDeferred()
    this.#worker.postMessage(message)
    return this.#answer.promise
  }

  close(): void {
    void this.#worker.terminate()
  }

  #fail(cause: unknown): void {
    this.#ended = true
    this.#take()?.reject(this.#tooMuch(cause))
  }

  #tooMuch(cause: unknown): LabError {
    const message = `${this.name}: reading it took more memory than the ${HEAP_MB} MB that it may, or was stopped`
    return new LabError('BAD_FILE', message, undefined, { cause })
  }

  #take(): Deferred<FromReader> | undefined {
    const answer = this.#answer
    this.#answer = undefined
    return answer
  }
}
