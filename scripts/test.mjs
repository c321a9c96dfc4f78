/**
 * `npm test`: check, build, unit and end-to-end tests, each with its own output, then one line that sums them up.
 * A step that fails without counting tests (check, build, a runner that crashed) counts as one failure, so that the
 * line never reads "0 failed" when the exit code says otherwise.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { root } from './fresh.mjs'
import { runTool } from './tool.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
/** Why tests were skipped, as the tests said it. @type {Set<string>} */
const reasons = new Set()

runScript('check')
if (runScript('build')) {
  await runTests('unit', 'vitest', ['run'], countUnit)
  await runTests('e2e', '@playwright/test#playwright', ['test'], countEndToEnd)
} else console.log('\nunit, e2e: not run, there is no build to test')

for (const reason of reasons) console.log(`\nSKIPPED: ${reason}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string} name */
function runScript(name) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', `${name}.mjs`)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) total.failed++
  return status === 0
}

/**
 * @param {string} name also of the report: test-results/<name>.json
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {(report: any) => void} count adds the report to the total
 */
async function runTests(name, tool, args, count) {
  console.log(`\n== ${name}`)
  const report = join(root, 'test-results', `${name}.json`)
  rmSync(report, { force: true }) // a crash must not be summed up with the numbers of the last run
  const failedBefore = total.failed
  const { code } = await runTool(tool, args, 'inherit')
  try {
    count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${name}: no report`, error)
  }
  if (code !== 0 && total.failed === failedBefore) total.failed++
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report */
function countUnit({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  total.passed += numPassedTests
  total.failed += numFailedTests
  total.skipped += numPendingTests + numTodoTests
}

/**
 * @typedef {{ specs: { tests: { annotations: { type: string, description?: string }[] }[] }[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }} report
 */
function countEndToEnd({ stats, suites }) {
  total.passed += stats.expected
  total.failed += stats.unexpected + stats.flaky
  total.skipped += stats.skipped
  const pending = [...suites]
  for (const suite of pending) {
    pending.push(...(suite.suites ?? []))
    for (const { annotations } of suite.specs.flatMap(spec => spec.tests))
      for (const { type, description } of annotations) if (type === 'skip' && description) reasons.add(description)
  }
}
