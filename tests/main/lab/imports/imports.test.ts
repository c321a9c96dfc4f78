import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeReplayLine } from '../../../../src/core/contract/files'
import { IMPORT_PIECE } from '../../../../src/core/contract/calls/imports'
import { LabError } from '../../../../src/core/errors'
import { legalMoves, slide, type Move } from '../../../../src/core/games/twenty48/board'
import type { Replay, SideLine } from '../../../../src/core/games/twenty48/replay'
import { packLines } from '../../../../src/core/games/twenty48/sideLines'
import { makeVerse } from '../../../../src/core/games/twenty48/verse'
import { Imports } from '../../../../src/main/lab/imports/imports'
import { startReader, type Reader } from '../../../../src/main/lab/imports/imports'
import { textService, type ReadPiece } from '../../../../src/main/lab/imports/textService'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { drawnGame, positionAt } from '../../../core/support/games'
import { settle } from '../../../support/threads'
import { cleanUp, newFolder, openWriter, sampleGame } from '../../store/storeSupport'

const open: Imports[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const imports of open.splice(0)) imports.close()
  await cleanUp()
})

const games = [1, 2, 3].map(seed => drawnGame(seed))
const lines = games.map(makeReplayLine).join('')

/** The thread's work in this process: its answers are cloned, and come later. */
function readHere(name: string): Reader {
  const { read, end } = textService({ name, now: Date.now() })
  let isClosed = false
  const answer = async (work: () => ReadPiece) => {
    await settle()
    if (isClosed) throw new LabError('CANCELLED', `${name}: reading it was stopped`)
    return structuredClone(work())
  }
  return { read: text => answer(() => read(text)), end: () => answer(end), close: () => void (isClosed = true) }
}

async function openImports(startReading = readHere) {
  const store = await openWriter(newFolder())
  let changes = 0
  const jobs = new Jobs(() => undefined)
  const imports = new Imports(store, jobs, () => changes++, startReading)
  open.push(imports)
  const read = async (text: string, name = 'a file') => {
    const id = imports.begin(name, text.length)
    for (let from = 0; from < text.length; from += IMPORT_PIECE) await imports.add(id, text.slice(from, from + IMPORT_PIECE))
    return { id, review: await imports.end(id) }
  }
  return { store, jobs, imports, read, count: () => store.games.count({}), changes: () => changes }
}

