import { readFileSync } from 'node:fs'
import { createKernel, type Kernel, type KernelExports } from '../../../src/core/kernel/port'
import type { Clock } from '../../../src/core/trace/levelTimes'
import { createTracedKernel, type TracedKernel, type TracedKernelExports } from '../../../src/core/kernel/tracedPort'

const read = (name: string) => new WebAssembly.Module(readFileSync(new URL(`../../../out/${name}`, import.meta.url)))
const module = read('kernel.wasm')
const tracedModule = read('traced-kernel.wasm')

/** A fresh instance of the built kernel, or of another that is made of its exports. */
export function newKernel(now?: Clock, changed = (exports: KernelExports) => exports): Kernel {
  return createKernel(
    imports => changed(new WebAssembly.Instance(module, { ...imports }).exports as unknown as KernelExports),
    now,
  )
}

/** A fresh instance of the built kernel that records. */
export function newTracedKernel(now?: Clock): TracedKernel {
  return createTracedKernel(
    imports => new WebAssembly.Instance(tracedModule, { ...imports }).exports as unknown as TracedKernelExports,
    now,
  )
}
