/** Root of the thread that reads recorded trees. */
import { parentPort, workerData } from 'node:worker_threads'
import { networkSource } from '../networks/networkFile'
import { serveTrees } from './treeLoop'
import type { TreeStart } from './treeReader'

serveTrees(parentPort!, networkSource((workerData as TreeStart).networks))
