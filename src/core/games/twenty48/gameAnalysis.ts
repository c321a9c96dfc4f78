/** Whole games looked over by an engine: what each slide gave away against the best one. */
import { differenceToBest } from '../../rounding'
import { bestSlide, type SearchReport, type SlideValues } from './search/report'
import { MOVES, type Board, type Move } from './board'
import { losesGame, type LosingRisk } from './losingRisk'

/** One slide of a game beside what the engine would have done. */
export interface SlideAssessment {
  /** Number of the slide, from 1: it was played on the board after `step − 1` slides. */
  readonly step: number
  readonly move: Move
  readonly best: Move
  /** Of the four slides, in the evaluator's unit. */
  readonly values: SlideValues
  /** Last depth that was finished for every slide. */
  readonly depth: number
  /**
   * Value of the best slide − value of the one played, in the evaluator's unit; 0 for an equal of the best. Where there is a
   * risk, the value of a lost board is part of it: then it is nothing to add up, average or draw.
   */
  readonly loss: number
  /**
   * The loss as a share of what there was to lose: loss / (best − worst legal slide), 0 … 1; 0 where all are equal. A slide
   * that risks the game is no measure for one that does not. The share
   * depends neither on the unit nor on an offset of the evaluator, so it compares between profiles. Where only two slides
   * are legal the worse one has a share of 1 however little it loses: look at the loss too.
   */
  readonly share: number
  /** Of each legal slide: how much more likely the game is lost after it than after the best. See `losingRisk.ts`. */
  readonly risks: SlideValues
  /** Of each legal slide: how likely the game is lost after it, the best one too. */
  readonly ownRisks: SlideValues
  /** Both of the slide that was played. */
  readonly risk: number
  readonly ownRisk: number
}

/** A slide is a mistake if it risks the game, or loses at least this much by both measures, and more than nothing. */
export interface MistakeThreshold {
  readonly loss: number
  readonly share: number
}

export interface AnalysisSummary {
  /** Slides assessed. */
  readonly slides: number
  /** Those that were the best or an equal of it. */
  readonly best: number
  /** What the others lost in all, but for those that lost the game or risked it. */
  readonly loss: number
  /** Those that lost the game for certain, and those that risked it. */
  readonly lost: number
  readonly risked: number
  /** In the order of the game. */
  readonly mistakes: readonly SlideAssessment[]
}

/**
 * @param report what a search of the board that the slide was played on found, which finished depth 0 at least
 * @param risk of the player that searched
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

/** Whether a slide was the best or an equal of it: one that risks more is none, whatever its value. */
export function isBest({ loss, risk }: Pick<SlideAssessment, 'loss' | 'risk'>): boolean {
  return loss === 0 && risk === 0
}

/** @param slide what it lost, by both measures, and risked */
export function isMistake(slide: Pick<SlideAssessment, 'loss' | 'share' | 'risk'>, threshold: MistakeThreshold): boolean {
  return slide.risk > 0 || (slide.loss > 0 && slide.loss >= threshold.loss && slide.share >= threshold.share)
}

/** Adds up assessments as they come, in any order. */
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
