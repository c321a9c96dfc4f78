/** Root of a compute thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from '../../../core/contract/compute'
import { createKernel, type KernelExports } from '../../../core/kernel/port'
import { createTracedKernel, type TracedKernelExports } from '../../../core/kernel/tracedPort'
import { readTracedKernel } from '../pool/kernelFile'
import { serveThread } from './threadLoop'

const { kernel, stopCell } = workerData as ThreadStart

function instance<Exports>(module: unknown): (imports: object) => Exports {
  return imports => new WebAssembly.Instance(module as WebAssembly.Module, imports).exports as Exports
}

serveThread(
  parentPort!,
  createKernel(instance<KernelExports>(kernel), () => performance.now()),
  () => createTracedKernel(instance<TracedKernelExports>(readTracedKernel().module), () => performance.now()),
  stopCell,
)
