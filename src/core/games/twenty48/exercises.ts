/** Exercises: boards before one's own mistakes, asked again after longer and longer times. Days are local dates, as numbers since 1970-01-01. */
import { classOf, type SlideAssessment } from './gameAnalysis'
import type { Move } from './board'
import type { LossThresholds } from './scale/lossClass'

/** Days until an exercise is due again, after the first, second, … success in a row. After one more it is learned. */
export const INTERVALS = [1, 3, 7, 21] as const
export const MOST_TRIES = 3

/** When an exercise is due. */
export interface Standing {
  /** In a row, 0 … `LEARNED`. */
  readonly successes: number
  /** The day; `null` for an exercise that was never done, which is due at once, and for a learned one, which is not. */
  readonly due: number | null
}

export const NEW: Standing = { successes: 0, due: null }
export const LEARNED = INTERVALS.length + 1

const MS_PER_DAY = 86_400_000
/** The last day that a date can have. */
const LAST_DAY = 8.64e15 / MS_PER_DAY

/** The local date of a moment, where the program runs; 1970-01-01 if a wrong clock shows an earlier one. */
export function dayOf(moment: Date): number {
  return Math.max(0, Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / MS_PER_DAY)
}

/** Midnight of a day in UTC, in ms since 1970: to write the date. A day that no date has, which a wrong clock stored, is the nearest one. */
export function dateOf(day: number): number {
  return Math.max(0, Math.min(LAST_DAY, day)) * MS_PER_DAY
}

export function isDue({ successes, due }: Standing, today: number): boolean {
  return successes < LEARNED && (due === null || due <= today)
}

/** The standing once an exercise is done. A success before the exercise is due changes nothing; a failure always starts again. */
export function standingAfter(standing: Standing, found: boolean, today: number): Standing {
  if (!found) return { successes: 0, due: today + INTERVALS[0] }
  if (!isDue(standing, today)) return standing
  const successes = standing.successes + 1
  return { successes, due: successes === LEARNED ? null : today + waitOf(successes) }
}

/** The longest wait of an exercise with that many successes. */
export function waitOf(successes: number): number {
  return INTERVALS[Math.max(0, successes - 1)]!
}

/**
 * Once a clock was set back, an exercise may be due later than its interval from today: it is then due after that interval. Only the due
 * day changes, so that nothing is lost and nothing is due twice.
 */
export function pulledIn({ successes, due }: Standing, today: number): Standing {
  return { successes, due: due === null ? null : Math.min(due, today + waitOf(successes)) }
}

/**
 * The number of consecutive days with an exercise done that contain today, or end yesterday. Days after today, done before a clock was set
 * back, count if no day between is missing.
 * @param days with at least one exercise done, in any order
 */
export function streakOf(days: Iterable<number>, today: number): number {
  const done = new Set(days)
  let last = done.has(today) ? today : today - 1
  if (!done.has(last)) return 0
  let first = last
  while (done.has(first - 1)) first--
  while (done.has(last + 1)) last++
  return last - first + 1
}

/**
 * Whether a move becomes an exercise: a mistake or a blunder; or, without classes, a move that loses or risks the game. Other losses of
 * a player that is not calibrated say nothing about chances.
 */
export function isExercise(slide: SlideAssessment, thresholds?: LossThresholds): boolean {
  const its = classOf(slide, thresholds)
  return its === undefined ? slide.chanceLoss === null && slide.risk > 0 : its === 'mistake' || its === 'blunder'
}

/** The number of an exercise for an answer: its move, if it is not stored. */
export function numberOf({ id, slide }: { readonly id?: number | undefined; readonly slide: number }): number {
  return id ?? slide
}

/** How many tries end an exercise: up to the first that is right, or to the third; moves that are illegal do not count. `undefined`: it has not ended. */
export function endOf(
  slide: SlideAssessment,
  tries: readonly Move[],
): { readonly tries: number; readonly isFound: boolean } | undefined {
  let left = MOST_TRIES
  for (const [i, move] of tries.entries()) {
    if (slide.values[move] === null) continue
    if (isFound(slide, move)) return { tries: i + 1, isFound: true }
    if (--left === 0) return { tries: i + 1, isFound: false }
  }
  return undefined
}

/** Whether a try finds the better move: it is the best, an equal of it, or one that the search cannot separate from it. */
export function isFound({ best, moves, risks }: Pick<SlideAssessment, 'best' | 'moves' | 'risks'>, move: Move): boolean {
  const judged = moves[move]
  if (move === best) return true
  if (judged?.ownLoss === undefined) return false
  if (judged.loss === undefined) return judged.ownLoss === 0 && risks[move] === 0
  return judged.class === undefined || judged.class === 'equal'
}
