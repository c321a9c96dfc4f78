import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SlidePair } from '../../../../src/core/contract/calls'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { isOver, playTurn } from '../../../../src/core/games/twenty48/playGame'
import { comparePlayouts, playoutStarts } from '../../../../src/core/games/twenty48/playouts'
import { deriveSeed } from '../../../../src/core/random'
import type { Store } from '../../../../src/main/store/store'
import { textbookSearch } from '../../../support/fakePool'
import { cleanUp, newFolder, openWriter } from '../../store/storeSupport'
import { closeAnalyses, keepGame, keepSlide, openAnalyses, type Analyses } from '../../../support/analyses'
import { thesisPlayer } from '../../../support/threads'

const player = thesisPlayer({ depth: 0 })

afterEach(async () => {
  await closeAnalyses()
  await cleanUp()
})

/** The game's only slide: right; left is its mirror image on the first board. */
const SYMMETRIC = parseBoard('0110 0000 0000 0220')
async function keepSymmetric(store: Store): Promise<SlidePair> {
  const turns = [{ move: 'right', spawn: { cell: 0, rank: 1 } }] as const
  const game = await keepSlide(store, { start: SYMMETRIC, startScore: 0, turns, by: 'unknown' })
  return { game, slide: 1, better: 'left', worse: 'right' }
}

/** Resolves once nothing is played any more. */
async function played({ jobs }: Analyses): Promise<void> {
  await vi.waitFor(() => expect(jobs.list).toEqual([]), { timeout: 20_000 })
}

