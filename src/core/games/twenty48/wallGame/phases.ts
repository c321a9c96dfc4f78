/**
 * The phases of the wall test. A wall is a tile of at least a multiple M: once walls lie in a corner, a game lives in the free cells beside
 * them and must make the next M there. A phase begins just before the sum of all tiles reaches a multiple m·M, and ends when the sum
 * reaches (m + 1)·M + 64. The M that completes at m·M and the one after it are then made, or the game is over.
 */
import { createRandom } from '../../../random'
import { areDifferent, CELLS, faceSum, MAX_FACE_SUM, wallsOf, type Board } from '../board'
import { parseBoard } from '../notation'
import type { GamePosition } from '../player'

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

export interface Passage {
  readonly start: GamePosition
  /** Ascending, each above the sum of the start, at least 8 apart. The passage ends once the last is reached, or with the game. */
  readonly sums: readonly number[]
}

export interface Passed {
  /** For each sum that the game reached, its last position below that sum. */
  readonly before: readonly GamePosition[]
  readonly end: GamePosition
}

/** A game under way, with its player. */
export interface PlayedOn {
  readonly position: GamePosition
  /** Plays at most this many moves, fewer if it is interrupted. @returns true if the game continues */
  play(moves: number): boolean
}

/** Maximum number of tiles that a move adds to the sum. */
const MOST_ADDED = 4

/** Plays a passage in steps, so that the caller can do other work in between. */
export class PassageInPlay {
  readonly #before: GamePosition[] = []
  #position: GamePosition

  /** @param game at the start of the passage */
  constructor(
    private readonly sums: Passage['sums'],
    private readonly game: PlayedOn,
  ) {
    this.#position = game.position
  }

  /** Plays at most `most` moves, and only one where the next could reach a sum. @returns the result at its end */
  step(most: number): Passed | undefined {
    const next = this.sums[this.#before.length]
    if (next === undefined) return this.#passed
    const last = this.#position
    const safe = Math.floor((next - 1 - faceSum(last.board)) / MOST_ADDED)
    const goesOn = this.game.play(Math.max(1, Math.min(most, safe)))
    this.#position = this.game.position
    if (faceSum(this.#position.board) >= next) this.#before.push(last)
    return goesOn && this.#before.length < this.sums.length ? undefined : this.#passed
  }

  get #passed(): Passed {
    return { before: this.#before, end: this.#position }
  }
}
