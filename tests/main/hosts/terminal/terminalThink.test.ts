import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVALUATORS, weightsOf } from '../../../../src/core/games/twenty48/game'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { VERSION } from '../../../../src/main/installation'
import { lab } from '../../../support/terminalHere'
import { HOME, jsonLines } from '../../../support/terminalProcess'

interface Answer {
  readonly id: string
  readonly best: string
  readonly values: Readonly<Record<string, number | null>>
  readonly settings: object
  readonly ms: number
}

const think = (...args: string[]) => lab(['think', ...args])
const thought = async (...args: string[]) => jsonLines<Answer>(await think(...args, '--json'))[0]!

test.each([
  ['thesis', 'thesis'],
  ['thesis-letter', 'thesis-face'],
  ['power', 'power'],
  ['positional', 'positional'],
] as const)('the heuristic %s of 2048 has the weights and variants of the built-in profile %s', (family, profile) => {
  const initial = EVALUATORS[family].weights.map(each => each.initial)
  expect({ family, weights: initial }).toEqual(weightsOf(builtInProfile(profile)!.evaluator))
})

describe('lab think --json', () => {
  test('searches tic-tac-toe to its end', async () => {
    const answer = await thought('ticTacToe', 'start', '--searcher', 'minimax')
    expect(answer).toEqual({
      game: 'ticTacToe',
      position: '.../.../...',
      searcher: 'minimax',
      best: 'r1c1',
      value: 0,
      values: Object.fromEntries(
        [1, 2, 3].flatMap(row => [1, 2, 3].map(column => [`r${row}c${column}`, { value: 0, bound: 'exact', depth: 9 }])),
      ),
      depth: 9,
      nodes: 549_946,
      leaves: 255_168,
      evaluations: 0,
      cutoffs: 0,
      hits: 0,
      ms: expect.any(Number) as number,
      pv: expect.any(Array) as string[],
      stopped: 'complete',
      settings: { face: 5, config: {}, limits: {} },
      seed: 0,
      version: VERSION,
    })
  })

  test('reads positions from standard input, and answers a line that is none by its error', async () => {
    const input = 'X.O......\nnonsense\n\n(no)\nXX.OO....\n'
    const { code, stdout } = await lab(['think', 'ticTacToe', '-', '--searcher', 'alphaBeta', '--json'], { input })
    const answers = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { position: string; best?: string; error?: { code: string } })
    expect(code).toBe(1)
    expect(answers.map(({ position, best, error }) => [position, best ?? error?.code])).toEqual([
      ['X.O/.../...', expect.stringMatching(/^r\dc\d$/)],
      ['nonsense', 'BAD_POSITION'],
      ['(no)', 'BAD_POSITION'],
      ['XX./OO./...', 'r1c3'],
    ])
  })

  test('evaluates 2048 by a profile as by its weights, in every searcher that takes a heuristic', async () => {
    const weights = 'thesis(-1.6321,2.7553,3.0645,6.8515,200000,1,0,1)'
    for (const searcher of ['minimax', 'mcts']) {
      const search = ['twenty48', 'EDC1BA9187611110', '--searcher', searcher, searcher === 'mcts' ? '--nodes' : '--depth', '3']
      const { settings, ms: _, ...byName } = await thought(...search, '--heuristic', 'profile:thesis')
      const { settings: __, ms: ___, ...byWeights } = await thought(...search, '--heuristic', weights)
      expect(byName).toEqual(byWeights)
      expect(settings).toMatchObject({ heuristic: weights })
    }
  })

  test('places a game by its rules, and evaluates by the heuristic that is named', async () => {
    const placed = 'warehouse start --rule steps=100 --rule obstacles=b2,d4 --rule placeBlock=true --seed 3'.split(' ')
    const answer = await thought(...placed, '--searcher', 'greedy', '--heuristic', 'improved')
    expect(answer).toMatchObject({
      position: expect.stringMatching(/^5x5 .* blocks=b2,d4 .* steps=200 .* placeBlock$/) as string,
      settings: { heuristic: 'improved' },
    })
    expect(answer.values).not.toEqual((await thought(...placed, '--searcher', 'greedy')).values)
  })

  test('evaluates by weights, given as text or in a file that a run exported', async () => {
    const weights = { creditDifference: 5000, battery: 1, carried: 50, nearest: 5 }
    const others = { credit: 100, distance: 30, charge: 110, chargeDivisor: 2.5 }
    const file = join(HOME, 'weights.json')
    const write = (change: object) =>
      writeFileSync(
        file,
        JSON.stringify({ game: 'warehouse', family: 'improved', weights: { ...others, ...weights }, run: { id: 1 }, ...change }),
      )
    const asked = ['warehouse', 'start', '--rule', 'steps=100', '--searcher', 'greedy', '--heuristic']
    write({})
    const text = 'improved(5000,1,50,5,100,30,110,2.5)'
    const answer = await thought(...asked, file)
    expect(answer).toMatchObject({ settings: { heuristic: text } })
    expect((await thought(...asked, text)).values).toEqual(answer.values)

    const refused = async (heuristic: string) => (await think(...asked, heuristic)).stderr
    // sums of them would be infinite, and their differences no numbers
    expect(await refused('improved(1e308,1e308,50,5,100,30,110,3)')).toContain('1e+308 is not a weight in -1e+100 … 1e+100')
    write({ game: 'twenty48' })
    expect(await refused(file)).toContain('these are weights of twenty48, not of warehouse')
    write({ weights })
    expect(await refused(file)).toContain('the weight credit is missing')
  })

  test.each([['3'], ['4', 'leaf=spawned'], ['5', 'cut=0.05', 'floor=100']])(
    'the kernel gives the values and the best move of expectimax: %s plies %s',
    async (depth, ...settings) => {
      const asked = ['twenty48', '1123345656781234', '--depth', depth, ...settings.flatMap(each => ['--set', each])]
      const textbook = await thought(...asked, '--searcher', 'expectimax')
      const kernel = await thought(...asked, '--searcher', 'kernel')
      const { best, depth: plies, settings: given } = textbook as Answer & { depth: number; settings: object }
      expect(kernel).toMatchObject({ searcher: 'kernel', best, depth: plies, settings: given, stopped: 'limit' })
      expect(Object.keys(kernel.values)).toEqual(Object.keys(textbook.values))
      for (const [move, line] of Object.entries(textbook.values)) {
        const { value, ...others } = line as unknown as { value: number }
        expect(kernel.values[move]).toEqual({ value: expect.closeTo(value, 6) as number, ...others })
      }
    },
  )

  test('settings, wrappers and limits reach the searcher', async () => {
    const tree = '(max 3 (min 5 2) (min 4 1))'
    expect(await thought('exampleTree', tree, '--searcher', 'alphaBeta', '--set', 'known=3')).toMatchObject({
      best: '1',
      value: 3,
    })
    const root = ['ticTacToe', 'start', '--searcher', 'alphaBeta']
    expect(await thought(...root, '--table', '16', '--order', 'dynamic', '--nodes', '500')).toMatchObject({
      stopped: 'limit',
      nodes: 500,
    })
    expect(await thought(...root, '--depth', '2')).toMatchObject({ stopped: 'limit', depth: 2 })
    expect(await thought('ticTacToe', 'XX./OO./...', '--searcher', 'pvs', '--shorter-win')).toMatchObject({
      best: 'r1c3',
      stopped: 'proven',
    })
    const noisy = ['exampleTree', '(max (min (max~9! -5)) (min (max~2 2)))', '--searcher', 'pvs', '--depth', '2']
    expect(await thought(...noisy)).toMatchObject({ best: '1', value: 9 })
    expect(await thought(...noisy, '--quiet', '2')).toMatchObject({ best: '2', value: 2 })
  })

  test('MCTS says how often it tried each move, with what bonus', async () => {
    const asked = ['ticTacToe', 'X../.../...', '--searcher', 'mcts', '--set', 'iterations=3000']
    const answer = await thought(...asked, '--set', 'C=0.7', '--seed', '3')
    expect(answer).toMatchObject({ best: 'r2c2', stopped: 'limit', leaves: 3000, settings: { config: { C: 0.7 } } })
    const lines = Object.values(answer.values) as unknown as { visits: number; bonus: number; bound: string }[]
    expect(lines.reduce((sum, { visits }) => sum + visits, 0)).toBe(3000)
    for (const { visits, bonus, bound } of lines)
      expect([bonus, bound]).toEqual([expect.closeTo(0.7 * Math.sqrt(Math.log(3000) / visits), 9), 'estimate'])
    const { stdout } = await think(...asked)
    expect(stdout).toMatch(/move +visits +mean +bonus\n/)
    expect(stdout).toMatch(/r2c2 +[\d,]+ +−?0\.\d+ +0\.\d+\n/)
  })

  test('a search that had no time for any value says so beside its move', async () => {
    const root = ['ticTacToe', 'start', '--searcher', 'alphaBeta', '--nodes', '1']
    const answer = await thought(...root)
    expect(answer).toMatchObject({ best: 'r1c1', unsearched: true, value: null, values: {}, pv: [], depth: 0, stopped: 'limit' })
    const { stdout } = await think(...root)
    expect(stdout).toContain('best   r1c1  the first legal move: no move was searched to a value')
  })

  test('sampling says how many worlds it searched, and how near their mean is', async () => {
    const asked = ['warehouse', 'start', '--rule', 'hidden=true', '--searcher', 'sampling', '--depth', '3']
    const answer = await thought(...asked, '--set', 'worlds=5', '--set', 'inner=alphaBeta')
    expect(answer).toMatchObject({
      stopped: 'limit',
      depth: 3,
      settings: { config: { inner: 'alphaBeta', worlds: 5, growing: 'off' } },
    })
    for (const line of Object.values(answer.values))
      expect(line).toMatchObject({ worlds: 5, bound: 'estimate', error: expect.any(Number) as number })
    expect((await think(...asked)).stdout).toMatch(/move +worlds +mean +error\n/)
  })

  test('a book is looked up', async () => {
    const book = join(HOME, 'book.json')
    writeFileSync(book, '{".../.../...": "r2c2"}')
    const answer = await thought('ticTacToe', 'start', '--searcher', 'alphaBeta', '--book', book)
    expect(answer).toMatchObject({ best: 'r2c2', value: null, values: {}, pv: ['r2c2'], stopped: 'book' })
    writeFileSync(book, '{"X../.../...": "r1c1"}')
    const { code, stderr } = await think('ticTacToe', 'start', '--searcher', 'alphaBeta', '--book', book)
    expect(code).toBe(1)
    expect(stderr).toContain('"X../.../...": "r1c1" is no legal move there')
  })
})

