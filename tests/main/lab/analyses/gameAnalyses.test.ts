import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AssessedSlides } from '../../../../src/core/contract/calls'
import { wasInterrupted } from '../../../../src/core/contract/calls/runRow'
import { LosingRisk } from '../../../../src/core/games/twenty48/losingRisk'
import { assessSlide } from '../../../../src/core/games/twenty48/gameAnalysis'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import type { GameAnalyses } from '../../../../src/main/lab/analyses/gameAnalyses'
import { textbookSearch } from '../../../support/fakePool'
import { cleanUp, newFolder, openWriter, sampleGame } from '../../store/storeSupport'
import { closeAnalyses, keepGame, openAnalyses, type Analyses } from '../../../support/analyses'
import { thesisPlayer } from '../../../support/threads'

const player = thesisPlayer({ depth: 1 })

afterEach(async () => {
  await closeAnalyses()
  await cleanUp()
})

async function finished(analyses: GameAnalyses, game: number, by = player): Promise<AssessedSlides> {
  const { id } = await analyses.start(game, by, 'thesis')
  await analyses.settled(id)
  return analyses.assessed(id, 0)
}

describe('an analysis', () => {
  test('is what the textbook says of each slide, and is stored with all that it follows from', async () => {
    const store = await openWriter()
    const { id: game, replay } = await keepGame(store, 5, 40)
    const { analyses } = openAnalyses(store)
    const { id } = await analyses.start(game, player, 'thesis')
    await analyses.settled(id)
    const timeline = Timeline.of(replay)
    const by = { risk: new LosingRisk(player) }
    const expected = replay.turns.map(({ move }, i) =>
      assessSlide(i + 1, move, timeline.at(i), textbookSearch(timeline.at(i).board, player).report, by),
    )
    const found = await analyses.assessed(id, 0)
    expect(found.from).toBe(0)
    expect(found.move).toEqual(expected.map(({ move }) => move))
    expect(found.best).toEqual(expected.map(({ best }) => best))
    expected.forEach(({ loss, values, best }, i) => {
      expect(found.loss[i]).toBeCloseTo(loss, 8)
      expect([found.chanceLoss[i], found.pointsLoss[i]]).toEqual([null, null])
      expect(found.value[i]).toBeCloseTo(values[best]!, 8)
    })
    const { assessment, board } = await analyses.slide(id, 7)
    expect(board).toEqual(timeline.at(6).board)
    expect(assessment).toMatchObject({ step: 7, depth: 1, move: replay.turns[6]!.move })
    for (const move of ['up', 'down', 'left', 'right'] as const) {
      const value = expected[6]!.values[move]
      if (value === null) expect(assessment.values[move]).toBeNull()
      else expect(assessment.values[move]).toBeCloseTo(value, 8)
    }
    expect(await store.analyses.get(id)).toMatchObject({
      ...{ game, player, profile: 'thesis', done: replay.turns.length, slides: replay.turns.length },
      stamp: { version: expect.any(String) as string, kernel: 'abc', hardware: expect.stringContaining('cores') as string },
    })
    expect((await store.analyses.get(id))!.depths).toEqual(new Uint8Array(replay.turns.length).fill(1))
    expect(await analyses.list(game)).toMatchObject([{ id, state: 'complete', done: replay.turns.length }])
  })

  test('that is stopped keeps its values, and continues to the same values as one that was not stopped', async () => {
    const store = await openWriter()
    const { id: game, replay } = await keepGame(store, 7, 8)
    const first = openAnalyses(store, 3)
    const { id } = await first.analyses.start(game, player, 'thesis')
    await first.seen(({ done }) => done === 3)
    expect(first.jobs.list).toMatchObject([{ done: 3, total: 8 }])
    await first.analyses.pause(id)
    expect(await store.analyses.get(id)).toMatchObject({ done: 3 })
    expect(await first.analyses.list(game)).toMatchObject([{ id, state: 'stopped', done: 3 }])
    expect(first.analysisViews.at(-1)).toMatchObject({ id, state: 'stopped' })
    expect(first.jobs.list).toEqual([])
    await first.close()

    const second = openAnalyses(store)
    const searched = vi.spyOn(second.pool, 'searchBoards')
    const found = await finished(second.analyses, game)
    expect(searched.mock.calls.flatMap(([, boards]) => boards)).toHaveLength(replay.turns.length - 3)
    const undisturbed = await openWriter()
    const other = await keepGame(undisturbed, 7, 8)
    expect(await finished(openAnalyses(undisturbed).analyses, other.id)).toEqual(found)
  })

  test('that the user paused is known as paused in a later lab, until it is resumed; one that a closed lab stopped is not', async () => {
    const store = await openWriter()
    const { id: game } = await keepGame(store, 7, 8)
    const known = async ({ analyses }: Analyses) => (await analyses.list(game))[0]!
    const first = openAnalyses(store, 3)
    const { id } = await first.analyses.start(game, player, 'thesis')
    await first.seen(({ done }) => done === 3)
    await first.close()
    const second = openAnalyses(store, 1)
    expect(await known(second)).toMatchObject({ state: 'stopped', done: 3 })
    expect(wasInterrupted(await known(second))).toBe(true)
    await second.analyses.start(game, player, 'thesis')
    await second.seen(({ done }) => done === 4)
    expect(await second.analyses.pause(id)).toMatchObject({ state: 'stopped', paused: true })
    await second.close()
    const third = openAnalyses(store, 1)
    expect(wasInterrupted(await known(third))).toBe(false)
    expect(await third.analyses.start(game, player, 'thesis')).not.toHaveProperty('paused')
    await third.close()
    expect(wasInterrupted(await known(openAnalyses(store)))).toBe(true)
  })

  test('waits for the one before it, and can be stopped before its turn', async () => {
    const store = await openWriter()
    const games = [await keepGame(store, 1, 9), await keepGame(store, 2, 9), await keepGame(store, 3, 9)]
    const { analyses, analysisViews, seen, jobs, allow } = openAnalyses(store, 1)
    const ids: number[] = []
    for (const { id } of games) ids.push((await analyses.start(id, player, '')).id)
    const state = async (i: number) => (await analyses.list(games[i]!.id))[0]!.state
    expect([await state(0), await state(1), await state(2)]).toEqual(['running', 'waiting', 'waiting'])
    expect(jobs.list.map(({ kind, state }) => [kind, state])).toEqual([
      ['analysis', 'running'],
      ['analysis', 'waiting'],
      ['analysis', 'waiting'],
    ])
    await analyses.pause(ids[1]!)
    expect([await state(0), await state(1)]).toEqual(['running', 'stopped'])
    jobs.cancel(jobs.list[0]!.id)
    await analyses.settled(ids[0]!)
    expect(await state(0)).toBe('stopped')
    const third = seen(({ id, done }) => id === ids[2] && done > 0)
    allow(1)
    await third
    expect(analysisViews.some(({ id, done }) => id === ids[1] && done > 0)).toBe(false)
  })

  test('that is requested twice runs once, and a complete one does not run', async () => {
    const store = await openWriter()
    const { id: game } = await keepGame(store, 8, 20)
    const { analyses, jobs, analysisViews } = openAnalyses(store)
    const [one, two] = await Promise.all([analyses.start(game, player, ''), analyses.start(game, player, '')])
    expect(two.id).toBe(one.id)
    expect(jobs.list).toHaveLength(1)
    await analyses.settled(one.id)
    const told = analysisViews.length
    expect(await analyses.start(game, player, '')).toMatchObject({ state: 'complete' })
    expect(jobs.list).toEqual([])
    expect(analysisViews).toHaveLength(told)
  })

  test('of a game that cannot be played through says so, and the next one runs', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    const broken = await store.games.add({ ...sampleGame(1), score: 4 })
    const { id: sound } = await keepGame(store, 9, 20)
    const { analyses, analysisViews } = openAnalyses(store)
    const { id } = await analyses.start(broken, player, '')
    const next = await analyses.start(sound, player, '')
    await analyses.settled(next.id)
    const problem = { code: 'BAD_STORE', message: expect.stringContaining('the final score is given as 4') as string }
    expect(analysisViews.find(view => view.id === id && view.problem)).toMatchObject({ state: 'stopped', done: 0, problem })
    expect(await analyses.list(broken)).toMatchObject([{ problem }])
    expect(await analyses.list(sound)).toMatchObject([{ state: 'complete' }])
  })

  test('that cannot be written ends with the reason, and reports as done only what is stored', async () => {
    const store = await openWriter()
    const { id: game } = await keepGame(store, 9, 20)
    const { analyses, analysisViews, allow } = openAnalyses(store, 0)
    const { id } = await analyses.start(game, player, '')
    await store.games.remove([game])
    await store.deleted.forget('games', [game])
    allow(Infinity)
    await analyses.settled(id)
    expect(analysisViews.at(-1)).toMatchObject({ state: 'stopped', done: 0, problem: { code: 'NOT_FOUND' } })
  })

  test('needs a limit, a game and slides', async () => {
    const store = await openWriter()
    const { id: game } = await keepGame(store, 9, 20)
    const { id: empty } = await keepGame(store, 9, 0)
    const { analyses } = openAnalyses(store)
    await expect(analyses.start(game, { ...player, limits: {} }, '')).rejects.toMatchObject({ code: 'BAD_SETTING' })
    await expect(analyses.start(99, player, '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(analyses.start(empty, player, '')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
