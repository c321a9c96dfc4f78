/** Exercises from analyses: which moves they are of, their solutions, and what becomes of them in time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { MOVES } from '../../../../src/core/games/twenty48/board'
import { isExercise, isFound } from '../../../../src/core/games/twenty48/exercises'
import { costOf, kindsOfMistake } from '../../../../src/core/games/twenty48/mistakeKinds'
import { makePosition } from '../../../../src/core/games/twenty48/notation'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import type { AnalysedGame } from '../../../../src/main/lab/analyses/analysedGame'
import { Exercises } from '../../../../src/main/lab/analyses/exercises'
import type { CalibrationHead } from '../../../../src/core/contract/files'
import { builtInCalibration } from '../../../../src/main/lab/calibrations/findCalibration'
import type { Store } from '../../../../src/main/store/store'
import { gameOf } from '../../../../src/main/lab/games/gameRecords'
import type { NewGame } from '../../../../src/core/contract/stored'
import { drawnGame } from '../../../core/support/games'
import { closeAnalyses, keepGame, openAnalyses, type Analyses } from '../../../support/analyses'
import { cleanUp, newFolder, openWriter } from '../../store/storeSupport'

/** A calibrated one. */
const { player } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../resources/calibrations/09e9f9de60ad9b85.json'), 'utf8'),
) as CalibrationHead
const scale = { calibration: builtInCalibration(player)! }
const FIRST = 20_500

afterEach(async () => {
  await closeAnalyses()
  await cleanUp()
})

function exercisesOf(store: Store, { analyses }: Pick<Analyses, 'analyses'>, clock = { today: FIRST }) {
  const failures: unknown[] = []
  const exercises = new Exercises(
    store,
    analyses,
    error => failures.push(error),
    () => clock.today,
  )
  return { exercises, failures, clock }
}

async function analysed(store: Store, seed = 1, kept: Partial<NewGame> = {}) {
  const opened = openAnalyses(store, Infinity, scale)
  const replay = drawnGame(seed, Infinity)
  const game = await store.games.add({ ...gameOf(replay, 1000), ...kept })
  const { id } = await opened.analyses.start(game, player, 'tuned')
  await opened.analyses.settled(id)
  return { ...opened, game, id, timeline: Timeline.of(replay) }
}

test('each mistake and blunder of an analysed game is an exercise, with its board, kinds and loss; no other move is', async () => {
  expect(scale.calibration).toBeDefined()
  const store = await openWriter()
  const of = await analysed(store)
  const { exercises } = exercisesOf(store, of)
  const list = await exercises.list({ limit: 1000 })
  const wanted = [...(await of.analyses.game(of.id)).assessments(0, 1000)].filter(each => isExercise(each))
  expect(wanted.length).toBeGreaterThan(1)
  expect(list).toMatchObject({ today: FIRST, streak: 0, all: wanted.length, due: wanted.length, next: null })
  const bySlide = list.exercises.toSorted((a, b) => a.slide - b.slide)
  expect(bySlide.map(({ slide, board, move, kinds, loss, game }) => ({ slide, board, move, kinds, loss, game }))).toEqual(
    wanted.map(({ step, move, best, chanceLoss }) => {
      const { board } = of.timeline.at(step - 1)
      const kinds = kindsOfMistake(board, move, best)
      return { slide: step, board: makePosition(board), move, kinds, loss: chanceLoss, game: of.game }
    }),
  )
  expect(list.exercises[0]!.loss).toBe(Math.max(...wanted.map(({ chanceLoss }) => chanceLoss!)))
})

test('of a game that person and engine played, only the moves of the person are asked', async () => {
  const whole = await openWriter()
  const { exercises: all } = await exercisesOf(whole, await analysed(whole)).exercises.list({ limit: 1000 })
  const slides = all.map(({ slide }) => slide).sort((a, b) => a - b)
  const [first, second] = slides
  expect(slides.length).toBeGreaterThan(2)
  const hand = [
    [0, 1],
    [second! - 1, second!],
  ]
  const store = await openWriter()
  const of = await analysed(store, 1, { kind: 'person', provenance: { by: 'both', hand } })
  const { exercises } = await exercisesOf(store, of).exercises.list({ limit: 1000 })
  expect(exercises.map(({ slide }) => slide)).toEqual(first === 1 ? [1, second] : [second])
})

test('a mistake is what the thresholds of the settings call one', async () => {
  const usual = await openWriter()
  const { exercises: all } = await exercisesOf(usual, await analysed(usual)).exercises.list({ limit: 1000 })
  const store = await openWriter()
  await store.settings.set('preferences', { lossThresholds: { inaccuracy: all[1]!.loss, mistake: 1 } })
  const { exercises } = await exercisesOf(store, await analysed(store)).exercises.list({ limit: 1000 })
  expect(all.length).toBeGreaterThan(1)
  expect(exercises.map(({ slide }) => slide)).toEqual([all[0]!.slide])
})

