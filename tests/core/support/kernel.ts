import { readFileSync } from 'node:fs'
import { createKernel, type Kernel, type KernelExports } from '../../../src/core/kernel/port'

const module = new WebAssembly.Module(readFileSync(new URL('../../../out/kernel.wasm', import.meta.url)))

/** A fresh instance of the built kernel. */
export function newKernel(): Kernel {
  return createKernel(imports => new WebAssembly.Instance(module, { ...imports }).exports as unknown as KernelExports)
}
