import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY, MOVES, slide, tracks } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { livingBoard, move } from '../../support/arbitraries'

describe('tracks of a slide', () => {
  test('every tile has one, from where it stands', () => {
    fc.assert(
      fc.property(livingBoard, move, (board, way) => {
        fc.pre(slide(board, way) !== undefined)
        const starts = tracks(board, way).map(({ from, rank }) => [from, rank])
        const tiles = [...board.entries()].filter(([, rank]) => rank > 0)
        expect(starts.toSorted(([a], [b]) => a! - b!)).toEqual(tiles)
      }),
    )
  })

  test('lead to the board after the slide: one tile stays, two that merge make one of the next rank', () => {
    fc.assert(
      fc.property(livingBoard, move, (board, way) => {
        const after = slide(board, way)?.board
        fc.pre(after !== undefined)
        const all = tracks(board, way)
        const built = EMPTY.map((_, cell) => {
          const here = all.filter(({ to }) => to === cell)
          expect(here.map(({ merges }) => merges)).toEqual(here.length === 2 ? [true, true] : here.map(() => false))
          expect(new Set(here.map(({ rank }) => rank)).size).toBe(here.length === 0 ? 0 : 1)
          return here.length === 0 ? 0 : here[0]!.rank + (here.length === 2 ? 1 : 0)
        })
        expect(built).toEqual(after)
      }),
    )
  })

  test('run along the slide and never cross', () => {
    fc.assert(
      fc.property(livingBoard, move, (board, way) => {
        const [step, across] = { up: [-4, 4], down: [4, 4], left: [-1, 1], right: [1, 1] }[way] as [number, number]
        for (const { from, to } of tracks(board, way)) {
          expect(Math.sign(to - from) * Math.sign(step)).toBeGreaterThanOrEqual(0)
          expect(Math.abs(to - from) % across).toBe(0)
          if (across === 1) expect(Math.floor(from / 4)).toBe(Math.floor(to / 4))
        }
      }),
    )
  })

  test('are none when nothing moves', () => {
    for (const way of MOVES) expect(tracks(parseBoard('1212212112122121'), way)).toEqual([])
    expect(tracks(parseBoard('1000 0000 0000 0000'), 'left')).toEqual([])
  })
})
