import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legalMoves, slide, withTile, type Board } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../../../src/core/games/twenty48/player'
import { turnsBetween } from '../../../../src/core/games/twenty48/turnsBetween'

/** A game of random moves, up to the given number. */
function randomGame(seed: number, slides: number, choose: (n: number) => number): GamePosition {
  let position = startGame(seed)
  for (let i = 0; i < slides; i++) {
    const moves = legalMoves(position.board)
    if (moves.length === 0) break
    position = playTurn(position, moves[choose(moves.length) % moves.length]!)!.position
  }
  return position
}

function replayed(board: Board, turns: ReturnType<typeof turnsBetween>): Board {
  return turns!.reduce((now, { move, spawn }) => withTile(slide(now, move)!.board, spawn), board)
}

describe('the turns between two boards', () => {
  test.each([1, 2])('lead from the first to the second, at most %i of them', most => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.nat(60),
        fc.array(fc.nat(3), { maxLength: most }),
        (seed, slides, moves) => {
          const before = randomGame(seed, slides, n => (seed * 7 + slides) % n)
          let after = before
          for (const each of moves) {
            const legal = legalMoves(after.board)
            if (legal.length > 0) after = playTurn(after, legal[each % legal.length]!)!.position
          }
          const turns = turnsBetween(before.board, after.board, most)
          expect(turns).toBeDefined()
          expect(replayed(before.board, turns)).toEqual(after.board)
          expect(turns!.length).toBeLessThanOrEqual(after.slides - before.slides)
        },
      ),
      { numRuns: 100 },
    )
  })

  const before = parseBoard('1100 0000 0000 0000')

  test('are none for the same board', () => expect(turnsBetween(before, before, 3)).toEqual([]))

  test('prefer the move that was probably made', () => {
    // a single tile in a corner that stays after "up" and after "left" with another tile beside it
    const [from, to] = [parseBoard('0000 0100 0000 0000'), parseBoard('1000 0000 0000 0001')]
    expect(turnsBetween(from, to, 1)).toBeUndefined()
    const [column, after] = [parseBoard('0000 1000 0000 0000'), parseBoard('1000 0010 0000 0000')]
    expect(turnsBetween(column, after, 1, 'left')).toMatchObject([{ move: 'up' }])
    const [pair, merged] = [parseBoard('1100 1100 0000 0000'), parseBoard('2000 2000 0000 0001')]
    expect(turnsBetween(pair, merged, 1, 'right')).toMatchObject([{ move: 'left' }])
  })

  test.each([
    ['a tile of 8 appeared', '2000 0000 0000 0003'],
    ['no tile appeared', '2000 0000 0000 0000'],
    ['two tiles appeared', '2001 0000 0000 0001'],
    ['a tile vanished', '1000 0000 0000 0000'],
    ['a tile stands where no move brings one', '0200 0000 0000 0001'],
  ])('are not known where %s', (_, after) => expect(turnsBetween(before, parseBoard(after), 1)).toBeUndefined())

  test('never end with an 8, though three turns add as much as 2, 2 and 8', () => {
    const start = startGame(1)
    const twice = ['left', 'right'] as const
    const two = twice.reduce((position, move) => playTurn(position, move)!.position, start)
    const slid = slide(two.board, 'left')!.board
    const eights = slid.flatMap((rank, cell) => (rank === 0 ? [withTile(slid, { cell, rank: 3 })] : []))
    const spawns = eights.flatMap(board => turnsBetween(start.board, board, 3) ?? []).map(({ spawn }) => spawn.rank)
    expect(spawns.filter(rank => rank > 2)).toEqual([])
    expect(two.slides).toBe(2)
  })
})
