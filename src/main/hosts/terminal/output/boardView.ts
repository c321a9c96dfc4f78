import { face, SIDE, type Board, type Rank } from '../../../../core/games/twenty48/board'
import type { Style } from './style'

/** Columns of a tile: the longest face, 131072, with a margin. */
const WIDE = 8

/** The board as lines: coloured tiles, or a ruled grid without colours. */
export function drawBoard(board: Board, style: Style): string[] {
  const rows = Array.from({ length: SIDE }, (_, row) => board.slice(row * SIDE, (row + 1) * SIDE))
  return style.colours ? drawTiles(rows, style) : drawGrid(rows)
}

/** Half blocks above and below give a tile round corners and separate the rows. */
function drawTiles(rows: readonly (readonly Rank[])[], style: Style): string[] {
  return rows.flatMap(row => [
    row.map(rank => style.tile(rank, '▄'.repeat(WIDE), 'ink')).join(' '),
    row.map(rank => style.tile(rank, centred(rank), 'ground')).join(' '),
    row.map(rank => style.tile(rank, '▀'.repeat(WIDE), 'ink')).join(' '),
  ])
}

function drawGrid(rows: readonly (readonly Rank[])[]): string[] {
  const rule = (left: string, middle: string, right: string) =>
    left + Array<string>(SIDE).fill('─'.repeat(WIDE)).join(middle) + right
  const lines = rows.map(row => `│${row.map(centred).join('│')}│`)
  return [
    rule('┌', '┬', '┐'),
    ...lines.flatMap((line, i) => (i === 0 ? [line] : [rule('├', '┼', '┤'), line])),
    rule('└', '┴', '┘'),
  ]
}

function centred(rank: Rank): string {
  const text = rank === 0 ? '·' : String(face(rank))
  return text.padStart(Math.ceil((WIDE + text.length) / 2)).padEnd(WIDE)
}
