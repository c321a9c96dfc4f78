/** Makes `import 'electron'` and `require('electron')` find the stand-in; in worker threads it is absent, as in Electron. */
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const url = new URL('./electron.mjs', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!/^electron(\/main|\/common)?$/.test(specifier)) return nextResolve(specifier, context)
    if (!isMainThread) throw new Error(`Cannot find module '${specifier}' (not available in worker threads)`)
    return { url, shortCircuit: true, format: 'module' }
  },
})