test('what was read is stored when it is wanted, once, and known from then on', async () => {
  const { imports, read, count, changes, store } = await openImports(startReader)
  const first = await read(lines)
  expect(first.review).toEqual({ games: 3, known: 0, faults: [], faultCount: 0 })
  expect(await count()).toBe(0)
  expect(await imports.save(first.id)).toMatchObject({ added: [1, 2, 3], first: 1 })
  expect([await count(), changes()]).toEqual([3, 1])
  await expect(imports.save(first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const again = await read(makeVerse(games[1]!) + '\n', 'another form of one of them')
  expect(again.review).toMatchObject({ games: 1, known: 1 })
  expect(await imports.save(again.id)).toEqual({ added: [], first: 2, sideLines: 0, grown: [], faults: [] })
  expect(await count()).toBe(3)
  await store.games.remove([1, 2, 3])
  expect((await read(lines)).review.known).toBe(0) // what was deleted may come back
})

test('the same game twice in a file is stored once, another from the same seed is not the same', async () => {
  const { imports, read, count } = await openImports()
  const other = drawnGame(1, games[0]!.turns.length - 1)
  const { id } = await read(makeReplayLine(games[0]!) + makeReplayLine(other) + makeReplayLine(games[0]!))
  expect((await imports.save(id)).added).toHaveLength(2)
  expect(await count()).toBe(2)
})

/** A line of a move whose tile is not that of the game, after this many moves. */
function lineAfter({ turns }: Replay, after: number): SideLine {
  const { move, spawn } = turns[after]!
  return { after, turns: [{ move, spawn: { ...spawn, rank: spawn.rank === 1 ? 2 : 1 } }] }
}

test('equal side lines of a file are one', async () => {
  const { imports, read, store } = await openImports()
  const [line, other] = [lineAfter(games[0]!, 4), lineAfter(games[0]!, 9)]
  const { board } = positionAt({ ...games[0]!, sideLines: [line] }, { line: 1, at: 5 })
  const [move] = legalMoves(board) as [Move]
  const turns = [{ move, spawn: { cell: slide(board, move)!.board.indexOf(0), rank: 1 as const } }]
  const sideLines = [line, other, line, { of: 3, after: 5, turns }]
  const { id } = await read(makeReplayLine({ ...games[0]!, sideLines }))
  const { added } = await imports.save(id)
  expect((await store.games.get(added[0]!))!.sideLines).toEqual([...sideLines.slice(0, 2), { ...sideLines[3], of: 1 }])
})

test('a line that only repeats the game is none', async () => {
  const { imports, read, store } = await openImports()
  const repeat = { after: 4, turns: games[0]!.turns.slice(4, 7) }
  const { id } = await read(makeReplayLine({ ...games[0]!, sideLines: [repeat] }))
  const { added } = await imports.save(id)
  expect((await store.games.get(added[0]!))!.sideLines ?? []).toEqual([])
})

test('a stored game that gets side lines is named with those that it had and has, to take them back', async () => {
  const { imports, read, store } = await openImports()
  const [line, other] = [lineAfter(games[0]!, 4), lineAfter(games[0]!, 9)]
  await imports.save((await read(makeReplayLine({ ...games[0]!, sideLines: [line] }))).id)
  const { id } = await read(makeReplayLine({ ...games[0]!, sideLines: [line, other] }))
  const { added, sideLines, grown } = await imports.save(id)
  expect({ added, sideLines, grown }).toEqual({
    ...{ added: [], sideLines: 1 },
    grown: [{ id: 1, added: 1, before: packLines([line]), after: packLines([line, other]) }],
  })
  expect((await store.games.get(1))!.sideLines).toEqual([line, other])
})

test('a game that is kept without its turns is known by its seed and where it led', async () => {
  const { store, read } = await openImports()
  const { final: board, score, turns } = games[2]!
  await store.games.add(sampleGame(3, { board, score, slides: turns.length, played: null }))
  expect((await read(makeReplayLine(games[2]!))).review).toMatchObject({ games: 1, known: 1 })
})

test('broken lines are reported with their place, and the others offered', async () => {
  const { imports, read, count } = await openImports()
  const tampered = makeReplayLine(games[1]!).replace(/"score":\d+/, '"score":4')
  const { id, review } = await read(makeReplayLine(games[0]!) + tampered + 'rubbish\n' + makeReplayLine(games[2]!))
  expect(review).toMatchObject({ games: 2, known: 0, faultCount: 2 })
  expect(review.faults.map(({ line }) => line)).toEqual([2, 3])
  expect(review.faults[0]!.message).toMatch(/^a file: line 2: step \d+: the final score is given as 4/)
  await imports.save(id)
  expect(await count()).toBe(2)
})

test.each([['nothing that is known', 'hello', /not a file that the lab recognises/]])(
  '%s is a fault of the whole text, and nothing is stored',
  async (_, text, message) => {
    const { read, count } = await openImports()
    const { review } = await read(text)
    const faults = [{ line: null, message: expect.stringMatching(message) as string }]
    expect(review).toMatchObject({ games: 0, faultCount: 1, faults })
    expect(await count()).toBe(0)
  },
)

test('at most a hundred faults are reported', async () => {
  const { read } = await openImports()
  const { review } = await read(makeReplayLine(games[0]!) + 'rubbish\n'.repeat(250))
  expect([review.faults.length, review.faultCount]).toEqual([100, 250])
})

test('pieces that come before the last one is read are refused, and none waits for ever', async () => {
  const { imports } = await openImports()
  const id = imports.begin('a file', 10)
  const outcomes = await Promise.allSettled([imports.add(id, lines), imports.add(id, lines), imports.end(id)])
  expect(outcomes.map(each => (each.status === 'rejected' ? (each.reason as LabError).code : each.value))).toEqual([
    3,
    'BAD_REQUEST',
    'BAD_REQUEST',
  ])
  expect(await imports.end(id)).toMatchObject({ games: 3, faultCount: 0 })
})

test('a fifth import that is being read ends the first, and a dropped one is gone', async () => {
  const { imports } = await openImports()
  const ids = Array.from({ length: 5 }, (_, i) => imports.begin(`file ${i}`, 10))
  await expect(imports.add(ids[0]!, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await imports.add(ids[1]!, 'x')).toBe(0)
  imports.drop(ids[1]!)
  await expect(imports.end(ids[1]!)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('a large import', () => {
  const many = Array.from({ length: 250 }, (_, i) => makeVerse(drawnGame(i + 10))).join('\n')
  const size = 2 * IMPORT_PIECE

  test('is a job while it is read and again while it is stored; a small one is none', async () => {
    const { jobs, imports, count } = await openImports()
    imports.begin('small', 10)
    expect(jobs.list).toEqual([])
    const id = imports.begin('games.txt', size)
    expect(jobs.list).toMatchObject([{ kind: 'import', title: 'games.txt', done: 0, total: size }])
    await imports.add(id, many)
    expect(jobs.list).toMatchObject([{ done: many.length, total: size }])
    expect(await imports.end(id)).toMatchObject({ games: 250, faultCount: 0 })
    expect(jobs.list).toEqual([])
    const keeping = imports.save(id)
    expect(jobs.list).toMatchObject([{ kind: 'import', title: 'games.txt', done: 0, total: 250 }])
    expect((await keeping).added).toHaveLength(250)
    expect(jobs.list).toEqual([])
    expect(await count()).toBe(250)
  })

  test('that is cancelled while it is read is dropped, and its page hears of it once', async () => {
    const { jobs, imports, count } = await openImports(startReader)
    const id = imports.begin('games.txt', size)
    const reading = imports.add(id, many)
    jobs.cancel(jobs.list[0]!.id)
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(jobs.list).toEqual([])
    const next = imports.begin('games.txt', size)
    await imports.add(next, many)
    jobs.cancel(jobs.list[0]!.id)
    await expect(imports.end(next)).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(imports.end(next)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await count()).toBe(0)
  })

  test('that is cancelled while it is stored keeps what is stored, and brings the rest when it is read again', async () => {
    const { jobs, imports, read, count } = await openImports()
    const { id } = await read(many)
    const keeping = imports.save(id)
    jobs.cancel(jobs.list[0]!.id)
    expect((await keeping).added).toHaveLength(100)
    expect(await count()).toBe(100)
    const again = await read(many)
    expect(again.review).toMatchObject({ games: 250, known: 100 })
    expect((await imports.save(again.id)).added).toHaveLength(150)
  })

  test('whose page says nothing for a minute ends; how long its own thread takes does not count', async () => {
    const { jobs, imports } = await openImports()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const id = imports.begin('games.txt', size)
    vi.advanceTimersByTime(59_000)
    const reading = imports.add(id, many)
    vi.advanceTimersByTime(600_000)
    await reading
    vi.advanceTimersByTime(59_000)
    expect(jobs.list).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect(jobs.list).toEqual([])
    await expect(imports.add(id, many)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
