import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { lab } from '../../../support/terminalHere'
import { ending, startLab } from '../../../support/terminalProcess'

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
  test.each([
    [
      ['--home', '/tmp/x', 'tree', '--help'],
      ['tree', '--help'],
    ],
    [
      ['tree', 'help', 'exampleTree'],
      ['tree', 'exampleTree', '--help'],
    ],
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
    expect(stdout).toMatch(/^2048 Lab \d+\.\d+\.\d+, machine-readable face 5\n$/)
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
    [['search', BOARD, '--dept', '3'], "unknown option '--dept' (Did you mean --depth?)"],
    [['search'], "missing required argument 'position'"],
    [['search', BOARD, BOARD], 'too many arguments'],
    [['search', BOARD, '--depth', '1.5'], "argument '1.5' is invalid. depth: 1.5 is not a whole number"],
    [['search', BOARD, '--cut', 'NaN'], "'--cut <p>' argument 'NaN' is invalid"],
    [['search', BOARD, '--leaf', 'root'], "'--leaf <kind>' argument 'root' is invalid. Allowed choices are afterstate, spawned."],
    [['search', BOARD, '--table-bits', '26', '--threads', '256'], 'tableBits: 256 tables of 2^26 entries do not fit'],
    [
      ['search', BOARD, '--profile', 'thesos'],
      'no profile "thesos" (Did you mean thesis?). Known are hand-tuned, positional, power, strongest, thesis',
    ],
    [['search', BOARD, '--set', 'h9=1'], 'h9: the thesis evaluator has no such parameter; it has h1, h2, h3, h4'],
    [['search', BOARD, '--set', 'h1Tile=face2'], 'h1Tile: "face2" is not one of face, exponent'],
    [['tune', 'lst'], 'got 1: lst. (Did you mean list?)'],
    [['bench', '10', '--games', '20'], 'games: 10 as the argument and 20 as --games'],
    [['bench', '--json', '--csv'], "option '--csv' cannot be used with option '--json'"],
    [['walls', '--boards', '1,5'], "'--boards <n|file>' argument '1,5' is invalid. Not a whole number"],
    [['data', 'backup', '--list', 'a.db'], '--list takes only --home and --json: leave out a.db'],
    [['play', '--human'], '--human needs a terminal'],
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
    ['000000100000001Z', 'character 16: "Z"'],
    ['2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 262144', 'r4c4: "262144" is not a tile'],
  ])('%j', async (position, message) => {
    expect(await refusal(['search', position], 2)).toContain(message)
  })
})

describe.concurrent('a bad profile file ends with 1 and names the file and the field', () => {
  test.each([
    ['nan', '-1.6321', 'NaN', 'is not valid JSON'],
    ['table', '"tableBits": 16', '"tableBits": 60', 'tableBits: 60'],
  ])('%s', async (name, piece, replacement, message) => {
    const file = profileFile(name, piece, replacement)
    const line = await refusal(['bench', '1', '--profile', file], 1)
    expect(line).toContain(file)
    expect(line).toContain(message)
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
