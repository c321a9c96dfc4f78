/** A store of 100,000 games: how long it takes to open, to ask and to write, and how much memory. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { GAME_SORTS, type GameFilter, type NewGame } from '../../src/core/contract/stored'
import { createRandom } from '../../src/core/random'
import { cleanUp, newFolder, openWriter, sampleBatch, sampleCurrent, sampleGame } from '../main/store/storeSupport'
import { record } from './record'

const GAMES = 100_000
/** Bench games, which keep no turns, but for one in ten. */
const KEEPS_TURNS = 10
const ROUNDS = 40

afterAll(cleanUp)

test('100,000 games', async () => {
  const folder = newFolder()
  const random = createRandom(1)
  const first = await openWriter(folder)
  const batch = await first.batches.begin(sampleBatch({ games: GAMES }))
  const template = sampleGame(1, {}, 1000)
  const startedWriting = performance.now()
  for (let i = 0; i < GAMES; i += 1000) {
    const games = Array.from({ length: 1000 }, (_, j): NewGame => {
      const keepsTurns = (i + j) % KEEPS_TURNS === 0
      return {
        ...template,
        kind: keepsTurns ? 'engine' : 'bench',
        profile: ['thesis', 'power', 'mine'][random.below(3)]!,
        seed: random.below(2 ** 21) * 1_000_000,
        score: random.below(2 ** 21),
        slides: template.slides + random.below(20_000),
        maxRank: 8 + random.below(7),
        created: 1_700_000_000_000 + random.below(2 ** 21),
        notes: keepsTurns ? 'looked at twice' : '',
        played: keepsTurns ? template.played : null,
        ...(!keepsTurns && { batch, batchIndex: i + j }),
      }
    })
    await first.games.addAll(games)
  }
  const writingMs = performance.now() - startedWriting
  await first.close()

  const startedOpening = performance.now()
  const store = await openWriter(folder)
  const openedMs = performance.now() - startedOpening
  const page = { sort: 'created', descending: true, offset: 0, limit: 50 } as const
  const rows = await store.games.window(page)
  const count = await store.games.count({})
  const libraryMs = performance.now() - startedOpening
  expect([rows.length, count]).toEqual([50, GAMES])

  const jumps = async (filter: GameFilter) => {
    const total = await store.games.count(filter)
    return times(ROUNDS, () => {
      const sort = GAME_SORTS[random.below(GAME_SORTS.length)]!
      return store.games.window({ ...page, ...filter, sort, descending: random.below(2) === 0, offset: random.below(total) })
    })
  }
  const all = await jumps({})
  const filtered = await jumps({ kind: 'bench', profile: 'power' })
  const text = await jumps({ text: 'twice' })
  const missing = await times(ROUNDS, () => store.games.window({ ...page, text: 'nowhere' }))
  const counts = await times(ROUNDS, () => store.games.count({ profile: 'power' }))
  const names = await times(ROUNDS, () => store.games.profileNames())
  const saves = await times(ROUNDS, i => store.currentGame.save(sampleCurrent(i, 1000)))
  const adds = await times(ROUNDS, () => store.games.add(template))
  const memory = process.memoryUsage.rss()
  for (let round = 0; round < 500; round++) await store.games.window({ ...page, offset: random.below(GAMES) })
  const grown = process.memoryUsage.rss() - memory
  const checked = await times(1, () => store.maintenance.check())
  const copied = await times(1, () => store.copyTo(join(folder, 'copy.db')))

  record('A store of 100,000 games', {
    'size of the file': `${(statSync(join(folder, 'lab.db')).size / 2 ** 20).toFixed(1)} MiB`,
    'storing them, 1,000 a transaction': `${(writingMs / 1000).toFixed(1)} s`,
    'opening: thread, quick check of every page': milliseconds(openedMs),
    'opening, first page and count: the library is there': milliseconds(libraryMs),
    'page at a random place': spread(all),
    'page at a random place, kind and profile chosen': spread(filtered),
    'page at a random place among those with a text': spread(text),
    'page for a text that is nowhere': spread(missing),
    'count for one profile': spread(counts),
    'names of all profiles': spread(names),
    'autosave of a game of 1,000 slides': spread(saves),
    'one game with 1,000 turns, on the disk': spread(adds),
    'full check': spread(checked),
    'copy of everything': spread(copied),
    'memory that 500 pages add': `${(grown / 2 ** 20).toFixed(1)} MiB`,
  })
  // generous: a page of 50 rows takes a few kB, so that what is kept of each would show
  expect(grown).toBeLessThan(200 * 2 ** 20)
})

/** Milliseconds of each round. */
async function times(rounds: number, act: (round: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await act(round)
    all.push(performance.now() - started)
  }
  return all
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const [median, worst] = [sorted[sorted.length >> 1]!, sorted.at(-1)]
  return all.length === 1 ? milliseconds(worst) : `${milliseconds(median)} (median), ${milliseconds(worst)} (longest)`
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
