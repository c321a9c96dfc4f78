/** Reproductions in Can't Go Back, 2048 and its adversary, and whether pages say what their rows do. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { REPRODUCTIONS, type MatchLine, type ReproductionName } from '../../../../src/core/contract/files'
import { readMatch } from '../../../../src/core/contract/matches'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { WON } from '../../../../src/core/games/adversarial48/rules'
import { duelOf, duelTable, GROUNDS } from '../../../../src/main/lab/reproduce/matches/duels'
import { depthsOf, rival } from '../../../../src/main/lab/reproduce/matches/rival'
import { pointsText } from '../../../../src/main/lab/reproduce/matches/score'
import { lineOf, matchesOf, orderOf, playMissing, type Series } from '../../../../src/main/lab/reproduce/matches/series'
import { MARK, PLAYED_AGAIN } from '../../../../src/main/lab/reproduce/reproduceCommands'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { inFull } from '../../../setup/extent'
import { benchOf, effort, QUICK } from './reproduceSupport'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-games-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'results.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const open = (name: ReproductionName) => ResultsFile.open(path, name, { kernel: 'k', fingerprint: 'f' })

const OURS = [
  ...(['rival', 'light-heavy', 'cant-go-back', 'minimax-alphabeta', 'anytime'] as const),
  ...(['clock', 'stored-tree', 'one-player-minimax'] as const),
]

describe.each(OURS)('%s', name => {
  const reproduction = PLAYED_AGAIN[name]
  const quick = (stopAfter?: number) =>
    benchOf(open(name), stopAfter, order => {
      readMatch(order) // it can be played
      return { values: order.players.map(() => 0), players: order.players.map(() => effort) }
    })

  test('plays each game once, wherever it was stopped, with a page as soon as there is enough, which concludes nothing from a trial', async () => {
    await expect(reproduction.compute(quick(3).bench, 2)).rejects.toThrow(path)
    const { bench, stages } = quick()
    let heard = 0
    const onGames = () => {
      if (++heard % 20 !== 0 || !reproduction.isEnough!(bench.results, 2)) return
      expect(reproduction.page(bench.results, 'lab', 2)).not.toMatch(/NaN|undefined|Infinity/)
    }
    await reproduction.compute({ ...bench, onGames }, 2)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const keys = lines.map(line => JSON.parse(line) as MatchLine).filter(({ kind }) => kind === 'match')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys).toHaveLength(stages.reduce((sum, [, games]) => sum + games, 0))
    expect(new Set(keys.map(({ series, match }) => `${series} ${match}`)).size).toBe(keys.length)
    expect(reproduction.isEnough!(bench.results, 2)).toBe(true)
    const page = reproduction.page(bench.results, 'lab reproduce', 20)
    expect(page).toContain('| 2 of 20 ')
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
    if (name === 'rival') return
    const trial = reproduction.page(bench.results, 'lab reproduce', 2)
    expect(trial).toMatch(/\*\*No conclusion yet\*\*: [\d,]+ of [\d,]+ games are played/)
    for (const sentence of sentencesOf(name)) expect(trial).not.toContain(sentence)
  })

  // that of the first takes a fifth of a second, those of the others some seconds each
  if (inFull || name === 'light-heavy')
    test('has a fingerprint of what it plays', () => {
      expect(reproduction.fingerprint!()).toMatch(/^[0-9a-f]{16}$/)
    }, 60_000)
})

/** What the page in docs/results says of all games. */
function sentencesOf(name: ReproductionName): string[] {
  const page = readFileSync(fileURLToPath(new URL(`../../../../docs/results/${name}.md`, import.meta.url)), 'utf8')
  const said = {
    'light-heavy': ['the light player’s points grow with its depth'],
    'cant-go-back': ['**Looking ahead wins**'],
    'minimax-alphabeta': ['it wins somewhat more for it'],
    anytime: ['In nearly every row'],
    clock: ['the factor hardly matters'],
    'stored-tree': ['saves nodes from D = 4 on'],
    'one-player-minimax': ['scores twice as much at 3 plies'],
  }[name as Exclude<(typeof OURS)[number], 'rival'>]
  for (const sentence of said) expect(page).toContain(sentence)
  return said
}

describe('pages in docs/results', () => {
  const file = (name: string) => fileURLToPath(new URL(`../../../../docs/results/${name}`, import.meta.url))

  test.each(REPRODUCTIONS)('%s says what its rows do', name => {
    const page = readFileSync(file(`${name}.md`), 'utf8')
    const command = /^Made by `(.+?)` with/m.exec(page)![1]!
    const results = ResultsFile.read(file(`${name}.jsonl`), name)
    const { page: makePage, picture } = PLAYED_AGAIN[name]
    expect(page).toBe(`${MARK}\n\n${makePage(results, command, Infinity)}\n`)
    if (picture) expect(readFileSync(file(`${name}.svg`), 'utf8')).toBe(`${MARK}\n${picture(results, Infinity)}\n`)
    for (const [, linked] of page.matchAll(/\]\(([\w-]+\.\w+)\)/g)) expect(existsSync(file(linked!)), linked).toBe(true)
  })
})

const line = (match: number, winner?: number): MatchLine => ({
  ...{ kind: 'match', series: 's', match, seed: 1, played: 'p', ended: 'over', values: [0, 0] },
  ...(winner !== undefined && { winner }),
  ...{ moves: [10, 10], nodes: [40, 400], ms: [1, 2], processorMs: [1, 2], overruns: [0, 0] },
})

