/** `npm start`: the lab in its Electron window; if that is impossible, prints why and serves the lab on loopback. */
import { spawn } from 'node:child_process'
import { ensureBuilt, root } from './fresh.mjs'
import { findElectron } from './electron.mjs'
import { runTerminal } from './terminal.mjs'

/** The exit code of a shell and the dynamic loader for a program that cannot start, for example without a system library. */
const CANNOT_RUN = 127

const args = process.argv.slice(2)
ensureBuilt()
const obstacle = await openWindow()
if (obstacle) {
  console.error(`No desktop window: ${obstacle}. Serving the lab on this machine instead.`)
  await runTerminal(['serve', '--open', ...args])
}

/** Runs the window until it closes and uses its exit code. Reports the reason if it cannot open. */
async function openWindow() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return 'there is no display'
  const electron = await findElectron()
  if ('obstacle' in electron) return electron.obstacle

  const switches = rootSwitches()
  if (switches.length > 0) console.error('As root, the window runs without Chromium’s sandbox (--no-sandbox).')
  const window = spawn(electron.executable, ['.', ...switches, ...args], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the window directly; this process only has to outlive it
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => window.kill(signal))
  const [code, signal] = await new Promise((resolve, reject) => {
    window.on('error', reject)
    window.on('exit', (...how) => resolve(how))
  })
  if (code === CANNOT_RUN) return 'Electron lacks a library of this system'
  if (signal) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  process.exitCode = code
  return undefined
}

/** Chromium's sandbox does not work for root, and Electron then refuses to start without this switch. */
function rootSwitches() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
