import { SIDE, type Board, type Rank } from '../board'

/** The four ranks of a row, left to right, or of a column, top to bottom. */
export type Line = readonly [Rank, Rank, Rank, Rank]

/** What a line counts, of rows in the places 0 … 3 and of columns in 4 … 7. One that declares no place is the same in all. */
export type LineFeature = (line: Line, place: number) => number

/** The sum of a feature over the lines of a board. */
export function overLines(feature: LineFeature): (board: Board) => number {
  return board => [...rowsOf(board), ...columnsOf(board)].reduce((sum, line, place) => sum + feature(line, place), 0)
}

export function rowsOf(board: Board): Line[] {
  return lines((line, i) => board[line * SIDE + i]!)
}

export function columnsOf(board: Board): Line[] {
  return lines((line, i) => board[i * SIDE + line]!)
}

/** How far a line is from rising (`falls`) and from falling (`rises`): sums of the steps between neighbours. */
export function slopes(line: Line, valueOf: (rank: Rank) => number): { falls: number; rises: number } {
  let [falls, rises] = [0, 0]
  for (let i = 1; i < SIDE; i++) {
    const step = valueOf(line[i]!) - valueOf(line[i - 1]!)
    if (step > 0) rises += step
    else falls -= step
  }
  return { falls, rises }
}

/** Neighbouring equal tiles, counted pair by pair. */
export function equalPairs(line: Line): number {
  let pairs = 0
  for (let i = 1; i < SIDE; i++) if (line[i] !== 0 && line[i] === line[i - 1]) pairs++
  return pairs
}

/** Neighbouring equal cells, counted pair by pair: two empty cells are a pair too. */
export function equalCells(line: Line): number {
  let pairs = 0
  for (let i = 1; i < SIDE; i++) if (line[i] === line[i - 1]) pairs++
  return pairs
}

/** For each maximal run of k ≥ 2 equal tiles, empty cells between them skipped: k. */
export function equalRuns(line: Line): number {
  let [total, run, last] = [0, 0, 0]
  for (const rank of line) {
    if (rank === 0) continue
    run = rank === last ? run + 1 : 1
    last = rank
    if (run === 2) total += 2
    else if (run > 2) total++
  }
  return total
}

function lines(rankAt: (line: number, i: number) => Rank): Line[] {
  return [0, 1, 2, 3].map(line => [rankAt(line, 0), rankAt(line, 1), rankAt(line, 2), rankAt(line, 3)])
}
