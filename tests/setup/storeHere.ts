/**
 * The store's thread inside this process, for tests of what is stored: starting a thread costs a tenth of a second of processor
 * time, and these tests open more than a thousand stores. The code, the messages and their cloning are those of the thread.
 * `storesInThreads` is for what only a thread does: it works while this one is busy.
 */
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import threads, { type Transferable, type WorkerOptions } from 'node:worker_threads'
import { afterAll, beforeAll } from 'vitest'
import type { StoreStart } from '../../src/main/store/messages'
import { serveStore } from '../../src/main/store/storeLoop'

const STORE = join(import.meta.dirname, '..', '..', 'out', 'main', 'store.js')

/** What the lab needs of a `Worker`. */
class StoreHere extends EventEmitter {
  readonly #port: threads.MessagePort

  constructor(start: StoreStart) {
    super()
    const { port1, port2 } = new threads.MessageChannel()
    this.#port = port1
    port1.on('message', message => this.emit('message', message))
    port1.on('close', () => this.emit('exit', 0))
    serveStore(port2, structuredClone(start))
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  async terminate(): Promise<number> {
    this.#port.close()
    return 0
  }
}

const IN_THREADS = 'TESTS_STORES_IN_THREADS'
const inThreads = (): boolean => process.env[IN_THREADS] === '1'

/** Stores that the tests of this file open have threads of their own. */
export function storesInThreads(): void {
  beforeAll(() => void (process.env[IN_THREADS] = '1'))
  afterAll(() => void (process.env[IN_THREADS] = '0'))
}

const { Worker } = threads
const mark = Symbol.for('a store here')
if (!(mark in Worker)) {
  // called with `new`, it gives what it returns
  const workerOrHere = function (file: string | URL, options: WorkerOptions = {}) {
    return file === STORE && !inThreads() ? new StoreHere(options.workerData as StoreStart) : new Worker(file, options)
  }
  threads.Worker = Object.assign(workerOrHere, { [mark]: true }) as never
  syncBuiltinESMExports()
}
