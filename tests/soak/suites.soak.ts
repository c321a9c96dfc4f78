/** The suites of `npm test` in full: every example that they leave out, more of each property, and other ones each time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { record } from './record'

const ROOT = join(import.meta.dirname, '../..')
/** Of all properties and kills. */
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31)

test(`core, main and page in full (SOAK_SEED=${SEED})`, async () => {
  const report = join(ROOT, 'test-results', 'suites.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest/vitest.mjs', args, { TESTS_IN_FULL: '1', TESTS_SEED: String(SEED) })
  const { numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number }
  record('The suites in full', { 'drawn from the seed': SEED, 'tests passed': numPassedTests })
  expect(code).toBe(0)
})

test('the window and the browser from the outside, in full', async () => {
  expect(await run('@playwright/test/cli.js', ['test'], { E2E_REPORT: 'suites-e2e' })).toBe(0)
  const report = readFileSync(join(ROOT, 'test-results', 'suites-e2e.json'), 'utf8')
  const { stats } = JSON.parse(report) as { stats: { expected: number; skipped: number } }
  record('The end-to-end tests in full', { 'tests passed': stats.expected, skipped: stats.skipped })
})

async function run(script: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number | null> {
  const runner = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = (await once(runner, 'exit')) as [number | null]
  return code
}
