import { warehouse } from '../../../../core/games/warehouse/game'
import { lyingCount, ROBOTS } from '../../../../core/games/warehouse/position'
import { paintGrid } from '../../ui/board/paintGrid'
import type { Painter } from '../../ui/board/brush'

/** The floor of `StateView`, without the lines below it: a carried package is a dot on its robot. */
export const paintWarehouse: Painter = (brush, state) => {
  const position = warehouse.parse(state)
  const { floor, robots, packages } = position
  const grid = paintGrid(brush, floor.width, floor.height)
  floor.isBlocked.forEach((its, cell) => its && grid.fill(cell, 'line-strong'))
  floor.stations.forEach(cell => grid.fill(cell, 'select-soft'))
  packages.slice(0, lyingCount(position)).forEach(({ from, to }, i) => {
    grid.disc(to, undefined, 'ink', String(i + 1), 'ink')
    grid.square(from, 'panel', 'ink', String(i + 1), 'ink')
  })
  robots.forEach(({ cell, load }, i) => {
    const paint = i === 0 ? grid.disc : grid.square
    paint(cell, i === 0 ? 'series-1' : 'series-2', undefined, ROBOTS[i]!, 'panel')
    if (load) grid.dot(cell, 'panel')
  })
}
