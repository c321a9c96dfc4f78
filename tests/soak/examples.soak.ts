/** What the pages "Add a …" have a reader do, in a copy of the project; and the programs in other languages, as from a reader's shell. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { applyExamples } from '../../scripts/examples.mjs'
import { copyProject } from '../../scripts/faults.mjs'

const ROOT = join(import.meta.dirname, '../..')

let copy = ''
afterEach(() => {
  rmSync(copy, { recursive: true, force: true })
})

test.each(['add-a-game', 'add-a-heuristic', 'add-a-searcher'])('the commands of docs/%s.md work after its changes', name => {
  copy = mkdtempSync(join(tmpdir(), 'lab-examples-'))
  copyProject(ROOT, copy)
  const page = join(ROOT, 'docs', `${name}.md`)
  expect(applyExamples(copy, [page]).length).toBeGreaterThan(3)
  const commands = blocks(page, 'sh').flatMap(block => block.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(3)
  for (const command of commands) run(copy, 'sh', '-c', command)
})

test('the examples in Python and JavaScript search, by the Node of the shell and without an installed lab', () => {
  const python = blocks(join(ROOT, 'docs/terminal.md'), 'python')
  const js = blocks(join(ROOT, 'docs/engine.md'), 'js')
  expect([python.length, js.length]).toEqual([1, 1])
  expect(run(ROOT, 'python3', '-c', python[0]!)).toMatch(/^(?:up|down|left|right)\n$/)
  expect(run(ROOT, 'node', '--input-type=module', '-e', js[0]!)).toMatch(/^mate r1c3\nlong \w+\n$/)
  for (const command of readFileSync(join(ROOT, 'docs/engine-client.py'), 'utf8').matchAll(/^ {4}(python3 .+)$/gm))
    run(ROOT, 'sh', '-c', command[1]!)
})

function blocks(page: string, language: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code!,
  )
}

/** Without the programs that npm adds, among them a newer Node. */
function run(folder: string, program: string, ...args: readonly string[]): string {
  const path = process.env['PATH']!.split(delimiter).filter(entry => !entry.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter), LAB_HOME: mkdtempSync(join(tmpdir(), 'lab-examples-home-')) }
  try {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8', env })
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}: ${(error as { stdout: string }).stdout}`, { cause: error })
  } finally {
    rmSync(env.LAB_HOME, { recursive: true, force: true })
  }
}
