import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GivenOptions } from '../../../src/core/contract/gameOptions'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'
import { type CantGoBackState, USUAL_OPTIONS } from '../../../src/core/games/cantGoBack/position'
import { createRandom } from '../../../src/core/random'
import { runs } from '../../setup/extent'
import { actionNames, after, rules, start } from './cantGoBackSupport'

const refused = (message: string) =>
  expect.objectContaining({ message: expect.stringContaining(message) as string }) as unknown as Error
const board = (state: CantGoBackState) => cantGoBack.format(state).split(' ')[0]
const fieldsOf = (state: CantGoBackState) => cantGoBack.format(state).split(' ').slice(1).join(' ')
const fruitsOf = (state: CantGoBackState) =>
  board(state)!
    .split(/[,/]/)
    .map(Number)
    .filter(cell => cell >= 3)

const OPEN = '0,0,0,0/0,1,0,0/0,0,0,2'
const someRules: fc.Arbitrary<GivenOptions> = fc.record({
  width: fc.integer({ min: 2, max: 7 }),
  height: fc.integer({ min: 3, max: 6 }),
  blocked: fc.integer({ min: 0, max: 2 }),
  fruits: fc.integer({ min: 0, max: 100 }),
  maxFruit: fc.integer({ min: 5, max: 300 }),
  fruitTime: fc.integer({ min: 0, max: 5 }),
  penalty: fc.integer({ min: 0, max: 400 }),
  alwaysPenalty: fc.boolean(),
  players: fc.integer({ min: 2, max: 4 }),
})

describe('the rules', () => {
  test('players move by turns to a free cell above, below, beside them; player 1 begins', () => {
    const first = cantGoBack.parse(OPEN)
    expect(cantGoBack.toAct(first)).toBe(0)
    expect(actionNames(first)).toEqual(['up', 'down', 'right', 'left'])
    const cells = actionNames(first).map(name => board(after(first, name)))
    expect(cells).toEqual([
      '0,1,0,0/0,-1,0,0/0,0,0,2',
      '0,0,0,0/0,-1,0,0/0,1,0,2',
      '0,0,0,0/0,-1,1,0/0,0,0,2',
      '0,0,0,0/1,-1,0,0/0,0,0,2',
    ])
    expect([after(first, 'up'), after(first, 'up', 'up')].map(cantGoBack.toAct)).toEqual([1, 0])
    expect(board(after(first, 'up', 'up'))).toBe('0,1,0,0/0,-1,0,2/0,0,0,-1')
  })

  test('fruits disappear when their turns are over, counted over the moves of both', () => {
    const text = '0,0,0,0,9/1,0,0,0,9/2,0,0,0,9'
    const inTime = after(`${text} fruitTurns=4`, 'right', 'right', 'right')
    expect(fruitsOf(inTime)).toEqual([9, 9, 9])
    expect(fruitsOf(after(inTime, 'right'))).toEqual([])
    expect(after('0,0/1,9/0,2 fruitTurns=1', 'right').scores).toEqual([9, 0])
    expect(after('0,0/1,9/0,2 fruitTurns=0', 'right').scores).toEqual([0, 0])
    expect(after('0,0,0/1,0,0/2,0,9 fruitTurns=3', 'up', 'right', 'right', 'right').scores).toEqual([0, 0])
    expect(after('0,0,0/1,0,0/2,0,9 fruitTurns=4', 'up', 'right', 'right', 'right').scores).toEqual([0, 9])
  })

  test('fruits stay for 2 × the shorter side in turns, as in the framework, where a rule does not say else', () => {
    expect(cantGoBack.parse('0,0,0,0,0/1,0,0,0,0/2,0,0,0,0').fruitTurns).toBe(6)
    expect(start({ width: 9, height: 4 }).fruitTurns).toBe(8)
    expect(start({ width: 9, height: 4, fruitTime: 1 }).fruitTurns).toBe(4) // the report's
  })

  describe('a player that cannot move', () => {
    test('has a turn that counts for the fruits: with their last one they are gone', () => {
      const position = '1,-1,-1/-1,2,50/0,0,0'
      expect(after(`${position} fruitTurns=2`, 'stuck', 'right').scores).toEqual([-300, 50])
      expect(after(`${position} fruitTurns=1`, 'stuck', 'right').scores).toEqual([-300, 0])
    })
  })

  test('the higher score wins, 1 against −1; equal scores are a draw', () => {
    const over = (scores: string) => cantGoBack.utilities(cantGoBack.parse(`1,-1/-1,2 scores=${scores} turn=1,last`))
    expect([over('7,6'), over('-300,-299'), over('5,5')]).toEqual([
      [1, -1],
      [-1, 1],
      [0, 0],
    ])
  })

  test('of three and four players the highest score wins, those who share it draw, and all others lose', () => {
    const over = (scores: string, players = 3) =>
      cantGoBack.utilities(cantGoBack.parse(`1,-1,3,-1/-1,2,-1,4 scores=${scores} turn=1,last players=${players}`))
    expect([over('7,6,5'), over('2,6,6'), over('1,1,1'), over('0,9,9,3', 4)]).toEqual([
      [1, -1, -1],
      [-1, 0, 0],
      [0, 0, 0],
      [-1, 0, 0, -1],
    ])
  })

  test('who is out loses, and the others have what their scores are worth', () => {
    const forfeit = (text: string, agent: number) => cantGoBack.forfeit!(cantGoBack.parse(text), agent)
    expect(forfeit('1,0,2 scores=9,1', 0)).toEqual([-1, 1])
    expect(forfeit('1,0,2,3 scores=9,1,1 players=3', 0)).toEqual([-1, 0, 0])
    expect(forfeit('1,0,2,3 scores=9,1,2 players=3', 1)).toEqual([1, -1, -1])
  })

  test('a player that is stuck pays if any of the others can move', () => {
    const board = '1,-1,2/-1,-1,-1/3,0,-1 players=3'
    expect(after(board, 'stuck').scores).toEqual([-300, 0, 0])
    expect(after(board, 'stuck', 'stuck', 'right').scores).toEqual([-300, -300, 0])
    expect(after(board.replace('3,0', '3,-1'), 'stuck', 'stuck', 'stuck').scores).toEqual([0, 0, 0])
  })

  test('a position is noisy if a fruit lies beside the player to act, or if one of them cannot move', () => {
    const isNoisy = (text: string) => cantGoBack.isNoisy!(cantGoBack.parse(text))
    expect(isNoisy('0,0,0/1,0,0/0,0,2')).toBe(false)
    expect(isNoisy('0,0,0/1,9,0/0,0,2')).toBe(true)
    expect(isNoisy('9,0,0/0,1,0/0,0,2')).toBe(false)
    expect(isNoisy('0,0,0/1,9,0/0,0,2 turn=2')).toBe(false)
    expect(isNoisy('0,0,0/1,9,0/0,0,2 fruitTurns=0')).toBe(false)
    expect(isNoisy('1,-1,0/-1,0,2')).toBe(true)
    expect(isNoisy('1,-1,0/-1,0,2 turn=2')).toBe(true)
    expect(isNoisy('2,-1,0/-1,0,1')).toBe(true)
  })
})

