import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMatch } from '../../../src/core/contract/matches'
import { makePlayerText, parsePlayerText } from '../../../src/core/contract/playerText'
import { WON, adversarial48, canSlide, slideByTable } from '../../../src/core/games/adversarial48/game'
import { type Adversarial48State, isLost, keyOf } from '../../../src/core/games/adversarial48/position'
import {
  clustering,
  clusteringOfEight,
  clusteringOfFour,
  depthByEmpty,
  RIVAL_FAMILIES,
} from '../../../src/core/games/adversarial48/rival'
import { type Board, emptyCells, isDead, MOVES, slide, startBoard } from '../../../src/core/games/twenty48/board'
import { twenty48 } from '../../../src/core/games/twenty48/game'
import { playMatch } from '../../../src/core/match/playMatch'
import { replayMatch } from '../../../src/core/match/match'
import { createRandom } from '../../../src/core/random'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Wrapping } from '../../../src/core/search/searcher'
import { runs } from '../../setup/extent'
import { run } from '../search/support'

const parse = (text: string) => adversarial48.parse(text)
const rival = RIVAL_FAMILIES.rival.make([1, 1, 1])
const rivalScore = (board: Board, score: number) => rival.evaluate({ board, score, turn: 'player', randomTiles: false }, 0)
const words = (state: Adversarial48State) => adversarial48.actions(state).map(action => adversarial48.words(state, action))
const after = (state: Adversarial48State, word: string) => {
  const action = adversarial48.actions(state).find(each => adversarial48.words(state, each) === word)!
  return adversarial48.apply(state, action).state
}
const { alphaBeta, minimax } = SEARCHERS

describe('the rules', () => {
  test('a game begins with two tiles and without a score; the player slides, then the computer sets a 2 or a 4 on any empty cell', () => {
    const first = adversarial48.start({ randomTiles: false }, createRandom(3))
    expect(first).toMatchObject({ board: startBoard(createRandom(3)), score: 0, turn: 'player' })
    const state = parse('0000000000000011 score=8')
    expect(words(state)).toEqual(['up', 'left', 'right'])
    const slid = after(state, 'left')
    expect(adversarial48.format(slid)).toBe('0000000000002000 score=12 turn=computer')
    expect(adversarial48.toAct(slid)).toBe(1)
    expect(words(slid)).toHaveLength(2 * 15)
    expect(words(slid).slice(0, 3)).toEqual(['2@r1c1', '4@r1c1', '2@r1c2'])
    expect(words(slid)).not.toContain('2@r4c1')
    expect(adversarial48.format(after(slid, '4@r1c2'))).toBe('0200000000002000 score=12 turn=player')
    expect(() => adversarial48.apply(slid, 24)).toThrow('the computer cannot do "2@r4c1"')
    expect(() => adversarial48.apply(state, 1)).toThrow('the player cannot do "down"')
  })

  test('slides and points are those of 2048', () => {
    fc.assert(
      fc.property(fc.nat(1e9), seed => {
        const random = createRandom(seed)
        let state = adversarial48.start({ randomTiles: true }, createRandom(seed))
        let other = twenty48.start({}, createRandom(seed))
        let points = 0
        while (adversarial48.toAct(state) !== 'over') {
          expect(adversarial48.toAct(state)).toBe(twenty48.toAct(other))
          if (twenty48.toAct(other) === 'chance') {
            const [all, its] = [adversarial48.outcomes(state), twenty48.outcomes(other)]
            expect(all.map(({ edge, chance, draws }) => [edge, chance, draws])).toEqual(
              its.map(({ edge, chance, draws }) => [edge, chance, draws]),
            )
            const drawn = random.below(its.length)
            ;[state, other] = [all[drawn]!.state, its[drawn]!.state]
          } else {
            const actions = twenty48.actions(other)
            expect(adversarial48.actions(state)).toEqual(actions)
            const action = actions[random.below(actions.length)]!
            const next = twenty48.apply(other, action)
            points += next.rewards[0]!
            ;[state, other] = [adversarial48.apply(state, action).state, next.state]
          }
          expect(state).toMatchObject({ board: other.board, score: points })
        }
        expect(twenty48.toAct(other)).toBe('over')
        expect(adversarial48.utilities(state)).toEqual([1])
      }),
      { numRuns: runs(5, 50) },
    )
  })

  test('a 2048 wins, at whose turn ever: the highest integer; no slide loses: 1, or 0 without a point', () => {
    const state = parse('AA00000000000000 score=18000')
    const won = after(state, 'left')
    expect([adversarial48.toAct(won), adversarial48.utilities(won)]).toEqual(['over', [WON, -WON]])
    expect(WON).toBe(2147483647)
    expect(() => adversarial48.apply(won, 2)).toThrow('cannot do')
    const lost = parse('1212212112122121 score=8')
    expect([adversarial48.toAct(lost), adversarial48.utilities(lost)]).toEqual(['over', [1, -1]])
    expect(adversarial48.utilities(parse('1212212112122121 score=0'))).toEqual([0, 0])
    expect(adversarial48.utilities({ ...lost, randomTiles: true })).toEqual([1])
  })

  test.each([
    ['1212212112122101 score=8 turn=computer', 1],
    ['1212212112122121 score=8', 1],
    ['1212212112122121 score=0', 1],
    ['B000000000000001 score=20000 turn=computer', 0],
  ])('%s: a match that ends there is won by player %i, whatever its value', (text, winner) => {
    const first = parse(text)
    const isOver = adversarial48.toAct(first) === 'over'
    // a 4 on the one empty cell leaves no slide
    const { ended, ...end } = replayMatch(adversarial48, first, isOver ? [] : [2 * 14 + 1])
    expect([ended, end.winner]).toEqual(['over', winner])
    expect(replayMatch(adversarial48, { ...first, randomTiles: true }, isOver ? [] : [2 * 14 + 1])).not.toHaveProperty('winner')
  })

  test('who breaks the rules has lost', () => {
    const state = parse('0000000000000011 score=8')
    expect([0, 1].map(agent => adversarial48.forfeit!(state, agent))).toEqual([
      [1, -1],
      [WON, -WON],
    ])
  })

  test.each([
    ['2400 0000 0000 0000', '2400000000000000 score=52 turn=player'], // 4 + 3 · 16
    ['2400000000000000  turn=computer tiles=random score=7', '2400000000000000 score=7 turn=computer tiles=random'],
    ['2 4 . .\n. . . .\n. . . .\n. . . 8', '1200000000000003 score=20 turn=player'],
  ])('%j is %s', (text, plain) => {
    expect(adversarial48.format(parse(text))).toBe(plain)
  })

  test.each([
    ['0000000000000011 score=x', 'score: "x" is not a whole number in 0 … 10000000'],
    ['0000000000000011 turn=me', 'turn: "me" is not player or computer'],
    ['1212212112122121 turn=computer', 'turn: the board is full, so the computer has no cell for a tile'],
    ['0000000000000011 points=1', '"points=1" is none of score=…, turn=…, tiles=…'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_POSITION', message: expect.stringContaining(message) as string }),
    )
  })
})

