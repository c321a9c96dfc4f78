import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { makeProfile } from '../../../../../src/core/contract/files'
import { MOVES } from '../../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { drive, neverStop } from '../../../../../src/core/games/twenty48/search/engine'
import { deepen } from '../../../../../src/core/games/twenty48/search/deepening'
import type { outlookAnswer, SearchAnswer, SearchRefusal } from '../../../../../src/main/hosts/terminal/output/machineOutput'
import { readLines } from '../../../../../src/main/hosts/terminal/search/lines'
import { builtInProfiles } from '../../../../../src/main/lab/profiles/builtInProfiles'
import { runTerminal } from '../../../../../src/main/hosts/terminal/program'
import { lab, terminalHere } from '../../../../support/terminalHere'
import { ending, jsonLines, startLab } from '../../../../support/terminalProcess'
import { textbook } from '../../../../support/textbook'

const BOARD = '0000001000000010'
const CROWDED = 'EDC1BA9187611110'
const OVER = '1212212112122121'

const thesis = builtInProfiles().find(({ name }) => name === 'thesis')!
const folder = mkdtempSync(join(tmpdir(), 'lab-search-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function answer(...args: readonly string[]): Promise<SearchAnswer> {
  const ended = await lab(['search', ...args, '--json'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const lines = jsonLines<SearchAnswer>(ended)
  expect(lines).toHaveLength(1)
  return lines[0]!
}

describe('an answer', () => {
  test('with --outlook has the chance of each of the next tiles by a quick player', async () => {
    const { outlook } = (await answer(CROWDED, '--depth', '1', '--outlook')) as SearchAnswer & ReturnType<typeof outlookAnswer>
    expect(outlook).toMatchObject({ profile: 'positional', depth: 1 })
    expect(outlook.games).toBeGreaterThan(100)
    expect(outlook.chances.map(({ tile }) => tile)).toEqual([32768, 65536, 131072])
    for (const { chance, interval } of outlook.chances) {
      expect(chance).toBeGreaterThanOrEqual(interval[0])
      expect(chance).toBeLessThanOrEqual(interval[1])
    }
    const { stdout } = await lab(['search', CROWDED, '--depth', '1', '--outlook'])
    expect(stdout).toContain(' quick games by positional at depth 1')
    expect(stdout).toMatch(/32768 +\d+(\.\d)? %/)
    expect(await lab(['search', '-', '--outlook'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--outlook needs') as string,
    })
  })

  test('has exactly the fields of the face', async () => {
    const number: unknown = expect.any(Number)
    const slide: unknown = expect.stringMatching(/^(up|down|left|right)$/)
    const pv: unknown = expect.any(Array)
    const values = { up: number, down: number, left: number, right: number }
    const answered = await answer(BOARD, '--depth', '2')
    expect(answered).toEqual({
      position: BOARD,
      best: slide,
      values,
      depths: { up: 2, down: 2, left: 2, right: 2 },
      cuts: { up: 0.001, down: 0.001, left: 0.001, right: 0.001 },
      depth: 2,
      cut: 0.001,
      nodes: number,
      hits: number,
      ms: number,
      pv,
      pvNodes: number,
      pvMs: number,
    })
  })

  test.each([
    ['thesis', 1, ['--depth', '1', '--table', 'off']],
    [
      'thesis',
      1,
      ['--depth', '1', '--leaf', 'spawned', '--points', 'added', '--dead', '-7.5', '--floor', '-100', '--cut', '0.05'],
    ],
    [
      'power',
      2,
      ['--depth', '2', '--profile', 'power', '--dead', 'heuristic', '--floor', 'none', '--cut', '0', '--table', 'exact'],
    ],
  ])('is the textbook’s with the %s profile at depth %i and %j', async (name, depth, flags) => {
    const { evaluator, settings } = builtInProfiles().find(each => each.name === name)!
    const wanted = { ...settings, ...settingsOf(flags) }
    const engine = textbook(evaluator, wanted)
    for (const text of [CROWDED, '0123012301230123']) {
      const steps = deepen(parseBoard(text), { depth })
      const report = drive(steps, request => engine(request, neverStop))
      const found = await answer(text, ...flags)
      expect(found.nodes).toBe(report.nodes)
      expect(found.depth).toBe(report.depth)
      for (const move of ['up', 'down', 'left', 'right'] as const) {
        const value = report.values[move]
        if (value === null) expect(found.values[move]).toBeNull()
        else expect(found.values[move]! / value).toBeCloseTo(1, 5)
      }
      // sums in another order may break a tie another way
      const best = Math.max(...Object.values(report.values).map(value => value ?? -Infinity))
      expect(report.values[found.best!]! / best).toBeCloseTo(1, 9)
    }
  })

  test('is the one that docs/terminal.md shows', async () => {
    const page = readFileSync(new URL('../../../../../docs/terminal.md', import.meta.url), 'utf8')
    const [, command, line] = /^ {4}npx lab search (.+) --json\n\nprints\n\n {4}(.+)$/m.exec(page)!
    const { values: shown, ms: _, pvMs: _pv, ...example } = JSON.parse(line!) as SearchAnswer
    const { values, ms: __, pvMs: __pv, ...rest } = await answer(...command!.split(' '))
    expect(rest).toEqual(example)
    for (const move of MOVES) expect(values[move]).toBeCloseTo(shown[move]!, 6)
  })

  test('has no best slide when the game is over', async () => {
    const values = { up: null, down: null, left: null, right: null }
    expect(await answer(OVER)).toMatchObject({ position: OVER, best: null, values, nodes: 0, pv: [] })
  })

  test('has a line for --no-pv that ends with the best slide, and tries no slide for it', async () => {
    const { best, pv, pvNodes, ...rest } = await answer(CROWDED, '--no-pv')
    expect([pv, pvNodes]).toEqual([[best], 0])
    const withLine = await answer(CROWDED)
    expect(withLine.pvNodes).toBeGreaterThan(0)
    expect([withLine.values, withLine.nodes]).toEqual([rest.values, rest.nodes])
  })
})

test('where the expert of a profile decides, values are its chances; otherwise it is said that it was asked, or nothing', async () => {
  const positions = ['EDCB121231234142', '1E1D2C1B31A12312', 'EDCB12123123EE42']
  const ended = await lab(['search', '-', '--profile', 'strongest', '--depth', '1', '--json'], { input: positions.join('\n') })
  const [decided, hopeless, equal] = jsonLines<SearchAnswer>(ended)
  const illegal = null
  const number: unknown = expect.any(Number)
  const asked = { tile: 1024, layers: 3, below: 0.02 }
  const chances = { up: number, down: number, left: illegal, right: illegal }
  expect(decided).toMatchObject({ best: 'up', depth: 3, expert: { ...asked, decides: true, walls: 4 } })
  expect(decided!.expert!.chances).toEqual(decided!.values)
  expect(decided!.values['up']).toBeGreaterThan(0.3)
  expect(decided!.values['up']).toBeLessThan(0.6)
  expect(hopeless).toMatchObject({ depth: 1, expert: { ...asked, decides: false, walls: 5, chances } })
  expect(hopeless!.expert!.chances['up']).toBeLessThan(0.02)
  expect(equal).not.toHaveProperty('expert')
  const without = await answer(positions[0]!, '--profile', 'strongest', '--depth', '1', '--no-expert')
  const power = ['--profile', 'power', '--depth', '1', '--cut', '0.01', '--table', 'deeper']
  const { ms: _, pvMs: _pv, ...rest } = without
  expect(await answer(positions[0]!, ...power)).toMatchObject(rest)
})

describe('the depth', () => {
  // 7 empty cells, 9 distinct tiles
  const position = '0000000123456789'
  test.each([
    ['of the flag', 1, ['--depth', '1']],
    ['auto with a profile of another rule', 3, ['--depth', 'auto', '--profile', 'tuned']],
  ])('%s', async (_, depth, flags) => {
    expect((await answer(position, ...flags)).depth).toBe(depth)
  })

  test('is not bounded by the profile when nodes or time are', async () => {
    const file = join(folder, 'greedy.json')
    writeFileSync(file, makeProfile({ ...thesis, depth: 0 }))
    const { depth, nodes } = await answer(position, '--profile', file, '--nodes', '100000')
    expect(depth).toBeGreaterThan(0)
    expect(nodes).toBeLessThan(200_000)
    expect((await answer(position, '--profile', file, '--time', '50')).depth).toBeGreaterThan(0)
  })
})

describe('standard input', () => {
  test('each line is answered before the next one is asked, until Ctrl-C', async () => {
    const child = startLab(['search', '-', '--json', '--depth', '1'])
    const ended = ending(child)
    const lines = createInterface({ input: child.stdout })
    for (const position of [BOARD, OVER, CROWDED, BOARD]) {
      const answered = once(lines, 'line') as Promise<[string]>
      child.stdin.write(position + '\n')
      expect(JSON.parse((await answered)[0])).toMatchObject({ position })
    }
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stderr: '' })
  })

  test('a bad line is answered in its place, and the code tells in the end', async () => {
    const long = '1'.repeat(100_000)
    const ended = await lab(['search', '-', '--json', '--depth', '0'], {
      input: `${BOARD}\r\n\n  \nnonsense\n${long}\n[1]\n${CROWDED}`,
    })
    expect(ended).toMatchObject({ code: 1, stderr: '' })
    const [first, nonsense, tooLong, brackets, last, ...rest] = jsonLines<SearchAnswer & SearchRefusal>(ended)
    expect(rest).toEqual([])
    expect(first).toMatchObject({ position: BOARD, depth: 0 })
    expect(nonsense).toEqual({ position: 'nonsense', error: { code: 'BAD_POSITION', message: expect.any(String) as unknown } })
    expect(tooLong!.error.message).toContain('a line is at most')
    expect(tooLong!.position).toBe('1'.repeat(100))
    expect(brackets!.error.code).toBe('BAD_POSITION')
    expect(last).toMatchObject({ position: CROWDED, depth: 0 })
  })

  test.each([
    ['UTF-16, as Windows PowerShell writes it', Buffer.from(`\ufeff${BOARD}\r\n${CROWDED}`, 'utf16le')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${BOARD}\n${CROWDED}\n`)],
  ])('lines in %s are read', async (_, input) => {
    const ended = await lab(['search', '-', '--json', '--depth', '0'], { input })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines<SearchAnswer>(ended).map(({ position }) => position)).toEqual([BOARD, CROWDED])
  })

  test('of a control character, an error shows the code', async () => {
    const { stderr } = await lab(['search', '-', '--depth', '0'], { input: '\u001b]0;title\u0007\n' })
    expect(stderr).toMatch(/^lab: "\\u001b]0;title\\u0007": /)
  })

  test('is not read twice', async () => {
    const twice = await lab(['search', '-', '--profile', '-'], { input: makeProfile(thesis) })
    expect(twice).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('only one "-"') as unknown })
  })

  test('lines are the same however they arrive, and none is held beyond the limit', async () => {
    const pieces = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', ' ', 'long line'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(pieces, async chunks => {
        const lines: unknown[] = []
        for await (const line of readLines(stream(chunks), 8)) lines.push(line)
        const text = chunks.join('')
        const wanted = text.split('\n').map(line => ({ text: line.slice(0, 8).trim(), whole: line.length <= 8 }))
        expect(lines).toEqual(wanted.filter(line => line.text !== ''))
      }),
    )
  })
})

test('Ctrl-C in a long search shows what is known and ends with 130', async () => {
  const { terminal, written } = terminalHere()
  const ended = runTerminal(['search', CROWDED, '--depth', '40', '--cut', '0', '--json'], terminal)
  await vi.waitUntil(() => terminal.host.listenerCount('SIGINT') > 0)
  terminal.host.emit('SIGINT')
  await ended
  const { code, stdout } = written()
  expect(code).toBe(130)
  expect(JSON.parse(stdout)).toMatchObject({ position: CROWDED, best: expect.any(String) as unknown })
})

async function* stream(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

/** The settings that flags stand for. */
function settingsOf(flags: readonly string[]): Record<string, string | number> {
  const pairs = flags.flatMap((flag, i) => (i % 2 === 0 ? [[flag.slice(2), flags[i + 1]!] as const] : []))
  const settings = pairs.filter(([name]) => ['leaf', 'points', 'dead', 'floor', 'cut', 'table'].includes(name))
  return Object.fromEntries(settings.map(([name, value]) => [name, Number.isNaN(Number(value)) ? value : Number(value)]))
}
