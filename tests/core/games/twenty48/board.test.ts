import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY,
  emptyCells,
  faceSum,
  legalMoves,
  MAX_FACE_SUM,
  MAX_RANK,
  maxRank,
  MOVES,
  perft,
  slide,
  SPAWNS,
  withTile,
  type Board,
  type Move,
} from '../../../../src/core/games/twenty48/board'
import { twenty48 } from '../../../../src/core/games/twenty48/game'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import * as arbitrary from '../../support/arbitraries'
import { golden } from '../../support/golden'

const anyBoard = fc.constantFrom(2, 5, MAX_RANK).chain(top => arbitrary.looseBoard(top))
const turned: Record<Move, Move> = { up: 'right', right: 'down', down: 'left', left: 'up' }

describe('node counts of an independent program (tests/oracle/perft.py)', () => {
  const { boards } = golden<{ boards: { name: string; board: string; counts: number[] }[] }>('perft')
  test.each(boards)('$name', ({ board, counts }) => {
    expect(counts.map((_, i) => perft(parseBoard(board), i + 1))).toEqual(counts)
  })
})

describe('one row slid to the left', () => {
  // By hand, from Cirulli's rules: nearest the wall first, each tile merges once.
  test.each<[before: string, after: string, reward: number]>([
    ['1110', '2100', 4],
    ['1122', '2300', 12],
    ['1012', '2200', 4],
    ['1001', '2000', 4],
    ['GG00', 'H000', 131072],
  ])('%s becomes %s for %i points', (before, after, reward) => {
    const rest = '123421343421'
    expect(slide(parseBoard(before + rest), 'left')).toEqual({ board: parseBoard(after + rest), reward })
  })

  test('no move is an answer, not an error', () => {
    expect(slide(parseBoard('1234123412341234'), 'left')).toBeUndefined()
    expect(legalMoves(EMPTY)).toEqual([])
  })
})

describe('laws of a slide', () => {
  test('it keeps the sum of the faces', () => {
    fc.assert(fc.property(anyBoard, arbitrary.move, (b, m) => faceSum(slide(b, m)?.board ?? b) === faceSum(b)))
  })

  test('its reward is what the tiles are worth', () => {
    // A tile of rank r built from twos has earned (r − 1)·2^r points, so a slide earns the difference.
    const earned = (b: Board) => b.reduce((sum, rank) => sum + (rank > 0 ? (rank - 1) * 2 ** rank : 0), 0)
    fc.assert(
      fc.property(anyBoard, arbitrary.move, (b, m) => {
        const slid = slide(b, m)
        return !slid || slid.reward === earned(slid.board) - earned(b)
      }),
    )
  })

  test('turning the board turns the slide', () => {
    fc.assert(
      fc.property(anyBoard, arbitrary.move, (b, m) => {
        const straight = slide(b, m)
        const rotated = slide(arbitrary.quarterTurn(b), turned[m])
        expect(rotated).toEqual(straight && { board: arbitrary.quarterTurn(straight.board), reward: straight.reward })
      }),
    )
  })

  test('legalMoves are the slides that move something, in the order of ties', () => {
    fc.assert(
      fc.property(anyBoard, b => {
        expect(legalMoves(b)).toEqual(['up', 'down', 'left', 'right'].filter(m => slide(b, m as Move)))
      }),
    )
  })
})

describe('the largest sum of faces', () => {
  const crowded = fc
    .record({
      ones: fc.subarray(Array.from({ length: 16 }, (_, i) => i + 2)),

      extra: arbitrary.looseBoard(3, 8),
    })
    .map(({ ones, extra }) => [...ones, ...extra].slice(0, 16))
    .filter(b => faceSum(b) <= MAX_FACE_SUM)

  test('no turn from a board within it passes it, so no tile above 131072 is ever made', () => {
    fc.assert(
      fc.property(fc.oneof(crowded, arbitrary.board), arbitrary.move, (b, m) => {
        const after = slide(b, m)?.board
        if (!after) return
        expect(maxRank(after)).toBeLessThanOrEqual(MAX_RANK)
        for (const cell of emptyCells(after))
          for (const { rank } of SPAWNS) expect(faceSum(withTile(after, { cell, rank }))).toBeLessThanOrEqual(MAX_FACE_SUM)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('2048 as a Game', () => {
  const state = fc
    .record({ board: arbitrary.board, turn: fc.constantFrom(0 as const, 'chance' as const) })
    .filter(({ board, turn }) => turn === 0 || board.includes(0))

  test('chances of a tile sum to 1: cells alike, 2 at 0.9, 4 at 0.1, row by row and 2 before 4', () => {
    fc.assert(
      fc.property(arbitrary.board, b => {
        const cells = emptyCells(b)
        const outcomes = twenty48.outcomes({ board: b, turn: 'chance' })
        expect(outcomes).toEqual(
          cells.flatMap(cell => [
            { state: { board: b.with(cell, 1), turn: 0 }, draws: cells.length, chance: 0.9, edge: 2 * cell },
            { state: { board: b.with(cell, 2), turn: 0 }, draws: cells.length, chance: 0.1, edge: 2 * cell + 1 },
          ]),
        )
      }),
    )
  })

  test('a state reads back from its text', () => {
    fc.assert(
      fc.property(state, s => {
        expect(twenty48.parse(twenty48.format(s))).toEqual(s)
      }),
    )
  })

  test('an act of the player leads to chance with the points of the slide; a player without a slide is at the end', () => {
    fc.assert(
      fc.property(arbitrary.board, arbitrary.move, (b, m) => {
        const slid = slide(b, m)
        const action = MOVES.indexOf(m)
        const step = () => twenty48.apply({ board: b, turn: 0 }, action)
        if (slid) expect(step()).toEqual({ state: { board: slid.board, turn: 'chance' }, rewards: [slid.reward] })
        else
          expect(step).toThrow(expect.objectContaining({ code: 'ILLEGAL_MOVE', message: expect.stringContaining(m) as string }))
        expect(twenty48.actions({ board: b, turn: 0 }).map(each => MOVES[each])).toEqual(legalMoves(b))
        expect(twenty48.toAct({ board: b, turn: 0 })).toBe(legalMoves(b).length === 0 ? 'over' : 0)
        expect(twenty48.toAct({ board: b, turn: 'chance' })).toBe('chance')
      }),
    )
  })

  test.each(['*0000000000000001', '00000000*00000001', '0000000000000001**', '1212121212121212*'])('%s is not a state', text => {
    expect(() => twenty48.parse(text)).toThrow(expect.objectContaining({ code: 'BAD_POSITION' }))
  })
})
