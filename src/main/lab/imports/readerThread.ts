/** Root of a thread that reads one import: a hostile text may crash this thread, but nothing else. */
import { parentPort, workerData } from 'node:worker_threads'
import { answerInThread } from '../../threadChannel'
import { textService, type ReaderService, type ReaderStart } from './textService'

const port = parentPort!
const { read, end } = textService(workerData as ReaderStart)

const service: ReaderService = {
  read,
  end() {
    queueMicrotask(() => port.close()) // after the answer
    return end()
  },
}
answerInThread(port, service, 'thrown')
