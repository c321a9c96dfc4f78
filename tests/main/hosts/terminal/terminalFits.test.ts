/** What each command shows on a screen, as recorded in tests/golden/terminal; tests/golden/README.md says how to record it. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTuning } from '../../../../src/core/contract/files'
import * as numbers from '../../../../src/main/hosts/terminal/output/numbers'
import { EmulatedScreen } from '../../../support/emulatedScreen'
import { lab } from '../../../support/terminalHere'
import { smallConfig } from '../../lab/tuning/tuningSupport'
import { inFull } from '../../../setup/extent'

const FOLDER = join(import.meta.dirname, '../../../golden/terminal')
const isRecording = process.env['RECORD_TERMINAL'] === '1'

/** Columns of the recorded screens: the usual terminal, and one on which nothing is wrapped. `npm test` leaves out the latter. */
const WIDTHS: readonly (80 | 200)[] = isRecording || inFull ? [80, 200] : [80]

/** A command as it is written in its file; `FILES` is a folder with its files. */
interface Shown {
  /** Of its file. */
  readonly name: string
  readonly line: string
  readonly input?: string
}

const BOARD = 'EDC1BA9187611110'
const REPLAYS = join(import.meta.dirname, '../../../golden/replays-v1.jsonl')

/** In their order: some store what later ones show. */
const COMMANDS: readonly Shown[] = [
  { name: 'search', line: `search ${BOARD} --depth 1` },
  { name: 'search-power', line: 'search 0000001000000010 --depth 2 --profile power' },
  { name: 'search-lines', line: 'search - --depth 1', input: `${BOARD}\n1212212112122121\nno position\n` },
  { name: 'eval', line: `eval ${BOARD}` },
  { name: 'perft', line: 'perft 0000001000000010 2' },
  { name: 'tree', line: `tree ${BOARD} --depth 1` },
  { name: 'tree-game', line: 'tree ticTacToe X.O/.../X.O --searcher alphaBeta --levels 2' },
  { name: 'tree-save', line: 'tree ticTacToe X.O/.../X.O --searcher alphaBeta --save FILES/a.trace' },
  { name: 'tree-show', line: 'tree show FILES/a.trace --levels 1' },
  { name: 'think', line: 'think ticTacToe X.O/.../..X --searcher alphaBeta' },
  { name: 'think-long', line: 'think exampleTree "(p1 [3,1,2] (p2 [0,4,1] (chance 0.5:[2,2,2] 0.5:[6,0,-3])))" --searcher maxN' },
  { name: 'think-visits', line: 'think ticTacToe X../.../... --searcher mcts --set iterations=200' },
  { name: 'games', line: 'games' },
  { name: 'searchers', line: 'searchers' },
  { name: 'play', line: 'play --seed 1 --depth 0 --position 1212212112122100' },
  { name: 'bench', line: 'bench 12 --depth 0 --seed 1 --threads 1' },
  { name: 'bench-scores', line: 'bench 9 --depth 0 --seed 1 --threads 1 --profile power --no-keep' },
  { name: 'bench-list', line: 'bench --list' },
  { name: 'bench-replay', line: 'bench --replay 1 --threads 1' },
  { name: 'replay-verify', line: 'replay verify FILES/games.jsonl' },
  { name: 'replay-import', line: 'replay import FILES/games.jsonl' },
  { name: 'replay-list', line: 'replay list --limit 4' },
  { name: 'replay-show', line: 'replay show 13 --slide 20' },
  { name: 'replay-analyse', line: 'replay analyse 13 --depth 0 --threads 1' },
  { name: 'replay-accuracy', line: 'replay analyse 13 --threads 1' },
  { name: 'replay-learn', line: 'replay learn 15 --profile tuned --threads 1' },
  { name: 'replay-answer', line: 'replay learn 15 --profile tuned --threads 1 --answer 1:down' },
  { name: 'replay-delete', line: 'replay delete 1 2' },
  { name: 'replay-deleted', line: 'replay list --deleted' },
  { name: 'replay-restore', line: 'replay restore 1 2' },
  { name: 'sweep', line: 'sweep --profile thesis --set depth=0,1 --games 12 --seed 1 --threads 1' },
  { name: 'sweep-list', line: 'sweep --list' },
  { name: 'compare', line: 'compare thesis power thesis@set=h1=0 --games 12 --depth 0 --seed 1 --threads 1' },
  { name: 'compare-list', line: 'compare --list' },
  { name: 'compare-replay', line: 'compare --replay 1 --threads 1' },
  {
    name: 'walls',
    line: 'walls --profile power --against thesis --depth 1 --walls 2 --boards 12 --continuations 2 --seed 1 --threads 1',
  },
  { name: 'walls-exact', line: 'walls --exact --cells 0,1,4,5 --target 16' },
  {
    name: 'arena',
    line: 'arena ticTacToe --players minimax:depth=2,random,greedy --games 10 --seed 1 --threads 1 --out FILES/a.jsonl',
  },
  { name: 'arena-game', line: 'arena show FILES/a.jsonl --game 1' },
  { name: 'tune', line: 'tune --config FILES/run.json --threads 1' },
  { name: 'tune-list', line: 'tune list' },
  { name: 'tune-delete', line: 'tune delete 1' },
  { name: 'tune-deleted', line: 'tune list --deleted' },
  { name: 'tune-restore', line: 'tune restore 1' },
  { name: 'profile-show', line: 'profile show thesis' },
  { name: 'profile-diff', line: 'profile diff thesis power' },
  { name: 'profile-import', line: 'profile import FILES/mine.json --on-clash rename' },
  { name: 'profile-list', line: 'profile list' },
  { name: 'profile-delete', line: 'profile delete mine' },
  { name: 'profile-deleted', line: 'profile list --deleted' },
  { name: 'profile-restore', line: 'profile restore mine' },
  { name: 'data-check', line: 'data check' },
  { name: 'data-backup', line: 'data backup FILES/copy.db' },
  { name: 'data-deleted', line: 'data deleted' },
  { name: 'data-where', line: 'data where' },
  { name: 'address', line: 'address' },
  { name: 'refused-flag', line: 'bench --depht 1' },
  { name: 'refused-setting', line: 'tune --preset thesis-1 --nodes 3' },
]

