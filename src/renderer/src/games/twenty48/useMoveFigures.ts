import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PartAccuracy } from '../../../../core/games/twenty48/accuracy'
import type { Preferences } from '../../../../core/contract/preferences'
import { face } from '../../../../core/games/twenty48/board'
import type { JudgedMove, Scale } from '../../../../core/games/twenty48/scale/judgedMoves'
import { LOSS_SIGNS, UNCLEAR_SIGN, type LossClass, type LossThresholds } from '../../../../core/games/twenty48/scale/lossClass'
import type { LossMark, MoveFigures } from '../../ui/loss/loss'
import type { GameGraph, ValueLine } from '../../../../core/contract/calls'
import type { Profile } from '../../../../core/contract/files'
import { SHALLOWEST } from '../../../../core/games/twenty48/search/levels'
import type { Player } from '../../../../core/games/twenty48/player'
import { calibrationKey, playerHash } from '../../../../core/games/twenty48/playerHash'
import {
  chanceInDoubt,
  chanceOf,
  pointsAt,
  stagesNear,
  type Calibration,
} from '../../../../core/games/twenty48/scale/calibration'
import type { ScaledLine } from '../../ui/game/gameWords'
import { bestChance, type ExpertReport } from '../../../../core/games/twenty48/search/report'

/** The calibrations that a page knows; `find` asks for one that it does not know yet. */
export interface Calibrations {
  find(key: string, player: Player): Calibration | null | undefined
}

/**
 * How a player's values are judged: by its calibration, if it has one.
 * @param player `undefined` if it is not known
 */
export function scaleOf(player: Player | undefined, calibrations: Calibrations, thresholds: LossThresholds): Scale {
  const calibration = player && calibrations.find(calibrationKey(player), player)
  return { calibration: calibration ?? undefined, thresholds }
}

/** What values are shown in. */
export type ValueScale = NonNullable<Preferences['valueScale']>

/** The loss that fills a bar: ten percentage points of chance. */
const FULL_LOSS = 0.1

interface Look {
  readonly scale: ValueScale
  /** The move that the engine would make. */
  readonly best: boolean
  /** Whether the wall expert decides: then its chance is the value. */
  readonly byExpert: boolean
  /** Whether the numbers belong to another board. */
  readonly stale?: boolean
  /** Depth of the value. */
  readonly depth?: number | undefined
}

/** What a bar says of a move, whatever its numbers are shown in: the loss in chance alone decides. */
function markOf({ ownLoss, loss, class: its }: Pick<JudgedMove, 'ownLoss' | 'loss' | 'class'>, best: boolean): LossMark {
  if (best) return 'best'
  if (loss !== undefined) return its ?? 'unknown'
  return ownLoss === undefined ? 'unknown' : ownLoss === 0 ? 'equal' : 'unit'
}

/** Length of a bar, 0 … 1; `undefined` for a loss whose meaning is unknown. */
export function lengthOf(mark: LossMark, loss: number | undefined): number | undefined {
  if (mark === 'best' || mark === 'equal') return 0
  return loss === undefined || mark === 'unknown' ? undefined : Math.min(1, loss / FULL_LOSS)
}

