/**
 * The phases of the wall test. A wall is a tile of at least a multiple M: once walls lie in a corner, a game lives in the free cells beside
 * them and must make the next M there. A phase begins just before the sum of all tiles reaches a multiple m·M, and ends when the sum
 * reaches (m + 1)·M + 64. The M that completes at m·M and the one after it are then made, or the game is over.
 */
import { createRandom } from '../../../random'
import { CELLS, faceSum, MAX_FACE_SUM, type Board } from '../board'
import { parseBoard } from '../notation'
import type { Passage } from './passage'
import { areDifferent, wallsOf } from './walls'

/** Values of M. */
export const WALL_MULTIPLES = [512, 1024, 2048] as const
export type WallMultiple = (typeof WALL_MULTIPLES)[number]

/** A phase ends only this much after the next multiple: with M just made, a board is often full. */
const BEYOND_MULTIPLE = 64

/** Fewest walls of a phase, unless set: with fewer, hardly any game ends. */
export const USUAL_WALLS = 4

/** Phases from each board, unless set. */
export const USUAL_CONTINUATIONS = 4

/** Which boards begin a phase. */
export interface PhaseRule {
  readonly multiple: WallMultiple
  /** Fewest walls. */
  readonly walls: number
  /** Smallest sum of all tiles. */
  readonly leastSum: number
}

/** A board that phases begin at. */
export interface PhaseBoard {
  readonly position: string
  /** Number of its game: boards of one game look alike. */
  readonly game: number
}

/** Cells beside the walls, empty or not. */
export function cellsBeside(board: Board, multiple: WallMultiple): number {
  return CELLS - wallsOf(board, Math.log2(multiple)).length
}

/** Sums just before which a game's boards may begin a phase: the multiples from the first that the rule allows, whose phase can end. */
export function phaseSums({ multiple, walls, leastSum }: PhaseRule): number[] {
  const least = Math.max(leastSum, multiple * (2 ** walls - 1)) // that many different walls
  const first = Math.floor(least / multiple) + 1
  const last = Math.floor((MAX_FACE_SUM - BEYOND_MULTIPLE) / multiple) - 1
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * multiple)
}

/** True for a board that is counted: enough walls, no two of them equal, and the sum is large enough. */
export function beginsPhase(board: Board, { multiple, walls, leastSum }: PhaseRule): boolean {
  const found = wallsOf(board, Math.log2(multiple))
  return found.length >= walls && areDifferent(found) && faceSum(board) >= leastSum
}

/** The sum at which the phase that begins at a board is survived. @param board just before a multiple */
export function survivalSum(board: Board, multiple: WallMultiple): number {
  return (Math.floor(faceSum(board) / multiple) + 2) * multiple + BEYOND_MULTIPLE
}

/** The phase that begins at a board. @param seed of its random tiles */
export function phaseFrom({ position }: Pick<PhaseBoard, 'position'>, multiple: WallMultiple, seed: number): Passage {
  const board = parseBoard(position)
  const start = { board, score: 0, slides: 0, random: createRandom(seed).state }
  return { start, sums: [survivalSum(board, multiple)] }
}
