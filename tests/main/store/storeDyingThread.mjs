/** A store's thread that opens and dies of the first question. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', ({ id, call }) => {
  if (call !== 'open') throw new Error('the thread breaks on purpose')
  parentPort.postMessage({ id, reply: { ok: true } })
})
