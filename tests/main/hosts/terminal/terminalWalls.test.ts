import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { faceSum, wallsOf } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { clusteredShare, designEffect, type Cluster } from '../../../../src/core/stats/clusteredShare'
import { soakTest } from '../../../setup/extent'
import { interrupted, lab } from '../../../support/terminalHere'
import { ending, startLab } from '../../../support/terminalProcess'
import { exactTable } from '../../../core/support/walls'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const root = mkdtempSync(join(tmpdir(), 'lab-terminal-walls-'))
let file = ''
beforeEach(() => {
  file = join(mkdtempSync(join(root, 'case-')), 'walls.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

/** Quick: its games rarely have four walls. */
const QUICK = ['walls', '--profile', 'power', '--depth', '1', '--walls', '2', '--seed', '1', '--continuations', '3']

interface Row {
  readonly cells: number | null
  readonly boards: number
  readonly phases: number
  readonly survived: number
  readonly share: number
  readonly interval: readonly [number, number]
}

interface Answer {
  readonly boards: number
  readonly games: number
  readonly planned: number
  readonly players: readonly { readonly name: string; readonly rows: readonly Row[]; readonly all: Row; msPerMove: number }[]
  readonly differences: readonly { readonly cells: number | null; readonly difference: number; readonly phases: number }[]
  readonly settings: { threads: number; readonly reproducible: boolean }
  file: string | null
}

/** All of the answer that does not follow from the clock, the threads or the file. */
async function answer(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await lab([...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const read = JSON.parse(stdout) as Answer
  for (const player of read.players) player.msPerMove = 0
  read.settings.threads = 0
  read.file = null
  return read
}

interface PhaseRow {
  readonly game: string
  readonly board: string
  readonly position: string
  readonly sum: string
  readonly cells: string
  readonly continuation: string
  readonly player: string
  readonly survived: string
  readonly moves: string
}

/** By games, as boards of one game look alike. */
function clustersOf(rows: readonly PhaseRow[]): Cluster[] {
  return [...new Set(rows.map(({ game }) => game))].map(wanted => {
    const its = rows.filter(({ game }) => game === wanted)
    return { successes: its.filter(({ survived }) => survived === '1').length, trials: its.length }
  })
}

async function rowsOf(...args: string[]): Promise<PhaseRow[]> {
  const { code, stdout } = await lab([...args, '--csv'])
  expect(code).toBe(0)
  const [head, ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map(line => line.replaceAll('"', '').split(','))
  return rows.map(row => Object.fromEntries(row.map((cell, i) => [head![i], cell])) as unknown as PhaseRow)
}

test('boards have their walls just before a multiple, and the shares are those of the phases', async () => {
  const both = [...QUICK, '--boards', '30', '--against', 'thesis@depth=1']
  const rows = await rowsOf(...both)
  expect(rows).toHaveLength(30 * 3 * 2)
  for (const { position, sum, cells } of rows) {
    const board = parseBoard(position)
    const walls = wallsOf(board, 9)
    expect(faceSum(board)).toBe(Number(sum))
    expect([508, 510]).toContain(Number(sum) % 512)
    expect(walls.length).toBeGreaterThanOrEqual(2)
    expect(new Set(walls).size).toBe(walls.length)
    expect(Number(cells)).toBe(16 - walls.length)
  }
  expect(new Set(rows.map(({ game, sum }) => `${game} ${Math.ceil(Number(sum) / 512)}`)).size).toBe(30) // one per phase of a game

  const { boards, planned, players, differences, settings } = await answer(...both)
  expect({ boards, planned, reproducible: settings.reproducible }).toEqual({ boards: 30, planned: 180, reproducible: true })
  for (const { name, all, rows: byCells } of players) {
    const its = rows.filter(({ player }) => player === name)
    const survived = its.filter(each => each.survived === '1').length
    expect(all).toMatchObject({ cells: null, boards: 30, phases: 90, survived, share: survived / 90 })
    expect(all.interval).toEqual(clusteredShare(clustersOf(its)))
    const effect = designEffect(clustersOf(its))
    for (const { cells, interval } of byCells)
      expect(interval).toEqual(clusteredShare(clustersOf(its.filter(row => Number(row.cells) === cells)), effect))
    const movesOf = (wanted: string) => its.flatMap(({ board, moves }) => (board === wanted ? moves : []))
    expect(its.some(({ board }) => new Set(movesOf(board)).size > 1)).toBe(true) // each continuation has tiles of its own
    expect(byCells.map(({ cells }) => cells)).toEqual(
      [...new Set(its.map(({ cells }) => Number(cells)))].toSorted((a, b) => b - a),
    )
    expect(byCells.reduce((sum, { phases }) => sum + phases, 0)).toBe(90)
  }
  const [one, other] = players
  expect(differences.at(-1)).toMatchObject({ cells: null, phases: 90 })
  expect(differences.at(-1)!.difference).toBeCloseTo(one!.all.share - other!.all.share, 12)
  expect(one!.all.survived).toBeGreaterThan(0)
  expect(one!.all.survived).toBeLessThan(90)
})

test('another player plays the boards of a file', async () => {
  await answer(...QUICK, '--boards', '20', '--out', file)
  const thesis = await answer('walls', '--profile', 'thesis', '--depth', '1', '--boards', file, '--continuations', '3')
  const paired = await answer(...QUICK, '--boards', '20', '--against', 'thesis')
  expect(thesis.players[0]).toEqual(paired.players[1])
  const twins = await lab(['walls', '--profile', 'thesis', '--against', 'thesis', '--boards', file])
  expect([twins.code, twins.stderr]).toEqual([2, expect.stringContaining('thesis and thesis#2 are the same player') as string])
  const { code, stderr } = await lab(['walls', '--profile', 'thesis', '--boards', file, '--walls', '3'])
  expect(code).toBe(2)
  expect(stderr).toContain('leave out --walls')
})

soakTest('a test that was killed or cut off resumes from its file, and ends as if undisturbed', async () => {
  const args = [...QUICK, '--boards', '60', '--out', file]
  const undisturbed = await answer(...QUICK, '--boards', '60')
  const child = startLab(args)
  const ended = ending(child)
  while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length < 20) await wait(5)
  child.kill('SIGKILL')
  await ended
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, -7)) // a line that is not complete
  expect((await lab(args)).stderr).toContain(' was cut off')
  expect(await answer(...args)).toEqual(undisturbed)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.filter(line => line.startsWith('{"board"'))).toHaveLength(180)
  // more continuations add to it
  await answer(...args.with(args.indexOf('--continuations') + 1, '4'))
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length + 60)
})

test('after Ctrl-C it shows the finished phases and the command that resumes', async () => {
  const args = [...QUICK, '--boards', '90000', '--games', '1000000', '--out', file]
  const { code, stdout, stderr } = await lab(args, { columns: 1000, once: interrupted(/ [1-9]\d*\/90,000 boards/) })
  expect(code).toBe(130)
  expect(stdout).toContain('No phase was finished.')
  expect(stderr).toMatch(
    /lab: [\d,]+ boards stored in \S+\. Resume with: npx lab walls --resume \S+ --boards 90000 --games 1000000.*\n$/,
  )
})

test('--resume goes on from the file alone, and begins none', async () => {
  const whole = await answer(...QUICK, '--boards', '4', '--out', file)
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 6).join('\n')) // the sixth has no line end
  const { code, stdout, stderr } = await lab(['walls', '--resume', file, '--json'])
  expect(code).toBe(0)
  expect(stderr).toContain('line 6 was cut off')
  expect(JSON.parse(stdout)).toMatchObject({ boards: whole.boards, games: whole.games, differences: whole.differences })
  const more = await lab(['walls', '--resume', file, '--boards', '5', '--json'])
  expect(JSON.parse(more.stdout)).toMatchObject({ boards: 5 })
  for (const [flags, message] of [
    [['--resume', `${file}.none`], `there is no ${file}.none to resume`],
    [['--resume', file, '--depth', '1'], '--resume takes only'],
    [[...QUICK.slice(1), '--resume'], '--resume takes only'],
    [[...QUICK.slice(1), '--out', `${file}.none`, '--resume'], `there is no ${file}.none to resume`],
  ] as const)
    expect(await lab(['walls', ...flags])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string })
})

