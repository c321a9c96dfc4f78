import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  headText,
  RESULT_LINES,
  STUDY_FORMAT,
  STUDY_VERSION,
  type CountLine,
  type GameLine,
  type Study,
  type TuneRow,
  type WallsRow,
} from '../../../../src/core/contract/files'
import { deriveSeed } from '../../../../src/core/random'
import { mean } from '../../../../src/core/stats/summary'
import { validationSeeds } from '../../../../src/core/tuning/seeds'
import type { EnginePool } from '../../../../src/main/lab/ground/enginePool'
import { gamesOf } from '../../../../src/main/lab/reproduce/games'
import { playStudy } from '../../../../src/main/lab/reproduce/playStudy'
import { filledPage, isPage, newPage, wrongFigures } from '../../../../src/main/lab/reproduce/page'
import { reproduce } from '../../../../src/main/lab/reproduce/reproduce'
import { readResults, Results, type StudyLine } from '../../../../src/main/lab/reproduce/results'
import { hashOf, studyRows, tuningOf } from '../../../../src/main/lab/reproduce/rows'
import { builtInStudies, readStudy } from '../../../../src/main/lab/reproduce/studyFiles'
import { tableOf } from '../../../../src/main/lab/reproduce/tables'
import { csvTable } from '../../../../src/main/lab/reproduce/text'
import { wallRecordOf } from '../../../../src/main/lab/reproduce/walls'
import { benchOf, HEAD, POOL, STUDY } from './studySupport'

const root = mkdtempSync(join(tmpdir(), 'lab-studies-'))
const study = join(root, 'study.json')
writeFileSync(study, JSON.stringify({ format: STUDY_FORMAT, version: STUDY_VERSION, ...STUDY }))
afterAll(() => rmSync(root, { recursive: true }))
let path = ''
let lines: StudyLine[] = []
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results', 'tried.jsonl')
  lines = []
})

const rows = studyRows(STUDY)
const stored = () => new Results('tried').read(HEAD, lines)
const sources = async () => ({ name: 'tried', words: 'tried --most 4', rows, results: await stored() })

/** @returns all results without their times, whatever order they ended in */
async function run(stopAfter?: number): Promise<string[]> {
  const results = await new Results('tried', HEAD, line => lines.push(line)).read(HEAD, [...lines])
  await playStudy(benchOf(results, stopAfter), rows)
  return withoutTimes(lines)
}

function withoutTimes(lines: readonly StudyLine[]): string[] {
  const results = lines.filter(line => 'kind' in line) as GameLine[]
  return results.map(({ ms: _, processorMs: __, ...line }) => JSON.stringify(line)).sort()
}

/** As a command does, with its results in a file. */
async function reproduceIt(): Promise<string[]> {
  const reportBug = (bug: unknown): never => {
    throw bug
  }
  const listener = { signal: new AbortController().signal, onStage: () => undefined, onCutOff: () => undefined }
  const engine = { pool: POOL as EnginePool['pool'], kernel: 'k' }
  await reproduce({ engine, reportBug }, { study, folder: dirname(path), resume: false, csv: false }, listener)
  return withoutTimes(readFileSync(path, 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as StudyLine)) // oxfmt-ignore
}

test('a study that is stopped after any part continues where it stopped, to the same results', async () => {
  const whole = await run()
  const passages = whole.filter(line => line.includes('"row":"phases"')).length
  expect(whole).toHaveLength(12 + 2 + 5 + 2 + 1 + 3 + passages)
  lines = []
  for (const stopAfter of [4, 5, 3, 20, 30, 2, 3]) await expect(run(stopAfter)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await run()).toEqual(whole)
  expect(lines.filter(line => !('kind' in line))).toHaveLength(4) // a head for each further sitting with results
})

