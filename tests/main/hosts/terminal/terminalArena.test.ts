import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { VERSION } from '../../../../src/main/installation'
import { measuredWithin } from '../../../../src/main/hosts/terminal/output/numbers'
import { readEntrants } from '../../../../src/main/hosts/terminal/arena/arena'
import { interrupted, lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

const root = mkdtempSync(join(tmpdir(), 'lab-terminal-arena-'))
let folder = ''
let out = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'))
  out = join(folder, 'arena.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

interface Answer {
  readonly players: readonly Readonly<Record<string, unknown>>[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly games: number
}

const arena = (...args: string[]) => lab(['arena', ...args, '--out', out])
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const storedIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n{"game":').length - 1 : -1)

describe('lab arena --json', () => {
  test('ends with what the games came to', async () => {
    const { code, stdout } = await arena('ticTacToe', '--players', 'minimax,random', '--games', '10', '--seed', '3', '--json')
    expect(code).toBe(0)
    const answer = jsonLines<Answer>({ code, stdout, stderr: '' })[0] as Answer
    const [number, interval] = [expect.any(Number) as number, expect.any(Array) as number[]]
    const player = {
      ...{
        draws: number,
        points: number,
        interval,
        shares: expect.any(Object) as object,
        value: number,
        valueInterval: interval,
      },
      ...{ moves: number, msPerMove: number, longestMs: number, nodesPerMove: number, overruns: 0 },
      faults: { threw: 0, illegal: 0, clock: 0 },
    }
    const [minimax, random] = answer.players as [{ wins: number; draws: number; points: number }, object]
    expect(minimax.wins + minimax.draws).toBe(10)
    expect(answer).toEqual({
      game: 'ticTacToe',
      players: [
        { ...player, name: 'minimax', wins: minimax.wins, losses: 0, elo: elo(minimax.points) },
        { ...player, name: 'random', wins: 0, losses: minimax.wins, elo: elo(10 - minimax.points), nodesPerMove: 1 },
      ],
      games: 10,
      planned: 10,
      pairings: [expect.objectContaining({ players: ['minimax', 'random'], pairs: 5, wins: minimax.wins, losses: 0 })],
      seed: 3,
      settings: {
        ...{ face: 5, players: ['minimax', 'random'], rules: {}, boards: 0, bounds: {} },
        ...{ generator: 'splitmix64', machine: expect.any(String) as string, reproducible: true, threads: number },
      },
      version: VERSION,
      file: out,
    })
    expect(random).toMatchObject({ points: 10 - minimax.points })
    expect(jsonLines<object>(await lab(['arena', 'show', out, '--json']))[0]).toMatchObject({ games: 10, seed: 3 })
  })

  const elo = (points: number): unknown =>
    points === 10 || points === 0 ? null : expect.closeTo(400 * Math.log10(points / (10 - points)), 9)
})

/** Without times, in the order of their numbers. */
const gamesIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(line => line.startsWith('{"game":'))
    .map(line => ({ ...(JSON.parse(line) as { game: number }), ms: 0, longestMs: 0, processorMs: 0 }))
    .toSorted((a, b) => a.game - b.game)

test('Ctrl-C shows what is done, and the command that goes on', async () => {
  const flags = ['arena', 'cantGoBack', '--players', 'alphaBeta:heavy:depth=7,greedy', '--games', '5000', '--out', out]
  const { code, stdout, stderr } = await lab(flags, { columns: 1000, once: interrupted(/ [1-9]\d*\/5,000 games/) })
  expect(code).toBe(130)
  expect(stdout).toMatch(/cantGoBack · [\d,]+ of 5,000 games · seed \d+/)
  const kept = await lab(['arena', 'show', out], { columns: 1000 })
  expect(kept.stdout).toMatch(/ of 5,000 games · seed \d+[\s\S]*Not finished: games that end sooner/)
  const command = /Resume with: npx lab (.*)\n$/.exec(stderr)![1]!
  expect(command).toMatch(/^arena --resume \S+$/)
  const stored = storedIn(out)
  const known = gamesIn(out).map(({ game }) => game)
  const missing = [1, 2].filter(game => !known.includes(game)).length // a later game on another thread may end first
  const again = [...command.split(' '), '--games', '2']
  expect(await lab(again)).toMatchObject({ code: 0, stdout: expect.stringContaining('cantGoBack · 2 games') as string })
  expect(storedIn(out)).toBe(stored + missing)
  // the same command, whose seed was drawn
  const same = flags.map(word => (word === '5000' ? '2' : word))
  expect(await lab(same)).toMatchObject({ code: 0, stdout: expect.stringContaining('cantGoBack · 2 games') as string })
  expect(storedIn(out)).toBe(stored + missing)
})

test('--resume goes on from the file alone, and begins none', async () => {
  const flags = ['cantGoBack', '--players', 'greedy,random', '--games', '4', '--seed', '1']
  expect(await arena(...flags, '--resume')).toMatchObject({ code: 2, stderr: `lab: there is no ${out} to resume\n` })
  await arena(...flags)
  const whole = gamesIn(out)
  writeFileSync(out, readFileSync(out, 'utf8').slice(0, -9))
  const { code, stdout, stderr } = await lab(['arena', '--resume', out])
  expect([code, stderr]).toEqual([0, expect.stringMatching(/: line 5 was cut off, as a kill leaves it; its \d+ bytes are dropped\n/)]) // oxfmt-ignore
  expect(stdout).toContain('cantGoBack · 4 games')
  expect(gamesIn(out)).toEqual(whole)
  expect(await arena(...flags, '--resume')).toMatchObject({ code: 0, stderr: '' })
  expect((await lab(['arena', '--resume', out, '--seed', '1'])).stderr).toContain('--resume takes only')
  for (const [words, message] of [
    [['none.jsonl'], 'there is no none.jsonl to resume'],
    [[], '--resume: name the file, or the game and its players'],
  ] as const)
    expect(await lab(['arena', '--resume', ...words])).toMatchObject({ code: 2, stderr: `lab: ${message}\n` })
})

describe('a game of one player', () => {
  const answerOf = async (...args: string[]) => jsonLines<Answer>(await arena(...args, '--json'))[0]!

  test('has no points, wins or Elo; with a goal it has the games that reach it', async () => {
    const [points] = (await answerOf('twenty48', '--players', 'random', '--games', '2', '--seed', '1')).players
    expect(points).toMatchObject({ games: 2, value: expect.any(Number) as number })
    rmSync(out)
    const rule = ['--rule', 'randomTiles=true']
    const [goal] = (await answerOf('adversarial48', ...rule, '--players', 'random', '--games', '10', '--seed', '1')).players
    expect(goal).toMatchObject({ games: 10, reached: 0, reachedInterval: [0, expect.closeTo(0.278, 3) as number] })
    for (const name of ['wins', 'draws', 'losses', 'points', 'shares', 'elo', 'interval'])
      for (const player of [points, goal]) expect(player).not.toHaveProperty(name)
  })

  test('that its clock ends counts as it stands, and the table says so', async () => {
    const { stdout } = await arena('twenty48', '--players', 'mcts:nodes=2000', '--clock', '1', '--games', '1', '--seed', '1')
    expect(stdout).toContain('A fault ends a game: it counts with its points so far.')
  })
})

test('a mean and its interval have the same decimals', () => {
  expect(measuredWithin(1211.3, [769.749, 1652.9])).toBe('1,211.3 [769.7 – 1,652.9]')
  expect(measuredWithin(0.25, [-0.1234, 0.5])).toBe('0.250 [−0.123 – 0.500]')
})

describe('boards', () => {
  test('are a line each, or of a .csv file a row each', async () => {
    const lines = written('boards.txt', '1,0,2\n\n1,0,0/0,0,2\r\n')
    const csv = written('boards.csv', '1,0,2\n\n1,0,0\n0,0,2\n')
    const flags = ['cantGoBack', '--players', 'greedy,random', '--games', '4', '--seed', '1']
    await arena(...flags, '--boards', lines)
    const starts = (file: string) =>
      readFileSync(file, 'utf8').trimEnd().split('\n').slice(1).map(line => (JSON.parse(line) as { start: string }).start) // oxfmt-ignore
    expect(starts(out).toSorted().map(start => start.split(' ')[0])).toEqual(['1,0,0/0,0,2', '1,0,0/0,0,2', '1,0,2', '1,0,2']) // oxfmt-ignore
    // the same boards: nothing is missing
    expect((await arena(...flags, '--boards', csv)).stdout).toContain('2 boards')
    expect(storedIn(out)).toBe(4)
  })

  test.each([
    ['boards.txt', '1,0,2\n1,0,x\n', /boards\.txt: line 2: row 1, column 3: "x" is not/],
    ['boards.csv', '1,0,2\n\n1,0\n0,0,2\n', /boards\.csv: line 3: row 2, column 3: the rows above have 2 cells/],
  ])('that are none are refused: %s %j', async (name, text, message) => {
    const { code, stderr } = await arena('cantGoBack', '--players', 'greedy,random', '--boards', written(name, text))
    expect([code, existsSync(out)]).toEqual([1, false])
    expect(stderr).toMatch(message)
  })
})

describe('players', () => {
  test('are texts between commas or files, and have names of their own', async () => {
    const file = written(
      'mine.json',
      '{"game":"cantGoBack","player":"alphaBeta:heavy(0.6,0.2,0.1,0.05,0.05):depth=2","weights":{}}',
    )
    const list = `greedy,mcts:C=0.5:nodes=9,${file},greedy,alphaBeta:heavy(1,0,0,0,0):depth=1`
    const players = await readEntrants(list, 'cantGoBack', () => Promise.reject(new Error('no profile is named')))
    expect(players.map(({ name }) => name)).toEqual(['greedy', 'mcts:C=0.5:nodes=9', 'mine', 'greedy#2', 'alphaBeta:heavy(1,0,0,0,0):depth=1']) // oxfmt-ignore
    expect(players[2]!.player).toMatchObject({ searcher: 'alphaBeta', heuristic: { weights: [0.6, 0.2, 0.1, 0.05, 0.05] } })
  })

  test.each([
    ['{"player":"alphaBeta:depth=2","game":"warehouse"}', /mine\.json: a player of warehouse, not of cantGoBack/],
    ['{"players":1}', /mine\.json: player: /],
  ])('of a file that is none are refused: %s', async (text, message) => {
    const { code, stderr } = await arena('cantGoBack', '--players', `greedy,${written('mine.json', text)}`)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})

test('reads boards from standard input, and refuses a file from elsewhere whose names have control characters', async () => {
  const flags = ['ticTacToe', '--players', 'greedy,random', '--games', '2', '--boards', '-', '--seed', '1', '--out', out]
  const { code, stderr } = await lab(['arena', ...flags], { input: 'x../.o./...\n' })
  expect([code, stderr]).toEqual([0, ''])
  const text = readFileSync(out, 'utf8')
  expect(text).toContain('"boards":["X../.O./..."]')
  const file = written('foreign.jsonl', text.replace('"name":"greedy"', '"name":"\\u001b[2Jgreedy"'))
  for (const more of [[], ['--game', '1']])
    expect(await lab(['arena', 'show', file, ...more])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('line 1: players.0.name: character 1 is U+001B') as string,
    })
})

test.each<[string, string[], number, RegExp]>([
  [
    'one player of a game that has a rule for it',
    ['adversarial48', '--players', 'random'],
    2,
    /not 1; one plays alone with --rule randomTiles=true/,
  ],
  ['the kernel', ['twenty48', '--players', 'kernel:depth=3'], 2, /kernel searches boards of 2048 only, and plays no matches/],
  [
    'fewer players than play',
    ['cantGoBack', '--rule', 'players=3', '--players', 'maxN,random'],
    2,
    /players: name 3 … 16, not 2/,
  ],
  ['one player', ['cantGoBack', '--players', 'random'], 2, /players: name 2 … 16, not 1/],
  ['no such game', ['chess', '--players', 'random,random'], 2, /'chess' is invalid.*ticTacToe, exampleTree, twenty48, warehouse/],
  [
    'boards that are missing',
    ['cantGoBack', '--players', 'random,greedy', '--boards', 'none.txt'],
    1,
    /none\.txt: there is no such file/,
  ],
])('refuses %s', async (_, args, code, message) => {
  const ended = await arena(...args)
  expect(ended.code).toBe(code)
  expect(ended.stderr).toMatch(message)
  expect(readdirSync(folder)).toEqual([])
})

test('shows no file that is missing or not its own, and no game that is not there', async () => {
  expect(await lab(['arena', 'show', out])).toMatchObject({ code: 1, stderr: expect.stringContaining('no such file') as string })
  await arena('ticTacToe', '--players', 'greedy,random', '--games', '1', '--seed', '1')
  expect(await lab(['arena', 'show', out, '--game', '2'])).toMatchObject({ code: 2, stderr: `lab: ${out} has no game 2\n` })
  expect((await lab(['arena', 'show', out])).stdout).toContain('1 game replayed from the saved moves')
})
