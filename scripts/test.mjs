/**
 * `npm test`: check, build, unit and end-to-end tests, each with its own output, the slowest files, and one summary line.
 * The check runs in parallel with the build, and after both the unit tests in parallel with the end-to-end tests, since both often
 * wait. A third program in parallel overloads two cores, and tests time out. The output of a parallel step is shown when it has
 * ended. A step that fails without counting tests (check, build, a runner that crashed, tests that start or compute much more than
 * their budget) counts as one failure, so that the line never reads "0 failed" with a failing exit code.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beginCounts, endCounts, overBudget } from './budgets.mjs'
import { root } from './fresh.mjs'
import { ending, runTool, startNode } from './tool.mjs'

/** Marks end-to-end tests for `npm run soak -- suites` in their titles (tests/e2e/launch.ts). */
const SOAK = '@soak'

const SLOWEST_SHOWN = 10

/** With more processor time than this many times that of the calibration, about a second, the tests have become slower. It only warns, because processor time depends on the machine. */
const MOST_CALIBRATIONS = 720

const TICKS_PER_SECOND = 100
const CALIBRATION_ROUNDS = 350_000_000

/** Errors that no unit test caught: vitest.config.ts. */
const OUTSIDE_TESTS = join(root, 'test-results', 'outside-tests.json')

const total = { passed: 0, failed: 0, skipped: 0 }
/** Why tests were skipped, in the tests' own words. @type {Set<string>} */
const reasons = new Set()
/** Repeated at the end, in case the log is cut. @type {string[]} */
const failures = []
/** Milliseconds of each test file. @type {Map<string, number>} */
const files = new Map()
/** Duration of each step. @type {string[]} */
const steps = []

const started = performance.now()
const calibration = calibrationSeconds()
beginCounts()
console.log('\n== build')
const [build, check] = await Promise.all([
  timed('build', runScript('build.mjs', 'inherit')),
  timed('check', runScript('check.mjs', 'pipe')),
])
console.log(`\n== check\n${check.text.trimEnd()}`)
if (check.code !== 0) fail('check')

if (build.code === 0) {
  const endToEnd = ['test', '--grep-invert', SOAK, '--workers', '1'] // each worker starts a window and a lab of its own
  await Promise.all([
    runTests('unit', 'vitest', ['run'], 'inherit', countUnit),
    runTests('e2e', '@playwright/test#playwright', endToEnd, 'pipe', countEndToEnd),
  ])
  endCounts()
  const { reported, failed } = overBudget()
  if (reported.length > 0) console.log(`\nWARNING: more was started or computed than planned\n${reported.join('\n')}`)
  if (failed.length > 0) fail(`budgets\n${failed.join('\n')}`)
} else {
  fail('build')
  console.log('\nunit, e2e: not run, there is no build to test')
}

console.log('\nThe slowest files:')
for (const [file, milliseconds] of [...files].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN))
  console.log(`${seconds(milliseconds).padStart(8)}  ${file}`)
console.log(`\n${steps.join(', ')}; ${seconds(performance.now() - started)} in all`)
reportProcessorTime()
for (const failure of failures) console.log(`\nFAILED: ${failure}`)
for (const reason of reasons) console.log(`\nSKIPPED: ${reason}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * @template T
 * @param {string} step
 * @param {Promise<T>} work
 */
async function timed(step, work) {
  const began = performance.now()
  const result = await work
  steps.push(`${step} ${seconds(performance.now() - began)}`)
  return result
}

/**
 * @param {string} name of a file of scripts/
 * @param {'inherit' | 'pipe'} output
 */
function runScript(name, output) {
  return ending(startNode([join(root, 'scripts', name)], output))
}

function reportProcessorTime() {
  const used = processorSecondsOfChildren()
  if (used === undefined) return
  const calibrations = used / (calibration + calibrationSeconds())
  console.log(
    `processor time ${used.toFixed(0)} s, ${calibrations.toFixed(0)} times the calibration before and after it (at most ${MOST_CALIBRATIONS} wanted)`,
  )
  if (calibrations > MOST_CALIBRATIONS) console.log('\nWARNING: the tests need more processor time than they should')
}

/** Processor seconds of the processes that this one, or one that it started, has waited for; `undefined` where the system does not say. */
function processorSecondsOfChildren() {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND // cutime and cstime, proc(5)
}

/** Processor seconds of a fixed loop: how quick this machine is at the moment. About half a second. */
function calibrationSeconds() {
  const before = process.cpuUsage()
  let state = 1
  for (let round = 0; round < CALIBRATION_ROUNDS; round++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  const { user, system } = process.cpuUsage(before)
  return state === 0 ? 0 : (user + system) / 1e6
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * @param {string} name also of the report: test-results/<name>.json
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} output a pipe's is shown when it has ended
 * @param {(report: any) => void} count adds the report to the total
 */
async function runTests(name, tool, args, output, count) {
  const report = join(root, 'test-results', `${name}.json`)
  rmSync(report, { force: true }) // a crash must not be reported with the numbers of the last run
  if (output === 'inherit') console.log(`\n== ${name}`)
  const { code, text } = await timed(name, runTool(tool, args, output))
  if (output === 'pipe') console.log(`\n== ${name}\n${text.trimEnd()}`)
  const failedBefore = total.failed
  try {
    count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${name}: no report`, error)
  }
  if (code !== 0 && total.failed === failedBefore) fail(name)
}

/** @param {string} step that counts no tests, or ended before it did */
function fail(step) {
  total.failed++
  failures.push(step)
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} UnitTest
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, startTime: number, endTime: number, status: string, message: string, assertionResults: UnitTest[] }[] }} report
 */
function countUnit({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  total.passed += numPassedTests
  total.failed += numFailedTests
  total.skipped += numPendingTests + numTodoTests
  for (const { name, startTime, endTime, status: ended, message, assertionResults } of testResults) {
    const file = relative(root, name)
    files.set(file, endTime - startTime)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed) failures.push(`${file}: ${fullName}\n${failureMessages.join('\n')}`)
    if (ended === 'failed' && failed.length === 0) fail(`${file}: the file itself\n${message}`) // a hook, or an import
  }
  for (const error of JSON.parse(readFileSync(OUTSIDE_TESTS, 'utf8'))) fail(`unit, outside of the tests: ${error}`)
}

/**
 * @typedef {{ status: string, annotations: { type: string, description?: string }[], results: { duration: number, error?: { message?: string } }[] }} EndToEndTest
 * @typedef {{ file: string, specs: { title: string, tests: EndToEndTest[] }[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, skipped: number }, suites: Suite[] }} report
 */
function countEndToEnd({ stats, suites }) {
  total.passed += stats.expected
  total.failed += stats.unexpected
  total.skipped += stats.skipped
  const pending = [...suites]
  for (const suite of pending) {
    pending.push(...(suite.suites ?? []))
    for (const { title, tests } of suite.specs)
      for (const { status, annotations, results } of tests) {
        const file = `tests/e2e/${suite.file}`
        files.set(
          file,
          results.reduce((sum, { duration }) => sum + duration, files.get(file) ?? 0),
        )
        if (status === 'unexpected')
          failures.push(`${suite.file}: ${title}\n${results.map(({ error }) => error?.message ?? '').join('\n')}`)
        for (const { type, description } of annotations) if (type === 'skip' && description) reasons.add(description)
      }
  }
}
