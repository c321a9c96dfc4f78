/**
 * What `npm test` may start and compute, by folder of tests: tests/budgets.json; tests/setup/counts.ts counts it. A busy machine starts
 * and plays more: a job that a test stops goes on a little longer there. So a count is reported above its budget and fails above twice
 * that. Run as a program, this writes the budgets anew from the counts of the last `npm test`: read the diff,
 * since each line that grows makes every change wait longer.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './fresh.mjs'

const COUNTS = join(root, 'test-results', 'counts')
const BUDGETS = join(root, 'tests', 'budgets.json')
/** There once all tests were counted. */
const COMPLETE = join(COUNTS, 'complete')

/** A new budget is this much above the count. */
const ROOM = 1.15

/** A count fails above this many times its budget. */
const MOST_BUDGETS = 2

/** Nodes vary more than the rest: a search that a test stops visits what it can until then. */
const ROOM_OF_NODES = 1.6

/** A budget of nodes is at least this, a fifth of a second of the kernel: a search until stopped visits more on a busy machine. */
const FEWEST_NODES = 1e6

/** @typedef {Record<string, number>} Counts by what is counted */

/** The tests that start from now on are counted. */
export function beginCounts() {
  rmSync(COUNTS, { recursive: true, force: true })
  process.env['TESTS_COUNTED'] = '1'
}

/** All tests have ended. */
export function endCounts() {
  mkdirSync(COUNTS, { recursive: true })
  writeFileSync(COMPLETE, '')
}

/** The counts of the last run by folder of tests. @returns {Map<string, Counts>} */
function countsOfFolders() {
  /** @type {Map<string, Counts>} */
  const folders = new Map()
  for (const name of readdirSync(COUNTS).filter(each => each.endsWith('.jsonl')))
    for (const line of readFileSync(join(COUNTS, name), 'utf8').trim().split('\n')) {
      /** @type {{ file: string, counts: Counts }} */
      const { file, counts } = JSON.parse(line)
      const sum = folders.get(dirname(file)) ?? {}
      for (const [what, many] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + many
      folders.set(dirname(file), sum)
    }
  return folders
}

/** The counts that exceed their budgets, a line each: all, and those that fail. @returns {{ reported: string[], failed: string[] }} */
export function overBudget() {
  /** @type {Record<string, Counts>} */
  const budgets = JSON.parse(readFileSync(BUDGETS, 'utf8'))
  /** @type {{ reported: string[], failed: string[] }} */
  const lines = { reported: [], failed: [] }
  for (const [folder, counts] of countsOfFolders())
    for (const [what, many] of Object.entries(counts)) {
      const budget = budgets[folder]?.[what] ?? 0
      const line = `tests/${folder}: ${many} ${what}, and tests/budgets.json allows ${budget}`
      if (many > budget) lines.reported.push(line)
      if (many > MOST_BUDGETS * budget) lines.failed.push(line)
    }
  return lines
}

if (process.argv[1] === import.meta.filename) {
  if (!existsSync(COMPLETE)) {
    console.error('There are no counts of a whole npm test: run it first.')
    process.exit(1)
  }
  const lines = [...countsOfFolders()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, counts]) => {
      const rows = Object.entries(counts).map(([what, many]) => {
        const budget = what === 'nodes' ? Math.max(FEWEST_NODES, many * ROOM_OF_NODES) : many * ROOM
        return `${JSON.stringify(what)}: ${roundedUp(budget)}`
      })
      return rows.length > 0 ? [`  ${JSON.stringify(folder)}: { ${rows.join(', ')} }`] : []
    })
  writeFileSync(BUDGETS, `{\n${lines.join(',\n')}\n}\n`)
}

/** To two digits. @param {number} many */
function roundedUp(many) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1)
  return Math.ceil(many / unit) * unit
}