describe('the first position', () => {
  test('is drawn with players, blocked cells and fruits of 3 … 300 on 20 % of the free cells', () => {
    const { board: its, isClosed, cells, scores, turn } = start()
    expect([its.width, its.height, its.penalty, its.alwaysPenalty]).toEqual([7, 7, 300, false])
    expect(isClosed.filter(Boolean)).toHaveLength(7 + 2)
    expect(cells[0]).not.toBe(cells[1])
    expect([scores, turn]).toEqual([[0, 0], 0])
    const values = Array.from({ length: 200 }, (_, seed) => fruitsOf(start({}, seed)))
    expect(values.every(fruits => fruits.length === 8)).toBe(true) // 20 % of 40
    expect(Math.min(...values.flat())).toBe(3)
    expect(Math.max(...values.flat())).toBe(300)
    expect(rules()).toEqual(USUAL_OPTIONS)
  })

  test('has the sides, blocked cells, fruits and penalty that are chosen', () => {
    const chosen = start({ width: 9, height: 4, blocked: 6, fruits: 50, maxFruit: 3, penalty: 25 })
    expect([chosen.board.width, chosen.board.height, chosen.board.penalty]).toEqual([9, 4, 25])
    expect(chosen.isClosed.filter(Boolean)).toHaveLength(6 + 2)
    expect(fruitsOf(chosen)).toEqual(Array(14).fill(3))
    expect(fruitsOf(start({ fruits: 0 }))).toEqual([])
  })

  test('is that of a board in CSV, with its fruits, or with fruits that are drawn where it has none', () => {
    const csv = '0,-1,0\n0,0,0\r\n1,0,2\n'
    const drawn = start({ board: csv, fruits: 50 })
    expect(board(drawn)!.replaceAll(/[3-9]|\d\d+/g, '0')).toBe('0,-1,0/0,0,0/1,0,2')
    expect(fruitsOf(drawn)).toHaveLength(3)
    expect(board(start({ board: '0,40,0/1,0,2', fruits: 100 }))).toBe('0,40,0/1,0,2')
  })

  test.each<[GivenOptions, string]>([
    [{ blocked: 48 }, 'blocked: 48 of 49 cells leave fewer than 2 free'],
    [{ board: '0,0/1' }, 'board: row 2, column 2: a cell is missing'],
    [{ players: 4, blocked: 46 }, 'blocked: 46 of 49 cells leave fewer than 4 free'],
    [{ players: 4, maxFruit: 4 }, 'maxFruit: fruits for 4 players are worth 5 or more, not 4'],
    [{ players: 5 }, 'players: 5 is not a whole number in 2 … 4'],
    [{ players: 3, board: '0,0,1/2,0,0' }, 'board: row 1, column 1 … row 2, column 3: no cell is 3, player 3 is missing'],
    [{ size: 3 }, 'size: "cantGoBack" has the rules board, width, height, blocked, fruits, maxFruit, fruitTime, penalty'],
  ])('%o is refused: %s', (change, message) => {
    expect(() => start(change)).toThrow(refused(message))
  })
})

