/** Compiles the 2048 kernel (AssemblyScript) to out/kernel.wasm; does nothing when that is newer than its sources. */
import { pathToFileURL } from 'node:url'
import asc from 'assemblyscript/asc'
import { newestChange, root } from './fresh.mjs'

const SOURCES = ['src/core/kernel/assembly', 'asconfig.json']

/** @throws {Error} with the compiler's messages */
export async function buildKernel() {
  if (newestChange(['out/kernel.wasm']) > newestChange(SOURCES)) return
  const { error, stderr } = await asc.main(['--config', 'asconfig.json', '--baseDir', root])
  if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`, { cause: error })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildKernel()
