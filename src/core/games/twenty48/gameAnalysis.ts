/** Whole games looked over by an engine: what each slide gave away against the best one. */
import { bestSlide, isHigher, type SearchReport, type SlideValues } from '../../search/report'
import { MOVES, type Move } from './board'

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
  /** Value of the best slide − value of the one played, in the evaluator's unit; 0 for an equal of the best. */
  readonly loss: number
  /**
   * The loss as a share of what there was to lose: loss / (best − worst legal slide), 0 … 1; 0 where all are equal. It
   * depends neither on the unit nor on an offset of the evaluator, so it compares between profiles. Where only two slides
   * are legal the worse one has a share of 1 however little it loses: look at the loss too.
   */
  readonly share: number
}

/** A slide is a mistake if it loses at least this much by both measures, and more than nothing. */
export interface MistakeThreshold {
  readonly loss: number
  readonly share: number
}

export interface AnalysisSummary {
  /** Slides assessed. */
  readonly slides: number
  /** Those that were the best or an equal of it. */
  readonly best: number
  readonly loss: number
  /** In the order of the game. */
  readonly mistakes: readonly SlideAssessment[]
}

/** @param report what a search of the board that the slide was played on found, which finished depth 0 at least */
export function assessSlide(
  step: number,
  move: Move,
  { values, depth }: Pick<SearchReport, 'values' | 'depth'>,
): SlideAssessment {
  const best = bestSlide(values)
  const played = values[move]
  if (best === undefined || played === null) throw new Error(`slide ${step}: ${move} was not among the slides searched`)
  const legal = MOVES.map(each => values[each]).filter(value => value !== null)
  const loss = isHigher(values[best]!, played) ? values[best]! - played : 0
  const spread = values[best]! - Math.min(...legal)
  return { step, move, best, values, depth, loss, share: spread > 0 ? loss / spread : 0 }
}

/** @param slide what it lost, by both measures */
export function isMistake(slide: MistakeThreshold, threshold: MistakeThreshold): boolean {
  return slide.loss > 0 && slide.loss >= threshold.loss && slide.share >= threshold.share
}

/** Adds up assessments as they come, in any order. */
export class GameAnalysis {
  #slides = 0
  #best = 0
  #loss = 0
  readonly #mistakes: SlideAssessment[] = []

  constructor(readonly threshold: MistakeThreshold) {}

  add(assessment: SlideAssessment): void {
    this.#slides++
    if (assessment.loss === 0) this.#best++
    this.#loss += assessment.loss
    if (!isMistake(assessment, this.threshold)) return
    const later = this.#mistakes.findLastIndex(({ step }) => step < assessment.step) + 1
    this.#mistakes.splice(later, 0, assessment)
  }

  get summary(): AnalysisSummary {
    return { slides: this.#slides, best: this.#best, loss: this.#loss, mistakes: [...this.#mistakes] }
  }
}
