/** Analyses whole games: the loss of each move against the best one. */
import { differenceToBest } from '../../rounding'
import { bestSlide, type SearchReport, type SlideValues } from './search/report'
import { MOVES, type Board, type Move } from './board'
import { losesGame, type LosingRisk } from './losingRisk'

/** One move of a game, compared with the engine's choice. */
export interface SlideAssessment {
  /** Number of the move, from 1: it was played on the board after `step − 1` moves. */
  readonly step: number
  readonly move: Move
  readonly best: Move
  /** Values of the four moves, in the evaluator's unit. */
  readonly values: SlideValues
  /** Last depth that finished for every move. */
  readonly depth: number
  /**
   * Value of the best move − value of the one played, in the evaluator's unit; 0 for an equal of the best. If there is a risk, it contains
   * the value of a lost board, and must not be summed, averaged or drawn.
   */
  readonly loss: number
  /**
   * The loss as a share of the possible loss: loss / (best − worst legal move), 0 … 1; 0 if all are equal. A move that risks the game is no
   * reference for one that does not. The share depends neither on the unit nor on an offset of the evaluator, so it compares between
   * profiles. If only two moves are legal, the worse one has a share of 1 however small its loss: look at the loss too.
   */
  readonly share: number
  /** For each legal move: how much more likely the game is lost after it than after the best. See `losingRisk.ts`. */
  readonly risks: SlideValues
  /** For each legal move, the best included: the probability that the game is lost after it. */
  readonly ownRisks: SlideValues
  /** Both for the move that was played. */
  readonly risk: number
  readonly ownRisk: number
}

/** A move is a mistake if it risks the game, or loses at least this much by both measures, and more than 0. */
export interface MistakeThreshold {
  readonly loss: number
  readonly share: number
}

export interface AnalysisSummary {
  /** Moves assessed. */
  readonly slides: number
  /** Moves that were the best or an equal of it. */
  readonly best: number
  /** Total loss of the others, without moves that lost the game or risked it. */
  readonly loss: number
  /** Moves that lost the game for certain, and moves that risked it. */
  readonly lost: number
  readonly risked: number
  /** In the order of the game. */
  readonly mistakes: readonly SlideAssessment[]
}

/**
 * @param report of a search of the board before the move, which finished at least depth 0
 * @param risk for the player that searched
 */
export function assessSlide(
  step: number,
  move: Move,
  board: Board,
  { values, depth }: Pick<SearchReport, 'values' | 'depth'>,
  risk: LosingRisk,
): SlideAssessment {
  const best = bestSlide(values)
  const played = values[move]
  if (best === undefined || played === null) throw new Error(`move ${step}: ${move} was not among the moves searched`)
  const { risks, own: ownRisks } = risk.of(board, best, { values, depth })
  const compared = MOVES.flatMap(each => (risks[move] === 0 && risks[each] !== 0 ? [] : (values[each] ?? [])))
  const loss = 0 - differenceToBest(played, values[best]!)
  const spread = values[best]! - Math.min(...compared)
  const share = spread > 0 ? loss / spread : 0
  return { step, move, best, values, depth, loss, share, risks, ownRisks, risk: risks[move]!, ownRisk: ownRisks[move]! }
}

/** True if a move was the best or an equal of it; a move with more risk never is. */
export function isBest({ loss, risk }: Pick<SlideAssessment, 'loss' | 'risk'>): boolean {
  return loss === 0 && risk === 0
}

/** @param slide its loss, by both measures, and its risk */
export function isMistake(slide: Pick<SlideAssessment, 'loss' | 'share' | 'risk'>, threshold: MistakeThreshold): boolean {
  return slide.risk > 0 || (slide.loss > 0 && slide.loss >= threshold.loss && slide.share >= threshold.share)
}

/** Sums assessments as they arrive, in any order. */
export class GameAnalysis {
  #slides = 0
  #best = 0
  #loss = 0
  #lost = 0
  #risked = 0
  readonly #mistakes: SlideAssessment[] = []

  constructor(readonly threshold: MistakeThreshold) {}

  add(assessment: SlideAssessment): void {
    this.#slides++
    if (isBest(assessment)) this.#best++
    if (losesGame(assessment)) this.#lost++
    else if (assessment.risk > 0) this.#risked++
    else this.#loss += assessment.loss
    if (!isMistake(assessment, this.threshold)) return
    const later = this.#mistakes.findLastIndex(({ step }) => step < assessment.step) + 1
    this.#mistakes.splice(later, 0, assessment)
  }

  get summary(): AnalysisSummary {
    return {
      slides: this.#slides,
      best: this.#best,
      loss: this.#loss,
      lost: this.#lost,
      risked: this.#risked,
      mistakes: [...this.#mistakes],
    }
  }
}
