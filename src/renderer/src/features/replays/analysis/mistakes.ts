import type { AssessedSlides, LinePlayer } from '../../../../../core/contract/calls'
import { accuraciesOf, type PartAccuracy } from '../../../../../core/games/twenty48/accuracy'
import type { Move } from '../../../../../core/games/twenty48/board'
import type { HandMoves } from '../../../../../core/games/twenty48/replay'
import { type Risk, losesGame } from '../../../../../core/games/twenty48/losingRisk'
import { classOf, compareLosses, isBest, isMistake, type MistakeThreshold } from '../../../../../core/games/twenty48/gameAnalysis'
import { LOSS_SIGNS, UNCLEAR_SIGN, type LossClass, type LossThresholds } from '../../../../../core/games/twenty48/scale/lossClass'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { LossSign } from '../../../ui/game/chartSigns'
import { median } from '../../../ui/words/numbers'
import { useI18n } from 'vue-i18n'
import { useProfiles } from '../../../bridge/profiles'

export const ORDERS = ['place', 'loss'] as const
export type MistakeOrder = (typeof ORDERS)[number]

export interface Mistake {
  /** Number of the move, from 1: it was made on the board after `slide − 1` moves. */
  readonly slide: number
  readonly move: Move
  readonly best: Move
  /** In the evaluator's unit. */
  readonly loss: number
  /** In chance of the next tile, 0 … 1, and in expected points; `null` if the player is not calibrated. */
  readonly chanceLoss: number | null
  readonly pointsLoss: number | null
  readonly noise: number | null
  /** How much more likely the game is lost than after the best move, 0 … 1; 0 for an ordinary mistake. */
  readonly risk: number
  /** Probability that the game is lost after it, 0 … 1. */
  readonly ownRisk: number
  /** Whether the loss is rough. See `JudgedMove`. */
  readonly isRough: boolean
}

/** The assessed moves of a game, from the first on. Grows in place: a new object each time would copy thousands of numbers. */
export class Assessments {
  readonly #move: Move[] = []
  readonly #best: Move[] = []
  readonly #value: number[] = []
  readonly #depth: number[] = []
  readonly #loss: number[] = []
  readonly #chanceLoss: (number | null)[] = []
  readonly #pointsLoss: (number | null)[] = []
  readonly #noise: (number | null)[] = []
  readonly #risk: number[] = []
  readonly #ownRisk: number[] = []
  readonly #counted: (number | null)[] = []
  readonly #rough: boolean[] = []
  #showsDistantRisks = true
  #equal = 0

  get slides(): number {
    return this.#loss.length
  }

  /** Number of moves that were the best or equal to it. */
  get equalToBest(): number {
    return this.#equal
  }

  /**
   * The losses of inferior moves, in the evaluator's unit. Excludes moves that lost or risked the game, whose loss is the fixed
   * value of a lost board.
   */
  get losses(): { readonly median: number; readonly worst: number } | undefined {
    const lost = this.#loss.filter((loss, i) => loss > 0 && this.#risk[i] === 0)
    if (lost.length === 0) return undefined
    return { median: median(lost), worst: lost.reduce((a, b) => Math.max(a, b)) }
  }

