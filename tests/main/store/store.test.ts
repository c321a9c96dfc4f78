import type { AddedGame } from '../../../src/core/contract/stored'
import { UNKNOWN_PLAYER } from '../../../src/core/contract/stored'
import { afterEach, describe, expect, test } from 'vitest'
import { LabError } from '../../../src/core/errors'
import {
  cleanUp,
  edit,
  newFolder,
  openWriter,
  playSome,
  sampleBatch,
  sampleBatchGame,
  sampleCurrent,
  sampleGame,
  sampleProfile,
  sampleValues,
} from './storeSupport'
import { decodeTurns } from '../../core/support/boards'

afterEach(cleanUp)

describe('profiles', () => {
  test('a change replaces what it names and nothing else', async () => {
    const store = await openWriter()
    const { id, created, updated: _updated, ...draft } = await store.profiles.add(sampleProfile('mine', { notes: 'keep me' }))
    const changed = await store.profiles.change(id, { name: 'yours', depth: 5 })
    expect(changed).toMatchObject({ ...draft, id, created, name: 'yours', depth: 5 })
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['yours'])
  })

  test('a name is taken once, by adding or renaming', async () => {
    const store = await openWriter()
    await store.profiles.add(sampleProfile('a'))
    const b = await store.profiles.add(sampleProfile('b'))
    const taken = { code: 'NAME_TAKEN', detail: { name: 'a' } }
    await expect(store.profiles.add(sampleProfile('a'))).rejects.toMatchObject(taken)
    await expect(store.profiles.change(b.id, { name: 'a' })).rejects.toMatchObject(taken)
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('a deleted one is gone from the list until it is brought back, whole', async () => {
    const store = await openWriter()
    const mine = await store.profiles.add(sampleProfile('mine', { tags: ['x'] }))
    expect(await store.profiles.remove([mine.id, mine.id, 99])).toBe(1)
    expect(await store.profiles.remove([mine.id])).toBe(0)
    expect(await store.profiles.list()).toEqual([])
    await expect(store.profiles.change(mine.id, { title: 'no' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await store.profiles.restore([mine.id])).toEqual([mine])
    expect(await store.profiles.restore([mine.id])).toEqual([mine]) // there already
    expect(await store.deleted.window('profiles', 0, 9)).toEqual([])
  })

  test('those that come back get free names where theirs are taken or reserved; all of them, or none', async () => {
    const store = await openWriter()
    const ids: number[] = []
    for (const title of ['First', 'Second']) {
      const { id } = await store.profiles.add(sampleProfile('mine', { title }))
      await store.profiles.remove([id])
      ids.push(id)
    }
    const { id: other } = await store.profiles.add(sampleProfile('shipped'))
    await store.profiles.remove([other])
    await store.profiles.add(sampleProfile('mine-2'))
    await expect(store.profiles.restore([...ids, 99])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['mine-2'])
    const back = await store.profiles.restore([...ids, other], ['shipped'])
    expect(back.map(({ id, name, title }) => [id, name, title])).toEqual([
      [ids[0], 'mine', 'First'],
      [ids[1], 'mine-3', 'Second'],
      [other, 'shipped-2', 'The shipped'],
    ])
  })

  test('put takes the place of those of the same names, and adds the others', async () => {
    const store = await openWriter()
    const mine = await store.profiles.add(sampleProfile('mine'))
    await store.profiles.put([sampleProfile('mine', { depth: 5 }), sampleProfile('new'), sampleProfile('new', { depth: 7 })])
    expect((await store.profiles.list()).map(({ id, name, depth }) => [id === mine.id, name, depth])).toEqual([
      [true, 'mine', 5],
      [false, 'new', 7],
    ])
  })
})

describe('games', () => {
  test('come back as they were stored, with turns, values and times', async () => {
    const store = await openWriter()
    const { turns } = playSome(5, 20)
    const game = sampleGame(5, { kind: 'engine', profile: 'thesis', ended: 1_700_000_001_000, notes: 'good', over: true })
    const values = [
      sampleValues(Float64Array.from(turns, (_, i) => (i === 3 ? NaN : i / 7))),
      { ...sampleValues(Float64Array.of(-1, 2), 5, 'power'), profile: null },
      { hash: UNKNOWN_PLAYER, profile: null, player: null, first: 20, values: Float64Array.of(3), depths: null },
    ]
    const ms = Float32Array.from(turns, (_, i) => i)
    const id = await store.games.add({ ...game, played: { ...game.played!, values, ms } })
    const back = await store.games.get(id)
    expect(back).toEqual({ ...game, id, hasTurns: true, played: { turns: game.played!.turns, values, ms } })
    expect(decodeTurns(back!.played!.turns)).toEqual(turns)
  })

  test('a game that went on takes the place of what was stored of it', async () => {
    const store = await openWriter()
    const { started } = sampleGame(5)
    const early = sampleGame(5, {}, 10)
    const id = await store.games.add({ ...early, played: { ...early.played!, values: [sampleValues(Float64Array.of(1))] } })
    await store.games.annotate(id, 'tense')
    const analysis = await store.analyses.begin(id, null, { profile: '', stamp: null })
    const longer = sampleGame(5, {}, 30)
    const played = { ...longer.played!, values: [sampleValues(Float64Array.of(4, 5), 12)] }
    const later = { ...longer, ended: started! + 9, over: true, profile: 'thesis', kind: 'person' as const, played }
    await store.games.goOn(id, later)
    expect(await store.games.get(id)).toEqual({ ...later, id, notes: 'tense', hasTurns: true })
    expect(await store.games.count({ text: 'tense' })).toBe(1)
    expect([analysis.slides, (await store.analyses.begin(id, null, { profile: '', stamp: null })).slides]).toEqual([10, 30])
    await store.games.remove([id])
    await expect(store.games.goOn(id, later)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('side lines come back, stay as a game goes on, and go with it for good', async () => {
    const store = await openWriter()
    const { turns } = playSome(5, 20)
    const line = { after: 3, turns: turns.slice(3, 6) }
    const lines = [line, { of: 1, after: 4, turns: turns.slice(4, 5) }]
    const id = await store.games.add({ ...sampleGame(5, {}, 10), sideLines: [line] })
    expect((await store.games.get(id))!.sideLines).toEqual([line])
    await store.games.setSideLines(id, lines)
    await store.games.goOn(id, sampleGame(5, {}, 20))
    expect((await store.games.get(id))!.sideLines).toEqual(lines)
    await store.games.remove([id])
    await expect(store.games.setSideLines(id, [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await store.games.restore([id])
    expect((await store.games.get(id))!.sideLines).toEqual(lines)
  })

  test('a game that is there already gets the side lines that it lacks, and no more than it can have', async () => {
    const store = await openWriter()
    const { turns } = playSome(5, 20)
    const line = (after: number) => ({ after, turns: turns.slice(after, after + 2) })
    const game = sampleGame(5)
    const [{ id }] = (await store.games.addNew([{ ...game, sideLines: [line(3)] }])) as [AddedGame]
    expect(await store.games.addNew([{ ...game, sideLines: [line(2), line(3)] }, game])).toEqual([
      { id, isNew: false, lines: { added: 1, leftOut: 0, before: [line(3)], after: [line(3), line(2)] } },
      { id, isNew: false },
    ])
    expect((await store.games.get(id))!.sideLines).toEqual([line(3), line(2)])
    const many = Array.from({ length: 99 }, (_, i) => ({ after: i + 20, turns: turns.slice(0, 1) }))
    const all = [line(3), line(2), ...many.slice(0, 98)]
    expect(await store.games.addNew([sampleGame(6), { ...game, sideLines: many }, sampleGame(7)])).toEqual([
      { id: id + 1, isNew: true },
      { id, isNew: false, lines: { added: 98, leftOut: 1, before: [line(3), line(2)], after: all } },
      { id: id + 2, isNew: true },
    ])
    expect((await store.games.get(id))!.sideLines).toEqual(all)
  })

  test('of many, one that breaks a rule keeps all of them out', async () => {
    const store = await openWriter()
    const games = [sampleGame(1), sampleGame(2), sampleGame(3, { score: -1 })]
    await expect(store.games.addAll(games)).rejects.toThrow(/CHECK constraint failed/)
    expect(await store.games.count({})).toBe(0)
    expect(await store.games.addAll(games.slice(0, 2))).toHaveLength(2)
  })

  test.each([
    ['a kind nobody knows', { kind: 'ghost' as never }],
    ['neither seed nor start', { seed: null }],
    ['a number of slides that is no integer', { slides: 1.5 }],
    ['a batch that does not exist', { batch: 12, batchIndex: 0 }],
    ['values past the last board', { played: { ...sampleGame(1).played!, values: [sampleValues(Float64Array.of(1), 99)] } }],
  ])('%s is a bug of the caller, and nothing is stored', async (_, changes) => {
    const store = await openWriter()
    await store.batches.begin(sampleBatch())
    const refused = store.games.add(sampleGame(1, changes))
    await expect(refused).rejects.toThrow(/constraint failed|cannot store|values of 100 boards/)
    await expect(refused).rejects.not.toBeInstanceOf(LabError)
    expect(await store.games.count({})).toBe(0)
    expect(await store.maintenance.check()).toEqual([])
  })
})

describe('what was deleted', () => {
  test('is listed by its kind, the last deleted first, in windows', async () => {
    const store = await openWriter()
    const { id } = await store.profiles.add(sampleProfile('mine'))
    await store.profiles.remove([id])
    const ids = await store.games.addAll([1, 2, 3].map(seed => sampleGame(seed, { kind: 'engine', profile: 'thesis' })))
    await store.games.remove(ids.slice(0, 2))
    const run = await store.runs.add({ name: 'An experiment', config: {}, provenance: {} })
    await store.runs.remove([run.id])
    expect(await store.deleted.counts()).toEqual({ profiles: 1, games: 2, runs: 1, trainings: 0, others: 0 })
    const deleted = expect.any(Number) as number
    expect(await store.deleted.window('profiles', 0, 9)).toEqual([
      { kind: 'profiles', id, deleted, name: 'mine', title: 'The mine' },
    ])
    expect(await store.deleted.window('runs', 0, 9)).toEqual([
      { kind: 'runs', id: run.id, deleted, name: 'An experiment', evaluations: 0 },
    ])
    const { score, slides, maxRank } = (await store.games.window({ sort: 'created', descending: true, offset: 0, limit: 9 }))[0]!
    expect([score, slides, maxRank].every(number => number > 0)).toBe(true)
    const [first] = await store.deleted.window('games', 0, 1)
    expect(first).toMatchObject({ kind: 'games', id: ids[1], deleted, player: 'engine', profile: 'thesis', slides })
    expect((await store.deleted.window('games', 1, 9)).map(({ id }) => id)).toEqual([ids[0]])
    expect(await store.deleted.ids('games', 9)).toEqual([ids[1], ids[0]])
  })

  test('is forgotten for good on request, and nothing else is', async () => {
    const store = await openWriter()
    const [gone, there] = await store.games.addAll([1, 2].map(seed => sampleGame(seed)))
    await store.games.remove([gone!])
    expect(await store.deleted.forget('games', [gone!, there!, 99])).toBe(1)
    expect(await store.games.restore([gone!])).toBe(0)
    expect(await store.games.count({})).toBe(1)
    const mine = await store.profiles.add(sampleProfile('mine'))
    await store.profiles.remove([mine.id])
    expect(await store.deleted.forget('profiles', [mine.id])).toBe(1)
    await expect(store.profiles.restore([mine.id])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await store.deleted.counts()).toEqual({ profiles: 0, games: 0, runs: 0, trainings: 0, others: 0 })
    expect(await store.maintenance.check()).toEqual([])
  })

  test('at a time is forgotten in portions, until nothing is left', async () => {
    const folder = newFolder()
    const first = await openWriter(folder)
    const ids = await first.games.addAll([1, 2, 3, 4].map(seed => sampleGame(seed)))
    await first.games.remove(ids.slice(0, 3))
    for (const name of ['a', 'b']) await first.runs.add({ name, config: {}, provenance: {} })
    await first.runs.remove([1, 2])
    for (const kind of ['2048-lab-sweep', '2048-lab-training-run']) {
      const { id, key } = await first.lineRuns.add({ kind, title: 'a', head: {} })
      await first.lineRuns.append(id, [{ number: 0, text: '{}' }])
      await first.lineRuns.setDeleted(kind, key, true)
    }
    await first.close()
    edit(folder, ['games SET deleted = 1000 WHERE id < 3', 'runs SET deleted = 1000', 'line_runs SET deleted = 1000'].map(each => `UPDATE ${each}`).join('; ')) // oxfmt-ignore
    const store = await openWriter(folder)
    expect((await store.deleted.times())[0]).toBe(1000)
    expect(await store.deleted.times()).toHaveLength(2)
    expect(await store.deleted.forgetOf(1000, 1)).toBe(3) // a game, a run and a sweep
    expect(await store.deleted.forgetOf(1000, 9)).toBe(2)
    expect(await store.deleted.forgetOf(1000, 9)).toBe(0)
    expect(await store.deleted.ids('trainings', 9)).toEqual([1]) // it has files
    expect(await store.lineRuns.keys('2048-lab-sweep')).toEqual([])
    expect(await store.deleted.ids('games', 9)).toEqual([ids[2]])
    expect(await store.games.count({})).toBe(1)
  })
})

describe('batches', () => {
  test('carry their games, their summary and their end', async () => {
    const store = await openWriter()
    const id = await store.batches.begin(sampleBatch())
    await store.games.addAll(
      [0, 1].map(batchIndex => sampleGame(batchIndex, { kind: 'bench', batch: id, batchIndex, played: null })),
    )
    expect(await store.batches.list()).toEqual([
      { ...sampleBatch(), comparison: null, id, stored: 2, ended: null, summary: null },
    ])
    await store.batches.end(id, { mean: 3 })
    expect(await store.batches.list()).toMatchObject([{ id, summary: { mean: 3 }, ended: expect.any(Number) as number }])
    expect(await store.games.count({ batch: id })).toBe(2)
    await expect(store.batches.end(99, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('store some games at a time with what is known of all of them, and give them back by number', async () => {
    const store = await openWriter()
    const id = await store.batches.begin(sampleBatch({ games: 4 }))
    await store.batches.add([
      { id, games: [sampleBatchGame(3), { ...sampleBatchGame(1), machine: 'pc07' }], progress: { seconds: 1 } },
    ])
    await store.batches.add([{ id, games: [sampleBatchGame(0)], progress: { seconds: 2 } }])
    const rows = [0, 1, 3].map(index => {
      const { over: _over, created: _created, played: _played, ...row } = sampleBatchGame(index)
      return index === 1 ? { ...row, machine: 'pc07' } : row
    })
    expect(await store.batches.played(id, 0, 9)).toEqual(rows)
    expect(await store.batches.played(id, 1, 1)).toEqual(rows.slice(1, 2))
    expect(await store.batches.get(id)).toMatchObject({ stored: 3, progress: { seconds: 2 }, ended: null })
    const kept = await store.games.get(1)
    expect(kept).toMatchObject({ kind: 'bench', profile: 'thesis', batch: id, batchIndex: 3, over: true, hasTurns: false })
    expect(kept!.provenance).toEqual(sampleBatch().provenance)
    expect((await store.games.get(2))!.provenance).toEqual({ ...(sampleBatch().provenance as object), machine: 'pc07' })
    await store.games.remove([1]) // a deleted game was played all the same
    expect([(await store.batches.get(id))!.stored, (await store.batches.played(id, 0, 9)).length]).toEqual([2, 3])
    await store.deleted.forget('games', [1])
    expect(await store.batches.played(id, 0, 9)).toEqual(rows.slice(0, 2))
    expect(await store.batches.get(99)).toBeUndefined()
  })

  test('add all of the games at once or none', async () => {
    const store = await openWriter()
    const id = await store.batches.begin(sampleBatch({ progress: { seconds: 0 } }))
    const twice = [sampleBatchGame(0), sampleBatchGame(1), sampleBatchGame(1)]
    const [whole, broken] = [[sampleBatchGame(0)], twice].map((games, i) => ({ id: id + i, games, progress: { seconds: 5 } }))
    await store.batches.begin(sampleBatch({ progress: { seconds: 0 } }))
    await expect(store.batches.add([whole!, broken!])).rejects.toThrow(/UNIQUE constraint failed/)
    for (const each of [id, id + 1]) expect(await store.batches.get(each)).toMatchObject({ stored: 0, progress: { seconds: 0 } })
    await expect(store.batches.add([{ ...whole!, id: 99 }])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the game on the board', () => {
  test('comes back after a restart with the slides taken back', async () => {
    const folder = newFolder()
    const first = await openWriter(folder)
    expect(await first.currentGame.get()).toBeUndefined()
    await first.currentGame.save(sampleCurrent(3, 10))
    await first.currentGame.save(sampleCurrent(4, 12, 5))
    await first.close()
    expect(await (await openWriter(folder)).currentGame.get()).toEqual(sampleCurrent(4, 12, 5))
  })

  test('keeping the old game and beginning the next is one act', async () => {
    const store = await openWriter()
    await store.currentGame.save(sampleCurrent(1, 20))
    await expect(store.currentGame.replace(sampleGame(1, { score: -1 }), sampleCurrent(2, 0))).rejects.toThrow()
    expect(await store.currentGame.get()).toEqual(sampleCurrent(1, 20))
    const id = await store.currentGame.replace(sampleGame(1), sampleCurrent(2, 0))
    expect((await store.games.get(id))!.seed).toBe(1)
    expect((await store.currentGame.get())!.seed).toBe(2)
  })
})

describe('analyses', () => {
  const origin = { profile: 'mine', stamp: { version: '1', kernel: 'abc' } }
  const values = (from: number, slides: number) =>
    Float64Array.from({ length: 4 * slides }, (_, i) => (i % 5 === 0 ? NaN : from + i))

  test('continue where they stopped, and are one for each game and player', async () => {
    const store = await openWriter()
    const game = await store.games.add(sampleGame(1))
    const { id, ...begun } = await store.analyses.begin(game, { depth: 2 }, origin)
    expect(begun).toMatchObject({ game, player: { depth: 2 }, slides: 20, done: 0 })
    await store.analyses.append(id, 0, values(0, 3), Uint8Array.of(1, 2, 3))
    await store.analyses.append(id, 3, values(100, 2), Uint8Array.of(4, 5))
    expect(await store.analyses.begin(game, { depth: 2 }, { ...origin, profile: 'later' })).toMatchObject({
      id,
      done: 5,
      ...origin,
    })
    const other = await store.analyses.begin(game, { depth: 3 }, origin)
    expect(other).toMatchObject({ done: 0 })
    const { values: all, depths } = (await store.analyses.get(id))!
    expect(all).toEqual(Float64Array.from([...values(0, 3), ...values(100, 2)]))
    expect(depths).toEqual(Uint8Array.of(1, 2, 3, 4, 5))
    expect((await store.analyses.list(game)).map(each => each.id).sort()).toEqual([id, other.id])
  })

  test('values out of turn or past the end are refused', async () => {
    const store = await openWriter()
    const { id } = await store.analyses.begin(await store.games.add(sampleGame(1)), null, origin)
    await expect(store.analyses.append(id, 1, values(0, 1), new Uint8Array(1))).rejects.toThrow(/has 0 slides/)
    await expect(store.analyses.append(id, 0, values(0, 21), new Uint8Array(21))).rejects.toThrow(/CHECK constraint failed/)
    await expect(store.analyses.append(id, 0, new Float64Array(3), new Uint8Array(1))).rejects.toThrow(/CHECK constraint failed/)
    expect((await store.analyses.get(id))!.values).toHaveLength(0)
    await expect(store.analyses.append(99, 0, values(0, 1), new Uint8Array(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(store.analyses.begin(99, null, origin)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('go with their game, and its playouts too', async () => {
    const store = await openWriter()
    const game = await store.games.add(sampleGame(1))
    const { id } = await store.analyses.begin(game, null, origin)
    const slide = { game, slide: 3, move: 'left', player: null, profile: '', seed: 7, stamp: { version: '1' } } as const
    const playouts = await store.playouts.begin(slide)
    await store.games.remove([game])
    await store.deleted.forget('games', [game])
    expect([await store.analyses.get(id), await store.playouts.get(playouts.id)]).toEqual([undefined, undefined])
    expect(await store.maintenance.check()).toEqual([])
  })
})

describe('playouts', () => {
  const begun = { slide: 3, move: 'left', player: { depth: 0 }, profile: 'mine', seed: 7, stamp: { version: '1' } } as const

  test('continue where they stopped, with their first seed, and are one for each slide, move and player', async () => {
    const store = await openWriter()
    const game = await store.games.add(sampleGame(1))
    const { id } = await store.playouts.begin({ game, ...begun })
    await store.playouts.append(id, 0, Float64Array.of(100, 200))
    await store.playouts.append(id, 2, Float64Array.of(4))
    expect(await store.playouts.begin({ game, ...begun, seed: 8 })).toMatchObject({ id, seed: 7, done: 3 })
    const others = [{ slide: 4 }, { move: 'up' }, { player: { depth: 1 } }] as const
    for (const other of others) expect(await store.playouts.begin({ game, ...begun, ...other })).toMatchObject({ done: 0 })
    expect(await store.playouts.get(id)).toMatchObject({ ...begun, game, scores: Float64Array.of(100, 200, 4) })
    expect((await store.playouts.list(game, 3)).map(({ move }) => move).sort()).toEqual(['left', 'left', 'up'])
  })

  test('out of turn, of no game or of no scores are refused', async () => {
    const store = await openWriter()
    const { id } = await store.playouts.begin({ game: await store.games.add(sampleGame(1)), ...begun })
    await expect(store.playouts.append(id, 1, Float64Array.of(1))).rejects.toThrow(/number 0, but the new scores begin at 1/)
    await expect(store.playouts.append(id, 0, new Float64Array(0))).rejects.toThrow(/CHECK constraint failed/)
    expect((await store.playouts.get(id))!.scores).toHaveLength(0)
    await expect(store.playouts.append(99, 0, Float64Array.of(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(store.playouts.begin({ game: 99, ...begun })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await store.playouts.get(99)).toBeUndefined()
  })
})

test('a closed store says so, and closing it again does nothing', async () => {
  const store = await openWriter()
  const asked = store.settings.set('a', 1)
  await store.close()
  await store.close()
  await asked // it was asked before
  await expect(store.settings.get('a')).rejects.toMatchObject({ code: 'CANCELLED' })
})
