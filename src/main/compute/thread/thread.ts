/** Root of a compute thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from '../../../core/contract/compute'
import { createKernel, type KernelExports } from '../../../core/kernel/port'
import { createTracedKernel, type TracedKernelExports } from '../../../core/kernel/tracedPort'
import { instance, readTracedKernel } from '../pool/kernelFile'
import { serveThread } from './threadLoop'

const { kernel, stopCell } = workerData as ThreadStart

serveThread(
  parentPort!,
  createKernel(instance<KernelExports>(kernel), () => performance.now()),
  () => createTracedKernel(instance<TracedKernelExports>(readTracedKernel().module), () => performance.now()),
  stopCell,
)
