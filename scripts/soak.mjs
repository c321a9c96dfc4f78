/**
 * `npm run soak`: the long checks in full. Writes their results to docs/soak.md; with arguments (a file to run) only prints them.
 * `npm run soak -- faults` breaks the project on purpose (faults.mjs).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { choiceOf, tryFaults } from './faults.mjs'
import { root } from './fresh.mjs'
import { runTool } from './tool.mjs'

const filters = process.argv.slice(2)
if (filters[0] === 'faults') process.exit(await tryFaults(chosen(filters.slice(1))))
const facts = join(root, 'test-results', 'soak-facts.jsonl')
for (const folder of ['test-results', 'docs']) mkdirSync(join(root, folder), { recursive: true })
writeFileSync(facts, '') // the tests append to it

const { code } = await runTool('vitest', ['run', '--config', 'vitest.soak.config.ts', ...filters], 'inherit')
const page = report()
if (filters.length > 0) console.log(page)
else writeFileSync(join(root, 'docs', 'soak.md'), page)
process.exitCode = code

function report() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const results = JSON.parse(readFileSync(join(root, 'test-results', 'soak.json'), 'utf8'))
  return [
    '# Long checks',
    `Made by \`npm run soak\` on ${new Date().toISOString().slice(0, 10)}, version ${version}, ${machine()}.`,
    `${results.numPassedTests} passed, ${results.numFailedTests} failed, ${results.numPendingTests} skipped.`,
    ...results.testResults.flatMap(tests),
    ...recorded(),
  ]
    .join('\n\n')
    .concat('\n')
}

/** @param {{ assertionResults: { fullName: string, status: string, duration?: number }[] }} file */
function tests({ assertionResults }) {
  return assertionResults.map(
    ({ fullName, status, duration = 0 }) => `- ${fullName}: ${status} (${Math.round(duration / 1000)} s)`,
  )
}

/** One section for each `record(name, facts)`. */
function recorded() {
  const lines = readFileSync(facts, 'utf8').trim().split('\n').filter(Boolean)
  return lines.map(line => {
    const { name, facts } = JSON.parse(line)
    const rows = Object.entries(facts).map(([what, value]) => `| ${what} | ${value} |`)
    return [`## ${name}`, '', '| what | value |', '| --- | --- |', ...rows].join('\n')
  })
}

function machine() {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${model}, ${availableParallelism()} threads, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}, Node ${process.version}`
}

/** @param {readonly string[]} args */
function chosen(args) {
  try {
    return choiceOf(args)
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exit(2)
  }
}
