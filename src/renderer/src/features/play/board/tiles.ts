import { slide, type Board } from '../../../../../core/games/twenty48/board'
import type { Turn } from '../../../../../core/games/twenty48/player'
import { tracks } from '../../../../../core/games/twenty48/tracks'
import type { Tile } from '../../../ui/board/tile'

/** The tiles that show one turn, from `before` to the board after it. `serial` distinguishes their keys from the turn before. */
export function tilesOfTurn(before: Board, { move, spawn }: Turn, serial: number): Tile[] {
  const after = slide(before, move)?.board
  if (!after) return []
  const key = (cell: number, part: string) => `${serial}:${part}${cell}`
  const running = tracks(before, move).map(({ rank, from, to, merges }): Tile =>
    merges
      ? { key: key(from, 'leaves'), rank, cell: to, from, motion: 'leaves' }
      : { key: key(from, 'slides'), rank, cell: to, from, motion: from === to ? 'still' : 'slides' },
  )
  const merged = new Set(running.filter(({ motion }) => motion === 'leaves').map(({ cell }) => cell))
  return [
    ...running,
    ...[...merged].map((cell): Tile => ({ key: key(cell, 'merged'), rank: after[cell]!, cell, motion: 'merged' })),
    { key: key(spawn.cell, 'new'), rank: spawn.rank, cell: spawn.cell, motion: 'new' },
  ]
}
