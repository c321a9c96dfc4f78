import { describe, expect, test } from 'vitest'
import { EMPTY, emptyCells, SIDE, slide, SPAWNS, type Board } from '../../../src/core/games/twenty48/board'
import { exactBytes, type ExactShape } from '../../../src/core/games/twenty48/wallGame/exact'
import { exactTable } from '../support/walls'

/** Free cells that follow each other, from the end that their tiles slide to. */
function linesOf(free: readonly number[]): number[][][] {
  const lines = (step: number, starts: readonly number[]) =>
    starts.flatMap(start => {
      const runs: number[][] = []
      let run: number[] = []
      for (let i = 0; i < SIDE; i++) {
        const cell = start + i * step
        if (!free.includes(cell)) run = []
        else if (run.push(cell) === 1) runs.push(run)
      }
      return runs
    })
  const [rows, columns] = [lines(1, [0, 4, 8, 12]), lines(4, [0, 1, 2, 3])]
  return [rows, rows.map(run => run.toReversed()), columns, columns.map(run => run.toReversed())]
}

/** Expectimax to the end of the game by the rules of 2048: each line of free cells slides as the first row of an empty board. */
function textbookValue({ free, target }: ExactShape): (board: Board) => number {
  const directions = linesOf(free)
  const known = new Map<string, number>()
  const value = (board: Board): number => {
    const key = board.join()
    const found = known.get(key) ?? Math.max(0, ...directions.map(runs => moveValue(board, runs)))
    known.set(key, found)
    return found
  }
  const moveValue = (board: Board, runs: readonly (readonly number[])[]): number => {
    const next = [...board]
    for (const run of runs) {
      const row = EMPTY.map((_, i) => (i < run.length ? board[run[i]!]! : 0))
      const slid = slide(row, 'left')?.board ?? row
      for (const [i, cell] of run.entries()) next[cell] = slid[i]!
    }
    if (next.includes(target)) return 1
    if (next.every((rank, cell) => rank === board[cell])) return 0
    const empty = emptyCells(next).filter(cell => free.includes(cell))
    const after = empty.flatMap(cell => SPAWNS.map(({ rank, chance }) => chance * value(next.with(cell, rank))))
    return after.reduce((sum, each) => sum + each, 0) / empty.length
  }
  return value
}

/** All boards of the free cells. */
function boardsOf({ free, target }: ExactShape): Board[] {
  return free.reduce<Board[]>(
    (boards, cell) => boards.flatMap(board => Array.from({ length: target }, (_, rank) => board.with(cell, rank))),
    [EMPTY],
  )
}

describe('the exact table', () => {
  test('a target that is always made has the chance 1, not more', () => {
    expect(exactTable({ free: [0, 1, 2, 3, 4, 5, 6, 7], target: 4 }).start).toBe(1)
  })

  test.each([
    ['a square, 16', { free: [0, 1, 4, 5], target: 4 }],
    ['a row, 16', { free: [4, 5, 6, 7], target: 4 }],
    ['parts of lines between walls, 8', { free: [0, 2, 3, 6, 14], target: 3 }],
    ['a corner, in another order, 16', { free: [8, 4, 0, 1, 2], target: 4 }],
  ])('has the value of the best play to the end, by the rules, for every board: %s', (_, shape) => {
    const table = exactTable(shape)
    const value = textbookValue(shape)
    const boards = boardsOf(shape)
    expect(table.boards).toBe(boards.length)
    for (const board of boards) expect(table.value(board)).toBeCloseTo(value(board), 6)
    expect(new Set(boards.map(board => Math.round(100 * table.value(board)))).size).toBeGreaterThan(3)
    const starts = shape.free.flatMap(cell => shape.free.filter(other => other !== cell).map(other => [cell, other] as const))
    const start = starts.reduce(
      (sum, [cell, other]) =>
        SPAWNS.reduce(
          (part, one) =>
            SPAWNS.reduce(
              (inner, two) => inner + one.chance * two.chance * value(EMPTY.with(cell, one.rank).with(other, two.rank)),
              part,
            ),
          sum,
        ),
      0,
    )
    expect(table.start).toBeCloseTo(start / starts.length, 6)
  })

  // J. Lees-Miller, "The mathematics of 2048: optimal play with Markov decision processes" (2018): about 8 %
  test('knows how often the best player of 2048 on 2×2 cells makes a 32', () => {
    expect(exactTable({ free: [0, 1, 4, 5], target: 5 }).start).toBeCloseTo(0.08, 2)
  })

  test('sees walls where cells are not free, whatever they hold, and refuses a tile of the target', () => {
    const table = exactTable({ free: [0, 1, 4, 5], target: 4 })
    const board = EMPTY.with(0, 3).with(1, 3)
    expect(table.value(board)).toBe(1)
    expect(table.value(board.with(2, 12).with(15, 9))).toBe(1)
    expect(() => table.value(board.with(5, 4))).toThrow('Cell 5 has a 16')
  })

  test('is refused where it is too large, with its bytes, or has no such shape', () => {
    const large = { free: [0, 1, 2, 3, 4, 5, 6, 7, 8], target: 9 }
    expect(exactBytes(large)).toBe(4 * 9 ** 9)
    expect(() => exactTable(large)).toThrow('1,549,681,956 bytes')
    expect(() => exactTable({ free: [0, 1, 2, 3], target: 4 }, 1000)).toThrow('1,024 bytes, at most 1,000')
    expect(() => exactTable({ free: [0, 0, 1], target: 4 })).toThrow('different cells')
    expect(() => exactTable({ free: [0, 1, 2], target: 2 })).toThrow('a tile of 8 or more')
    expect(() => exactTable({ free: [0], target: 4 })).toThrow('2 … 9')
  })
})
