/** `lab` on a Node that cannot become the bundled one (before 22.15): two processes that act as one. */
import { linkSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../scripts/fresh.mjs'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

let folder = ''
/** This Node by another path, so that it looks like another one. */
let other = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lab-two-nodes-'))
  other = join(folder, 'node')
  try {
    linkSync(process.execPath, other)
  } catch {
    copyFileSync(process.execPath, other) // from another file system
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const WITHOUT_EXECVE = 'data:text/javascript,Reflect.deleteProperty(process,"execve")'

/** Begins a long bench. @returns the process, and that which it started */
async function begun() {
  const words = 'bench 90000 --depth 1 --no-keep --csv --threads 1'.split(' ')
  const first = spawn(other, ['--import', WITHOUT_EXECVE, join(root, 'scripts', 'lab.mjs'), ...words], {
    env: { ...process.env, LAB_HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(first.stdout, 'data') // a row: it plays
  const [second] = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8').trim().split(' ')
  return { first, second: Number(second) }
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')('an interrupt that only the first one receives ends both', async () => {
  const { first, second } = await begun()
  expect(runs(second)).toBe(true)
  first.stdout.resume()
  first.kill('SIGINT')
  expect(await once(first, 'exit')).toEqual([130, null])
  expect(runs(second)).toBe(false)
})

test.runIf(process.platform === 'linux')('the second one ends once the first one was killed', async () => {
  const { first, second } = await begun()
  first.kill('SIGKILL')
  await vi.waitUntil(() => !runs(second), { timeout: 30_000 })
})
