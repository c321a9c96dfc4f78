/**
 * What a test file starts and computes, as numbers that do not depend on how busy the machine is: `npm test`, which sets TESTS_COUNTED,
 * compares their sums with tests/budgets.json. A file of setup for vitest, and of `tests/e2e/launch.ts`.
 */
import childProcess from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative } from 'node:path'

/**
 * `screens`: mounted components. `stores`: opened in this process. `games` and `nodes`: in this process, those of its kernels too.
 * `moves`: from which networks learn. What processes and real threads do that a test starts is not counted, but they are.
 */
export const COUNTED = ['processes', 'threads', 'stores', 'windows', 'screens', 'games', 'nodes', 'moves'] as const
export type Counted = (typeof COUNTED)[number]
export type Counts = Record<Counted, number>

const TESTS = join(import.meta.dirname, '..')
/** Emptied by `npm test` before it starts. One file for each process, a line for each file of tests. */
const FILE = join(TESTS, '..', 'test-results', 'counts', `${process.pid}.jsonl`)

/** The counts of this process. One object, although the files of a worker without isolation each load this module. */
const counts: Counts = ((globalThis as { labCounts?: Counts }).labCounts ??= begin())

export function count(what: Counted, many = 1): void {
  counts[what] += many
}

/** @returns saves what was counted since then as that of a file of tests */
export function countFile(): (testFile: string) => void {
  const before = { ...counts }
  return testFile => {
    if (process.env['TESTS_COUNTED'] !== '1') return
    const counted = COUNTED.map(what => [what, counts[what] - before[what]] as const).filter(([, many]) => many > 0)
    mkdirSync(dirname(FILE), { recursive: true })
    appendFileSync(FILE, `${JSON.stringify({ file: relative(TESTS, testFile), counts: Object.fromEntries(counted) })}\n`)
  }
}

function begin(): Counts {
  subscribe('child_process', () => count('processes'))
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const start = childProcess[name] as (...args: unknown[]) => never
    childProcess[name] = (...args: unknown[]) => (count('processes'), start(...args))
  }
  syncBuiltinESMExports()
  subscribe('worker_threads', () => count('threads'))
  return Object.fromEntries(COUNTED.map(what => [what, 0])) as Counts
}
