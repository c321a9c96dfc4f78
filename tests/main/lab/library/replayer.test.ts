import { afterEach, expect, test } from 'vitest'
import type { JobView } from '../../../../src/core/contract/calls'
import { parseReplay } from '../../../../src/core/contract/files'
import type { NewGame } from '../../../../src/core/contract/stored'
import { FramedGame } from '../../../../src/core/games/twenty48/timeline'
import { maxRank } from '../../../../src/core/games/twenty48/board'
import type { SideLine } from '../../../../src/core/games/twenty48/replay'
import { unpackLines } from '../../../../src/core/games/twenty48/sideLines'
import { turnOf } from '../../../../src/core/games/twenty48/turnBytes'
import { playerHash } from '../../../../src/core/games/twenty48/playerHash'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import { parseVerse } from '../../../../src/core/games/twenty48/verse'
import { GENERATOR } from '../../../../src/core/random'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { Replayer } from '../../../../src/main/lab/library/replayer'
import { fakePool, textbookSearch } from '../../../support/fakePool'
import { cleanUp, newFolder, openWriter, playSome, sampleGame, sampleValues } from '../../store/storeSupport'
import { thesisPlayer } from '../../../support/threads'
import { testScope } from '../../../support/testScope'

afterEach(cleanUp)

const player = thesisPlayer({ depth: 0 })

/** As a bench keeps it: what it follows from, and what it came to. */
function benchGame(seed: number, changes: Partial<NewGame> = {}): NewGame {
  let position = startGame(seed)
  while (!isOver(position)) position = playTurn(position, textbookSearch(position.board, player).report.best!)!.position
  const { board, score, slides } = position
  return sampleGame(seed, {
    ...{ kind: 'bench', profile: 'thesis', board, score, slides, maxRank: maxRank(board), over: true, played: null },
    provenance: { ...player, profile: 'thesis', generator: GENERATOR, version: '0.1.0' },
    ...changes,
  })
}

async function openReplayer(...games: readonly NewGame[]) {
  const store = await openWriter(newFolder())
  const ids = await store.games.addAll(games)
  const fake = fakePool({ answersAtOnce: true })
  const jobs = new Jobs(() => undefined)
  const scope = testScope()
  return { replayer: new Replayer(store, fake.pool, jobs, scope), scope, jobs, ids, store, autoplays: fake.autoplays }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}

test('a kept game opens with every position, its milestones and what the engine thought', async () => {
  const { turns, position } = playSome(3, 100)
  const values = [sampleValues(Float64Array.of(12.5), 7)]
  const game = sampleGame(3, {}, 100)
  const ms = Float32Array.from(turns, (_, i) => (i === 7 ? NaN : i + 0.1))
  const { replayer, ids } = await openReplayer({ ...game, played: { ...game.played!, values, ms } })
  const view = await replayer.open(ids[0]!)
  expect(view).toMatchObject({ by: 'person', game: { id: ids[0], slides: 100, seed: 3 } })
  const framed = new FramedGame(view.frames, Uint8Array.from(view.turns))
  expect(framed.at(0).board).toEqual(startGame(3).board)
  expect(framed.at(100)).toMatchObject({ board: position.board, score: position.score })
  const made = view.firstSlide.findIndex((_, rank) => rank === maxRank(position.board))
  const slide = view.firstSlide[made]!
  expect(framed.at(slide).board).toContain(made)
  expect(framed.at(slide - 1).board).not.toContain(made)
  const [line, ...others] = view.lines
  expect(others).toEqual([])
  expect(line).toMatchObject({ profile: 'thesis', family: 'thesis' })
  expect(line!.value.flatMap((value, i) => (value === null ? [] : [[i, value, line!.depth[i]]]))).toEqual([[7, 12.5, 0]])
  expect(view.graph).toMatchObject({ total: 100, slides: expect.arrayContaining([0, 7, 100]) as number[] })
  expect(view.graph.lines[0]!.value[view.graph.slides.indexOf(7)]).toBe(12.5)
  expect(view.ms).toEqual(turns.map((_, i) => (i === 7 ? null : i + 0.1)))
  expect(view.graph.ms.slice(0, 10)).toEqual([null, ...view.ms!.slice(0, 9)])
})

test('a game of a batch is played again, reports its progress, and is not played a third time', async () => {
  const { replayer, ids, jobs, autoplays } = await openReplayer(benchGame(5))
  const opening = replayer.open(ids[0]!)
  const other = replayer.text(ids[0]!, 'json')
  await until(() => autoplays.length > 0)
  autoplays[0]!.play(10)
  expect(jobs.list).toMatchObject([{ kind: 'replay', title: String(ids[0]), done: 10 } satisfies Partial<JobView>])
  autoplays[0]!.play(1e6)
  const view = await opening
  expect(view.turns).toHaveLength(view.game.slides)
  expect(view.lines).toMatchObject([{ hash: playerHash(player), profile: 'thesis' }])
  expect(view.lines[0]!.value.slice(0, -1).every(value => value !== null)).toBe(true)
  expect(view.ms).toBeNull() // the engine's time on another day is not the game's
  expect(jobs.list).toEqual([])
  expect(parseReplay((await other).text, 'game').score).toBe(view.game.score)
  await replayer.open(ids[0]!)
  expect(autoplays).toHaveLength(1)
})

