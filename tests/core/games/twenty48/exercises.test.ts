/** When exercises are due, streaks of days, and which tries find the better move. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legalMoves, MOVES } from '../../../../src/core/games/twenty48/board'
import {
  dateOf,
  dayOf,
  endOf,
  INTERVALS,
  isDue,
  isExercise,
  isFound,
  LEARNED,
  NEW,
  pulledIn,
  standingAfter,
  streakOf,
  type Standing,
} from '../../../../src/core/games/twenty48/exercises'
import type { SlideAssessment } from '../../../../src/core/games/twenty48/gameAnalysis'
import { slideValues } from '../../../../src/core/games/twenty48/search/report'
import { drawnGame } from '../../support/games'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'

const day = fc.integer({ min: 20_000, max: 21_000 })
/** What a person does: lets days pass, sets the clock back, does the exercise if it is due, or before. */
const step = fc.record({ days: fc.integer({ min: -40, max: 40 }), found: fc.boolean() })

test('an exercise found whenever it is due comes back after 1, 3, 7 and 21 days, and then no more', () => {
  fc.assert(
    fc.property(day, first => {
      let [standing, today] = [NEW, first]
      for (const wait of INTERVALS) {
        expect(isDue(standing, today)).toBe(true)
        standing = standingAfter(standing, true, today)
        expect(standing.due).toBe(today + wait)
        expect(isDue(standing, standing.due! - 1)).toBe(false)
        today = standing.due!
      }
      expect(INTERVALS).toEqual([1, 3, 7, 21])
      standing = standingAfter(standing, true, today)
      expect(standing).toEqual({ successes: LEARNED, due: null })
      expect(isDue(standing, today + 1000)).toBe(false)
    }),
  )
})

test('a failure starts again, whenever and after whatever', () => {
  fc.assert(
    fc.property(fc.array(step), day, (steps, first) => {
      const { standing, today } = play(steps, first)
      expect(standingAfter(standing, false, today)).toEqual({ successes: 0, due: today + 1 })
    }),
  )
})

test('a success before the exercise is due changes nothing: an answer that is given twice counts once', () => {
  fc.assert(
    fc.property(fc.array(step), day, (steps, first) => {
      const { standing, today } = play(steps, first)
      const once = standingAfter(standing, true, today)
      expect(standingAfter(once, true, today)).toEqual(once)
    }),
  )
})

test('wherever the clock was set, an exercise that is not learned is due within 21 days of today, and none is due on the day it was done', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), day, fc.integer({ min: -500, max: 500 }), (steps, first, days) => {
      const { standing, today } = play(steps, first)
      const now = today + days
      const seen = pulledIn(standing, now)
      expect(seen.successes).toBe(standing.successes)
      if (seen.successes < LEARNED && seen.due !== null) expect(seen.due).toBeLessThanOrEqual(now + 21)
      expect(pulledIn(seen, now)).toEqual(seen)
      if (days <= 0 && !isDue(standing, today)) expect(isDue(seen, now)).toBe(false)
    }),
  )
})

function play(steps: readonly { days: number; found: boolean }[], first: number): { standing: Standing; today: number } {
  let [standing, today] = [NEW, first]
  for (const { days, found } of steps) {
    today += days
    standing = standingAfter(pulledIn(standing, today), found, today)
  }
  return { standing, today }
}

test('a streak is the days without a gap that reach today or yesterday', () => {
  fc.assert(
    fc.property(day, fc.nat({ max: 50 }), fc.nat({ max: 3 }), fc.array(day), (last, length, ago, others) => {
      const run = Array.from({ length }, (_, i) => last - i)
      const outside = others.filter(each => each < last - length || each > last + ago + 1)
      expect(streakOf([...run, ...outside, ...run], last + ago)).toBe(ago > 1 ? 0 : length)
    }),
  )
  expect(streakOf([], 5)).toBe(0)
  // a clock set back by two days shows the streak of before
  expect(streakOf([3, 4, 5, 6], 4)).toBe(4)
  expect(streakOf([9], 4)).toBe(0)
})

