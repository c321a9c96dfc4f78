/**
 * `npm test`: check, build, unit and end-to-end tests, each with its own output, then one line that sums them up.
 * A step that fails without counting tests (check, build, a runner that crashed) counts as one failure, so that the
 * line never reads "0 failed" when the exit code says otherwise.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { root } from './fresh.mjs'
import { runTool } from './tool.mjs'

/** In the titles of end-to-end tests for `npm run soak -- suites` (tests/e2e/launch.ts). */
const SOAK = '@soak'

const total = { passed: 0, failed: 0, skipped: 0 }
/** Why tests were skipped, as the tests said it. @type {Set<string>} */
const reasons = new Set()
/** Once more at the end, where a log that was cut still has them. @type {string[]} */
const failures = []
/** Tests that passed at the second attempt: something stood still, or the test is a bad one. @type {string[]} */
const shaky = []

runScript('check')
if (runScript('build')) {
  await runTests('unit', 'vitest', ['run'], countUnit)
  await runTests('e2e', '@playwright/test#playwright', ['test', '--grep-invert', SOAK, '--workers', '2'], countEndToEnd)
} else console.log('\nunit, e2e: not run, there is no build to test')

for (const test of shaky) console.log(`\nPASSED ONLY AT THE SECOND ATTEMPT: ${test}`)
for (const failure of failures) console.log(`\nFAILED: ${failure}`)
for (const reason of reasons) console.log(`\nSKIPPED: ${reason}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string} name */
function runScript(name) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', `${name}.mjs`)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail(name)
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
  process.env['E2E_REPORT'] = name
  rmSync(report, { force: true }) // a crash must not be summed up with the numbers of the last run
  const failedBefore = total.failed
  const { code } = await runTool(tool, args, 'inherit')
  try {
    count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${name}: no report`, error)
  }
  if (code !== 0 && total.failed === failedBefore) fail(name)
}

/** @param {string} step that counts no tests, or that ended before it did */
function fail(step) {
  total.failed++
  failures.push(step)
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} UnitTest
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, assertionResults: UnitTest[] }[] }} report
 */
function countUnit({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  total.passed += numPassedTests
  total.failed += numFailedTests
  total.skipped += numPendingTests + numTodoTests
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (failureMessages.length > 0)
        (status === 'failed' ? failures : shaky).push(`${relative(root, name)}: ${fullName}\n${failureMessages.join('\n')}`)
}

/**
 * @typedef {{ status: string, annotations: { type: string, description?: string }[], results: { error?: { message?: string } }[] }} EndToEndTest
 * @typedef {{ file: string, specs: { title: string, tests: EndToEndTest[] }[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }} report
 */
function countEndToEnd({ stats, suites }) {
  total.passed += stats.expected + stats.flaky
  total.failed += stats.unexpected
  total.skipped += stats.skipped
  const pending = [...suites]
  for (const suite of pending) {
    pending.push(...(suite.suites ?? []))
    for (const { title, tests } of suite.specs)
      for (const { status, annotations, results } of tests) {
        if (status === 'unexpected' || status === 'flaky')
          (status === 'flaky' ? shaky : failures).push(
            `${suite.file}: ${title}\n${results.map(({ error }) => error?.message ?? '').join('\n')}`,
          )
        for (const { type, description } of annotations) if (type === 'skip' && description) reasons.add(description)
      }
  }
}