test('points have Student’s interval over the pairs, in no order of the lines', () => {
  // pairs: 1, ½, ¾, ½ and 0, and a game whose sides were not swapped yet
  const matches = [line(1, 0), line(0, 0), line(2, 0), line(3, 1), line(4), line(5, 0), line(6), line(7), line(8, 1), line(9, 1), line(10, 0)] // oxfmt-ignore
  // 6.5 of 11; 0.55 ± 2.776 · 0.3708 / √5
  expect(pointsText(matches, 0)).toBe('59 % [9 – 100]')
  expect(pointsText(matches, 1)).toBe('41 % [0 – 91]')
  expect(pointsText(matches.slice(0, 6), 0)).toBe('75 %')
  expect(pointsText(Array.from({ length: 10 }, (_, i) => line(i)), 0)).toBe('50 %') // oxfmt-ignore
})

test('a duel has its figures in the order of its players', () => {
  const duel = duelOf({ ground: GROUNDS.cantGoBack, texts: ['greedy', 'random'], cells: ['x'], matches: 2, seed: 1 })
  const results = open('clock')
  const players = [
    { ...effort, nodes: 30 },
    { ...effort, nodes: 70, processorMs: 4 },
  ]
  for (const match of [0, 1]) results.add(lineOf({ series: duel, match }, { ...QUICK, winner: 0, players }))
  const row = duelTable(results, ['cell'], ['one', 'other'], [duel]).split('\n').at(-1)
  // each has won once and had both seats
  expect(row).toMatch(/^\| x +\| 2 +\| 1–0–1 +\| +\| +\| 50 % +\| 5 +\| 5 +\| 0\.25 +\| 0\.25 +\|$/)
})

test('a duel under a clock says which player lost how many games by it', () => {
  const order = { ground: GROUNDS.cantGoBack, texts: ['greedy', 'random'], cells: ['x'], matches: 2, seed: 1 } as const
  const duel = duelOf({ ...order, bounds: { clockMs: 5 } })
  const results = open('clock')
  const players = [effort, effort]
  // each has both seats, so the first seat is once of each player
  const fault = { agent: 0, reason: 'clock', message: 'it searched for 6 ms, of 5' } as const
  results.add(lineOf({ series: duel, match: 1 }, { ...QUICK, ended: 'fault', fault, winner: 1, players }))
  results.add(lineOf({ series: duel, match: 0 }, { ...QUICK, winner: 1, players }))
  const [head, , row] = duelTable(results, ['cell'], ['one', 'other'], [duel]).split('\n')
  expect(head).toMatch(/\| lost by the clock: one \| other \|$/)
  const { players: seated } = orderOf({ series: duel, match: 1 })
  const first = seated[0]!.searcher === 'greedy'
  expect(row).toMatch(first ? /\| 1 +\| 0 +\|$/ : /\| 0 +\| 1 +\|$/)
  expect(duelTable(results, ['cell'], ['one', 'other'], [duelOf(order)])).not.toContain('by the clock')
})

test('players who keep their seats have a seed for each match', async () => {
  const players = ['alphaBeta:rival:depth=1', 'greedy'].map(parsePlayerText)
  const rules = { game: 'adversarial48', position: 'start' } as const
  const series: Series = { name: 's', rules, players, matches: 6, seed: 4, keepsSeats: true }
  const orders = [0, 1, 2].map(match => orderOf({ series, match }))
  expect(orders.map(order => order.players)).toEqual([players, players, players])
  expect(new Set(orders.map(({ seed }) => seed)).size).toBe(3)
  const { bench } = benchOf(open('one-player-minimax'), Infinity, () => ({ values: [3, -3], winner: 0 }))
  await playMissing(bench, 'stage', [series])
  expect(matchesOf(bench.results, series).map(({ values, winner }) => [...values, winner])).toEqual(
    Array.from({ length: 6 }, () => [3, -3, 0]),
  )
})

test('the rival’s page has the share that reach 2048 beside the published, and says whether the program’s differs', () => {
  const results = open('rival')
  const [three, five, seven] = depthsOf(Infinity)
  const players = [{ ...effort, moves: 1000, nodes: 90_000, processorMs: 500 }]
  const add = (series: Series, games: number, won: number) => {
    for (let match = 0; match < games; match++)
      results.add(lineOf({ series, match }, { ...QUICK, values: [match < won ? WON : 1], players }))
  }
  add(three!, 200, 40)
  add(five!, 30, 9)
  add(seven!, 50, 18)
  const page = rival.page(results, 'lab reproduce rival', Infinity)
  expect(page).toMatch(
    /\| 3 +\| 200 +\| 40 of 200 +\| 20 % \[15 – 26\] +\| 20 % +\| 5 % \[3 – 9\], 10 of 200 +\| 1,000 +\| 90 +\| 0\.50 +\| < 50 +\| 0\.5 /,
  )
  expect(page).toMatch(/\| 5 +\| 30 of 100 +\| 9 of 30 +\| 30 % \[17 – 48\] /)
  expect(page).toContain(
    '**Depth 3**: the published 20 % lie within the interval of the share here. The share is clearly higher than that of the author’s program',
  )
  expect(page).toContain(
    '**Depth 5**: the published 40 % lie within the interval of the share here. The share does not differ clearly',
  )
  expect(page).toContain('**Depth 7**: the published 70–80 % lie outside the interval')
  expect(page).toMatch(/\| 3, 5 or 7, .* \| 0 of 50 /)
})

test('published shares of which the interval has only some lie partly within it', () => {
  const results = open('rival')
  const seven = depthsOf(Infinity)[2]!
  for (let match = 0; match < 50; match++)
    results.add(lineOf({ series: seven, match }, { ...QUICK, values: [match < 34 ? WON : 1], players: [effort] }))
  const page = rival.page(results, 'lab reproduce rival', Infinity)
  expect(page).toContain('68 % [54 – 79]')
  expect(page).toContain('the published 70–80 % lie partly within the interval')
})
