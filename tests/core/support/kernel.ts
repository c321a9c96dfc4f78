import { readFileSync } from 'node:fs'
import type { KernelExports } from '../../../src/core/kernel/memory'
import { createKernel, type Kernel } from '../../../src/core/kernel/port'
import type { Clock } from '../../../src/core/trace/levelTimes'
import { createTracedKernel, type TracedKernel } from '../../../src/core/kernel/tracedPort'

const module = new WebAssembly.Module(readFileSync(new URL('../../../out/kernel.wasm', import.meta.url)))
const newInstance = (imports: object) => new WebAssembly.Instance(module, { ...imports }).exports as unknown as KernelExports

/** A fresh instance of the built kernel, or of another that is made of its exports. */
export function newKernel(now?: Clock, changed = (exports: KernelExports) => exports): Kernel {
  return createKernel(imports => changed(newInstance(imports)), now)
}

/** Another, for trees of whole searches. */
export function newTracedKernel(now?: Clock): TracedKernel {
  return createTracedKernel(newInstance, now)
}