/** Half of the cells and more, ranks as in the midst of a game. */
const boards = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 })), { minLength: 16, maxLength: 16 })

describe('the table of lines', () => {
  test('slides every board that is not won as the rules of 2048 do', () => {
    fc.assert(
      fc.property(boards, board => {
        for (const [number, move] of MOVES.entries()) {
          const expected = slide(board, move)
          expect(slideByTable(board, number)).toEqual(expected)
          expect(canSlide(board, number)).toBe(expected !== undefined)
        }
      }),
      { numRuns: runs(400, 20_000) },
    )
  })

  test('no slide is left exactly when the board is dead, or full at the computer’s turn', () => {
    const crowded = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 16, maxLength: 16 })
    const all = fc.oneof(boards, crowded, crowded.map(board => board.with(3, 0)), fc.constant(Array<number>(16).fill(0))) // oxfmt-ignore
    fc.assert(
      fc.property(all, board => {
        const rest = { board, score: 4, randomTiles: false }
        expect(isLost({ ...rest, turn: 'player' })).toBe(isDead(board))
        expect(isLost({ ...rest, turn: 'computer' })).toBe(emptyCells(board).length === 0)
      }),
      { numRuns: runs(400, 20_000) },
    )
    expect(isLost(parse('1212212112122121'))).toBe(true)
  })

  test('keys are equal exactly where texts are', () => {
    const rank = fc.integer({ min: 0, max: 17 })
    const cells = fc.array(rank, { minLength: 16, maxLength: 16 })
    const states = fc.record<Adversarial48State>({
      board: cells,
      score: fc.nat(1e7),
      turn: fc.constantFrom('player', 'computer'),
      randomTiles: fc.boolean(),
    })
    const changes = fc.constantFrom('board', 'score', 'turn', 'randomTiles')
    fc.assert(
      fc.property(states, states, changes, fc.nat(15), (one, two, field, cell) => {
        const board = one.board.with(cell, two.board[cell]!)
        const other = { ...one, [field]: field === 'board' ? board : two[field] }
        expect(keyOf(one) === keyOf(other)).toBe(adversarial48.format(one) === adversarial48.format(other))
        expect(keyOf({ ...one })).toBe(keyOf(one))
      }),
      { numRuns: runs(400, 20_000) },
    )
  })
})

