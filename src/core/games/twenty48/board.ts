/**
 * Rules of 2048 on a 4×4 board: the reference for every faster implementation.
 *
 * Written to be read. The kernel packs the same board into 64 bits; its only specification is "agrees with this file".
 *
 * Source: G. Cirulli's original rules, https://github.com/gabrielecirulli/2048.
 */
import type { Random } from '../../random'

export const SIDE = 4
export const CELLS = SIDE * SIDE

/** Largest reachable rank: 2^17 = 131072 fills the last chain of a 4×4 board. */
export const MAX_RANK = 17

/**
 * Largest sum of faces a 4×4 board can reach: one tile of each rank 2 … 17, which fills it. No slide from a board
 * within this sum can make a 262144: a board with an empty cell never holds 262,140 (that sum takes 16 tiles), and
 * 262,142 would take 17.
 */
export const MAX_FACE_SUM = 2 ** (MAX_RANK + 1) - 4

/** Exponent of a tile: 0 is empty, r ≥ 1 is the face value 2^r. Never a face value. */
export type Rank = number

/** 16 ranks in row-major order, top-left first. Treated as a value: no function changes one. */
export type Board = readonly Rank[]

/** Also the order of search and of ties. */
export const MOVES = ['up', 'down', 'left', 'right'] as const
export type Move = (typeof MOVES)[number]

export const EMPTY: Board = Array<Rank>(CELLS).fill(0)

/** The two tiles that may appear, with their chances. Source: Cirulli's game, 9 twos in 10. */
export const SPAWNS = [
  { rank: 1, chance: 0.9 },
  { rank: 2, chance: 0.1 },
] as const

/** Walls: the large tiles of a board, which lie still while a game is lived beside them. Tiles of at least this rank, largest first. */
export function wallsOf(board: Board, least: Rank): Rank[] {
  return board.filter(rank => rank >= least).toSorted((a, b) => b - a)
}

/** True if no two walls are equal: none can merge with another. */
export function areDifferent(walls: readonly Rank[]): boolean {
  return new Set(walls).size === walls.length
}

/** The four lines of a move, each a list of cells from the wall the tiles slide to. */
const LINES: Readonly<Record<Move, readonly (readonly number[])[]>> = {
  left: linesFrom((line, i) => line * SIDE + i),
  right: linesFrom((line, i) => line * SIDE + (SIDE - 1 - i)),
  up: linesFrom((line, i) => i * SIDE + line),
  down: linesFrom((line, i) => (SIDE - 1 - i) * SIDE + line),
}

export interface Slide {
  readonly board: Board
  /** Points of this move: the sum of the face values of the tiles it created. */
  readonly reward: number
}

export interface Spawn {
  readonly cell: number
  readonly rank: Rank
}

/**
 * Moves and merges tiles, without the random tile that follows.
 * @returns the afterstate and its reward; `undefined` for an illegal move, which is an answer, not an error
 */
export function slide(board: Board, move: Move): Slide | undefined {
  const next = Array<Rank>(CELLS).fill(0)
  let reward = 0
  for (const cells of LINES[move]) reward += slideLine(board, cells, next)
  return next.every((rank, cell) => rank === board[cell]) ? undefined : { board: next, reward }
}

/** Moves the tiles of one line of `from` into the empty cells of `into`; each tile merges at most once. Returns the points. */
function slideLine(from: Board, cells: readonly number[], into: Rank[]): number {
  let reward = 0
  let target = 0 // place of the next tile
  let held = 0 // the tile just before it, while it may still merge
  for (const cell of cells) {
    const rank = from[cell]!
    if (rank === 0) continue
    if (rank === held) {
      into[cells[target - 1]!] = rank + 1
      reward += 2 ** (rank + 1)
      held = 0
    } else {
      into[cells[target++]!] = rank
      held = rank
    }
  }
  return reward
}

export function legalMoves(board: Board): Move[] {
  return MOVES.filter(move => slide(board, move))
}

