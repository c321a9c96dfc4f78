/** A store's thread that opens and dies of the first question. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', () => {
  throw new Error('the thread breaks on purpose')
})
parentPort.postMessage({ kind: 'opened' })