/** The published formula from a list of rows of faces, with nothing but whole numbers for the clustering score. */
function published(rows: readonly (readonly number[])[], score: number): number {
  let clusters = 0n
  let empty = 0
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++) {
      const own = rows[y]![x]!
      if (own === 0) {
        empty += 1
        continue
      }
      const around = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => rows[y + dy]?.[x + dx] ?? 0)).filter(face => face > 0)
      const total = around.reduce((sum, face) => sum + BigInt(face > own ? face - own : own - face), 0n)
      clusters += total / BigInt(around.length)
    }
  const whole = Number(clusters)
  // the source's language turns minus infinity into its lowest integer, and no number into 0
  const real = score === 0 ? (empty === 0 ? 0 : -2147483648) : Math.trunc(score + Math.log(score) * empty - whole)
  return Math.max(real, Math.min(score, 1))
}

describe("the rival's heuristic", () => {
  test('is the published formula on 200 boards, computed by other code', () => {
    let [low, high] = [0, 0]
    fc.assert(
      fc.property(boards, fc.oneof(fc.nat(40_000), fc.nat(300), fc.constant(0)), (board, score) => {
        const rows = [0, 4, 8, 12].map(from => board.slice(from, from + 4).map(rank => (rank === 0 ? 0 : 2 ** rank)))
        const expected = published(rows, score)
        expect(rivalScore(board, score)).toBe(expected)
        const state: Adversarial48State = { board, score, turn: 'player', randomTiles: false }
        expect([0, 1].map(agent => rival.evaluate(state, agent))).toEqual([expected, 0 - expected])
        if (expected > 1) high++
        else low++
      }),
      { numRuns: 200 },
    )
    expect(Math.min(low, high)).toBeGreaterThan(20)
  })

  test('by hand: 2 4 / 8 in a corner', () => {
    const { board } = parse('1200300000000000')
    // 2: (0 + 2 + 6) / 3; 4: (2 + 0 + 4) / 3; 8: (6 + 4 + 0) / 3, each cut to an integer
    expect(clustering(board)).toBe(2 + 2 + 3)
    expect(rivalScore(board, 20)).toBe(Math.trunc(20 + Math.log(20) * 13 - 7))
    expect(rivalScore(board, 0)).toBe(0)
    expect(rivalScore(parse('1212212112122121').board, 0)).toBe(0) // ln 0 · no empty cell
    expect(rivalScore(parse('1A001A0000000000').board, 5)).toBe(1)
  })
})

/** The form of the text from a list of rows of faces: the mean over a tile's neighbours, which is a fraction. */
function ofText(rows: readonly (readonly number[])[], corners: boolean): number {
  let sum = 0
  rows.forEach((row, y) =>
    row.forEach((own, x) => {
      const steps = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => [dy, dx] as const))
      const near = steps
        .filter(([dy, dx]) => (dy !== 0 || dx !== 0) && (corners || dy === 0 || dx === 0))
        .map(([dy, dx]) => rows[y + dy]?.[x + dx] ?? 0)
        .filter(face => face > 0)
      if (own > 0 && near.length > 0) sum += near.reduce((all, face) => all + Math.abs(face - own), 0) / near.length
    }),
  )
  return sum
}

