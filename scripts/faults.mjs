/**
 * `npm run soak -- faults [WORD …]`: applies each deliberate fault of tests/soak/faults.jsonl, or those whose room or name has a word, to a
 * copy of the project, and checks that a test fails which passes without the fault: one that the fault names, else one of `vitest related`.
 * CONTRIBUTING.md describes the options. Results are in test-results/faults.json too.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './fresh.mjs'
import { ending } from './tool.mjs'

/** A fault that no test has shown by then is unknown. */
const LIMIT_MS = 120_000
const GATE_LIMIT_MS = 3_600_000

/**
 * @typedef {{ name: string, room: string, file: string, text: string, wrong: string, tests: string[] }} Fault
 * @typedef {{ result: 'caught' | 'missed' | 'unknown', by: string }} Verdict
 */

/** @returns {Fault[]} */
export function readFaults() {
  const lines = readFileSync(join(root, 'tests', 'soak', 'faults.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line))
}

/** The faults that cannot be made in a tree, one line each. @param {readonly Fault[]} faults @param {string} tree */
export function misplaced(faults, tree) {
  return faults.flatMap(({ name, file, text }) => {
    const path = join(tree, file)
    const count = existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0
    return count === 1 ? [] : [`${name}: its text is there ${count} times in ${file}`]
  })
}

/** @param {ReturnType<typeof choiceOf>} choice @returns {Promise<number>} the exit code */
export async function tryFaults({ faults, gated, tree, seed, onlyNamed }) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const copy = new Copy(tree)
  await copy.prepare()
  /** @type {(Verdict & { name: string, room: string, seconds: number })[]} */
  const rows = []
  const add = async (/** @type {Fault} */ fault, /** @type {() => Promise<Verdict>} */ find) => {
    const began = performance.now()
    const { name, room } = fault
    const row = { name, room, ...(await copy.with(fault, find)), seconds: Math.round((performance.now() - began) / 1000) }
    rows.push(row)
    console.log(`| ${Object.values(row).join(' | ')} |`)
  }
  const expectSound = (/** @type {Verdict} */ { result, by }) => {
    if (result === 'missed') return
    console.error(`fails without a fault: ${by}`)
    process.exit(1)
  }
  expectSound(await copy.sound(faults.flatMap(({ tests }) => tests)))
  if (gated.length > 0) expectSound(await copy.gate())
  console.log('| fault | room | result | by | seconds |\n| --- | --- | --- | --- | --- |')
  for (const fault of faults) await add(fault, () => copy.find(fault, onlyNamed))
  expectSound(await copy.sound(rows.flatMap(({ result, by }) => (result === 'caught' ? by.split(':', 1) : [])))) // those related
  if (gated.length > 0) console.log(`\nThe whole gate, seed ${seed}:\n`)
  for (const fault of gated) await add(fault, () => copy.gate())

  const count = (/** @type {Verdict['result']} */ result) => rows.filter(row => row.result === result).length
  console.log(`\n${count('caught')} caught, ${count('missed')} missed, ${count('unknown')} unknown`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const results = { tree: git(tree, 'rev-parse', 'HEAD'), rows }
  writeFileSync(join(root, 'test-results', 'faults.json'), JSON.stringify(results, undefined, 1))
  return count('missed') + count('unknown') > 0 ? 1 : 0
}

/** @param {readonly string[]} args @throws {Error} what is wrong with them, a line each */
export function choiceOf(args) {
  const all = readFaults()
  const [text, flag] = /** @type {const} */ ([{ type: 'string' }, { type: 'boolean' }])
  const options = { from: text, tree: text, gate: text, seed: text, named: flag, only: flag }
  const { values, positionals: words } = parseArgs({ args: [...args], options, allowPositionals: true })
  const tree = resolve(values.tree ?? root)
  const has = (/** @type {Fault} */ { name, room }, /** @type {string} */ word) => room === word || name.includes(word)
  const first = values.from === undefined ? 0 : all.findIndex(({ name }) => name === values.from)
  const faults = all.slice(first).filter(fault => words.length === 0 || words.some(word => has(fault, word)))
  const gate = Number(values.gate ?? (faults.length === all.length ? 5 : 0))
  const problems = [
    ...(first < 0 ? [`--from: no fault is called "${values.from}"`] : []),
    ...words.filter(word => !all.some(fault => has(fault, word))).map(word => `no room and no fault has "${word}"`),
    ...(faults.length === 0 ? ['no such fault'] : []),
    ...(Number.isInteger(gate) && gate >= 0 ? [] : ['--gate: a number of faults']),
    ...(values.only && !gate ? ['--only: needs --gate N'] : []),
    ...(existsSync(tree) ? misplaced(faults, tree) : [`--tree: there is no folder ${tree}`]),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const seed = values.seed ?? String(Date.now() % 1e6)
  const order = (/** @type {Fault} */ { name }) => createHash('sha1').update(`${seed} ${name}`).digest('hex')
  const gated = faults.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, gate)
  return { faults: values.only ? [] : faults, gated, tree, seed, onlyNamed: values.named === true }
}

/** The project in a folder of its own. */
class Copy {
  #folder = mkdtempSync(join(tmpdir(), 'lab-faults-'))
  #out = join(this.#folder, 'out')
  /** The build without a fault. */
  #sound = `${this.#folder}-out`

  /** @param {string} tree */
  constructor(tree) {
    process.once('exit', () => this.remove()) // also if the disk is too full for it
    copyProject(tree, this.#folder)
    rmSync(join(this.#folder, 'tests', 'project', 'faults.test.ts'), { force: true }) // it finds each fault
  }

  remove() {
    // what was ended just now may still write
    for (const folder of [this.#folder, this.#sound]) rmSync(folder, { recursive: true, force: true, maxRetries: 9 })
  }

  async prepare() {
    await this.#build()
    cpSync(this.#out, this.#sound, { recursive: true })
  }

  /** @param {Fault} fault @param {() => Promise<Verdict>} work */
  async with({ file, text, wrong }, work) {
    const path = join(this.#folder, file)
    const right = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      right.replace(text, () => wrong),
    )
    try {
      return await work()
    } finally {
      writeFileSync(path, right)
    }
  }

  /** @param {Fault} fault @param {boolean} onlyNamed @returns {Promise<Verdict>} */
  async find({ file, tests }, onlyNamed) {
    this.#restore()
    try {
      if (file.includes('/assembly/')) await this.#build() // other tests load nothing of it
      const until = performance.now() + LIMIT_MS
      const named = await this.#named(tests, until)
      if (onlyNamed || named.result !== 'missed') return named
      if (!file.includes('/renderer/')) await this.#build()
      return await this.#test(['related', file, '--run'], until)
    } catch (error) {
      return { result: 'unknown', by: String(error).split('\n', 1)[0] ?? '' }
    }
  }

  /** What these tests show without a fault. @param {readonly string[]} tests */
  sound(tests) {
    this.#restore()
    return this.#named(tests, performance.now() + GATE_LIMIT_MS)
  }

  /** @param {readonly string[]} tests @param {number} until @returns {Promise<Verdict>} */
  async #named(tests, until) {
    const files = tests.flatMap(test => this.#filesNamed(test))
    return files.length > 0 ? this.#test(['run', ...files], until) : { result: 'missed', by: '' }
  }

  async gate() {
    this.#date(new Date(0))
    return gateVerdict(await this.#node(['scripts/test.mjs'], GATE_LIMIT_MS))
  }

  /** So that it looks newer than its sources. */
  #restore() {
    rmSync(this.#out, { recursive: true })
    cpSync(this.#sound, this.#out, { recursive: true })
    this.#date(new Date(Date.now() + 1000))
  }

  /** Compiles kernels and lab. @throws {Error} with the output */
  async #build() {
    this.#date(new Date(0))
    const { code, text } = await this.#node(['scripts/build.mjs'], GATE_LIMIT_MS)
    if (code !== 0) throw new Error(`it does not build\n${text}`)
  }

  /** So that what is built looks older or newer than its sources. @param {Date} date */
  #date(date) {
    for (const name of existsSync(this.#out) ? readdirSync(this.#out) : []) utimesSync(join(this.#out, name), date, date)
  }

  /** The test file of this path, or those of its name: a test file may have moved. @param {string} test */
  #filesNamed(test) {
    if (existsSync(join(this.#folder, test))) return [test]
    const all = readdirSync(join(this.#folder, 'tests'), { recursive: true, encoding: 'utf8' })
    return all.filter(path => basename(path) === basename(test)).map(path => join('tests', path))
  }

  /** @param {readonly string[]} args of vitest @param {number} until @returns {Promise<Verdict>} */
  async #test(args, until) {
    const report = join(this.#folder, 'test-results', 'unit.json') // named in vitest.config.ts
    rmSync(report, { force: true })
    const flags = ['--bail=1', '--retry=0', '--passWithNoTests', '--reporter=json']
    const { code, text, isLate } = await this.#node(
      ['node_modules/vitest/vitest.mjs', ...args, ...flags],
      until - performance.now(),
    )
    if (code === 0) return { result: 'missed', by: '' }
    if (isLate) return { result: 'unknown', by: `more than ${LIMIT_MS / 1000} s` }
    if (!existsSync(report)) return { result: 'unknown', by: text.trim().split('\n').at(-1) ?? '' }
    return verdictOf(JSON.parse(readFileSync(report, 'utf8')), join(this.#folder, 'tests'))
  }

  /** @param {readonly string[]} args @param {number} ms after which it is ended, with what it started */
  async #node(args, ms) {
    const child = spawn(process.execPath, args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(ms)))
    late.addEventListener('abort', end)
    process.prependOnceListener('exit', end) // before its folder is removed
    const { code, text } = await ending(child)
    late.removeEventListener('abort', end)
    process.removeListener('exit', end)
    return { code, text, isLate: late.aborted }
  }
}

/**
 * A test that failed has found the fault; one that waited in vain may have met a slow machine.
 * @param {{ testResults: { name: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @param {string} folder of the tests
 * @returns {Verdict}
 */
function verdictOf({ testResults }, folder) {
  let unknown = 'no test failed'
  for (const { name, message, assertionResults } of testResults) {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    // found after the tests of the file
    if (tests.length === 0 && assertionResults.length > 0 && message.includes('what this file leaves open'))
      return { result: 'caught', by: `${relative(folder, name)}: it leaves something open` }
    for (const { fullName, failureMessages } of tests) {
      const by = `${relative(folder, name)}: ${fullName.trim()}`
      if (!failureMessages.join().includes('timed out in')) return { result: 'caught', by }
      unknown = `time-out of ${by}`
    }
    if (message) unknown = message.split('\n', 1)[0] ?? ''
  }
  return { result: 'unknown', by: unknown }
}

/**
 * Only a test that fails catches a fault: a check or a budget does not.
 * @param {{ code: number, text: string, isLate: boolean }} run of `npm test` @returns {Verdict}
 */
export function gateVerdict({ code, text, isLate }) {
  const failed = Array.from(text.matchAll(/^FAILED: (.*)$/gm), ([, name = '']) => name)
  const tests = failed.filter(name => name.includes('.ts: '))
  if (tests.length > 0) return { result: 'caught', by: tests.join('; ') }
  const isComplete = !isLate && (code === 0 || (failed.length > 0 && failed.every(name => /^(check|budgets)$/.test(name))))
  return { result: isComplete ? 'missed' : 'unknown', by: failed.join('; ') }
}

/** The project with what is not committed yet; the files of packages are links. @param {string} tree @param {string} into */
export function copyProject(tree, into) {
  const files = git(tree, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  for (const file of files) if (existsSync(join(tree, file))) cpSync(join(tree, file), join(into, file))
  linkFolder(join(tree, 'node_modules'), join(into, 'node_modules'))
}

/** @param {string} from @param {string} into */
function linkFolder(from, into) {
  mkdirSync(into, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)]
    try {
      if (entry.isDirectory()) linkFolder(source, target)
      else linkSync(source, target)
    } catch {
      cpSync(source, target, { verbatimSymlinks: true }) // to another file system
    }
  }
}

/** @param {string} folder @param {string[]} args */
function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}