test('moves that are analysed later become exercises later, each once', async () => {
  const store = await openWriter()
  const whole = await analysed(store)
  const { exercises: all } = await exercisesOf(store, whole).exercises.list({ limit: 1000 })
  const last = Math.max(...all.map(({ slide }) => slide))
  const other = await openWriter()
  const first = openAnalyses(other, last - 1, scale)
  const { id: game } = await keepGame(other, 1)
  const { id } = await first.analyses.start(game, player, 'tuned')
  await first.seen(({ done }) => done === last - 1)
  const { exercises } = exercisesOf(other, first)
  const slidesOf = async () => (await exercises.list({ limit: 1000 })).exercises.map(({ slide }) => slide)
  const early = all.map(({ slide }) => slide).filter(slide => slide < last)
  expect(await slidesOf()).toEqual(early)
  first.allow(Infinity)
  await first.analyses.settled(id)
  for (let time = 0; time < 2; time++) expect(await slidesOf()).toEqual(all.map(({ slide }) => slide))
})

test('moves that are analysed while others are looked through are not passed over', async () => {
  const store = await openWriter()
  const of = await analysed(store)
  const game = await of.analyses.game(of.id)
  let done = 100
  const growing = {
    ...{ timeline: game.timeline, player: game.player },
    get done() {
      return done
    },
    *assessments(from: number, count: number) {
      const to = Math.min(from + count, done)
      yield* game.assessments(from, to - from)
      done = game.done
    },
  } as unknown as AnalysedGame
  const { exercises } = exercisesOf(store, {
    analyses: { find: (each: number) => of.analyses.find(each), game: async () => growing } as never,
  })
  await exercises.list({ limit: 0 })
  const wanted = [...game.assessments(0, game.done)].filter(each => isExercise(each))
  expect((await exercises.list({ limit: 0 })).all).toBe(wanted.length)
})

test('the solution is the analysis of the move, and what costs follows from it', async () => {
  const store = await openWriter()
  const of = await analysed(store)
  const { exercises } = exercisesOf(store, of)
  for (const { id, slide, move } of (await exercises.list({ limit: 5 })).exercises) {
    const view = await exercises.view(id)
    const { assessment, board } = await of.analyses.slide(of.id, slide)
    expect(view).toMatchObject({ assessment, board, player, profile: 'tuned' })
    expect(assessment.move).toBe(move)
    expect(view.cost).toEqual(costOf(board, assessment, player.evaluator))
    expect(isFound(assessment, move)).toBe(false)
  }
  await expect(exercises.view(999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an exercise is found by any try that is right, of three; a streak grows by the day', async () => {
  const store = await openWriter()
  const { exercises, clock } = exercisesOf(store, await analysed(store))
  const [one, two] = (await exercises.list({ limit: 2 })).exercises
  const { assessment } = await exercises.view(one!.id)
  const wrong = MOVES.filter(move => !isFound(assessment, move)).slice(0, 2)
  expect(await exercises.finish(one!.id, [...wrong, assessment.best])).toMatchObject({
    ...{ isFound: true, streak: 1, today: FIRST },
    exercise: { successes: 1, due: FIRST + 1 },
  })
  clock.today++
  expect(await exercises.finish(two!.id, wrong.slice(0, 0))).toMatchObject({
    ...{ isFound: false, streak: 2, exercise: { successes: 0, due: FIRST + 2 } },
  })
  expect((await exercises.list({ limit: 1, isDue: true })).exercises).toMatchObject([{ id: one!.id }])
  clock.today += 2
  expect(await exercises.list({ limit: 0 })).toMatchObject({ streak: 0 })
})

test('a clock that is set back loses no exercise, asks none again on its day, and counts no day twice', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const { exercises, clock } = exercisesOf(store, await analysed(store))
  const before = await exercises.list({ limit: 1000 })
  const { id } = before.exercises[0]!
  const { best } = (await exercises.view(id)).assessment
  clock.today = FIRST + 400 // a wrong clock
  await exercises.finish(id, [best])
  clock.today = FIRST
  const after = await exercises.list({ limit: 1000 })
  expect(after).toMatchObject({ all: before.all, due: before.due - 1, next: FIRST + 1 })
  expect(await exercises.finish(id, [best])).toMatchObject({ exercise: { successes: 1, due: FIRST + 1 } })
  clock.today++
  expect(await exercises.list({ limit: 1 })).toMatchObject({ due: before.due, exercises: [{ id, due: FIRST + 1 }] })
  expect(await exercises.finish(id, [best])).toMatchObject({ streak: 2, exercise: { successes: 2, due: FIRST + 4 } })
  expect(await store.exercises.days()).toEqual([FIRST, FIRST + 1, FIRST + 400])
})

test('an analysis that cannot be read is reported once, and hides no other exercise', async () => {
  const store = await openWriter()
  const of = await analysed(store)
  const broken = await store.games.add({ ...(await store.games.get(of.game))!, seed: 1, kind: 'person' } as never)
  const { id } = await store.analyses.begin(broken, {}, { profile: '', stamp: { version: '1' } })
  await store.analyses.append(id, 0, new Float64Array(4), new Uint8Array(1))
  const { exercises, failures } = exercisesOf(store, of)
  const list = await exercises.list({ limit: 0 })
  expect(list.all).toBeGreaterThan(1)
  expect(failures).toMatchObject([{ code: 'BAD_STORE' }])
  expect(await exercises.list({ limit: 0 })).toEqual(list)
  expect(failures).toHaveLength(1)
})