describe("the rival's text", () => {
  test('is its formula with the means of eight and of four neighbours, computed by other code', () => {
    fc.assert(
      fc.property(boards, fc.nat(40_000), (board, score) => {
        const rows = [0, 4, 8, 12].map(from => board.slice(from, from + 4).map(rank => (rank === 0 ? 0 : 2 ** rank)))
        const forms = [
          ['rivalText8', clusteringOfEight, ofText(rows, true)],
          ['rivalText4', clusteringOfFour, ofText(rows, false)],
        ] as const
        for (const [id, clusteringOf, expected] of forms) {
          expect(clusteringOf(board)).toBeCloseTo(expected, 6)
          const { evaluate } = RIVAL_FAMILIES[id].make([1, 1, 1])
          const sum = score + Math.log(score) * emptyCells(board).length - clusteringOf(board)
          const value = score === 0 ? 0 : Math.max(1, Math.trunc(sum))
          expect(evaluate({ board, score, turn: 'player', randomTiles: false }, 0)).toBe(value)
        }
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  test('the three forms differ on a board of 540 points', () => {
    const { board, score } = parse('1234123012001056 score=540')
    const values = Object.values(RIVAL_FAMILIES).map(({ make }) => make([1, 1, 1]).evaluate({ board, score, turn: 'player', randomTiles: false }, 0)) // oxfmt-ignore
    expect(values).toEqual([508, 471, 480])
  })

  test('each weight multiplies its summand', () => {
    const { board, score } = parse('1234123012001056 score=540')
    const { make } = RIVAL_FAMILIES.rival
    const valueAt = (...weights: number[]) => make(weights).evaluate({ board, score, turn: 'player', randomTiles: false }, 0)
    expect(valueAt(2, 0, 0)).toBe(1080)
    expect(valueAt(0, 3, 0)).toBe(Math.trunc(3 * Math.log(540) * 4))
    expect(valueAt(1, 0, 2)).toBe(540 - 2 * clustering(board))
    expect(valueAt(1e6, 0, 0)).toBe(540_000_000)
    expect(valueAt(1e9, 0, 0)).toBe(WON - 1)
  })
})

describe('searches', () => {
  const search = (text: string, depth: number, wrapping: Wrapping = {}, searcher: typeof minimax = alphaBeta) =>
    run(searcher, adversarial48, parse(text), rival, { limits: { depth }, wrapping })

  test('a ply is one turn: with one the player looks at its slides, with two at every tile after them', () => {
    const text = '1200000000000000 score=0'
    expect(search(text, 1, {}, minimax).effort.nodes).toBe(1 + 2)
    expect(search(text, 2, {}, minimax).effort.nodes).toBe(1 + 2 + 2 * 28)
    expect(search('0000000000002000 score=12 turn=computer', 1, {}, minimax).effort.nodes).toBe(1 + 30)
  })

  test('a win that is proven stops the deepening; low estimates prove no loss', () => {
    const won = search('AA00000000000000 score=18000', 9, { deepening: 'interruptible' })
    expect([won.stopped, won.depth, won.values]).toEqual(['proven', 1, [WON, -WON]])
    const poor = search('1A00190000000000 score=5', 3, { deepening: 'interruptible' })
    expect([poor.stopped, poor.depth]).toEqual(['limit', 3])
    expect(search('1200000000000000 score=0', 2, { deepening: 'interruptible' }).stopped).toBe('limit')
  })

  test('against random tiles alpha-beta takes chance for an adversary: the same values', () => {
    const text = '1234123012001056 score=540'
    const against = search(text, 3)
    const random = search(`${text} tiles=random`, 3)
    expect(random.best).toBe(against.best)
    expect(random.values).toEqual([against.values![0]])
  })
})

describe('a depth by position', () => {
  test('is one of the published depths, the deepest for boards that are nearly full', () => {
    const depths = [0, 3, 4, 6, 7, 14].map(empty =>
      depthByEmpty({ ...parse('1200000000000000'), board: Array.from({ length: 16 }, (_, i) => (i < empty ? 0 : 1)) }),
    )
    expect(depths).toEqual([7, 7, 5, 5, 3, 3])
  })

  test('is what a player searches to', () => {
    const text = 'alphaBeta:rival:depth=empty'
    expect(makePlayerText(parsePlayerText(text))).toBe(text)
    const match = (position: string, player: string) => {
      const order = { game: 'adversarial48', position, seed: 1, bounds: { actions: 1 } } as const
      return playMatch(readMatch({ ...order, players: [parsePlayerText(player), parsePlayerText('greedy')] }), { now: () => 0 })
    }
    for (const [position, depth] of [
      ['1234123012001056', 5],
      ['1234123012301056', 7],
      ['1200000000000000', 3],
    ] as const)
      expect(match(position, text)).toEqual(match(position, `alphaBeta:rival:depth=${depth}`))
  })

  test.each([
    [
      'adversarial48',
      'alphaBeta:depth=full',
      'players.0.depth: "full" is not a number of plies, nor a rule of adversarial48: empty',
    ],
  ] as const)('of %s, %s is refused', (game, text, message) => {
    const order = { game, position: 'start', seed: 1 } as const
    expect(() => readMatch({ ...order, players: [text, 'greedy'].map(parsePlayerText) })).toThrow(message)
  })
})
