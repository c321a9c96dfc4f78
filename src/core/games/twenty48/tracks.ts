import { lineCells, type Board, type Move, type Rank } from './board'

/** The way of one tile through a slide. */
interface Track {
  /** Before the slide; two tiles that merge leave one of the next rank. */
  readonly rank: Rank
  readonly from: number
  readonly to: number
  readonly merges: boolean
}

/** Where each tile goes, for an animation; `slide` alone decides what is on the board afterwards. Empty for an illegal slide. */
export function tracks(before: Board, move: Move): Track[] {
  const all = lineCells(move).flatMap(cells => lineTracks(before, cells))
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