/** The moves of a board in words and bars, in the scale that the user chose. */
export function useMoveFigures() {
  const { t, n } = useI18n()
  const words = useWorthWords()
  const classes = (): Readonly<Record<LossClass, string>> => ({
    equal: '',
    inaccuracy: t('bars.inaccuracy'),
    mistake: t('bars.mistake'),
    blunder: t('bars.blunder'),
  })

  function lossText({ ownLoss, loss, pointsLoss, isRough }: JudgedMove, { scale, byExpert }: Look): string {
    const about = (words: string) => (isRough ? t('scale.about', { amount: words }) : words)
    if (scale === 'points' && pointsLoss !== undefined) return about(n(-pointsLoss, 'loss'))
    if ((scale === 'chance' || byExpert) && loss !== undefined) return about(n(-loss, 'percentagePoints'))
    return n(-ownLoss!, 'loss')
  }

  function below({ ownLoss, loss, pointsLoss, isRough }: JudgedMove, { scale, byExpert }: Look): string {
    const about = (amount: string) => (isRough ? t('scale.aboutWords', { amount }) : amount)
    if (scale === 'points' && pointsLoss !== undefined) return t('bars.belowPoints', { loss: about(n(pointsLoss, 'short')) })
    if ((scale === 'chance' || byExpert) && loss !== undefined)
      return t('bars.belowChance', { loss: about(n(100 * loss, { minimumFractionDigits: 1, maximumFractionDigits: 1 })) })
    return t('bars.belowValue', { loss: n(ownLoss!, 'value') })
  }

  function standing(judged: JudgedMove, mark: LossMark, look: Look): string {
    const { stale, depth, byExpert } = look
    if (stale) return t('bars.stale')
    if (mark === 'best') return t('bars.theBest')
    if (judged.ownLoss === undefined) return depth === undefined ? '' : t('bars.onlyDepth', { depth })
    if (judged.ownLoss === 0) return byExpert ? t('bars.asBest') : t('bars.asBestRounded')
    if (mark === 'equal') return t('bars.equalMeaning')
    const its = mark === 'unknown' ? t('bars.unclear') : judged.class && classes()[judged.class]
    return [below(judged, look), ...(its ? [its] : [])].join(', ')
  }

  return (judged: JudgedMove | undefined, look: Look): MoveFigures => {
    if (!judged) return { mark: 'unknown', length: undefined, sentence: t('bars.unknown') }
    const { scale, stale, depth, byExpert } = look
    const mark = markOf(judged, look.best)
    const its = words(judged, scale, byExpert)
    const sign = judged.class ? LOSS_SIGNS[judged.class] : mark === 'unknown' && judged.loss !== undefined ? UNCLEAR_SIGN : ''
    const lost = (): string | undefined => {
      if (judged.ownLoss === undefined) return depth === undefined ? undefined : t('bars.shallower', { depth })
      if (mark === 'best') return stale ? undefined : t('bars.best') // another move may be best on the shown board
      // in its own unit a loss is the number that the search compares, whatever it means
      if (mark === 'equal' && (scale !== 'unit' || judged.ownLoss === 0)) return t('bars.equal')
      return `${lossText(judged, look)}${sign && ` ${sign}`}`
    }
    const loss = lost()
    return {
      ...{ mark, length: lengthOf(mark, judged.loss), value: its.value },
      ...(its.interval !== undefined && { interval: its.interval }),
      ...(loss !== undefined && { loss }),
      // made when it is read: of the nodes of a drawn tree that is rare
      get sentence() {
        return [its.worth(), standing(judged, mark, look)].filter(Boolean).join(', ')
      },
    }
  }
}

/** What a board or a move is worth, in the scale that the user chose; in the own unit if the player is not calibrated. */
export function useWorthWords() {
  const { t, n } = useI18n()
  return ({ value, chance, points }: Pick<JudgedMove, 'value' | 'chance' | 'points'>, scale: ValueScale, byExpert: boolean) => {
    if (scale === 'chance' && chance) {
      const [low, high] = chance.interval
      const facts = { chance: n(chance.share, 'percent'), tile: n(face(chance.rank), 'integer') }
      return {
        value: chance.uncertain ? t('scale.about', { amount: facts.chance }) : facts.chance,
        ...(low < high && { interval: t('scale.range', { low: n(100 * low, 'integer'), high: n(high, 'wholePercent') }) }),
        worth: () => {
          if (byExpert) return t('scale.worthNext', facts)
          return chance.uncertain ? t('scale.worthUncertain', facts) : t('scale.worthChance', facts)
        },
      }
    }
    if (scale === 'points' && points) {
      const [low, high] = points.interval
      const form = Math.round(low) < 1000 ? 'integer' : 'short'
      return {
        value: n(points.mean, 'short'),
        // both ends in plain digits if one has no unit letter: 197–365 k would read as thousands of both
        interval: t('scale.range', { low: n(low, form), high: n(high, form) }),
        worth: () => t('scale.worthPoints', { points: n(points.mean, 'short') }),
      }
    }
    if (byExpert) return { value: n(value, 'percent'), worth: () => t('scale.worthExpert', { chance: n(value, 'percent') }) }
    return { value: n(value, 'compact'), worth: () => t('scale.worthValue', { value: n(value, 'value') }) }
  }
}

type Graph = Pick<GameGraph, 'score' | 'largest' | 'sum'>

/** What is known of the players of a game. */
interface Known {
  /** Players of the game or of its analysis. They come before the profiles, because they have limits of their own. */
  readonly players: readonly (Player | undefined)[]
  readonly profiles: readonly Pick<Profile, 'evaluator' | 'settings' | 'depth'>[]
  readonly calibrations: Calibrations
  readonly scale: ValueScale
}

