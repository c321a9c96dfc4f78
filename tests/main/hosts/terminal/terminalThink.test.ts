import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../../../src/main/about'
import { lab } from '../../../support/terminalHere'
import { HOME, jsonLines } from '../../../support/terminalProcess'

interface Answer {
  readonly id: string
  readonly best: string
  readonly values: Readonly<Record<string, number | null>>
}

const think = (...args: string[]) => lab(['think', ...args])
const thought = async (...args: string[]) => jsonLines<Answer>(await think(...args, '--json'))[0]!

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
      settings: { face: 3, config: {}, limits: {} },
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

  test('says what each searcher can be set to', async () => {
    const { stdout } = await lab(['think', '--help'])
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'alphaBeta takes known; expectimax takes leaf, points, dead, floor, cut, table and opponent, and so does kernel, but for opponent; mcts takes C,',
    )
    expect(stdout).not.toContain('default: {}')
  })

  test('places a game by its rules, and evaluates by the heuristic that is named', async () => {
    const placed = [
      'warehouse',
      'start',
      '--rule',
      'steps=100',
      '--rule',
      'obstacles=b2,d4',
      '--rule',
      'placeBlock=true',
      '--seed',
      '3',
    ]
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
    expect((await thought(...asked, 'improved')).values).not.toEqual(answer.values)
    const published = 'improved(10000,220,50,5,100,30,110,3)'
    expect((await thought(...asked, published)).values).toEqual((await thought(...asked, 'improved')).values)

    const refused = async (heuristic: string) => (await think(...asked, heuristic)).stderr
    // sums of them would be infinite, and their differences no numbers
    expect(await refused('improved(1e308,1e308,50,5,100,30,110,3)')).toContain('1e+308 is not a weight in -1e+100 … 1e+100')
    expect(await refused('improved(1,2)')).toContain('improved has the 8 weights creditDifference,')
    expect(await refused('worse(1)')).toContain('"worse" is no family of warehouse: improved')
    expect(await refused(join(HOME, 'none.json'))).toContain('none.json: no such file')
    write({ game: 'twenty48' })
    expect(await refused(file)).toContain('these are weights of twenty48, not of warehouse')
    write({ weights })
    expect(await refused(file)).toContain('the weight credit is missing')
    write({ weights: { ...weights, ...others, luck: 1 } })
    expect(await refused(file)).toContain('improved has no weight luck')
    write({ weights: { ...weights, ...others, credit: 'much' } })
    expect(await refused(file)).toMatch(/weights\.json: weights\.credit: /)
  })

  test('takes a tree as text: minimax plays safe, expectimax takes the mean', async () => {
    const tree = '(max (chance 0.5:10 0.5:10) (chance 0.5:100 0.5:9))'
    expect(await thought('exampleTree', tree, '--searcher', 'minimax')).toMatchObject({ best: '1', value: 10, pv: ['1', '1'] })
    expect(await thought('exampleTree', tree, '--searcher', 'expectimax')).toMatchObject({
      best: '2',
      value: 54.5,
      pv: ['2', '1'],
    })
    expect(await thought('exampleTree', 'start', '--searcher', 'expectimax')).toMatchObject({ position: tree, value: 54.5 })
  })

  test('values are the first player’s, who acts or not', async () => {
    const answer = await thought('exampleTree', '(min 5 2)', '--searcher', 'alphaBeta')
    expect(answer).toMatchObject({ best: '2', value: 2, values: { 1: { value: 5 }, 2: { value: 2 } } })
  })

  test('more than two players have a value each', async () => {
    const answer = await thought('exampleTree', '(p2 [3,1,2] [0,4,1])', '--searcher', 'greedy')
    expect(answer).toMatchObject({ best: '2', value: [0, 4, 1], values: { 1: { value: [3, 1, 2] } } })
  })

  test('players who each have their own aim, and chance nodes that are cut', async () => {
    const three = '(p1 (p2 [3,4,1] [1,4,6] [9,3,0]) (p3 [2,5,4] [5,1,2]))'
    expect(await thought('exampleTree', three, '--searcher', 'maxN')).toMatchObject({ best: '1', value: [3, 4, 1] })
    expect(await thought('exampleTree', three, '--searcher', 'paranoid')).toMatchObject({ best: '2', value: [2, -2, -2] })
    expect(await thought('exampleTree', three, '--searcher', 'helpNext')).toMatchObject({ best: '1', value: [1, 4, 6] })
    expect(await thought('exampleTree', three, '--searcher', 'coalition')).toMatchObject({ best: '2', value: [2, 5, 4] })
    const chance = '(max (min 5 (chance 0.5:9 0.5:(max 2 1))) (min (chance 0.5:0 0.5:(min 4 6)) 3))'
    const full = await thought('exampleTree', chance, '--searcher', 'expectimax')
    for (const searcher of ['star1', 'star2']) {
      const { best, value, leaves, cutoffs } = (await thought('exampleTree', chance, '--searcher', searcher)) as never
      expect({ best, value }).toEqual({ best: full.best, value: 5 })
      expect(leaves).toBeLessThan((full as unknown as { leaves: number }).leaves)
      expect(cutoffs).toBeGreaterThan(0)
    }
  })

  test('2d + 1 plies of expectimax on 2048 are the search of depth d', async () => {
    const settings = [
      '--depth',
      '1',
      '--leaf',
      'afterstate',
      '--points',
      'ignored',
      '--dead',
      'heuristic',
      '--floor',
      'none',
      '--cut',
      '0',
    ]
    const [kernel] = jsonLines<Answer>(
      await lab(['search', '1123345656781234', '--profile', 'hand-tuned', ...settings, '--json']),
    )
    const textbook = await thought('twenty48', '1123345656781234', '--searcher', 'expectimax', '--depth', '3')
    const { best, values } = kernel!
    expect(textbook).toMatchObject({ best, depth: 3 })
    for (const [move, value] of Object.entries(values))
      if (value !== null) expect(textbook.values[move]).toMatchObject({ value: expect.closeTo(value, 6) as number })
  })

  test.each([
    ['3'],
    ['5'],
    ['4', 'leaf=spawned'],
    ['3', 'points=added'],
    ['5', 'cut=0.05', 'floor=100'],
    ['3', 'dead=utility', 'table=off'],
  ])('the kernel gives the values and the best move of expectimax: %s plies %s', async (depth, ...settings) => {
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
  })

  test('the kernel deepens within nodes, and plays on to a line', async () => {
    const answer = await thought('twenty48', 'EDC1BA9187611110', '--searcher', 'kernel', '--nodes', '5000')
    expect(answer).toMatchObject({ stopped: 'limit', leaves: 0, evaluations: 0, position: 'EDC1BA9187611110' })
    const { depth, pv, best } = answer as Answer & { depth: number; pv: string[] }
    expect(depth % 2).toBe(1)
    expect(pv[0]).toBe(best)
    expect(pv.length).toBeGreaterThan(1)
  })

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

  test('MCTS searches a long game within its iterations', async () => {
    const asked = ['twenty48', 'start', '--searcher', 'mcts', '--set', 'iterations=20', '--set', 'plies=6']
    expect(await thought(...asked)).toMatchObject({ leaves: 20, stopped: 'limit', settings: { config: { C: 500 } } })
  })

  test('a search that had no time for any value says so beside its move', async () => {
    const root = ['ticTacToe', 'start', '--searcher', 'alphaBeta', '--nodes', '1']
    const answer = await thought(...root)
    expect(answer).toMatchObject({ best: 'r1c1', unsearched: true, value: null, values: {}, pv: [], depth: 0, stopped: 'limit' })
    const { stdout } = await think(...root)
    expect(stdout).toContain('best   r1c1  the first legal move: no move was searched to a value')
    for (const searched of [
      ['ticTacToe', 'start', '--searcher', 'alphaBeta', '--nodes', '10'],
      ['ticTacToe', 'start', '--searcher', 'random'],
      ['ticTacToe', 'XXX/OO./...', '--searcher', 'alphaBeta', '--nodes', '1'],
    ]) {
      expect(await thought(...searched)).not.toHaveProperty('unsearched')
      expect((await think(...searched)).stdout).not.toContain('first legal move')
    }
  })

  test('values of two depths say which', async () => {
    const { stdout } = await think('cantGoBack', 'start', '--seed', '3', '--searcher', 'alphaBeta', '--nodes', '700')
    expect(stdout).toMatch(/^down +0\.200 +depth 8\nright +0\.212 +depth 7$/m)
  })

  test('the kernel prints what it counts', async () => {
    const { stdout } = await think('twenty48', 'EDC1BA9187611110', '--searcher', 'kernel', '--depth', '3')
    expect(stdout).toMatch(/nodes {2}[\d,]+ moves tried/)
    expect(stdout).not.toMatch(/leaves|cuts/)
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
    const growing = [
      '--set',
      'growing=highest',
      '--nodes',
      '5000',
      '--set',
      'inner=mcts',
      '--set',
      'inner.iterations=20',
      '--set',
      'inner.plies=4',
    ]
    expect(await thought(...asked.slice(0, -2), ...growing)).toMatchObject({
      stopped: 'limit',
      settings: { config: { inner: 'mcts', config: { iterations: 20 } } },
    })
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

test('a move that is drawn is no search to the end', async () => {
  const { stdout } = await think('ticTacToe', 'start', '--searcher', 'random')
  expect(stdout).toMatch(/^depth {2}0, no search$/m)
})

test('a move that is only known to reach a value is shown with a bound', async () => {
  const { stdout } = await think('ticTacToe', 'start', '--searcher', 'alphaBeta', '--set', 'known=-1')
  expect(stdout).toMatch(/^best {3}r1c1 {2}≥ −1\.000$/m)
  expect(stdout).toMatch(/^r1c1 {2}≥ −1\.000$/m)
})

test('people get moves, effort and the line', async () => {
  const { code, stdout } = await think('ticTacToe', 'XX./OO./...', '--searcher', 'alphaBeta')
  expect(code).toBe(0)
  expect(stdout).toContain('best   r1c3  1.000')
  expect(stdout).toMatch(/r2c3 +≤ /)
  expect(stdout).toContain('to the end of every line')
})

describe('wrong usage ends with 2 and names the place', () => {
  test.each([
    [
      ['chess', 'start', '--searcher', 'minimax'],
      "value 'chess' is invalid for argument 'game'. Allowed choices are ticTacToe, exampleTree, twenty48",
    ],
    [['ticTacToe', 'start'], "required option '--searcher <id>' not specified"],
    [
      ['ticTacToe', 'start', '--searcher', 'negamax'],
      'Allowed choices are minimax, alphaBeta, pvs, expectimax, star1, star2, maxN, paranoid, helpNext, coalition, mcts, sampling, greedy, random, kernel',
    ],
    [['ticTacToe', 'X.Q/.../...', '--searcher', 'minimax'], 'character 3: "Q" is not X, O or .'],
    [['exampleTree', '(max 1 (min 2', '--searcher', 'minimax'], 'character 8: this parenthesis is not closed'],
    [['exampleTree', '(p1 [1,2,3])', '--searcher', 'minimax'], 'searcher: minimax is for 2 agents, this position has 3'],
    [['twenty48', 'start', '--searcher', 'expectimax'], 'depth: twenty48 is searched within a limit: depth, nodes or time'],
    [['ticTacToe', 'start', '--searcher', 'greedy', '--depth', '2'], 'searcher: greedy looks one ply ahead and takes no limit'],
    [['ticTacToe', 'start', '--searcher', 'minimax', '--order', 'static'], 'order: minimax does not take it'],
    [['exampleTree', '(p1 [1,2,3])', '--searcher', 'star1'], 'searcher: star1 is for 2 agents, this position has 3'],
    [['twenty48', 'start', '--searcher', 'star1', '--depth', '3'], 'searcher: star1 prunes by the smallest and largest value'],
    [['twenty48', 'start', '--searcher', 'star2', '--depth', '3'], 'this heuristic of twenty48 knows none'],
    [['ticTacToe', 'start', '--searcher', 'maxN', '--order', 'static'], 'order: maxN does not take it'],
    [['ticTacToe', 'start', '--searcher', 'pvs', '--swing', '2'], 'swing: it belongs to --quiet'],
    [['ticTacToe', 'start', '--searcher', 'minimax', '--set', 'known=1'], 'minimax: '],
    [['ticTacToe', 'start', '--searcher', 'mcts'], 'iterations: mcts needs a limit: iterations, nodes or time'],
    [['twenty48', 'start', '--searcher', 'mcts', '--depth', '3'], 'iterations: mcts needs a limit'],
    [['ticTacToe', 'start', '--searcher', 'mcts', '--nodes', '100', '--set', 'C=-1'], 'mcts: C: '],
    [['ticTacToe', 'start', '--searcher', 'sampling'], 'in ticTacToe nothing is hidden'],
    [['warehouse', 'start', '--searcher', 'sampling'], 'lab: depth: warehouse is searched within a limit'],
    [
      ['warehouse', 'start', '--searcher', 'sampling', '--set', 'growing=last'],
      'worlds: a growing number of worlds needs a limit',
    ],
    [
      ['warehouse', 'start', '--searcher', 'sampling', '--time', '9', '--set', 'growing=last'],
      'lab: depth: a growing number of worlds shares nodes and time, so each world needs a depth',
    ],
    [
      ['warehouse', 'start', '--searcher', 'sampling', '--depth', '2', '--set', 'inner=mcts'],
      'inner.iterations: mcts needs a limit',
    ],
    [
      ['warehouse', 'start', '--searcher', 'sampling', '--depth', '2', '--set', 'inner=greedy'],
      'inner.searcher: greedy looks one ply ahead',
    ],
    [['ticTacToe', 'start', '--searcher', 'mcts', '--nodes', '100', '--set', 'rollout=long'], 'mcts: rollout: '],
    [['ticTacToe', 'start', '--searcher', 'expectimax', '--set', 'cut=2'], 'expectimax: cut: '],
    [['ticTacToe', 'start', '--searcher', 'expectimax', '--set', 'cut'], 'set: write name=value'],
    [['ticTacToe', 'start', '--searcher', 'expectimax', '--set', '__proto__=1'], 'set: no searcher has a setting "__proto__"'],
    [['ticTacToe', 'start', '--searcher', 'expectimax', '--set', 'constructor=1'], 'expectimax: Unrecognized key: "constructor"'],
    [['ticTacToe', 'start', '--searcher', 'kernel', '--depth', '3'], 'searcher: kernel is for twenty48 alone'],
    [['twenty48', 'start', '--searcher', 'kernel'], 'depth: twenty48 is searched within a limit'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '4'], 'after a move: 3 or 5 plies, not 4'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '1', '--set', 'leaf=spawned'], ': 2 plies, not 1'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '999'], ': 121 plies, not 999'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '3', '--table', '12'], 'table: kernel does not take it'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '3', '--set', 'cut=2'], 'cut: '],
    [['twenty48', '1123345656781230*', '--searcher', 'kernel', '--depth', '3'], 'not afterstates'],
    [['twenty48', '12', '--searcher', 'kernel', '--depth', '3'], '16'],
    [['ticTacToe', 'start', '--searcher', 'minimax', '--depth', '0'], 'Not a whole number in 1'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '1', '--heuristic', 'improved'], 'is none of twenty48: handTuned'],
    [['twenty48', 'start', '--searcher', 'kernel', '--depth', '1', '--set', 'opponent=chance'], 'opponent: kernel does not take'],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'size=4'], 'size: "warehouse" has the rules width, height, obs'],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'width=99'], 'width: '],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'obstacles=z9'], 'obstacles: "z9" is not a cell, a1 … e5'],
    [['warehouse', 'start', '--searcher', 'greedy', '--rule', 'width'], 'rule: write name=value'],
    [['warehouse', 'start', '--searcher', 'greedy', '--heuristic', 'a'], '"a" is none of warehouse: creditDifference, improved'],
    [['warehouse', '5x5', '--searcher', 'greedy', '--rule', 'width=4'], 'width: rules are chosen for start; this position has'],
  ])('%j', async (args, message) => {
    const { code, stderr } = await think(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

test('games and searchers say what each needs', async () => {
  expect(jsonLines(await lab(['games', '--json']))).toMatchObject([
    { id: 'ticTacToe', agents: 2, needsLimit: false, start: '.../.../...' },
    { id: 'exampleTree', agents: 2, needsLimit: false },
    { id: 'twenty48', agents: 1, needsLimit: true, heuristics: ['handTuned'], rules: {} },
    { id: 'warehouse', agents: 2, heuristics: ['creditDifference', 'improved'], rules: { width: 5, steps: 4761, hidden: false } },
    { id: 'cantGoBack', agents: 2, needsLimit: true, rules: { width: 7, penalty: 300, alwaysPenalty: false } },
    {
      id: 'adversarial48',
      agents: 2,
      needsLimit: true,
      heuristics: ['rival'],
      rules: { randomTiles: false },
      depthRules: ['empty'],
    },
  ])
  expect((await lab(['games'])).stdout).toMatch(/--heuristic +creditDifference \| improved\n +--rule +width=5 .* hidden=false$/m)
  expect((await lab(['games'])).stdout).toMatch(
    /^adversarial48\n(?:  .*\n)+  --heuristic +rival\n  --rule +randomTiles=false\n  lab arena +depth=empty$/m,
  )
  const searchers = jsonLines<Answer>(await lab(['searchers', '--json']))
  expect(searchers.map(({ id }) => id)).toEqual([
    ...['minimax', 'alphaBeta', 'pvs', 'expectimax', 'star1', 'star2'],
    ...['maxN', 'paranoid', 'helpNext', 'coalition', 'mcts', 'sampling', 'greedy', 'random', 'kernel'],
  ])
  expect(searchers).toMatchObject([
    { agents: 2, chance: 'worst', limits: true, wrappers: ['deepening', 'table', 'quiescence', 'shorterWin', 'book'] },
    {},
    {},
    { agents: 2, chance: 'mean', bounds: false },
    { agents: 2, chance: 'mean', bounds: true },
    { agents: 2, chance: 'mean', bounds: true },
    { agents: null, chance: 'mean', limits: true, wrappers: ['deepening', 'table', 'book'], bounds: false },
    { agents: null, chance: 'mean', bounds: false },
    { agents: null },
    { agents: null },
    { agents: null, chance: 'mean', limits: true, wrappers: [], game: null },
    { agents: null, chance: 'mean', limits: true, wrappers: [], game: null },
    { agents: null, limits: false, wrappers: [], game: null },
    {},
    { agents: 1, chance: 'mean', limits: true, wrappers: [], game: 'twenty48' },
  ])
  expect((await lab(['games'])).stdout).toContain('needs a limit')
  const listed = (await lab(['searchers'])).stdout
  for (const said of ['agents  1 or 2', 'agents  any number', 'a heuristic with bounds']) expect(listed).toContain(said)
})
