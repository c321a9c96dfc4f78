import { cantGoBack } from '../../../../core/games/cantGoBack/game'
import { fruitOn } from '../../../../core/games/cantGoBack/position'
import { paintGrid } from '../../ui/board/paintGrid'
import type { Painter } from '../../ui/board/brush'

/** The board of `StateView`, without the lines below it. */
export const paintCantGoBack: Painter = (brush, state) => {
  const { board, cells, isClosed, ...position } = cantGoBack.parse(state)
  const grid = paintGrid(brush, board.width, board.height)
  isClosed.forEach((its, cell) => its && !cells.includes(cell) && grid.fill(cell, 'line-strong'))
  board.fruits.forEach((_, cell) => {
    const value = fruitOn({ board, cells, isClosed, ...position }, cell)
    if (value > 0) grid.disc(cell, 'select-soft', 'select', String(value), 'ink')
  })
  cells.forEach((cell, i) =>
    (i === 0 ? grid.disc : grid.square)(cell, i === 0 ? 'series-1' : 'series-2', undefined, String(i + 1), 'panel'),
  )
}