describe('playouts', () => {
  test('are the textbook’s games from both afterstates, with their seeds, and their difference that of the pairs', async () => {
    const store = await openWriter()
    const { id: game, replay } = await keepGame(store, 3, 4)
    const analyses = openAnalyses(store)
    const pair: SlidePair = { game, slide: 1, better: 'left', worse: 'up' }
    await analyses.playouts.start(pair, player, 'thesis', 12)
    await played(analyses)
    const seed = deriveSeed(game, 1)
    const scores = (['left', 'up'] as const).map(move =>
      playoutStarts(replay.start, move, seed, 0, 12).map(start => {
        let position = start
        while (!isOver(position)) position = playTurn(position, textbookSearch(position.board, player).report.best!)!.position
        return position.score
      }),
    )
    const [view] = await analyses.playouts.list(pair)
    expect(view).toEqual({
      id: expect.any(String) as string,
      ...pair,
      player,
      profile: 'thesis',
      games: { better: 12, worse: 12 },
      total: 24,
      comparison: comparePlayouts(scores[0]!, scores[1]!),
      state: 'complete',
    })
    const stored = (await store.playouts.list(game, 1)).toSorted((a, b) => (a.move < b.move ? 1 : -1)) // they end at once
    expect(stored).toMatchObject([
      { move: 'up', seed, done: 12, stamp: { kernel: 'abc' } },
      { move: 'left', seed, done: 12, stamp: { kernel: 'abc' } },
    ])
    expect([...(await store.playouts.get(stored[1]!.id))!.scores]).toEqual(scores[0])
  })

  test('are the same in one go and in several, and after a restart', async () => {
    const store = await openWriter()
    const pair = await keepSymmetric(store)
    const one = openAnalyses(store)
    await one.playouts.start(pair, player, '', 70)
    await played(one)
    const [expected] = await one.playouts.list(pair)

    const folder = newFolder()
    const first = await openWriter(folder)
    await keepSymmetric(first)
    const two = openAnalyses(first)
    await two.playouts.start(pair, player, '', 30)
    await played(two)
    await two.close()
    await first.close()

    const again = openAnalyses(await openWriter(folder))
    expect((await again.playouts.list(pair))[0]).toMatchObject({ games: { better: 30, worse: 30 }, state: 'complete' })
    const playOut = vi.spyOn(again.pool, 'playOut')
    await again.playouts.start(pair, player, '', 40)
    await played(again)
    expect(playOut.mock.calls.flatMap(([, starts]) => starts)).toHaveLength(80)
    expect((await again.playouts.list(pair))[0]).toEqual(expected)
  })

  test('of a slide are used for each comparison with it, and the fewer are brought up', async () => {
    const store = await openWriter()
    const pair = await keepSymmetric(store)
    const analyses = openAnalyses(store)
    await analyses.playouts.start(pair, player, '', 20)
    await played(analyses)
    const other: SlidePair = { ...pair, worse: 'up' }
    await analyses.playouts.start(other, player, '', 30)
    await played(analyses)
    expect((await analyses.playouts.list(other))[0]).toMatchObject({ games: { better: 30, worse: 30 } })
    expect((await analyses.playouts.list(pair))[0]).toMatchObject({ games: { better: 30, worse: 20 } })
    expect(await store.playouts.list(pair.game, 1)).toHaveLength(3)
  })

  test('that are stopped stay, and refuse another number and report their progress while they are played', async () => {
    const store = await openWriter()
    const pair = await keepSymmetric(store)
    const analyses = openAnalyses(store, 30)
    const { id } = await analyses.playouts.start(pair, player, '', 200)
    expect(analyses.jobs.list).toMatchObject([{ kind: 'playouts', title: `${pair.game}/1` }])
    const more = analyses.playouts.start(pair, player, 'thesis', 300)
    await expect(more).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('pause that') as string })
    const played = { better: 30, worse: 0 }
    await vi.waitFor(() => expect(analyses.playoutViews.at(-1)).toMatchObject({ state: 'running', total: 400, games: played }))
    await analyses.playouts.pause(id)
    const [view] = await analyses.playouts.list(pair)
    expect(view).toMatchObject({ state: 'stopped', games: played, total: 400 })
    expect(analyses.playoutViews.at(-1)).toEqual(view)
    expect(analyses.jobs.list).toEqual([])
  })

  test('that are stopped are resumed up to the number that was wanted, also after a restart and beside another comparison', async () => {
    const folder = newFolder()
    const first = await openWriter(folder)
    const pair = await keepSymmetric(first)
    const other: SlidePair = { ...pair, worse: 'up' }
    const slow = openAnalyses(first, 30)
    const { id } = await slow.playouts.start(pair, player, '', 60)
    await slow.playouts.start(other, player, '', 10)
    await vi.waitFor(() => expect(slow.playoutViews.at(-1)).toMatchObject({ games: { better: 30 } }))
    await slow.close()
    await first.close()

    const analyses = openAnalyses(await openWriter(folder))
    const { playouts } = analyses
    const states = async () => (await Promise.all([pair, other].map(each => playouts.list(each)))).map(([view]) => view!.state)
    expect(await states()).toEqual(['stopped', 'stopped'])
    await playouts.resume((await playouts.list(other))[0]!.id)
    await played(analyses)
    expect(await states()).toEqual(['stopped', 'complete'])
    expect(await playouts.resume(id)).toMatchObject({ ...pair, games: { better: 30, worse: 0 }, total: 120 })
    await played(analyses)
    expect((await playouts.list(pair))[0]).toMatchObject({ id, games: { better: 60, worse: 60 }, total: 120, state: 'complete' })
    expect((await playouts.list(other))[0]).toMatchObject({ games: { better: 60, worse: 10 }, total: 70, state: 'complete' })
    const playOut = vi.spyOn(analyses.pool, 'playOut')
    expect(await playouts.resume(id)).toMatchObject({ state: 'complete' })
    expect(playOut).not.toHaveBeenCalled()
  })

  test('are found by the id of their comparison alone', async () => {
    const store = await openWriter()
    const pair = await keepSymmetric(store)
    const analyses = openAnalyses(store)
    const { id } = await analyses.playouts.start(pair, player, '', 2)
    await played(analyses)
    await analyses.playouts.start(pair, thesisPlayer({ depth: 1 }), '', 1)
    await played(analyses)
    const [better, worse] = [id.slice(0, 12), id.slice(12)]
    expect(await analyses.playouts.find(id)).toMatchObject({ pair, player })
    for (const unknown of [better + better, better, `${worse}ffffffffffff`, `${better}000000000003`])
      await expect(analyses.playouts.resume(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    ['of a slide that moves nothing', { better: 'up' }, {}, 'ILLEGAL_MOVE'],
    ['of a slide past the end', { slide: 61 }, {}, 'BAD_REQUEST'],
    ['of a player with a time', {}, { limits: { ms: 5 } }, 'BAD_SETTING'],
    ['of more than are kept', {}, { games: 100_001 }, 'BAD_SETTING'],
  ] as const)(
    '%s are refused, and nothing is stored',
    async (_, pair, { limits = { depth: 0 }, games = 10 }: { limits?: object; games?: number }, code) => {
      const store = await openWriter()
      const start = parseBoard('1110 0000 0000 0000')
      const turns = [{ move: 'left', spawn: { cell: 15, rank: 1 } }] as const
      const game = await keepSlide(store, { start, startScore: 0, turns, by: 'unknown' })
      const { playouts, jobs } = openAnalyses(store)
      const asked = playouts.start({ game, slide: 1, better: 'left', worse: 'right', ...pair }, { ...player, limits }, '', games)
      await expect(asked).rejects.toMatchObject({ code })
      expect(jobs.list).toEqual([])
    },
  )
})
