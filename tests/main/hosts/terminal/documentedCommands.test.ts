/**
 * Every command that a page or a help text shows is read with its names, flags, arguments and choices. `npm run soak -- suites` runs
 * them too, with smaller numbers where one would take long.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTraining } from '../../../../src/core/contract/files'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { pages } from '../../../../scripts/rooms.mjs'
import { createProgram } from '../../../../src/main/hosts/terminal/program'
import { soakTest } from '../../../setup/extent'
import { inTables } from '../../../support/commandsInTables'
import { lab as labHere, terminalHere, type Surroundings, type Written } from '../../../support/terminalHere'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const NPM_SCRIPTS = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
)
const NPM_OWN = ['ci', 'start', 'test', 'install']

/** Why a command is not run. */
const SKIPPED: readonly [pattern: RegExp, reason: string][] = [
  [/^lab serve\b/, 'does not end; terminalServe.test.ts runs it'],
  [/^lab workers?\b/, 'needs a queue; queue.test.ts runs its parts'],
  [/--queue\b/, 'needs a queue; queue.test.ts runs its parts'],
  [/^lab address\b/, 'needs a running server; terminalServe.test.ts runs it'],
  [/^lab remote\b/, 'needs a browser and a page; remotePage.test.ts runs it'],
  [/^lab play --human/, 'needs a terminal; terminalPlay.test.ts runs it'],
  [/^lab data salvage --home broken/, 'needs a damaged folder; storeSalvage.test.ts runs it'],
  [/^lab data restore lab-daily/, 'needs a daily copy; dailyCopies.test.ts makes some'],
  [/^lab data deleted --restore/, 'needs a deleted run; terminalSweep.test.ts runs it'],
  [/^source </, 'for a shell; terminalCompletion.test.ts runs the scripts'],
  [/^lab compare --resume/, 'needs an interrupted comparison; terminalCompare.test.ts runs it'],
  [/^lab bench --resume/, 'needs an interrupted bench; benchResume.test.ts runs it'],
  [/^lab sweep --resume/, 'needs an earlier sweep; terminalSweep.test.ts runs it'],
  [/^lab walls --resume/, 'needs an interrupted wall test; terminalWalls.test.ts runs it'],
  [/^lab arena (show|--resume)/, 'needs the name of a file; terminalArena.test.ts runs it'],
  [/^lab train --resume/, 'needs an interrupted run; terminalTrain.test.ts runs it'],
  [/^lab tune --resume/, 'needs an interrupted run; terminalTune.test.ts runs it'],
]

