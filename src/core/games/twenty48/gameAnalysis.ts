/** Analyses whole games: the loss of each move against the best one. */
import { differenceToBest } from '../../rounding'
import { bestSlide, type SearchReport, type SlideValues } from './search/report'
import type { Board, Move } from './board'
import { losesGame, type LosingRisk } from './losingRisk'
import { accuraciesOf, countedLoss, type PartAccuracy } from './accuracy'
import type { Player } from './player'
import type { HandMoves } from './replay'
import { judgeMoves, type JudgedMoves, type Scale } from './scale/judgedMoves'
import { noiseAt } from './scale/noise'
import { classOfLoss, LOSS_CLASSES, LOSS_THRESHOLDS, type LossClass, type LossThresholds } from './scale/lossClass'

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
  /** The same in chance of the next tile in doubt, 0 … 1; `null` if the player is not calibrated. */
  readonly chanceLoss: number | null
  /** The same in expected points; `null` if the player is not calibrated. */
  readonly pointsLoss: number | null
  /** Noise of the search, as `classOfLoss` takes it. */
  readonly noise: number | null
  /** Chance, points and losses of each move. */
  readonly moves: JudgedMoves
  /** For each legal move: how much more likely the game is lost after it than after the best. See `losingRisk.ts`. */
  readonly risks: SlideValues
  /** For each legal move, the best included: the probability that the game is lost after it. */
  readonly ownRisks: SlideValues
  /** Both for the move that was played. */
  readonly risk: number
  readonly ownRisk: number
  /** What counts for the accuracy of the game; `null` if nothing does, or another player than its judge searched. See `countedLoss`. */
  readonly counted: number | null
}

/** The part of an assessment that decides whether the move was a mistake. */
export type Loss = Pick<SlideAssessment, 'loss' | 'chanceLoss' | 'noise' | 'risk'>

/** Classes of mistakes, from the smallest. */
export const MISTAKE_CLASSES = ['inaccuracy', 'mistake', 'blunder'] as const satisfies readonly LossClass[]
export type MistakeClass = (typeof MISTAKE_CLASSES)[number]

/** Which moves of a game are its mistakes. */
export interface MistakeThreshold extends LossThresholds {
  /** The smallest class that counts, for a calibrated player. */
  readonly least: MistakeClass
  /** For a player that is not calibrated: moves that lose at least this much in its own unit, and more than 0, and moves that risk the game. */
  readonly loss: number
}

export const MISTAKE_THRESHOLD: MistakeThreshold = { ...LOSS_THRESHOLDS, least: 'inaccuracy', loss: 0 }

export interface AnalysisSummary {
  /** Moves assessed. */
  readonly slides: number
  /** Moves that were the best or an equal of it. */
  readonly best: number
  /** Total loss of the others in the evaluator's unit, without moves that lost the game or risked it. */
  readonly loss: number
  /** Moves that lost the game for certain, and moves that risked it. */
  readonly lost: number
  readonly risked: number
  /** Number of moves of each class; `null` if the player is not calibrated. */
  readonly classes: Readonly<Record<LossClass, number>> | null
  /** Moves without a class: the search cannot separate them from the best. Numbers from 1, in the order of the game. */
  readonly tooClose: readonly number[]
  /** None if another player than its judge searched, and before a move counts. */
  readonly accuracies: readonly PartAccuracy[]
  /** In the order of the game. */
  readonly mistakes: readonly SlideAssessment[]
}

/**
 * @param report of a search of the board before the move, which finished at least depth 0
 * @param by risk and scale of the player that searched, and that player if it is the judge of accuracies
 */
export function assessSlide(
  step: number,
  move: Move,
  position: { readonly board: Board; readonly score: number },
  { values, depth }: Pick<SearchReport, 'values' | 'depth'>,
  by: { readonly risk: LosingRisk; readonly scale?: Scale; readonly judge?: Player | undefined },
): SlideAssessment {
  const best = bestSlide(values)
  const played = values[move]
  if (best === undefined || played === null) throw new Error(`move ${step}: ${move} was not among the moves searched`)
  const { risks, own: ownRisks } = by.risk.of(position.board, best, { values, depth })
  const moves = judgeMoves(position, { values, depth }, by.scale ?? {})
  const { loss: chanceLoss = null, pointsLoss = null } = moves[move]!
  const loss = 0 - differenceToBest(played, values[best]!)
  const [risk, ownRisk] = [risks[move]!, ownRisks[move]!]
  const noise = noiseAt(by.scale?.calibration ?? {}, position.board, depth)
  const counted = by.judge ? countedLoss(position.board, moves, move, by.judge) : null
  return { step, move, best, values, depth, loss, chanceLoss, pointsLoss, noise, moves, risks, ownRisks, risk, ownRisk, counted }
}

/** The class of a move; `undefined` if the player is not calibrated, or its search cannot separate these moves. */
export function classOf({ chanceLoss, loss, noise }: Omit<Loss, 'risk'>, thresholds?: LossThresholds): LossClass | undefined {
  return chanceLoss === null ? undefined : classOfLoss(chanceLoss, loss === 0 ? (noise ?? 0) : noise, thresholds)
}

/** True if a move was the best or an equal of it; without a calibration, a move with more risk never is. */
export function isBest(slide: Loss): boolean {
  const its = classOf(slide)
  return its === undefined ? slide.loss === 0 && slide.risk === 0 : its === 'equal'
}

export function isMistake(slide: Loss, threshold: MistakeThreshold): boolean {
  const its = classOf(slide, threshold)
  if (its !== undefined) return LOSS_CLASSES.indexOf(its) >= LOSS_CLASSES.indexOf(threshold.least)
  if (slide.chanceLoss !== null) return false
  return slide.risk > 0 || (slide.loss > 0 && slide.loss >= threshold.loss)
}

/** Sorts mistakes by what they lose, the largest first: in chance, or by risk and in the player's own unit. */
export function compareLosses(a: Loss, b: Loss): number {
  return (b.chanceLoss ?? 0) - (a.chanceLoss ?? 0) || b.risk - a.risk || b.loss - a.loss
}

/** Sums assessments as they arrive, in any order. */
export class GameAnalysis {
  #slides = 0
  #best = 0
  #loss = 0
  #lost = 0
  #risked = 0
  #classes: Record<LossClass, number> | undefined
  readonly #tooClose: number[] = []
  readonly #counted: (number | null)[] = []
  readonly #mistakes: SlideAssessment[] = []

  /** @param hand the person's moves, if an engine made others */
  constructor(
    readonly threshold: MistakeThreshold,
    private readonly hand?: HandMoves,
  ) {}

  add(assessment: SlideAssessment): void {
    this.#slides++
    if (isBest(assessment)) this.#best++
    this.#counted[assessment.step - 1] = assessment.counted
    if (losesGame(assessment)) this.#lost++
    else if (assessment.risk > 0) this.#risked++
    else if (!isBest(assessment)) this.#loss += assessment.loss
    const its = classOf(assessment, this.threshold)
    if (its) (this.#classes ??= { equal: 0, inaccuracy: 0, mistake: 0, blunder: 0 })[its]++
    else if (assessment.chanceLoss !== null) this.#tooClose.push(assessment.step)
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
      classes: this.#classes ? { ...this.#classes } : null,
      tooClose: this.#tooClose.toSorted((a, b) => a - b),
      accuracies: accuraciesOf(
        Array.from(this.#counted, loss => loss ?? null),
        this.hand,
      ),
      mistakes: [...this.#mistakes],
    }
  }
}
