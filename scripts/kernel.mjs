/**
 * Compiles the kernels (AssemblyScript) to out/: kernel.wasm, in shared memory for the trees that it records; and
 * wall-kernel.wasm, the network of the wall game. Does nothing when they are newer than their sources.
 */
import asc from 'assemblyscript/asc'
import { newestChange, root } from './fresh.mjs'

const SOURCES = ['src/core/kernel/assembly', 'src/core/rounding.ts', 'asconfig.json', 'scripts/kernel.mjs']
const TARGETS = [
  { name: 'plain', entry: 'index.ts', output: 'out/kernel.wasm' },
  { name: 'walls', entry: 'wallKernel/index.ts', output: 'out/wall-kernel.wasm' },
]

/** @throws {Error} with the compiler's messages */
export async function buildKernel() {
  for (const { name, entry, output } of TARGETS) {
    if (newestChange([output]) > newestChange(SOURCES)) continue
    const file = `src/core/kernel/assembly/${entry}`
    const { error, stderr } = await asc.main([file, '--config', 'asconfig.json', '--target', name, '--baseDir', root])
    if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`, { cause: error })
  }
}

if (process.argv[1] === import.meta.filename) await buildKernel()