describe('a game', () => {
  test('ends, keeps scores sound and closes a cell each turn, whatever is played by whatever rules', () => {
    fc.assert(
      fc.property(someRules, fc.nat(1e9), (options, seed) => {
        const random = createRandom(seed)
        let state = cantGoBack.start(rules(options), random)
        const rounds: string[][] = [[]]
        const players = options['players'] as number
        const earned = Array<number>(players).fill(0)
        let turns = 0
        for (; cantGoBack.toAct(state) !== 'over'; turns++) {
          const names = actionNames(state)
          const name = names[random.below(names.length)]!
          const cells = board(state)!
            .split('/')
            .map(row => row.split(',').map(Number))
          const player = state.turn + 1
          const [y, x] = [cells.findIndex(row => row.includes(player)), cells.find(row => row.includes(player))!.indexOf(player)]
          const isFree = (value = -1) => value === 0 || (value >= 3 && value > players)
          const steps = { up: [-1, 0], down: [1, 0], right: [0, 1], left: [0, -1] } as const
          const open = Object.entries(steps)
            .filter(([, [dy, dx]]) => isFree(cells[y + dy]?.[x + dx]))
            .map(([step]) => step)
          expect(names).toEqual(open.length > 0 ? open : ['stuck'])
          if (name === 'stuck') {
            const others = Array.from({ length: players }, (_, i) => i + 1).filter(each => each !== player)
            const canOther = others.some(other => {
              const [oy, ox] = [
                cells.findIndex(row => row.includes(other)),
                cells.find(row => row.includes(other))!.indexOf(other),
              ]
              return Object.values(steps).some(([sy, sx]) => isFree(cells[oy + sy]?.[ox + sx]))
            })
            if (canOther || options['alwaysPenalty']) earned[state.turn]! -= options['penalty'] as number
          } else {
            const [dy, dx] = steps[name as keyof typeof steps]
            earned[state.turn]! += Math.max(0, cells[y + dy]![x + dx]!)
          }
          rounds.at(-1).push(name)
          if (player === players) rounds.push([])
          const before = state.isClosed.filter(Boolean).length
          state = after(state, name)
          expect(state.isClosed.filter(Boolean).length - before).toBe(name === 'stuck' ? 0 : 1)
          expect(state.scores).toEqual(earned)
        }
        expect(rounds.pop()).toEqual([])
        expect(rounds.map(round => round.includes('stuck'))).toEqual(rounds.map((_, i) => i === rounds.length - 1))
        const [highest, second] = earned.toSorted((a, b) => b - a)
        const wanted = earned.map(each => (each < highest! ? -1 : highest! > second! ? 1 : 0))
        expect(cantGoBack.utilities(state)).toEqual(wanted)
      }),
      { numRuns: runs(200, 2000) },
    )
  })

  test('has a key that differs in all that its text differs in', () => {
    const texts = [
      OPEN,
      ...[
        'scores=1,0',
        'scores=0,1',
        'turn=2',
        'turn=1,last',
        'fruitTurns=1',
        'penalty=1',
        'penalty=300,always',
        'scores=0,-1',
      ].map(field => `${OPEN} ${field}`),
      '0,0,0,0/0,2,0,0/0,0,0,1',
      '0,0,0,9/0,1,0,0/0,0,0,2',
      '-1,0,0,0/0,1,0,0/0,0,0,2',
      '0,0,0,0,0,1/0,0,0,0,0,2',
      '0,0,0,3/0,1,0,0/0,0,0,2',
      '0,0,0,3/0,1,0,0/0,0,0,2 players=3',
    ]
    expect(new Set(texts.map(text => cantGoBack.key(cantGoBack.parse(text)))).size).toBe(texts.length)
    expect(fieldsOf(cantGoBack.parse(OPEN))).toBe('scores=0,0 turn=1 fruitTurns=6 penalty=300')
  })
})