test('the day is the local date, to its last millisecond', () => {
  const moment = new Date(2026, 2, 29, 23, 59, 59, 999)
  const next = new Date(2026, 2, 30)
  expect(dayOf(next) - dayOf(moment)).toBe(1)
  expect(dayOf(moment)).toBe(dayOf(new Date(2026, 2, 29)))
  const atDawn = Object.assign(new Date(Date.UTC(2026, 2, 28, 22)), {
    ...{ getFullYear: () => 2026, getMonth: () => 2, getDate: () => 29 },
  })
  expect(dayOf(atDawn)).toBe(Date.UTC(2026, 2, 29) / 86_400_000)
  for (const year of [1970, 1969, 1]) expect(dayOf(new Date(year, 0, 1))).toBe(0)
})

test('a stored day is written as a date, however wrong the clock was', () => {
  const written = (day: number) => new Date(dateOf(day)).toISOString().slice(0, 10)
  expect([20_000, 0, -1, -1e12].map(written)).toEqual(['2024-10-04', '1970-01-01', '1970-01-01', '1970-01-01'])
  for (const day of [1e8, 1e8 + 1, 2 ** 53]) expect(written(day)).toBe('+275760-09')
})

const judged = (loss: number | undefined, its?: 'equal' | 'inaccuracy' | 'mistake' | 'blunder', ownLoss = loss ?? 1) => ({
  ...{ value: 0, ownLoss },
  ...(loss !== undefined && { loss }),
  ...(its && { class: its }),
})

test('a try is right if it is the best, equal to it, or not separable from it by the search; never an illegal one', () => {
  const slide = {
    best: 'up',
    risks: slideValues(() => 0),
    moves: { up: judged(0, 'equal'), down: judged(0.0004, 'equal'), left: judged(0.01), right: judged(0.01, 'inaccuracy') },
  } as const
  expect(MOVES.map(move => isFound(slide, move))).toEqual([true, true, true, false])
  expect(isFound({ ...slide, moves: { up: slide.moves.up } }, 'down')).toBe(false)
  const own = {
    best: 'up',
    risks: slideValues(move => (move === 'left' ? 0.1 : 0)),
    moves: {
      up: judged(undefined, undefined, 0),
      down: judged(undefined, undefined, 0),
      left: judged(undefined, undefined, 0),
      right: judged(undefined),
    },
  } as const
  expect(MOVES.map(move => isFound(own, move))).toEqual([true, true, false, false])
})

test('an exercise ends with the first try that is right or the third that is legal', () => {
  const slide = {
    best: 'up',
    risks: slideValues(() => 0),
    values: slideValues(move => (move === 'down' ? null : 1)),
    moves: { up: judged(0, 'equal'), left: judged(0.1, 'blunder'), right: judged(0.01, 'inaccuracy') },
  } as unknown as SlideAssessment
  expect(endOf(slide, [])).toBeUndefined()
  expect(endOf(slide, ['left', 'down', 'right', 'down'])).toBeUndefined()
  expect(endOf(slide, ['left', 'down', 'right', 'left', 'up'])).toEqual({ tries: 4, isFound: false })
  expect(endOf(slide, ['down', 'left', 'right', 'up', 'left'])).toEqual({ tries: 4, isFound: true })
  expect(endOf(slide, ['up', 'left'])).toEqual({ tries: 1, isFound: true })
})

test('mistakes and blunders become exercises; without classes only moves that risk the game', () => {
  const made = (chanceLoss: number | null, risk = 0, noise: number | null = 0.001) =>
    isExercise({ chanceLoss, risk, noise, loss: 5 } as SlideAssessment)
  expect([made(0.0004), made(0.015), made(0.03), made(0.5)]).toEqual([false, false, true, true])
  expect([made(null), made(null, 0.1)]).toEqual([false, true])
  expect(made(0.015, 0.1, null)).toBe(false) // calibrated, and not separable
})

test('of the legal moves of any board, the best is found', () => {
  const timeline = Timeline.of(drawnGame(9))
  for (let at = 0; at < timeline.length; at += 11) {
    const [best] = legalMoves(timeline.at(at).board)
    if (best) expect(isFound({ best, moves: {}, risks: slideValues(() => 0) }, best)).toBe(true)
  }
})
