import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { lab } from '../../../support/terminalHere'
import { ending, startLab } from '../../../support/terminalProcess'

const COMMANDS = [
  'play',
  'search',
  'tree',
  'bench',
  'tune',
  'profile',
  'replay',
  'think',
  'engine',
  'games',
  'searchers',
  'perft',
  'serve',
]
const BOARD = '0000001000000010'
const ESCAPE = '\u001b'

const folder = mkdtempSync(join(tmpdir(), 'lab-terminal-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The built-in thesis profile as a file, with one piece of its text replaced. */
function profileFile(name: string, piece: string, replacement: string): string {
  const text = readFileSync(fileURLToPath(new URL('../../../../resources/profiles/thesis.json', import.meta.url)), 'utf8')
  if (!text.includes(piece)) throw new Error(`the profile has no ${piece}`)
  const file = join(folder, `${name}.json`)
  writeFileSync(file, text.replace(piece, replacement))
  return file
}

/** What every refusal looks like. */
async function refusal(args: readonly string[], code: number): Promise<string> {
  const ended = await lab(args)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(/^lab: [^\n]+\n$/) // one line, no stack
  return ended.stderr
}

describe.concurrent('help', () => {
  test.each(COMMANDS)('of %s goes to standard output and has examples', async command => {
    const { code, stdout, stderr } = await lab([command, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: lab ${command}`)
    expect(stdout).toMatch(new RegExp(`Examples:\\n.*lab ${command}`))
  })

  test('of the lab names every command and the exit codes', async () => {
    const { code, stdout } = await lab(['--help'])
    expect(code).toBe(0)
    for (const command of COMMANDS) {
      const its = (await lab([command, '--help'])).stdout
      expect((await lab(['help', command])).stdout).toBe(its)
      expect((await lab([command, 'help'])).stdout).toBe(its)
      const [, argumentsOfIts = ''] = /^Usage: lab \w+ (?:\[options\] )?(?:\[command\])?(.*)\n/.exec(its)!
      expect(stdout).toMatch(new RegExp(`\n  ${command} .*${argumentsOfIts.replace(/[[\]]/g, '.')}`))
    }
    expect(stdout).toContain('0 success, 1 failure, 2 wrong usage, 130 interrupted')
  })

  test.each([
    [
      ['--home', '/tmp/x', 'tree', '--help'],
      ['tree', '--help'],
    ],
    [
      ['--home=/tmp/x', 'tree', '-h'],
      ['tree', '--help'],
    ],
    [
      ['--help', 'bench'],
      ['bench', '--help'],
    ],
    [
      ['tree', '--home', '/tmp/x', '--help'],
      ['tree', '--help'],
    ],
    [
      ['tree', 'show', '--help'],
      ['tree', 'show', '-h'],
    ],
    [
      ['tree', 'help', 'exampleTree'],
      ['tree', 'exampleTree', '--help'],
    ],
    [['--home', '/tmp/x', '--help'], ['--help']],
  ])('is given wherever it is asked for: %j', async (asked, its) => {
    const { code, stdout, stderr } = await lab(asked)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe((await lab(its)).stdout)
    expect(stdout).toContain(`Usage: lab ${its.filter(word => !word.startsWith('-')).join(' ')}`)
  })

  test('without a command is on standard error, as wrong usage', async () => {
    const { code, stdout, stderr } = await lab([])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: lab')
  })

  test('the version names the app and the face', async () => {
    const { code, stdout } = await lab(['--version'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^2048 Lab \d+\.\d+\.\d+, machine-readable face 3\n$/)
  })
})

test('an older Node is told from a broken lab', async () => {
  const pretend = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
  const older = `--import data:text/javascript,${encodeURIComponent(pretend)}`
  const ended = await ending(startLab(['bench', '1'], { NODE_OPTIONS: older }))
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^lab: Node 22.15 or newer .* this is 20.20.2/) as string,
  })
})

describe.concurrent('wrong usage ends with 2 and names what is wrong', () => {
  test.each([
    [['serch', BOARD], "unknown command 'serch' (Did you mean search?)"],
    [
      ['--home', '/tmp/x', 'compare', 'thesis', 'power'],
      "unknown option '--home'; the flags of a command stand behind it: lab compare … --home …",
    ],
    [['help', 'serch'], "unknown command 'serch' (Did you mean search?)"],
    [['serch', '--help'], "unknown command 'serch' (Did you mean search?)"],
    [['search', BOARD, '--dept', '3'], "unknown option '--dept' (Did you mean --depth?)"],
    [['search'], "missing required argument 'position'"],
    [['search', BOARD, BOARD], 'too many arguments'],
    [['search', BOARD, '--depth', '-1'], "'--depth <n|auto>' argument '-1' is invalid. depth: -1 is not a whole number"],
    [['search', BOARD, '--depth', '1.5'], "argument '1.5' is invalid. depth: 1.5 is not a whole number"],
    [['search', BOARD, '--depth', '1000000'], 'depth: 1000000 is not a whole number in 0 …'],
    [['search', BOARD, '--depth', 'deep'], "'--depth <n|auto>' argument 'deep' is invalid"],
    [['search', BOARD, '--depth', '0x3'], "'--depth <n|auto>' argument '0x3' is invalid"],
    [['search', BOARD, '--cut', '-0.1'], 'cut: -0.1 is not a number in 0 … 1'],
    [['search', BOARD, '--cut', '1.01'], 'cut: 1.01 is not a number in 0 … 1'],
    [['search', BOARD, '--cut', 'NaN'], "'--cut <p>' argument 'NaN' is invalid"],
    [['search', BOARD, '--dead', 'Infinity'], "'--dead <heuristic|x>' argument 'Infinity' is invalid"],
    [['search', BOARD, '--dead', '1e999'], "argument '1e999' is invalid. Not a number."],
    [['search', BOARD, '--floor', ''], "'--floor <none|x>' argument '' is invalid"],
    [['search', BOARD, '--leaf', 'root'], "'--leaf <kind>' argument 'root' is invalid. Allowed choices are afterstate, spawned."],
    [['search', BOARD, '--points', 'x'], 'Allowed choices are ignored, added.'],
    [['search', BOARD, '--table', 'on'], 'Allowed choices are off, exact, deeper.'],
    [['search', BOARD, '--table-bits', '60'], 'tableBits: 60 is not a whole number in'],
    [['search', BOARD, '--time', '-5'], 'ms: -5 is not a number in 0 …'],
    [['search', BOARD, '--nodes', '0'], 'nodes: 0 is not a whole number in 1 …'],
    [['search', BOARD, '--threads', '0'], "'--threads <n>' argument '0' is invalid"],
    [['search', BOARD, '--table-bits', '26', '--threads', '256'], 'tableBits: 256 tables of 2^26 entries do not fit'],
    [
      ['search', BOARD, '--profile', 'thesos'],
      'no profile "thesos" (Did you mean thesis?). Known are hand-tuned, positional, power, strongest, thesis',
    ],
    [['search', BOARD, '--set', 'h9=1'], 'h9: the thesis evaluator has no such parameter; it has h1, h2, h3, h4'],
    [['search', BOARD, '--set', 'h1'], "argument 'h1' is invalid. Write the name and the value: --set h1=0."],
    [['search', BOARD, '--set', 'h1=face'], 'h1: "face" is not a number'],
    [['search', BOARD, '--set', 'h1Tile=1'], 'h1Tile: "1" is not one of face, exponent'],
    [['search', BOARD, '--set', 'h1=1e10'], 'h1: 10000000000 is not a number in'],
    [['tune', 'lst'], 'got 1: lst. (Did you mean list?)'],
    [['tune', 'everything'], 'Its commands are list, show, resume, delete, restore, export.'],
    [['tune', '--preset', 'thesis1'], 'noisy-smart. (Did you mean thesis-1?)'],
    [['think', 'ticTacTo', 'start', '--searcher', 'minimax'], '(Did you mean ticTacToe?)'],
    [['replay', 'list', '--limit', '0'], "'--limit <n>' argument '0' is invalid"],
    [['replay', 'delete', 'x'], "value 'x' is invalid for argument 'ids'"],
    [['bench', '--games', '0'], "'--games <n>' argument '0' is invalid"],
    [['bench', '1e9'], "value '1e9' is invalid for argument 'games'"],
    [['bench', '10', '--games', '20'], 'games: 10 as the argument and 20 as --games'],
    [['bench', '--seed', '9007199254740992'], "'--seed <n>' argument '9007199254740992' is invalid"],
    [['bench', '--json', '--csv'], "option '--csv' cannot be used with option '--json'"],
    [['play', '--human'], '--human needs a terminal'],
    [['play', '--delay', '-1'], "'--delay <ms>' argument '-1' is invalid"],
    [['perft', BOARD, '11'], "value '11' is invalid for argument 'moves'"],
    [['serve', '--port', '65536'], "'--port <n>' argument '65536' is invalid"],
  ])('lab %j', async (args, message) => {
    expect(await refusal(args, 2)).toContain(message)
  })
})

test('flags that npm took for itself are named', async () => {
  const npm = { npm_lifecycle_event: 'lab', npm_config_json: 'true', npm_config_no_pv: 'true', npm_config_prefix: '/usr' }
  const ended = await lab(['search', BOARD], { env: npm })
  expect(ended.code).toBe(0)
  expect(ended.stderr).toBe(
    'lab: npm took --no-pv, --json for itself: start it with npx lab, or write npm run lab -- before the command\n',
  )
  expect((await lab(['search', BOARD, '--json', '--no-pv'], { env: npm })).stderr).toBe('')
  expect((await lab(['search', BOARD], { env: { ...npm, npm_lifecycle_event: 'check' } })).stderr).toBe('')
})

describe.concurrent('a malformed position ends with 2 and names the place', () => {
  test.each([
    ['', 'this is empty'],
    ['000000100000001', 'a position has 16 digits, this has 15'],
    ['00000010000000100', 'a position has 16 digits, this has 17'],
    ['000000100000001Z', 'character 16: "Z"'],
    ['3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2', 'r1c1: "3" is not a tile'],
    ['2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 262144', 'r4c4: "262144" is not a tile'],
    ['2 0 0 0 0', 'a position has 16 face values, this has 5'],
    ['HHHHHHHHHHHHHHHH', 'no game on 4×4 cells passes'],
    ['{"grid":1}', 'grid.cells'],
    ['{', 'not a saved game'],
  ])('%j', async (position, message) => {
    expect(await refusal(['search', position], 2)).toContain(message)
  })

  test.each([
    ['perft', 'x', '1'],
    ['play', '--position', 'x'],
  ])('in lab %s too', async (...args) => {
    expect(await refusal(args, 2)).toContain('character 1: "x"')
  })
})

describe.concurrent('a bad profile file ends with 1 and names the file and the field', () => {
  test.each([
    ['nan', '-1.6321', 'NaN', 'is not valid JSON'],
    ['text', '-1.6321', '"NaN"', 'evaluator.parameters.h1'],
    ['infinite', '-1.6321', '1e999', 'evaluator.parameters.h1'],
    ['table', '"tableBits": 16', '"tableBits": 60', 'tableBits: 60'],
    ['deep', '"depth": "distinct"', '"depth": 1000000', 'depth: 1000000'],
    ['newer', '"version": 2', '"version": 3', 'version 3 is newer than this lab reads'],
  ])('%s', async (name, piece, replacement, message) => {
    const file = profileFile(name, piece, replacement)
    const line = await refusal(['bench', '1', '--profile', file], 1)
    expect(line).toContain(file)
    expect(line).toContain(message)
  })

  test('a file that is not there', async () => {
    expect(await refusal(['bench', '1', '--profile', join(folder, 'none.json')], 1)).toContain('none.json')
  })

  test('and a good one is played', async () => {
    const file = profileFile('mine', '"name": "thesis"', '"name": "mine"')
    const { code, stdout } = await lab(['bench', '1', '--depth', '0', '--profile', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ settings: { profile: 'mine' } })
  })
})

test('no colours, cursor movements or progress bars reach a pipe', async () => {
  for (const args of [
    ['search', BOARD, '--depth', '1'],
    ['bench', '2', '--depth', '0'],
    ['perft', BOARD, '1'],
    ['play', '--depth', '0'],
  ]) {
    const { code, stdout, stderr } = await lab(args)
    expect(code).toBe(0)
    expect(stdout).not.toContain(ESCAPE)
    expect(stderr).toBe('')
  }
})