describe('wrong usage ends with 2 and names the place', () => {
  test.each([
    [['ticTacToe', 'X.Q/.../...', '--searcher', 'minimax'], 'character 3: "Q" is not X, O or .'],
    [['exampleTree', '(p1 [1,2,3])', '--searcher', 'minimax'], 'searcher: minimax is for 2 agents, this position has 3'],
    [['twenty48', 'start', '--searcher', 'expectimax'], 'depth: twenty48 is searched within a limit: depth, nodes or time'],
    [['ticTacToe', 'start', '--searcher', 'minimax', '--order', 'static'], 'order: minimax does not take it'],
    [['ticTacToe', 'start', '--searcher', 'pvs', '--swing', '2'], 'swing: it belongs to --quiet'],
    [['ticTacToe', 'start', '--searcher', 'sampling'], 'in ticTacToe nothing is hidden'],
    [['ticTacToe', 'start', '--searcher', 'expectimax', '--set', '__proto__=1'], 'set: no searcher has a setting "__proto__"'],
    [['ticTacToe', 'start', '--searcher', 'mcts', '--set', 'C=0x1'], 'set: "C=0x1": not a number'],
    [['ticTacToe', 'start', '--searcher', 'mcts', '--set', 'iterations=10.000'], 'may separate thousands or decimals'],
    [['ticTacToe', 'start', '--searcher', 'mcts', '--set', 'C=1', '--set', 'C=2'], 'set: "C" is there twice'],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'width=5', '--rule', 'width=6'], 'rule: "width" is there twice'],
    [
      ['warehouse', 'start', '--searcher', 'greedy', '--heuristic', 'profile:thesis'],
      'profiles are of twenty48, not of warehouse',
    ],
    [['twenty48', 'start', '--searcher', 'greedy', '--heuristic', 'profile:none-such'], 'There is no profile "none-such"'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '3', '--heuristic', 'thesis'], 'kernel has handTuned here'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '4'], 'after a move: 3 or 5 plies, not 4'],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'steps=1.000'], 'steps: "1.000" is not a whole number in 1 … '],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'obstacles=z9'], 'obstacles: "z9" is not a cell, a1 … e5'],
    [['warehouse', '5x5', '--searcher', 'greedy', '--rule', 'width=4'], 'width: rules are chosen for start; this position has'],
  ])('%j', async (args, message) => {
    const { code, stderr } = await think(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

test('games and searchers say what each needs', async () => {
  const games = jsonLines<Answer>(await lab(['games', '--json']))
  const rules = { width: 5, steps: 4761, hidden: false }
  expect(games.find(({ id }) => id === 'warehouse')).toMatchObject({ heuristics: ['creditDifference', 'improved'], rules })
  expect(games.find(({ id }) => id === 'twenty48')).toMatchObject({
    agents: 1,
    needsLimit: true,
    heuristics: ['handTuned', 'thesis', 'thesis-letter', 'power', 'positional'],
  })
  const searchers = jsonLines<Answer>(await lab(['searchers', '--json']))
  expect(searchers.find(({ id }) => id === 'alphaBeta')).toMatchObject({ agents: 2, chance: 'worst', limits: true })
  expect(searchers.find(({ id }) => id === 'star1')).toMatchObject({ agents: 2, chance: 'mean', bounds: true })
  expect(searchers.find(({ id }) => id === 'maxN')).toMatchObject({ agents: null, wrappers: ['deepening', 'table', 'book'] })
  expect(searchers.find(({ id }) => id === 'kernel')).toMatchObject({ agents: 1, wrappers: [], game: 'twenty48' })
})

test('lab ucb scores actions by hand, and refuses what is no action', async () => {
  const { stdout } = await lab(['ucb', '3.5/5', '1.4/2', '--c', '1'])
  expect(stdout).toMatch(/1 +3\.5 +5 +0\.70000 +0\.62384 +1\.32384/)
  expect(stdout).toMatch(/2 +1\.4 +2 +0\.70000 +0\.98638 +1\.68638 +any +next/)
  expect(JSON.parse((await lab(['ucb', '--c', '0', '--json', '--', '-3/4', '1/2'])).stdout)).toMatchObject({
    choice: [1],
    visits: 6,
  })
  for (const [args, message] of [
    [['5'], 'Not U/N'],
    [['1/0'], 'An action without a visit has the sum 0'],
    [['1/2', '--c', '-1'], 'Not a number from 0'],
    [['3/5', '--total', '4'], '--total: 4 is less than the visits of the actions, 5'],
  ] as const)
    expect(await lab(['ucb', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string })
})

test('lab think --strategy: the best one, and what minimax gives away to an opponent that errs', async () => {
  const ask = ['think', 'exampleTree', '(max (min 5 5) (min 4 12))', '--searcher', 'minimax', '--strategy', '0.5']
  const { stdout } = await lab(ask)
  expect(stdout).toMatch(/The first player has 2 strategies\. The best one has 2 leaves, and its value is 5\.000/)
  expect(stdout).toMatch(/any move in 50 % of its turns +5\.000 +5\.000 +6\.000 +1\.000/)
  expect(JSON.parse((await lab([...ask, '--json'])).stdout)).toMatchObject({
    strategy: { strategies: '2', leaves: '2', move: '1', error: 0.5, value: 5 },
  })
  const robots = ['think', 'twenty48', '1000000000000001', '--searcher', 'expectimax', '--depth', '1', '--strategy']
  expect(await lab(robots)).toMatchObject({ code: 1, stderr: 'lab: strategies are of two players; this game has 1\n' })
  expect((await lab([...ask.slice(0, -1), '1.5'])).stderr).toMatch(/Not a share in 0 … 1/)
})

test.each([
  ['exampleTree', '(max 3 (min 2 9))', '--searcher', 'alphaBeta'],
  ['twenty48', 'EDC1BA9187611110', '--searcher', 'kernel', '--depth', '3'],
])('--share prints a text of the search, of which lab tree show says what it is', async (game, position, ...flags) => {
  const { stdout, code } = await think(game, position, ...flags, '--share')
  expect(code).toBe(0)
  const text = stdout.trim()
  const [place] = jsonLines<{ readonly search: object }>(await lab(['tree', 'show', text, '--json']))
  expect(place!.search).toMatchObject({ position })
  const file = join(HOME, 'a.2048share')
  writeFileSync(file, JSON.stringify({ format: '2048-lab-shared', version: 1, place }))
  for (const each of [text, file])
    expect((await lab(['tree', 'show', each])).stdout).toMatch(new RegExp(`^A search tree: ${game}, ${flags[1]}`))
  expect(await lab(['tree', 'show', text, '--svg'])).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringContaining('a shared place holds a search, not its tree') as string,
  })
  expect(await lab(['tree', 'show', text.slice(0, -9)])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the text: ') as string,
  })
})
