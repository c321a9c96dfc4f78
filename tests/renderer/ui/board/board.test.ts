import { mount } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { slide, withTile, type Board } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { tilesOfTurn } from '../../../../src/renderer/src/features/play/board/useTiles'
import { createTranslations } from '../../../../src/renderer/src/locales'
import { boardLookKey } from '../../../../src/renderer/src/ui/board/boardLook'
import TileBoard from '../../../../src/renderer/src/ui/board/TileBoard.vue'

const draw = (board: Board, tileText: 'face' | 'exponent') =>
  mount(TileBoard, {
    props: { board },
    global: { plugins: [createTranslations()], provide: { [boardLookKey as symbol]: { tileText, animated: false } } },
  })

describe('a board', () => {
  test('reads as its four rows of face values, whatever the tiles show', () => {
    const board = parseBoard('H000 0120 0000 000B')
    const label =
      'Board. Row 1: 131072 empty empty empty. Row 2: empty 2 4 empty. Row 3: empty empty empty empty. Row 4: empty empty empty 2048.'
    for (const text of ['face', 'exponent'] as const)
      expect(draw(board, text).get('[role="img"]').attributes('aria-label')).toBe(label)
  })

  test('shows a tile for each rank above 0, as face or as exponent', () => {
    const board = parseBoard('H000 0120 0000 000B')
    const texts = (text: 'face' | 'exponent') =>
      draw(board, text)
        .findAll('.tile')
        .map(tile => tile.text())
    expect(texts('face')).toEqual(['131072', '2', '4', '2048'])
    expect(texts('exponent')).toEqual(['17', '1', '2', '11'])
  })
})

describe('the tiles of a turn', () => {
  const before = parseBoard('1100 0000 2003 0000')
  const turn = { move: 'left', spawn: { cell: 15, rank: 1 } } as const
  const after = withTile(slide(before, turn.move)!.board, turn.spawn)

  test('end as the board after it: what stays, slides, is merged or is new stands in its cell', () => {
    const tiles = tilesOfTurn(before, turn, 1).filter(({ motion }) => motion !== 'leaves')
    const built = after.map((_, cell) => tiles.find(tile => tile.cell === cell)?.rank ?? 0)
    expect(built).toEqual(after)
    expect(tiles).toHaveLength(after.filter(rank => rank > 0).length)
  })

  test('two tiles leave for each merged one, and only the drawn tile is new', () => {
    const motions = tilesOfTurn(before, turn, 1).map(({ motion, cell, rank }) => `${motion} ${cell} ${rank}`)
    expect(motions.toSorted()).toEqual(['leaves 0 1', 'leaves 0 1', 'merged 0 2', 'new 15 1', 'slides 9 3', 'still 8 2'])
  })

  test('have keys of their own in every turn', () => {
    const keys = [1, 2].flatMap(serial => tilesOfTurn(before, turn, serial).map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
