/** The built terminal as a child process, for what only a process shows: signals, pipes, how it ends. The rest runs in `terminalHere`. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

// a process takes long to start where eight others run
vi.setConfig({ testTimeout: 60_000 })

/** The data folder of commands that are given no other; it goes with the other temporary files. */
export const HOME = mkdtempSync(join(tmpdir(), 'lab-terminal-'))

/** As a user starts the lab who has not installed it. */
export const ENV: NodeJS.ProcessEnv = { npm_command: 'exec', ...process.env, LAB_HOME: HOME }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built terminal. */
export const CLI = join(ROOT, 'out/main/cli.js')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function startLab(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return runScript(CLI, args, env)
}

/** As `startLab`, once it hears signals: one that comes earlier ends it as any process, however long it takes to start. */
export async function startHearing(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcessWithoutNullStreams> {
  const file = join(mkdtempSync(join(HOME, 'hears-')), 'signals')
  const required = `--require ${join(import.meta.dirname, 'hearingSignals.cjs')}`
  const child = startLab(args, { NODE_OPTIONS: required, HEARING_SIGNALS: file, ...env })
  await vi.waitUntil(() => existsSync(file), { timeout: 50_000 })
  return child
}

/** @param script its path, or that in the project. */
export function runScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [resolve(ROOT, script), ...args], { env: { ...ENV, ...env } })
}

export async function ending(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...text }
}

/** Each line parsed; fails the test where one is not JSON. */
export function jsonLines<T>({ stdout }: Ended): T[] {
  return stdout.trimEnd().split('\n').map(line => JSON.parse(line) as T) // oxfmt-ignore
}
