#!/usr/bin/env node
/** `npx lab`, `lab` after `npm install -g .`, `npm run lab`: the terminal, built first if necessary, on the bundled Node. */
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './fresh.mjs'
import { runTerminal } from './terminal.mjs'

/** `npm run` finds the Node that npm installed as a package; a command that is started in another way must locate it. */
const BUNDLED = join(root, 'node_modules', packageName(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Ctrl-C reaches both processes, and `kill -INT` one of them: within these ms the same interrupt. */
const SAME_INTERRUPT_MS = 500

if (!onBundledNode()) {
  if (process.env['LAB_FOLLOWS'] !== undefined) follow()
  await runTerminal(process.argv.slice(2))
}

/**
 * Hands this process over to the bundled Node, with the same arguments.
 * @returns whether it did; not if it already runs on that Node, or if there is none, as on macOS
 */
function onBundledNode() {
  if (!existsSync(BUNDLED) || realpathSync(process.execPath) === realpathSync(BUNDLED)) return false
  const args = [...process.execArgv, ...process.argv.slice(1)]
  // since Node 22.15, not on Windows: replaces this process
  if ('execve' in process && process.platform !== 'win32') process.execve(BUNDLED, [BUNDLED, ...args], definedEnv())
  const child = spawn(BUNDLED, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, LAB_FOLLOWS: '1' },
  })
  process.on('SIGINT', () => child.connected && child.send('SIGINT'))
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  return true
}

/** Takes the interrupts of the process that started this one as its own, and ends with it, even if it was killed. */
function follow() {
  delete process.env['LAB_FOLLOWS']
  let last = -Infinity
  process.on('SIGINT', () => {
    last = performance.now()
    if (process.listenerCount('SIGINT') === 1) process.exit(128 + constants.signals.SIGINT) // as without this listener
  })
  process.on('message', () => {
    const heard = () => performance.now() - last < SAME_INTERRUPT_MS
    setTimeout(() => heard() || process.kill(process.pid, 'SIGINT'), SAME_INTERRUPT_MS / 2)
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

function packageName() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

/** @returns {Record<string, string>} */
function definedEnv() {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