/** True if no move is legal: neither an empty cell nor two equal neighbours, or no tile at all. */
export function isDead(board: Board): boolean {
  if (board.includes(0)) return board.every(rank => rank === 0)
  return board.every((rank, cell) => (cell % SIDE === SIDE - 1 || rank !== board[cell + 1]) && rank !== board[cell + SIDE])
}

export function emptyCells(board: Board): number[] {
  const cells: number[] = []
  for (let cell = 0; cell < CELLS; cell++) if (board[cell] === 0) cells.push(cell)
  return cells
}

export function withTile(board: Board, { cell, rank }: Spawn): Board {
  return board.with(cell, rank)
}

/**
 * Draws the next tile: the cell first, then the tile. `below(10) === 0` makes the 4s, a chance of 0.1 to within 2^-32.
 * The board must have an empty cell; after a slide it has.
 */
export function drawSpawn(board: Board, random: Random): Spawn {
  const cells = emptyCells(board)
  const cell = cells[random.below(cells.length)]!
  return { cell, rank: random.below(10) === 0 ? 2 : 1 }
}

/** The two tiles a game starts with. */
export function startBoard(random: Random): Board {
  const first = withTile(EMPTY, drawSpawn(EMPTY, random))
  return withTile(first, drawSpawn(first, random))
}

export function sameBoard(one: Board, other: Board): boolean {
  return one.every((rank, cell) => rank === other[cell])
}

export function maxRank(board: Board): Rank {
  return Math.max(...board)
}

/** The four lines of a move, each a list of cells from the edge that the tiles slide to. */
export function lineCells(move: Move): readonly (readonly number[])[] {
  return LINES[move]
}

/** Number of different tiles on the board, empty cells not counted. */
export function distinctTiles(board: Board): number {
  return new Set(board.filter(rank => rank > 0)).size
}

export function faceSum(board: Board): number {
  return board.reduce((sum, rank) => sum + face(rank), 0)
}

/** Face value of a rank: 0 for an empty cell. */
export function face(rank: Rank): number {
  return rank === 0 ? 0 : 2 ** rank
}

/** All ranks, and their faces: 0 … 17. */
export const RANKS: readonly Rank[] = Array.from({ length: MAX_RANK + 1 }, (_, rank) => rank)
export const FACES: readonly number[] = RANKS.map(face)

function linesFrom(cellAt: (line: number, i: number) => number): number[][] {
  return Array.from({ length: SIDE }, (_, line) => Array.from({ length: SIDE }, (_, i) => cellAt(line, i)))
}

/** Signs for moves in text. */
export const SLIDE_SIGNS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }

export function slideEdge(move: Move): number {
  return MOVES.indexOf(move)
}

export function spawnEdge({ cell, rank }: Spawn): number {
  return 2 * cell + rank - 1
}

/** `undefined` if the number is not a move's. */
export function slideOfEdge(edge: number): Move | undefined {
  return MOVES[edge]
}

export function spawnOfEdge(edge: number): Spawn {
  return { cell: edge >> 1, rank: (edge & 1) + 1 }
}

/**
 * Counts the positions reached after `turns` full turns (one slide, then one tile of rank 1 or 2 in every empty
 * cell), without merging equal positions.
 *
 * A node count is the cheapest whole-rules check there is: a wrong merge, a missed move or a missed spawn changes it.
 * Idea: https://www.chessprogramming.org/Perft.
 */
export function perft(board: Board, turns: number): number {
  if (turns === 0) return 1
  let positions = 0
  for (const move of MOVES) {
    const after = slide(board, move)?.board
    if (!after) continue
    for (const cell of emptyCells(after))
      for (const { rank } of SPAWNS) positions += perft(withTile(after, { cell, rank }), turns - 1)
  }
  return positions
}

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

/** The step at which each rank was on the board for the first time, by rank; `null` for one that has not come. */
export class FirstSteps {
  readonly steps: (number | null)[] = RANKS.map(() => null)

  see(board: Board, step: number): void {
    for (const rank of board) this.steps[rank] ??= step
  }
}