test('a replay ends on request or when the lab closes, and can be restarted', async () => {
  const { replayer, scope, ids, jobs, autoplays } = await openReplayer(benchGame(5), benchGame(6))
  for (const end of [() => jobs.cancel(jobs.list[0]!.id), () => void scope.close()]) {
    const opening = replayer.open(ids[0]!)
    const refused = expect(opening).rejects.toMatchObject({ code: 'CANCELLED' })
    await until(() => jobs.list.length > 0 && autoplays.length > 0)
    autoplays.at(-1).play(3)
    end()
    await refused
    expect(jobs.list).toEqual([])
  }
})

test('a game that does not come out as it was is refused, and named', async () => {
  const wrong = benchGame(5)
  const tampered = sampleGame(4, { score: sampleGame(4).score + 4 })
  const { replayer, ids, autoplays } = await openReplayer({ ...wrong, score: wrong.score + 4 }, tampered)
  const opening = replayer.open(ids[0]!)
  const refused = expect(opening).rejects.toMatchObject({
    code: 'BAD_STORE',
    message: expect.stringContaining(`game ${ids[0]}`) as string,
  })
  await until(() => autoplays.length > 0)
  autoplays[0]!.play(1e6)
  await refused
  for (const act of [replayer.open(ids[1]!), replayer.text(ids[1]!, 'line')])
    await expect(act).rejects.toMatchObject({ code: 'BAD_STORE', message: expect.stringContaining('final score') as string })
  await expect(replayer.open(99)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a game leaves in every form and is the same when it is read', async () => {
  const { board } = sampleGame(4)
  const set = sampleGame(4, { start: board, board, maxRank: maxRank(board), seed: null }, 0)
  const game = sampleGame(3, { notes: 'mine' }, 100)
  const { turns } = playSome(3, 100)
  const ms = turns.map((_, i) => (i % 3 ? i / 10 : null))
  const timed = { ...game.played!, ms: Float32Array.from(ms, each => each ?? NaN) }
  const { replayer, ids } = await openReplayer({ ...game, played: timed }, set)
  for (const form of ['json', 'line'] as const)
    expect(parseReplay((await replayer.text(ids[0]!, form)).text, 'a file')).toMatchObject({
      turns,
      ms,
      notes: 'mine',
      draws: { seed: 3 },
    })
  expect((await replayer.text(ids[0]!, 'line')).text.trim().split('\n')).toHaveLength(1)
  expect(parseVerse((await replayer.text(ids[0]!, 'verse')).text).turns).toEqual(turns)
  await expect(replayer.text(ids[1]!, 'verse')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('side lines are stored with a game, leave with it, and a form without them says how many it leaves out', async () => {
  const { replayer, ids, store } = await openReplayer(sampleGame(3, {}, 100))
  const [id] = ids as [number]
  const { turns } = playSome(3, 103)
  const lines: readonly SideLine[] = [
    { after: 100, turns: turns.slice(100, 102) },
    { of: 1, after: 102, turns: turns.slice(102) },
  ]
  await replayer.setSideLines(id, lines)
  expect((await store.games.get(id))!.sideLines).toEqual(lines)
  expect(unpackLines((await replayer.open(id)).sideLines)).toEqual(lines)
  const json = await replayer.text(id, 'json')
  expect([parseReplay(json.text, 'a file').sideLines, json.leftOut]).toEqual([lines, 0])
  expect((await replayer.text(id, 'verse')).leftOut).toBe(2)
  for (const [wrong, where] of [
    [[{ after: 101, turns: turns.slice(0, 1) }], /^lines: side line 1 leaves the game after move 101; expected 0 … 100$/],
    [[{ ...lines[0]!, after: 50, turns: [...turns.slice(50, 51), turns[50]!, turns[50]!] }], /^lines: side line 1, step \d: /],
  ] as const)
    await expect(replayer.setSideLines(id, wrong)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(where) as string,
    })
  await expect(replayer.setSideLines(99, [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await replayer.setSideLines(id, [])
  expect(await store.games.get(id)).not.toHaveProperty('sideLines')
})

test('side lines of a game that is played again are those of now', async () => {
  const { replayer, ids, autoplays } = await openReplayer(benchGame(5))
  const opening = replayer.open(ids[0]!)
  await until(() => autoplays.length > 0)
  autoplays[0]!.play(1e6)
  const { turns } = await opening
  const { move, spawn } = turnOf(turns[4]!)
  const line = { after: 4, turns: [{ move, spawn: { ...spawn, rank: spawn.rank === 1 ? 2 : 1 } as const }] }
  const repeat = { after: 4, turns: turns.slice(4, 6).map(turnOf) }
  await replayer.setSideLines(ids[0]!, [repeat, line])
  expect(unpackLines((await replayer.open(ids[0]!)).sideLines)).toEqual([line])
  await replayer.setSideLines(ids[0]!, [])
  expect((await replayer.open(ids[0]!)).sideLines).toEqual([])
  expect(autoplays).toHaveLength(1)
})
