/** Root of a compute thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from '../../../core/contract/compute'
import type { KernelExports } from '../../../core/kernel/memory'
import { createKernel } from '../../../core/kernel/port'
import { createTracedKernel } from '../../../core/kernel/tracedPort'
import { withExperts } from '../../../core/kernel/wallKernel/searchPort'
import { networkSource, findExpert } from '../networks/networkFile'
import { instance } from '../pool/kernelFile'
import { serveThread } from './threadLoop'

const { kernel, networks, stopCell } = workerData as ThreadStart
const source = networkSource(networks)

const instantiate = instance<KernelExports>(kernel)
const now = () => performance.now()

serveThread(
  parentPort!,
  withExperts(createKernel(instantiate, now, source), id => findExpert(id, networks)),
  () => createTracedKernel(instantiate, now, source),
  stopCell,
)
