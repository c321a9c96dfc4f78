/** The library: what a window of it holds, and that it is read from indexes. */
import { afterEach, expect, test } from 'vitest'
import { GAME_KINDS, GAME_SORTS, type GameFilter, type GameQuery, type NewGame } from '../../../../src/core/contract/stored'
import { createRandom } from '../../../../src/core/random'
import { openForWriting } from '../../../../src/main/store/opening'
import { BEST_SCORE, SAME_GAMES, countSql, keySql, placeSql, windowSql } from '../../../../src/main/store/repositories/games'
import { cleanUp, newFolder, openWriter, sampleBatch, sampleGame } from '../storeSupport'

afterEach(cleanUp)

const FILTERS: readonly GameFilter[] = [
  {},
  { kind: 'bench' },
  { profile: 'power' },
  { batch: 1 },
  { text: '7' },
  { text: 'ÉTÉ' },
  { text: 'nowhere' },
  { text: '%' },
  { hideShort: true },
  { kind: 'person', hideShort: true, text: 'é' },
  { kind: 'engine', profile: 'thesis' },
  { kind: 'bench', profile: 'power', batch: 1, text: '1' },
  { batch: 1, reached: 3 },
  { reached: 4, hideShort: true },
]
const ORDERS = GAME_SORTS.flatMap(sort => [true, false].map(descending => ({ sort, descending })))

/** Games with many equal keys, so that their order must be settled by their numbers. */
function manyGames(): NewGame[] {
  const random = createRandom(4)
  return Array.from({ length: 300 }, (_, i) => {
    const kind = GAME_KINDS[random.below(GAME_KINDS.length)]!
    return sampleGame(i, {
      kind,
      profile: kind === 'person' ? null : ['thesis', 'power'][random.below(2)]!,
      score: 100 + 4 * random.below(10),
      slides: 18 + random.below(5),
      over: random.below(2) === 0,
      maxRank: 4 + random.below(3),
      created: 1000 + random.below(20),
      notes: ['', 'Été', '100 %'][random.below(3)]!,
      played: null,
      ...(kind === 'bench' && { batch: 1, batchIndex: i }),
    })
  })
}

test('a window holds the games that match, in the requested order, and the count is of all of them', async () => {
  const store = await openWriter()
  await store.batches.begin(sampleBatch())
  const games = manyGames()
  const stored = (await store.games.addAll(games)).map((id, i) => ({ ...games[i]!, id }))
  const gone = stored.filter(({ id }) => id % 10 === 0)
  await store.games.remove(gone.map(({ id }) => id))
  for (const filter of FILTERS)
    for (const order of ORDERS) {
      const expected = stored
        .filter(game => game.id % 10 !== 0 && matches(game, filter))
        .sort((a, b) => (a[order.sort] - b[order.sort] || a.id - b.id) * (order.descending ? -1 : 1))
      const query: GameQuery = { ...filter, ...order, offset: 3, limit: 25 }
      const label = JSON.stringify(query)
      expect(
        (await store.games.window(query)).map(({ id }) => id),
        label,
      ).toEqual(expected.slice(3, 28).map(({ id }) => id))
      expect(await store.games.ids({ ...query, limit: 1e5 }), label).toEqual(expected.slice(3).map(({ id }) => id))
      for (const place of [0, 1, 40, expected.length - 1])
        if (expected[place]) expect(await store.games.place(expected[place].id, { ...filter, ...order }), label).toBe(place)
      const others = stored.filter(game => !expected.includes(game))
      for (const { id } of others.slice(0, 3)) expect(await store.games.place(id, { ...filter, ...order }), label).toBeUndefined()
      if (order.sort === 'created') expect(await store.games.count(filter), label).toBe(expected.length)
    }
  expect(await store.games.profileNames()).toEqual(['power', 'thesis'])
})

/** Written apart from the SQL. */
function matches(game: NewGame, { kind, profile, batch, reached = 0, hideShort, text }: GameFilter): boolean {
  const words = `${game.profile ?? ''}|${game.notes}|${game.seed}`.toLowerCase()
  return (
    (kind === undefined || game.kind === kind) &&
    (profile === undefined || game.profile === profile) &&
    (batch === undefined || game.batch === batch) &&
    game.maxRank >= reached &&
    !(hideShort && game.slides < 20 && !game.over && game.notes === '' && (game.kind === 'person' || game.kind === 'engine')) &&
    (text === undefined || words.includes(text.toLowerCase()))
  )
}

test('no question of the library reads a table row by row or sorts', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  const plan = (sql: string, parameters: Record<string, string | number>) =>
    db.all(`EXPLAIN QUERY PLAN ${sql}`, parameters).map(({ detail }) => detail as string)
  for (const filter of FILTERS) {
    const count = countSql(filter)
    const plans = [plan(count.sql, count.parameters)]
    for (const order of ORDERS) {
      const { sql, parameters } = windowSql(filter, order)
      plans.push(plan(sql, { ...parameters, limit: 50, offset: 1000 }))
      const place = placeSql(filter, order)
      plans.push(plan(place.sql, { ...place.parameters, id: 1, key: 1 }))
      const key = keySql(filter, order.sort)
      const [first] = plan(key.sql, { ...key.parameters, id: 1 })
      expect(first).toBe('SEARCH games USING INTEGER PRIMARY KEY (rowid=?)')
    }
    for (const steps of plans) {
      expect(steps.length).toBeGreaterThan(0)
      for (const step of steps)
        expect(step).toMatch(
          /^(SCAN|SEARCH) games USING COVERING INDEX games_by_\w+( \(\w+[<>]\?\))?$|^SEARCH games USING INDEX games_by_slides \(slides<\?\)$|^LIST SUBQUERY \d+$|^CREATE BLOOM FILTER$/,
        )
    }
  }
  close()
})

test('the best score is of whole games whose moves one player made, of its kind alone', async () => {
  const store = await openWriter()
  const both = { provenance: { version: '0.1.0', generator: 'splitmix64', by: 'both' } }
  const add = (seed: number, changes: Partial<NewGame>) => store.games.add(sampleGame(seed, { played: null, ...changes }))
  expect(await store.games.best('person')).toBe(null)
  for (const [seed, score] of [300, 200, 250].entries()) await add(seed, { score })
  const best = await add(4, { score: 400 })
  await add(5, { score: 900, kind: 'engine' })
  await add(6, { score: 5000, ...both })
  await add(7, { score: 6000, start: sampleGame(7).board })
  await add(8, { score: 7000, kind: 'import' })
  expect([await store.games.best('person'), await store.games.best('engine')]).toEqual([400, 900])
  await store.games.remove([best])
  expect(await store.games.best('person')).toBe(300)
  await store.games.restore([best])
  expect(await store.games.best('person')).toBe(400)
})

test('the best score is looked up in an index of the games that may have it', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  const [first, ...others] = db.all(`EXPLAIN QUERY PLAN ${BEST_SCORE}`, { kind: 'person' }).map(({ detail }) => detail as string)
  expect(first).toMatch(/^SEARCH games USING INDEX games_by_best \(kind=\?\)$/)
  for (const step of others) expect(step).toMatch(/^(SEARCH|CORRELATED) /)
  close()
})

test('whether a game is there already is looked up in an index', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  const same = db
    .all(`EXPLAIN QUERY PLAN ${SAME_GAMES}`, { score: 1, slides: 1, board: '' })
    .map(({ detail }) => detail as string)
  expect(same[0]).toMatch(/^SEARCH games USING INDEX games_by_score \(score=\?\)$/)
  for (const step of same) expect(step).toMatch(/^SEARCH /)
  close()
})