  /** Number of moves that lost the game for certain, and of those that risked it. */
  get risks(): { readonly lost: number; readonly risked: number } {
    const lost = this.#risk.filter((risk, i) => losesGame({ risk, ownRisk: this.#ownRisk[i]! })).length
    return { lost, risked: this.#risk.filter(risk => risk > 0).length - lost }
  }

  /** Whether lost boards further ahead than the next tile count as risks; if not, they are part of the losses. */
  get showsDistantRisks(): boolean {
    return this.#showsDistantRisks
  }

  /** The analyst's value of each board, before its move. */
  get values(): readonly number[] {
    return this.#value
  }

  /** Depth of each value. */
  get depths(): readonly number[] {
    return this.#depth
  }

  /** Ignores moves that it has already, and those after a gap. */
  add(part: AssessedSlides): void {
    const {
      from,
      move,
      best,
      value,
      depth,
      loss,
      chanceLoss,
      pointsLoss,
      noise,
      risk,
      ownRisk,
      counted,
      rough,
      showsDistantRisks,
    } = part
    if (from > this.slides) return
    this.#showsDistantRisks = showsDistantRisks
    for (let i = this.slides - from; i < loss.length; i++) {
      this.#move.push(move[i]!)
      this.#best.push(best[i]!)
      this.#value.push(value[i]!)
      this.#depth.push(depth[i]!)
      this.#loss.push(loss[i]!)
      this.#chanceLoss.push(chanceLoss[i]!)
      this.#pointsLoss.push(pointsLoss[i]!)
      this.#noise.push(noise[i]!)
      this.#risk.push(risk[i]!)
      this.#ownRisk.push(ownRisk[i]!)
      this.#counted.push(counted[i]!)
      this.#rough.push(rough[i]!)
      if (isBest(this.#lossAt(this.slides - 1))) this.#equal++
    }
  }

  accuracies(hand: HandMoves | undefined): PartAccuracy[] {
    return accuraciesOf(this.#counted, hand)
  }

  /** Whether losses are known in chance: for at least one move. */
  get isCalibrated(): boolean {
    return this.#chanceLoss.some(loss => loss !== null)
  }

  /** Number of moves of each class; moves without a class are not counted. */
  classes(thresholds: LossThresholds): Readonly<Record<LossClass, number>> {
    const counts = { equal: 0, inaccuracy: 0, mistake: 0, blunder: 0 }
    for (let i = 0; i < this.slides; i++) {
      const its = classOf(this.#lossAt(i), thresholds)
      if (its) counts[its]++
    }
    return counts
  }

  /** Numbers of the moves that the search cannot separate from the best: they have no class. */
  get tooClose(): readonly number[] {
    return this.#loss.flatMap((_, i) => {
      const its = this.#lossAt(i)
      return its.chanceLoss !== null && classOf(its) === undefined ? [i + 1] : []
    })
  }

  #lossAt(i: number): Omit<Mistake, 'slide' | 'move' | 'best'> {
    return {
      loss: this.#loss[i]!,
      chanceLoss: this.#chanceLoss[i]!,
      pointsLoss: this.#pointsLoss[i]!,
      noise: this.#noise[i]!,
      risk: this.#risk[i]!,
      ownRisk: this.#ownRisk[i]!,
      isRough: this.#rough[i]!,
    }
  }

  mistakes(threshold: MistakeThreshold, order: MistakeOrder): Mistake[] {
    const found: Mistake[] = []
    for (let i = 0; i < this.slides; i++) {
      const lost = this.#lossAt(i)
      if (isMistake(lost, threshold)) found.push({ slide: i + 1, move: this.#move[i]!, best: this.#best[i]!, ...lost })
    }
    return order === 'loss' ? found.sort(compareLosses) : found
  }
}

/**
 * The mistake after or before the selected one, in the order of the list. Without a selection: by place the next from the shown
 * board, by loss the first or last of the list.
 * @param at number of moves made on the shown board
 */
export function neighbour(
  mistakes: readonly Mistake[],
  { selected, at, order, step }: { selected: number | undefined; at: number; order: MistakeOrder; step: 1 | -1 },
): Mistake | undefined {
  const place = mistakes.findIndex(({ slide }) => slide === selected)
  if (place >= 0) return mistakes[place + step]
  if (order === 'loss') return step === 1 ? mistakes[0] : mistakes.at(-1)
  return step === 1 ? mistakes.find(({ slide }) => slide > at) : mistakes.findLast(({ slide }) => slide <= at)
}

/** @param tooClose moves that have no class */
export function marksOf(mistakes: readonly Mistake[], thresholds: LossThresholds, tooClose: readonly number[] = []): LossSign[] {
  const lost = mistakes.flatMap((each): LossSign[] => {
    const its = classOf(each, thresholds)
    return its && its !== 'equal' ? [{ slide: each.slide, its, sign: LOSS_SIGNS[its] }] : []
  })
  return [...lost, ...tooClose.map(slide => ({ slide, its: 'unclear', sign: UNCLEAR_SIGN }) as const)]
}

/** What is shared of a game that the judge has analysed to its end. */
export interface SharedAnalysis {
  readonly accuracies: readonly PartAccuracy[]
  readonly marks: readonly LossSign[]
}

/** The values that an analysing engine gives the boards of a game. Its name describes the engine. */
export interface AnalystValues extends LinePlayer {
  /** Number of the analysis. */
  readonly analysis: number
  readonly player: Player
  /** Value of the board after 0, 1, 2 … moves, up to the last one searched. */
  readonly values: readonly number[]
  /** Depth of each value. */
  readonly depths: readonly number[]
}

/** A player in a few words: its original profile and its limits, and its cut if it is not the profile's. */
export function usePlayerWords(): (profile: string, player: Player) => string {
  const { t, n } = useI18n()
  const profiles = useProfiles()
  return (profile, { limits: { depth, nodes, ms }, evaluator, settings: { cut } }) => {
    const its = profiles.list.find(({ name }) => name === profile)
    const words = [
      depth === 'distinct' && t('mistakes.depthDistinct'),
      depth === 'empty' && t('mistakes.depthEmpty'),
      typeof depth === 'number' && t('mistakes.depth', { depth }),
      nodes !== undefined && t('mistakes.nodes', { nodes: n(nodes, 'integer') }),
      ms !== undefined && t('mistakes.time', { ms: n(ms, 'size') }),
      its !== undefined && its.settings.cut !== cut && t('mistakes.cut', { cut }),
    ]
    return [profile ? profiles.titleOf(profile) : evaluator.family, ...words.filter(word => word !== false)].join(', ')
  }
}

/** Smaller risks would read as zero. */
export const LEAST_SHARE = 0.001

/** Shown in place of a loss: the risks of a move that loses or risks the game, 0 … 1. */
export function useRiskWords(): (risk: Risk) => string {
  const { t, n } = useI18n()
  return ({ risk, ownRisk }) => {
    if (losesGame({ risk, ownRisk })) return t('mistakes.lostGame')
    return risk < LEAST_SHARE
      ? t('mistakes.riskBelow', { share: n(LEAST_SHARE, 'percent') })
      : t('mistakes.riskOf', { share: n(risk, 'percent') })
  }
}
