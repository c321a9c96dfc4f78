/** Root of a thread that trains a network. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveTraining } from './trainingLoop'
import type { TrainingStart } from './messages'

serveTraining(parentPort!, workerData as TrainingStart)