test('work is counted in what a part computes', async () => {
  const units = new Set<string>()
  const bench = benchOf(await stored())
  await playStudy({ ...bench, onStage: (_name, _total, _done, unit) => units.add(unit) }, rows)
  expect([...units]).toEqual(['games', 'trees', 'positions', 'boards', 'phases'])
})

test('listed positions are counted in turn, and a share of a count is the mean of the shares', async () => {
  const part = {
    ...{ id: 'shares', kind: 'count', of: 'nodes', number: 3, columns: ['minimax / greedy'] },
    ...{ positions: { game: 'ticTacToe', options: {}, position: ['start', 'XO./.X./..O'] } },
    searchers: { greedy: 'greedy', minimax: 'minimax:depth=3' },
  } as const
  const rows = studyRows({ ...STUDY, parts: [part] } as unknown as Study)
  const results = new Results('tried', HEAD, line => lines.push(line))
  await playStudy(benchOf(results), rows)
  const { counts } = lines.find((line): line is CountLine => 'counts' in line)!
  const [first, second] = [counts['minimax']![0]! / counts['greedy']![0]!, counts['minimax']![1]! / counts['greedy']![1]!]
  expect(counts['minimax']![2]).toBe(counts['minimax']![0])
  expect(counts['minimax']![1]).not.toBe(counts['minimax']![0])
  const { cells } = tableOf({ name: 'tried', words: 'tried', rows, results }, 'shares').rows[0]!
  expect(cells).toEqual([expect.stringMatching(new RegExp(`^${((2 * first + second) / 3).toFixed(2)} `))])
})

test('a file that a kill cut off is completed to the same results', async () => {
  const whole = await reproduceIt()
  expect(whole).toEqual(await run())
  const bytes = readFileSync(path)
  for (const dropped of [0, 1, 100, 333, 1000, bytes.length - 1, bytes.length]) {
    writeFileSync(path, bytes.subarray(0, bytes.length - dropped))
    expect(await reproduceIt()).toEqual(whole)
  }
})

test('tuning runs search from their seeds, and wall tests play each player from the same boards', async () => {
  await run()
  const { results } = await sources()
  const [runs, phases] = ['runs', 'phases'].map(name => rows.find(row => row.name === name)!)
  const found = results.runs(runs!)
  expect(found.map(({ seed, games }) => [seed, games])).toEqual([[1, 8], [2, 8], [3, 8]]) // oxfmt-ignore
  const { tuned } = tuningOf(runs as TuneRow, 1).objective
  for (const { seed, reported, worth, weights } of found) {
    expect(worth).toBe(mean(validationSeeds(seed, 0, 20).map(each => each % 1000).sort((a, b) => a - b))) // oxfmt-ignore
    expect(reported).toBeLessThan(1000)
    expect(Object.keys(weights)).toEqual(tuned.map(({ id }) => id))
  }
  expect(new Set(found.map(({ weights }) => JSON.stringify(weights))).size).toBe(3)

  const { boards, phasesInOrder } = wallRecordOf(results, phases as WallsRow)
  expect(boards).toHaveLength(3)
  expect(phasesInOrder.map(({ board, continuation, player }) => [board, continuation, player])).toEqual(
    [0, 1, 2].flatMap(board => [0, 1].flatMap(continuation => [0, 1].map(player => [board, continuation, player]))),
  )
  const survivals = (player: number) => phasesInOrder.filter(phase => phase.player === player).map(({ survived }) => survived)
  expect(survivals(0)).toEqual(survivals(1)) // their tiles are the same
})

test('results of another row under the same name are left out', async () => {
  const [row] = rows
  const line: GameLine = { kind: 'game', row: row!.name, of: hashOf(row!), game: 0, values: [], moves: [1] }
  lines = [line, { ...line, of: 'other', game: 1 }]
  expect((await stored()).games(row!)).toEqual([line])
})