/** The player of a line of values, with its limits. */
export function playerOfLine({ hash }: Pick<ValueLine, 'hash'>, { players, profiles }: Pick<Known, 'players' | 'profiles'>) {
  const its = players.find(player => player && playerHash(player) === hash)
  const profile = its ? undefined : profiles.find(each => playerHash(each) === hash)
  return profile ? { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: profile.depth } } : its
}

/** A line of values in the scale that the user chose; in its own unit if its player is not calibrated. An expert's are chances in each. */
export function scaledLine<L extends ValueLine>(line: L, graph: Graph, known: Known): L | ScaledLine {
  const { goal } = line
  if (goal !== undefined) return { ...line, goals: line.value.map(value => (value === null ? null : goal)) }
  const player = known.scale === 'unit' ? undefined : playerOfLine(line, known)
  const calibration = player && known.calibrations.find(calibrationKey(player), player)
  return calibration && known.scale !== 'unit' ? convertedLine(line, graph, calibration, known.scale) : line
}

/** Whether a search to this depth may be one of the calibrated player's: rules search at least three levels. */
export function isDepthOf({ limits: { depth: limit } }: Pick<Calibration, 'limits'>, depth: number | null | undefined): boolean {
  if (limit === undefined || depth == null) return true
  return typeof limit === 'number' ? depth === limit : depth >= SHALLOWEST
}

/**
 * A line of values as chances of a tile, 0 … 1, with that tile, or as expected points, by the calibration of its player. The tile is the
 * first in doubt, and along the line it only grows: a bad value lowers the line, and the tile stays. `null` where no game of the calibration had such a board, and for other depths than the calibrated. The unit is then `chance` or `points`.
 */
export function convertedLine(
  line: ValueLine,
  { score, largest, sum }: Graph,
  calibration: Calibration,
  scale: Exclude<ValueScale, 'unit'>,
): ScaledLine {
  const near = line.value.map((value, i) =>
    value === null || !isDepthOf(calibration, line.depth[i])
      ? undefined
      : stagesNear(calibration, { rank: largest[i]!, sum: sum[i]! }, 'search'),
  )
  if (scale === 'points')
    return {
      ...line,
      unit: scale,
      value: line.value.map((value, i) => (near[i] ? pointsAt(near[i], score[i]!, value!).mean : null)),
    }
  let goal = 0
  const chances = line.value.map((value, i) => {
    const its = near[i] && chanceInDoubt(near[i], value!)
    if (!its) return undefined
    goal = Math.max(goal, its.rank)
    return chanceOf(near[i]!, goal, value!)
  })
  return {
    ...line,
    unit: scale,
    value: chances.map(chance => chance?.share ?? null),
    goals: chances.map(chance => chance?.rank ?? null),
  }
}

/** What an expert found, in words. */
export function useExpertWords() {
  const { t, n } = useI18n()

  /** Why it decides, or why not. */
  function reason(expert: ExpertReport): string {
    const { decides, walls, settings } = expert
    const { target, layers, below } = settings
    const best = bestChance(expert)
    if (best === undefined || (!decides && best >= below)) return t('search.expertStopped')
    const facts = { chance: n(best, 'percent'), tile: n(2 ** target, 'integer') }
    return decides
      ? t('search.expertDecides', { ...facts, walls, layers })
      : t('search.expertYields', { ...facts, below: n(below, 'percent') })
  }

  return { reason }
}

/** How many of the costly moves have rough losses; empty if none has. @param player title of the player that judges */
export function useRoughWords() {
  const { t, n } = useI18n()
  return (rough: number, costly: number, player: string): string =>
    rough > 0 ? t('scale.rough', { rough: n(rough, 'integer'), costly: n(costly, 'integer'), player }, costly) : ''
}

/** Accuracies, each with the name of its part. */
export function useAccuracyWords() {
  const { t, n } = useI18n()
  const names = computed(() => ({
    all: t('mistakes.accuracy'),
    hand: t('mistakes.accuracyByHand'),
    engine: t('mistakes.accuracyEngine'),
  }))
  return (accuracies: readonly PartAccuracy[]) =>
    accuracies.map(({ of, mean, interval }) => {
      const [low, high] = (interval ?? []).map(end => n(end, 'integer'))
      const text = n(mean, 'integer')
      return { name: names.value[of], text: interval ? t('mistakes.accuracyWithin', { mean: text, low, high }) : text }
    })
}

/** Named figures in one line. */
export function joined(facts: readonly { readonly name: string; readonly text: string }[]): string {
  return facts.map(({ name, text }) => `${name} ${text}`).join(' · ')
}