test('a file of another test is refused, and a player that does not come so far is reported', async () => {
  await answer(...QUICK, '--boards', '2', '--out', file)
  const { code, stderr } = await lab([...QUICK, '--boards', '2', '--out', file, '--depth', '2'])
  expect(code).toBe(1)
  expect(stderr).toContain('with other player of the games')
  const none = await lab([...QUICK, '--games', '3', '--walls', '6'])
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('3 games had no such board')
  const no = join(root, 'no.jsonl')
  writeFileSync(no, '{"format":"other"}\n')
  expect((await lab(['walls', '--boards', no])).code).toBe(1)
})

test('--exact has the chance of the best play, and refuses what does not fit and flags of the test', async () => {
  const { start, boards, bytes } = JSON.parse(
    (await lab(['walls', '--exact', '--cells', '4,5,0,1', '--target', '16', '--json'])).stdout,
  ) as {
    readonly start: number
    readonly boards: number
    readonly bytes: number
  }
  const table = exactTable({ free: [0, 1, 4, 5], target: 4 })
  expect({ start, boards, bytes }).toEqual({ start: table.start, boards: 256, bytes: 1024 })
  const { stdout } = await lab(['walls', '--exact', '--cells', '4', '--target', '8'])
  expect(stdout).toContain('. . . .')
  expect(stdout).toContain('to make 8 in 4 free cells')
  for (const [args, problem] of [
    [['--exact', '--cells', '9', '--target', '512'], '1,549,681,956 bytes'],
    [['--exact', '--boards', '4'], 'leave out --boards'],
  ] as const) {
    const { code, stderr } = await lab(['walls', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(problem)
  }
})
