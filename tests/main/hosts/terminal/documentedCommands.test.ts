/** Every command that a page or a help text shows is read with its names, flags, arguments and choices. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { pages } from '../../../../scripts/rooms.mjs'
import { createProgram } from '../../../../src/main/hosts/terminal/program'
import { lab, terminalHere } from '../../../support/terminalHere'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const NPM_SCRIPTS = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
)
const NPM_OWN = ['ci', 'start', 'test', 'install']

interface Command {
  /** As it is written. */
  readonly line: string
  readonly where: string
}

/** A word of a command line, as a shell cuts it. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'|>&])+)/g

/** A block that says of itself why it is not read. */
const SKIPPED = /<!-- test: skip [^>]+ -->\n+```sh\n[\s\S]*?```/g

/** A backslash at the end of a line joins the next one. */
const CONTINUED = /\\\n\s*/g

/** Lines of code blocks that begin with a command. */
function commandsOfPage(page: string): Command[] {
  const where = relative(ROOT, page)
  const text = readFileSync(page, 'utf8').replaceAll(SKIPPED, '').replaceAll(CONTINUED, ' ')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```|((?:^ {4}.*\n)+)/gm)].map(([, fenced, indented]) => fenced ?? indented!)
  return blocks.flatMap(block =>
    block
      .split('\n')
      .map(line => line.trim())
      .filter(line => /^(npx|npm|lab|echo|printf|source) \S/.test(line) && !line.startsWith('lab ='))
      .map(line => ({ line, where })),
  )
}

async function commandsOfHelp(name: string): Promise<Command[]> {
  const { stdout } = await lab([name, '--help'])
  const [, examples = ''] = /\nExamples:\n([\s\S]*)$/.exec(stdout) ?? []
  return examples
    .replaceAll(CONTINUED, ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(line => /^(lab|echo|printf) /.test(line))
    .map(line => ({ line, where: `lab ${name} --help` }))
}

/** Of `lab --help`. */
async function commandNames(): Promise<string[]> {
  const { stdout } = await lab(['--help'])
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(stdout) ?? []
  return [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!).filter(name => name !== 'help')
}

/** Reads a command as the terminal does, up to the moment before it would act. @returns what is wrong; empty: nothing */
async function labProblem(args: readonly string[]): Promise<string> {
  const { terminal, written } = terminalHere()
  const isRead = new Error('read')
  try {
    const program = await createProgram(args, terminal)
    program.hook('preAction', () => {
      throw isRead
    })
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0
    if (error !== isRead && !isHelp) return written().stderr
  } finally {
    terminal.stdin.destroy()
  }
  return ''
}

/** Reads a line as a shell does, as far as lines of the docs go. @returns what is wrong; empty: nothing */
async function problemOf(line: string): Promise<string> {
  const stages = line.split(/\s&&\s/).flatMap(part => part.split(/\s>\s/)[0]!.split(/\s\|\s/))
  for (const stage of stages) {
    const [program = '', ...args] = [...stage.matchAll(TOKEN)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    if (program === 'npm') return npmProblem(args)
    if (program === 'jq') return '' // its filter may hold the signs of a shell
    if (program === 'lab') {
      const problem = await labProblem(args)
      if (problem !== '') return problem
    } else if (!['echo', 'printf'].includes(program)) return `${program} is no program that is known here`
  }
  return ''
}

/** npm's commands build, test or start: here only that there are such scripts. */
function npmProblem(args: readonly string[]): string {
  const [command = '', script = ''] = args.filter(word => !word.startsWith('-'))
  if (command === 'run') return NPM_SCRIPTS.includes(script) ? '' : `package.json has no script ${script}`
  return NPM_OWN.includes(command) ? '' : `npm ${command} is not known here`
}

async function documented(): Promise<Command[]> {
  const ofHelp = await Promise.all((await commandNames()).map(commandsOfHelp))
  const commands = [...ofHelp.flat(), ...pages().flatMap(commandsOfPage)]
  expect(commands.length).toBeGreaterThan(100)
  return commands
}

test('every command in a page or a help text has names, flags, arguments and choices that there are', async () => {
  const problems: string[] = []
  for (const { line, where } of await documented()) {
    if (line.startsWith('source ')) continue
    const problem = await problemOf(line.replaceAll(/\bnpx lab\b/g, 'lab'))
    if (problem !== '') problems.push(`${where}: ${line}: ${problem}`)
  }
  expect(problems).toEqual([])
})
