/** Root of a compute thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from '../../core/contract/compute'
import { createKernel, type KernelExports } from '../../core/kernel/port'
import { serveThread } from './threadLoop'

const { kernel, stopCell } = workerData as ThreadStart
const instantiate = (imports: object): KernelExports =>
  new WebAssembly.Instance(kernel as WebAssembly.Module, imports).exports as KernelExports

serveThread(parentPort!, createKernel(instantiate), stopCell)
