/** A store's thread that answers the first question, to open, with a bug. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', ({ id }) => {
  parentPort.postMessage({ id, reply: { ok: false, bug: new TypeError('a bug as it opens') } })
})
