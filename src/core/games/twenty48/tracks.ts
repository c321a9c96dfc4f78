import { SIDE, type Board, type Move, type Rank } from './board'

/** The way of one tile through a slide. */
interface Track {
  /** Before the slide; two tiles that merge leave one of the next rank. */
  readonly rank: Rank
  readonly from: number
  readonly to: number
  readonly merges: boolean
}

/** Cells of a line, from the wall that the tiles slide to. */
const CELL: Readonly<Record<Move, (line: number, i: number) => number>> = {
  up: (line, i) => i * SIDE + line,
  down: (line, i) => (SIDE - 1 - i) * SIDE + line,
  left: (line, i) => line * SIDE + i,
  right: (line, i) => line * SIDE + (SIDE - 1 - i),
}

/** Where each tile goes, for an animation; `slide` alone decides what is on the board afterwards. Empty for an illegal slide. */
export function tracks(before: Board, move: Move): Track[] {
  const lines = Array.from({ length: SIDE }, (_, line) => Array.from({ length: SIDE }, (_, i) => CELL[move](line, i)))
  const all = lines.flatMap(cells => lineTracks(before, cells))
  return all.some(({ from, to }) => from !== to) ? all : []
}

function lineTracks(before: Board, cells: readonly number[]): Track[] {
  const line: Track[] = []
  let target = 0
  for (const from of cells) {
    const rank = before[from]!
    if (rank === 0) continue
    const last = line.at(-1)
    if (last && last.rank === rank && !last.merges) {
      line.splice(-1, 1, { ...last, merges: true })
      line.push({ rank, from, to: last.to, merges: true })
    } else line.push({ rank, from, to: cells[target++]!, merges: false })
  }
  return line
}
