/** Root of the store's thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { StoreStart } from './messages'
import { serveStore } from './storeLoop'

serveStore(parentPort!, workerData as StoreStart)