/** Each command and each of its subcommands. */
const HELP = [
  '',
  ...'play search eval bench compare sweep walls train reproduce think games searchers perft remote serve address engine worker workers'.split(
    ' ',
  ),
  ...['tree', 'tree show', 'tree ticTacToe', 'arena', 'arena show', 'completion'],
  ...['data', ...of('data', 'where', 'check', 'salvage', 'backup', 'restore', 'deleted')],
  ...['profile', ...of('profile', 'list', 'show', 'import', 'export', 'diff', 'calibrate', 'delete', 'restore')],
  ...['replay', ...of('replay', 'list', 'show', 'analyse', 'learn', 'import', 'export', 'delete', 'restore', 'verify')],
  ...['tune', ...of('tune', 'list', 'show', 'delete', 'restore', 'export')],
].map(words => {
  const name = `help${words === '' ? '' : `-${words.replace(' ', '-')}`}`
  return { name, line: `${words} --help`.trim() }
})

function of(command: string, ...subcommands: readonly string[]): string[] {
  return subcommands.map(each => `${command} ${each}`)
}

/** What no seed decides: the same text for each time, rate, date and processor, before lines are put together. */
beforeAll(() => {
  vi.spyOn(numbers, 'duration').mockReturnValue('12.3 ms')
  vi.spyOn(numbers, 'short').mockReturnValue('12.3 k')
  vi.spyOn(numbers, 'dateText').mockReturnValue('2026-01-02 03:04')
  const [first] = os.cpus()
  vi.spyOn(os, 'cpus').mockReturnValue([{ ...first!, model: 'A Processor of 2026 CPU @ 2.50GHz' }])
  syncBuiltinESMExports()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test.each(WIDTHS)('every command shows what is recorded on %i columns', { timeout: 300_000 }, async columns => {
  const texts = await textsOf(COMMANDS, columns)
  if (isRecording) for (const each of COMMANDS) record(each, columns, texts[each.name]!)
  else expect(texts).toEqual(Object.fromEntries(COMMANDS.map(({ name }) => [name, recorded(name).get(columns)])))
})

test('every help reads as recorded on 80 columns', async () => {
  const texts = await textsOf(HELP, 80)
  if (isRecording) for (const each of HELP) record(each, 80, texts[each.name]!)
  else expect(texts).toEqual(Object.fromEntries(HELP.map(({ name }) => [name, recorded(name).get(80)])))
})

describe.skipIf(isRecording)('fits every screen', () => {
  test('of 40 columns: every help', async () => {
    const columns = 40
    const texts = await textsOf(HELP, columns)
    for (const { name } of HELP) {
      expectFit(texts[name]!, columns, recorded(name).get(80)!, name)
      // all of it, in its order
      expect(wordsOf(texts[name]!), name).toEqual(wordsOf(recorded(name).get(80)!))
    }
  })

  test('and so does what is recorded', () => {
    for (const { name } of [...COMMANDS, ...HELP])
      for (const [columns, text] of recorded(name)) expectFit(text, columns, recorded(name).get(200)!, name)
  })
})

/** No line is wider than the screen unless it is one word, as a path is; and no word is broken: each is one of another screen. */
function expectFit(text: string, columns: number, elsewhere: string, name: string): void {
  const wide = text.split('\n').filter(line => [...line].length > columns && unquoted(line).includes(' '))
  const whole = new Set(wordsOf(elsewhere))
  const broken = wordsOf(text).filter(word => !whole.has(word) && !/^[█▏▎▍▌▋▊▉]+$|…$/.test(word))
  expect({ name, columns, wide, broken }).toEqual({ name, columns, wide: [], broken: [] })
}

async function textsOf(commands: readonly Shown[], columns: number): Promise<Readonly<Record<string, string>>> {
  mkdirSync('test-results', { recursive: true })
  const folder = mkdtempSync('test-results/fits-') // as long on every machine
  try {
    writeFiles(folder)
    const texts: Record<string, string> = {}
    for (const each of commands) texts[each.name] = await shown(each, columns, folder)
    return texts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeFiles(folder: string): void {
  const config = smallConfig({ budget: { kind: 'iterations', count: 4 } }, { depth: 0 })
  writeFileSync(join(folder, 'run.json'), makeTuning(config))
  const thesis = readFileSync(join(import.meta.dirname, '../../../../resources/profiles/thesis.json'), 'utf8')
  const changes = { name: 'mine', title: 'Mine, with a title that takes a line of its own', notes: 'Changed by hand.' }
  writeFileSync(join(folder, 'mine.json'), JSON.stringify({ ...(JSON.parse(thesis) as object), ...changes }))
  writeFileSync(join(folder, 'games.jsonl'), readFileSync(REPLAYS, 'utf8'))
}

/** What stays on a screen that wraps nothing itself. */
async function shown({ line, input }: Shown, columns: number, folder: string): Promise<string> {
  const args = (line.match(/"[^"]*"|[^ ]+/g) ?? []).map(word => word.replaceAll('"', '').replace('FILES', folder))
  const env = { LAB_HOME: join(folder, 'home'), COLUMNS: '' }
  const { screen } = await lab(args, { columns, env, ...(input !== undefined && { input }) })
  const emulated = new EmulatedScreen(100_000)
  emulated.write(screen.replaceAll('\n', '\r\n')) // as a terminal does it
  expect(emulated.isCursorVisible).toBe(true)
  return emulated.text
    .replaceAll(resolve(folder), 'FILES')
    .replaceAll(folder, 'FILES')
    .replaceAll(/\d[\d,]* (bytes|sound rows)/g, '123,456 $1')
}

/** The mark where a command goes on in the next line is none, nor is the colon of a cell below its row. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map(word => word.replace(/:$/, ''))
    .filter(word => word !== '' && word !== '\\')
}

/** What is recorded of a command, by width. A screen of 200 columns that shows the same as one of 80 has no section. */
function recorded(name: string): Map<number, string> {
  const file = join(FOLDER, `${name}.txt`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const parts = text.split(/^=+ (\d+) columns\n/m)
  const sections = Array.from({ length: (parts.length - 1) / 2 }, (_, i) => parts[2 * i + 2]!.slice(0, -1))
  const [narrow = '', wide = narrow] = sections
  return new Map([[80, narrow], [200, wide]]) // oxfmt-ignore
}

/** Records a screen of 80 columns anew, and one of 200 after it where it differs. */
function record({ name, line }: Shown, columns: 80 | 200, text: string): void {
  const file = join(FOLDER, `${name}.txt`)
  mkdirSync(FOLDER, { recursive: true })
  const section = `${'='.repeat(columns - ` ${columns} columns`.length)} ${columns} columns\n${text}\n`
  if (columns === 80) writeFileSync(file, `$ lab ${line}\n${section}`)
  else if (text !== recorded(name).get(80)) appendFileSync(file, section)
}

describe.skipIf(isRecording)('the recorded output', () => {
  test('is of these commands and of no others', () => {
    const names = [...COMMANDS, ...HELP].map(({ name }) => `${name}.txt`)
    expect(readdirSync(FOLDER).toSorted()).toEqual(names.toSorted())
  })
})

/** A command's word in quotes is one word, and "\\" behind it is none. */
function unquoted(line: string): string {
  return line
    .replace(/ \\$/, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, 'word')
    .trim()
}