test('results of a lab with other results, of another study, and what is no results are refused and stay as they are', async () => {
  await reproduceIt()
  const before = readFileSync(path, 'utf8')
  const changed = before.replace(/"fingerprint":"\w+"/, '"fingerprint":"f"')
  for (const [text, message] of [
    [changed, /with other fingerprint of its results: f there, \w+ here/],
    [before.replace('"name":"tried"', '"name":"clock"'), /with other name: clock there, tried here/],
    ['{"my":"precious data"}', /not the file of a study/],
    ['one line\nanother', /./],
    [before.slice(before.indexOf('\n') + 1), /not the file of a study/],
  ] as const) {
    writeFileSync(path, text)
    await expect(reproduceIt()).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringMatching(message) as string })
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test.each<[damage: string, change: object, message: RegExp]>([
  ['a score that is no number', { values: ['1'] }, /line 2: values/],
  ['a largest tile that its board has not', { largest: 32_768 }, /line 2: largest is not that of the board/],
  ['a game under the number of another', { game: 7 }, /game 7 of "games" has the seed of another game/],
])('%s is refused', async (_, change, message) => {
  const row = rows.find(each => each.kind === 'games')!
  const line = {
    ...{ kind: 'game', row: row.name, of: hashOf(row), game: 0, seed: deriveSeed(row.seed, 0), values: [1000], moves: [90] },
    ...{ nodes: [360], largest: 128, board: '0000000000000127' },
  }
  mkdirSync(dirname(path))
  const read = async (fields: object) => {
    writeFileSync(path, `${headText(RESULT_LINES, HEAD)}\n${JSON.stringify(fields)}\n`)
    return gamesOf(await readResults(path, 'tried'), row)
  }
  expect(await read(line)).toEqual([line])
  await expect(read({ ...line, ...change })).rejects.toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringMatching(message) as string,
  })
})

test('a page has the tables and keeps its prose; a figure in a sentence that the rows do not have is named', async () => {
  await run()
  const page = filledPage(newPage(STUDY, { rows }), await sources())
  expect(page).toContain('| other  | games |')
  const hostile = newPage({ ...STUDY, title: 'A \u001b[31mred\nstudy', source: 'seen\u001b]0;x\u0007\non paper' }, { rows })
  expect(hostile).toContain('# A [31mred study\n\nseen]0;x\non paper\n')
  expect(page).toContain('Made by `lab reproduce tried --most 4` with')
  expect(isPage(page)).toBe(true)
  expect(isPage('# Mine')).toBe(false)
  expect(filledPage(page, await sources())).toBe(page)

  const figures = (text: string) => `It played <!-- figure: duels | random | games -->${text}<!-- --> games.`
  expect(wrongFigures(figures('6'), await sources())).toEqual([])
  expect(wrongFigures(figures('7'), await sources())).toEqual(['duels | random | games: "7" is "6"'])
  expect(
    wrongFigures('<!-- figure: sum duels | * | games -->12<!-- --> <!-- figure: rows duels -->2<!-- -->', await sources()),
  ).toEqual([])
  const played = await sources()
  expect(() => filledPage('<!-- table: none -->\n', played)).toThrow('is not a part')
})

test('CSV has the numbers of a table as numbers, and its other cells as texts', () => {
  const cells = ['1,253', '−0.50', '0', '', '55 %', '2–0–2', '1234567890123456', '0000001000000010']
  expect(csvTable({ head: cells, rows: [{ key: '', cells }] }).rows).toEqual([[1253, -0.5, 0, null, ...cells.slice(4)]])
})

test('two processes that computed a result count once', async () => {
  const whole = await run()
  lines.push(lines[0]!)
  const { results } = await sources()
  const all = rows.flatMap(row => [...results.games(row), ...results.counts(row), ...results.runs(row)])
  expect(all).toHaveLength(whole.length)
})

test('each study that ships has rows, and the name of its file', () => {
  for (const name of builtInStudies()) {
    const study = readStudy(name)
    expect(study.name).toBe(name)
    expect(studyRows(study).map(hashOf)).not.toContain('')
  }
})
