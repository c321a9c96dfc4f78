/** What each command shows on screens of several widths, as recorded in tests/golden/terminal; its README says how. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTuning } from '../../../../src/core/contract/files'
import * as dates from '../../../../src/main/hosts/terminal/output/dateText'
import * as numbers from '../../../../src/main/hosts/terminal/output/numbers'
import { EmulatedScreen } from '../../../support/emulatedScreen'
import { lab } from '../../../support/terminalHere'
import { smallConfig } from '../../lab/tuning/tuningSupport'
import { inFull } from '../../../setup/extent'

const WIDTHS = [40, 60, 80, 120, 200] as const
type Width = (typeof WIDTHS)[number]

const FOLDER = join(import.meta.dirname, '../../../golden/terminal')
const isRecording = process.env['RECORD_TERMINAL'] === '1'

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
  { name: 'replay-delete', line: 'replay delete 1 2' },
  { name: 'replay-deleted', line: 'replay list --deleted' },
  { name: 'replay-restore', line: 'replay restore 1 2' },
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
  { name: 'data-where', line: 'data where' },
  { name: 'address', line: 'address' },
  { name: 'refused-flag', line: 'bench --depht 1' },
  { name: 'refused-setting', line: 'tune --preset thesis-1 --nodes 3' },
]

/** Each command and each of its subcommands. */
const HELP = [
  ...[
    '',
    'play',
    'search',
    'eval',
    'bench',
    'compare',
    'walls',
    'train',
    'reproduce',
    'think',
    'games',
    'searchers',
    'perft',
    'remote',
    'serve',
    'address',
    'engine',
  ],
  ...['tree', 'tree show', 'tree ticTacToe', 'arena', 'arena show', 'completion'],
  ...['data', 'data where', 'data check', 'data salvage', 'data backup'],
  ...['profile', ...of('profile', 'list', 'show', 'import', 'export', 'diff', 'delete', 'restore')],
  ...['replay', ...of('replay', 'list', 'show', 'analyse', 'import', 'export', 'delete', 'restore', 'verify')],
  ...['tune', ...of('tune', 'list', 'show', 'resume', 'delete', 'restore', 'export')],
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
  vi.spyOn(dates, 'dateText').mockReturnValue('2026-01-02 03:04')
  const [first] = os.cpus()
  vi.spyOn(os, 'cpus').mockReturnValue([{ ...first!, model: 'A Processor of 2026 CPU @ 2.50GHz' }])
  syncBuiltinESMExports()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** What was shown on a width, by name of the command. */
const shownOn = new Map<Width, Readonly<Record<string, string>>>(WIDTHS.map(width => [width, {}]))

describe.each(WIDTHS)('on %i columns', columns => {
  test('every help reads as recorded', () => showAll(HELP, columns))
})

/** Where most is wrapped and cut. The others, which take most of the time, `npm run soak -- suites` tries. */
const TRIED: readonly Width[] = isRecording || inFull ? WIDTHS : [40]

describe.each(TRIED)('on %i columns', columns => {
  test('every command shows what is recorded', { timeout: 300_000 }, () => showAll(COMMANDS, columns))
})

async function showAll(commands: readonly Shown[], columns: Width): Promise<void> {
  const texts = await textsOf(commands, columns)
  shownOn.set(columns, { ...shownOn.get(columns), ...texts })
  if (!isRecording) expect(texts).toEqual(Object.fromEntries(commands.map(({ name }) => [name, sectionsOf(name).get(columns)])))
}

afterAll(() => {
  if (isRecording) record()
})

async function textsOf(commands: readonly Shown[], columns: Width): Promise<Readonly<Record<string, string>>> {
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

/** By width. */
function sectionsOf(name: string): Map<number, string> {
  const file = join(FOLDER, `${name}.txt`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const parts = text.split(/^=+ (\d+) columns\n/m)
  return new Map(
    Array.from({ length: (parts.length - 1) / 2 }, (_, i) => [Number(parts[2 * i + 1]), parts[2 * i + 2]!.slice(0, -1)]),
  )
}

function record(): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, line } of [...COMMANDS, ...HELP]) {
    if (WIDTHS.some(width => shownOn.get(width)![name] === undefined)) continue // of tests that were left out
    const sections = WIDTHS.map(
      width => `${'='.repeat(width - ` ${width} columns`.length)} ${width} columns\n${shownOn.get(width)![name]!}\n`,
    )
    writeFileSync(join(FOLDER, `${name}.txt`), [`$ lab ${line}\n`, ...sections].join(''))
  }
}

describe.skipIf(isRecording)('the recorded output', () => {
  const names = [...COMMANDS, ...HELP].map(({ name }) => name)
  const lines = names.flatMap(name =>
    [...sectionsOf(name)].flatMap(([width, text]) => text.split('\n').map(line => ({ name, width, line }))),
  )

  test('is of these commands and of no others', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([...names.map(name => `${name}.txt`)].toSorted())
    for (const name of names) expect([...sectionsOf(name).keys()], name).toEqual([...WIDTHS])
  })

  test('has no line wider than the screen, unless it is one word, as a path is', () => {
    const wide = lines.filter(({ width, line }) => [...line].length > width && unquoted(line).includes(' '))
    expect(wide).toEqual([])
  })

  test('breaks no word: every word of a narrow screen is one of the widest', () => {
    const words = (text = '') => text.split(/\s+/).map(word => word.replace(/:$/, ''))
    const broken = names.flatMap(name => {
      const whole = new Set([...words(sectionsOf(name).get(200)), '\\'])
      return WIDTHS.flatMap(
        width =>
        words(sectionsOf(name).get(width)).filter(word => !whole.has(word) && !/^[█▏▎▍▌▋▊▉]+$|…$/.test(word)).map(word => ({ name, width, word })), // oxfmt-ignore
      )
    })
    expect(broken).toEqual([])
  })

  test('has one minus sign, and spaces of one kind', () => {
    expect(lines.filter(({ line }) => /(^|[\s([±…–])-\d|\u00a0/.test(line) && !line.includes('lab think'))).toEqual([])
  })
})

/** A command's word in quotes is one word, and "\\" behind it is none. */
function unquoted(line: string): string {
  return line
    .replace(/ \\$/, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, 'word')
    .trim()
}
