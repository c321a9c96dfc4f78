/**
 * The added probability that a move loses the game, compared with the best move. Its cost cannot be expressed in the evaluator's unit: the
 * value of a lost board is a setting of the player, and would dominate every other loss in a sum.
 */
import { slideValues, type SearchReport, type SlideValues } from './search/report'
import { emptyCells, faceSum, legalMoves, MAX_RANK, maxRank, slide, SPAWNS, type Board, type Move } from './board'
import type { TermEvaluator } from './heuristics/family'
import { boundsOf, lineFormOf } from './heuristics/lineForm'
import type { Bounds } from '../../game/bounds'
import type { Player } from './player'

/** At this risk and above, a move counts as losing the game, below as risking it: no estimate of a risk is more precise. */
export const CERTAIN = 0.999

/** Smaller probabilities of a lost board are ignored. */
const LEAST = 1e-6

interface Risks {
  readonly risks: SlideValues
  readonly own: SlideValues
}

/** For one move, as in `Risks`. */
export interface Risk {
  readonly risk: number
  readonly ownRisk: number
}

/** True if the move lost the game: certainly over after it, and less so after the best one. */
export function losesGame({ risk, ownRisk }: Risk): boolean {
  return risk > 0 && ownRisk >= CERTAIN
}

/** The probability that the next tile ends the game: 0, 0.1, 0.9 or 1. It follows from the rules alone. */
export function chanceOfEnd(board: Board, move: Move): number {
  const after = slide(board, move)?.board
  if (!after) return 0
  const cells = emptyCells(after)
  if (cells.length !== 1) return 0 // another cell stays empty, so a move is legal
  return SPAWNS.reduce((sum, { rank, chance }) => {
    const isOver = legalMoves(after.with(cells[0]!, rank)).length === 0
    return isOver ? sum + chance : sum
  }, 0)
}

/** `undefined` if it is that of the evaluator. */
export function lostValue({ dead, floor }: Player['settings']): number | undefined {
  if (dead === 'heuristic') return undefined
  return floor === 'none' ? dead : Math.max(dead, floor)
}

/** The risks of the moves on many boards, by one player's values. */
export class LosingRisk {
  readonly #player: Player
  readonly #bounds = new Map<number, Bounds>()

  constructor(player: Player) {
    this.#player = player
  }

  /**
   * `own`: for each move the estimated probability that it loses the game, 0 … 1, `null` if it is illegal.
   * `risks`: the difference to the best move's. The estimate is the larger of
   * - the probability that the next tile ends the game, from the rules;
   * - if `dead` is a number below all values that the evaluator gives to boards like this, and the move loses more than
   *   any two of these can differ: the probability of a lost board, further ahead, that explains the loss.
   */
  of(board: Board, best: Move, { values, depth }: Pick<SearchReport, 'values' | 'depth'>): Risks {
    const ofBest = chanceOfEnd(board, best)
    const risks = slideValues(move => {
      const value = values[move]
      if (value === null) return null
      if (move === best) return 0
      const sooner = chanceOfEnd(board, move) - ofBest
      return Math.min(1, Math.max(0, sooner, this.#further(board, values[best]!, value, depth)))
    })
    const own = slideValues(move => {
      const value = values[move]
      if (value === null) return null
      return Math.min(1, Math.max(risks[move]!, chanceOfEnd(board, move), this.#below(board, value, depth)))
    })
    return { risks, own }
  }

  /**
   * True if the values distinguish a lost board further ahead than the next tile from a bad one, on this board and all before it in a game.
   * If not, its risk is part of the losses. A search of depth 0 or 1 looks no further.
   */
  showsDistantRisks(board: Board, depth: number): boolean {
    return depth < 2 || this.#rangeOf(board, depth) !== undefined
  }

  /**
   * The largest loss of a move that no lost board explains.
   * @param best value of the best move
   * @returns `undefined` where the values do not distinguish a lost board from a bad one
   */
  mostAlive(board: Board, best: number, depth: number): number | undefined {
    const range = this.#rangeOf(board, depth)
    return range && Math.max(range.spread, LEAST * (best - range.lost))
  }

  #further(board: Board, best: number, value: number, depth: number): number {
    const { dead } = this.#player.settings
    const loss = best - value
    if (dead === 'heuristic' || !(loss > LEAST * (best - dead))) return 0 // most moves: the bounds take milliseconds
    const range = this.#rangeOf(board, depth)
    return range && loss > range.spread ? loss / (range.low - range.lost) : 0
  }

  /** The least probability of a lost board that explains a value below all of the evaluator's. */
  #below(board: Board, value: number, depth: number): number {
    const range = this.#rangeOf(board, depth)
    return range ? (range.low - value) / (range.low - range.lost) : 0
  }

  /** Range of the values of boards within the depth; `undefined` if a lost board is not below them. */
  #rangeOf(board: Board, depth: number): { low: number; lost: number; spread: number } | undefined {
    const { evaluator, settings } = this.#player
    const lost = lostValue(settings)
    if (lost === undefined || evaluator.family === 'network') return undefined
    const slides = depth + 1
    const [low, high] = this.#boundsOf(evaluator, largestWithin(board, slides))
    const mostPoints = settings.points === 'added' ? slides * (faceSum(board) + 4 * slides) : 0
    return lost < low ? { low, lost, spread: high - low + mostPoints } : undefined
  }

  #boundsOf(evaluator: TermEvaluator, rank: number): Bounds {
    const known = this.#bounds.get(rank) ?? boundsOf(lineFormOf(evaluator), rank)
    this.#bounds.set(rank, known)
    return known
  }
}

/** The largest rank that this number of moves can make: each merges a tile at most once, and no tile exceeds the sum of all faces. */
export function largestWithin(board: Board, slides: number): number {
  const sum = faceSum(board) + 4 * slides
  return Math.min(MAX_RANK, maxRank(board) + slides, Math.floor(Math.log2(sum)))
}
