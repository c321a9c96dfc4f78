/** `npm run check`: all static checks. Prints one line per step, and the output of a failed one. The longest step begins first. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkExamples } from './examples.mjs'
import { root } from './fresh.mjs'
import { readLock, unlistedLicences } from './licences.mjs'
import { longTexts, unusedTexts } from './locales.mjs'
import { deadPaths, heaps, pages } from './rooms.mjs'
import { changedSizes, sizes, sizeTable } from './sizes.mjs'
import { wordProblems } from './words.mjs'
import { runTool } from './tool.mjs'

/** @type {readonly (readonly [name: string, tool: string, args: readonly string[]])[]} */
const STEPS = [
  ['lint: components, texts, folders', 'eslint', ['--max-warnings', '0', '.']],
  ['lint, types: TypeScript, scripts', 'oxlint', ['--deny-warnings', '--report-unused-disable-directives']],
  ['format', 'oxfmt', ['--check']],
  ['who may import whom', 'dependency-cruiser#depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'tests']],
  ['dead code', 'knip', []],
]

/** Folders where at most 25 files stand side by side. */
const SURVEYED = ['src', 'tests/core', 'tests/main', 'tests/renderer']

/** A report is printed in any case. @type {readonly (readonly [name: string, run: () => Promise<{ code: number, text: string, report?: string }>])[]} */
const RUNS = [
  ...STEPS.map(([name, tool, args]) => /** @type {const} */ ([name, () => runTool(tool, args, 'pipe')])),
  ['types: page, with the examples of the docs', checkExamples],
  ['licences', async () => verdict(unlistedLicences(readLock()))],
  ['texts that nothing shows', async () => verdict(unusedTexts())],
  ['lengths of texts', async () => verdict(longTexts())],
  ['rooms', async () => verdict(SURVEYED.flatMap(folder => heaps(join(root, folder))))],
  ['sizes of rooms', async () => measured(sizes())],
  ['paths in the docs', async () => verdict(deadPaths(pages()))],
  ['words', async () => verdict(wordProblems())],
]

// For oxlint's type checker, which is written in Go. Each processor that it may use computes anew the types that files share, and by
// default it collects garbage often: together a quarter of its time.
process.env['GOMAXPROCS'] ??= '1'
process.env['GOGC'] ??= '400'

let failures = 0
const waiting = [...RUNS]
await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exitCode = failures > 0 ? 1 : 0

/** Runs step after step while there are some, in parallel with the other calls. */
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, run] = next
    const started = performance.now()
    const { code, text, report } = await run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
    if (report) console.log(report)
    if (code === 0) continue
    failures++
    console.log(text.trimEnd())
  }
}

/** @param {readonly string[]} problems one line each */
function verdict(problems) {
  return { code: Math.min(1, problems.length), text: problems.join('\n') }
}

/** @param {ReturnType<typeof sizes>} now */
function measured(now) {
  return { ...verdict(changedSizes(now)), report: sizeTable(now) }
}
