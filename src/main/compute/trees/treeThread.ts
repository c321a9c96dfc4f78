/** Root of the thread that reads recorded trees. */
import { parentPort } from 'node:worker_threads'
import { serveTrees } from './treeLoop'

serveTrees(parentPort!)
