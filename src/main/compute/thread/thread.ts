/** Root of a compute thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from '../../../core/contract/compute'
import { createKernel, type KernelExports } from '../../../core/kernel/port'
import { createTracedKernel, type TracedKernelExports } from '../../../core/kernel/tracedPort'
import { withExperts } from '../../../core/kernel/wallKernel/expertKernel'
import { networkSource } from '../networks/networkFile'
import { findExpert } from '../networks/openNetwork'
import { instance, readTracedKernel } from '../pool/kernelFile'
import { serveThread } from './threadLoop'

const { kernel, networks, stopCell } = workerData as ThreadStart
const source = networkSource(networks)

serveThread(
  parentPort!,
  withExperts(
    createKernel(instance<KernelExports>(kernel), () => performance.now(), source),
    id => findExpert(id, networks),
  ),
  () => createTracedKernel(instance<TracedKernelExports>(readTracedKernel().module), () => performance.now(), source),
  stopCell,
)