/** What takes long, and what is here under another number. In this order. */
const SMALLER: readonly [pattern: RegExp, replacement: string][] = [
  [/\bnpx lab\b/g, 'lab'],
  [/\/tmp\/|~\//g, './'],
  // numbers of games, batches, runs and comparisons: here each has one
  [/^(lab (?:replay \w+|bench --replay)) 12\b/, '$1 1'],
  [/^(lab (?:tune \w+|compare --replay)) 3\b/, '$1 1'],
  [/--slide 500/, '--slide 5'],
  [/tuned\/\*\.json/, 'tuned/mine.json tuned/other.json'],
  [/\bNAME\b/, 'tuned'],
  // many games
  [/^lab bench$/, 'lab bench 2 --depth 0'],
  [/rival:depth=6/g, 'rival:depth=3'],
  [/^lab bench \d+(?!.* --(?:depth|player))/, 'lab bench 2 --depth 0'],
  [/^lab bench \d+/, 'lab bench 2'],
  [/^lab bench --width \d+/, 'lab bench --width 5000'],
  [/^lab (bench|compare) --config \S+/, 'lab $1 --config small-$1.json'],
  [/^(lab sweep\b.*)--set depth=\S+/, '$1--set depth=0,1'],
  [/^(lab arena\b.*) --games \d+/, '$1 --games 2'],
  [/^(lab walls\b.*)--boards \d+/, '$1--boards 2'],
  [/^(lab walls --profile \w+(?!.*--boards \w+\.).*)/, '$1 --depth 1 --walls 2 --continuations 1'],
  [/^(lab walls --exact)\b.*/, '$1 --cells 4 --target 16'],
  [/^(lab arena adversarial48\b.*)/, '$1 --max-actions 40'],
  [/--games \d\d+/, '--games 10'],
  [/--clock \d+/, '--clock 20'],
  [/^(lab (?:bench|compare|play)\b.*) --depth \d+/, '$1 --depth 0'],
  [/@depth=1\b/g, '@depth=0'],
  [/@depth=[2-9]/g, '@depth=1'], // no two players are the same
  [/^lab play\b(?!.*--depth)/, 'lab play --depth 0'],
  [/^(lab play\b.*) --time \d+/, '$1'],
  [/ --delay \d+/, ''],
  [/--until-verdict --margin \d+/, '--games 10'],
  // minutes of training
  [/^(lab train\b.*) --as mine/, '$1 --as trained'],
  [/^lab train wall-512 --print-config/, 'lab train small-training.json --print-config'],
  [/^lab train (?!--list|.*--print-config)\S+(?: --moves \d+)?/, 'lab train small-training.json --moves 20000'],
  // deep searches
  [/^(lab (?:search|think|tree|replay analyse)\b.*) --depth [3-9]/, '$1 --depth 1'],
  [/--time \d+/, '--time 10'],
  [/iterations=\d+/, 'iterations=100'],
  // runs of minutes to hours
  [/^lab tune --preset ([\w-]+)(?!.*--print-config).*/, 'lab tune --preset $1 --print-config'],
  [/^lab tune --config \S+/, 'lab tune --config small.json'],
  [/^(lab tune --(?:game|objective) .*)/, '$1 --print-config'],
  [/^lab reproduce .*/, 'lab reproduce star --most 2 --out tried'],
  // what is brought back was deleted before
  [/^lab (profile|replay|tune) (?:delete|restore) (\w+)/, 'lab $1 delete $2 && lab $1 restore $2'],
]

let folder: string
const before = process.cwd()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lab-documented-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

/** With data of its own: other files of this process leave batches in the usual folder, and here they have known numbers. */
const lab = (args: readonly string[], surroundings: Surroundings = {}) =>
  labHere(args, { ...surroundings, env: { LAB_HOME: join(folder, 'home') } })

interface Command {
  /** As it is written. */
  readonly line: string
  readonly where: string
}

/** A command line as a shell cuts it: words, and what joins them. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(&&|[|>])|((?:[^\s"'|>&])+)/g

/** A block that says of itself why it is not run. */
const NOT_RUN = /<!-- test: skip [^>]+ -->\n+```sh\n[\s\S]*?```/g

/** A backslash at the end of a line joins the next one. */
const CONTINUED = /\\\n\s*/g

/** The page whose commands stand in tables. */
const TABLES = 'docs/sources.md'

/** Lines of code blocks that begin with a command. */
function commandsOfPage(page: string): Command[] {
  const where = relative(ROOT, page)
  if (where === TABLES) return inTables(readFileSync(page, 'utf8')).map(line => ({ line, where }))
  const text = readFileSync(page, 'utf8').replaceAll(NOT_RUN, '').replaceAll(CONTINUED, ' ')
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

function smaller(line: string): string {
  return SMALLER.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}

/** Takes the words of a command. */
type Take = (args: readonly string[], surroundings: Surroundings) => Promise<Pick<Written, 'code' | 'stdout' | 'stderr'>>

/** Reads a command as the terminal does, up to the moment before it would act. */
async function read(args: readonly string[]): ReturnType<Take> {
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
    if (error !== isRead && !isHelp) return { ...written(), code: 2 }
  } finally {
    terminal.stdin.destroy()
  }
  return written()
}

/** Takes a line as a shell does, as far as lines of the docs go. @returns what is wrong; empty: nothing */
async function take(line: string, command: Take): Promise<string> {
  let input = ''
  for (const part of line.split(/\s&&\s/)) {
    input = ''
    const [pipeline, file] = part.split(/\s>\s/)
    for (const stage of pipeline!.split(/\s\|\s/)) {
      const [program, ...args] = [...stage.matchAll(TOKEN)].map(([, double, single, , plain]) => double ?? single ?? plain ?? '')
      if (program === 'echo') input = `${args.join(' ')}\n`
      else if (program === 'printf') input = args[0]!.replaceAll('\\n', '\n')
      else if (program === 'npm') return npmProblem(args)
      else if (program === 'lab') {
        const { code, stdout, stderr } = await command(args, { input })
        if (code !== 0) return `exit code ${code}: ${stderr}`
        input = stdout
      } else if (program === 'jq') return ''
      else return `${program} is no program that is known here`
    }
    if (file !== undefined && command === lab) writeFileSync(file, input)
  }
  return ''
}

/** npm's commands build, test or start: here only that there are such scripts. */
function npmProblem(args: readonly string[]): string {
  const [command = '', script = ''] = args.filter(word => !word.startsWith('-'))
  if (command === 'run') return NPM_SCRIPTS.includes(script) ? '' : `package.json has no script ${script}`
  return NPM_OWN.includes(command) ? '' : `npm ${command} is not known here`
}

/** What the commands find: two profiles, a game, a batch and a run, each with the number 1, and files. */
async function fill(): Promise<void> {
  const made = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab(args)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('not saved') as string })
    return stdout
  }
  const thesis = JSON.parse(await made('profile', 'export', 'thesis')) as { readonly evaluator: { readonly parameters: object } }
  const { evaluator } = thesis
  mkdirSync('tuned')
  for (const [i, name] of ['mine', 'other'].entries()) {
    const profile = { ...thesis, name, evaluator: { ...evaluator, parameters: { ...evaluator.parameters, h1: i } } }
    for (const at of ['.', 'tuned']) writeFileSync(`${at}/${name}.json`, JSON.stringify(profile))
  }
  await made('profile', 'import', 'tuned/mine.json', 'tuned/other.json')
  await made('play', '--json', '--depth', '0', '--seed', '1')
  for (const file of ['game.json', 'game.jsonl', 'games.jsonl']) writeFileSync(file, await made('replay', 'export', '1'))
  await made('bench', '2', '--depth', '0')
  await made('compare', 'thesis', 'power', '--games', '10', '--depth', '0')
  const preset = JSON.parse(await made('tune', '--preset', 'thesis-1', '--print-config')) as Record<string, object>
  const small = {
    ...preset,
    optimizer: { ...preset['optimizer'], particles: 2 },
    budget: { kind: 'iterations', count: 1 },
    validation: { ...preset['validation'], games: 20 },
  }
  writeFileSync('small.json', JSON.stringify(small))
  await made('tune', '--config', 'small.json')
  writeFileSync('small-training.json', makeTraining(SMALL_TRAINING))
  writeFileSync('small-bench.json', await made('bench', '2', '--depth', '0', '--print-config'))
  writeFileSync('small-compare.json', await made('compare', 'thesis', 'power', '--games', '10', '--depth', '0', '--print-config'))
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
    const problem = await take(line.replaceAll(/\bnpx lab\b/g, 'lab'), read)
    if (problem !== '') problems.push(`${where}: ${line}: ${problem}`)
  }
  expect(problems).toEqual([])
})

soakTest('every command in a page or a help text works', async () => {
  await fill()
  const problems: string[] = []
  const done = new Set<string>()
  for (const { line, where } of await documented()) {
    if (SKIPPED.some(([pattern]) => pattern.test(line.replace(/^npx /, '')))) continue
    const written = smaller(line)
    if (done.has(written)) continue
    done.add(written)
    const problem = await take(written, lab)
    if (problem !== '') problems.push(`${where}: ${line}${written === line ? '' : ` (here: ${written})`}: ${problem}`)
  }
  expect(problems).toEqual([])
})
