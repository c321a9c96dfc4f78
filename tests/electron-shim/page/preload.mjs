/**
 * Runs a preload script with what a sandboxed one finds: `electron`, a few of Node's modules, part of `process`.
 *
 * Self-contained: the page gets the source of this very function.
 *
 * @param path for messages
 * @param script the preload, as a function of (require, module, exports, process)
 * @param electron the modules of the renderer
 * @param process what the preload may know of it
 * @param send posts a plain object to the main process
 */
export function runPreload(path, script, electron, process, send) {
  const modules = {
    electron,
    'electron/renderer': electron,
    timers: { setTimeout, setInterval, clearTimeout, clearInterval },
    url: { URL, URLSearchParams },
  }
  const require = name => {
    const found = modules[name.replace(/^node:/, '')]
    if (!found) throw new Error(`module not found: ${name}`)
    return found
  }
  const module = { exports: {} }
  const sandboxed = { ...process, env: {}, argv: [], type: 'renderer', sandboxed: true, contextIsolated: true }
  try {
    script(require, module, module.exports, sandboxed)
  } catch (error) {
    console.error(`Unable to load preload script: ${path}`)
    console.error(error)
    send({ type: 'preload-error', path, text: String(error?.stack ?? error) })
  }
}
