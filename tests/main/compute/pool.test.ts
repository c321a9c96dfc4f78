import { describe, expect, test, vi } from 'vitest'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { isOver, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { GameResult, Player } from '../../../src/core/games/twenty48/player'
import type { SearchReport } from '../../../src/core/games/twenty48/search/report'
import type { Pool } from '../../../src/main/compute/pool/pool'
import type { ThreadLike } from '../../../src/main/threadChannel'
import { realPools } from '../../support/realPools'
import { thesisPlayer } from '../../support/threads'
import { computeInThreads } from '../../setup/threadsHere'

computeInThreads()

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const board = parseBoard('0123 0021 0010 0100')
const crowded = parseBoard('3214 2153 4321 1010')
const seeds = [11, 12, 13, 14, 15, 16, 17, 18]
const quick = thesisPlayer({ depth: 0 })
/** Would take hours. */
const endless = thesisPlayer({ depth: 30 }, { cut: 0, table: 'off' })

const { open } = realPools()

async function play(pool: Pool, player: Player, of: readonly number[] = seeds): Promise<GameResult[]> {
  const games: GameResult[] = []
  await pool.playGames(player, of, ({ result }) => games.push(result))
  return games.sort((a, b) => a.seed - b.seed)
}

/** An abort signal that counts its listeners. */
function countedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = new Set<unknown>()
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listeners.add(listener)
    add(type, listener, options)
  }
  signal.removeEventListener = (type: string, listener: never) => {
    listeners.delete(listener)
    remove(type, listener)
  }
  return { controller, signal, listeners }
}

describe('a search', () => {
  test('has the same values and nodes on one thread and on two', async () => {
    for (const table of ['off', 'exact', 'deeper'] as const) {
      const player = thesisPlayer({ depth: 3 }, { table })
      const [one, two] = await Promise.all([1, 2].map(threads => open(threads).pool.search(board, player)))
      expect(two!.report).toEqual(one!.report)
    }
  })

  test('really uses both threads, where both run', async () => {
    const { pool, started } = open(2)
    await play(pool, quick)
    const searched = new Set<ThreadLike>()
    for (const thread of started)
      thread.on('message', message => JSON.stringify(message).includes('iteration') && searched.add(thread))
    await pool.search(board, thesisPlayer({ depth: 3 }))
    expect(searched.size).toBe(2)
  })

  test('limited by nodes gives the same report again, whatever the threads', async () => {
    const player = thesisPlayer({ nodes: 20_000 })
    const reports: SearchReport[] = []
    for (const threads of [1, 2, 2]) reports.push((await open(threads).pool.search(board, player)).report)
    expect(reports[0]!.stopped).toBe('limit')
    expect(reports[1]).toEqual(reports[0])
    expect(reports[2]).toEqual(reports[0])
  })

  test('limited by time ends with a move, even without any time', async () => {
    for (const ms of [0, 30]) {
      const { report } = await open(2).pool.search(board, thesisPlayer({ ms }, { table: 'off', cut: 0 }))
      expect(report.stopped).toBe('limit')
      expect(report.best).toBeDefined()
      expect(report.pv[0]).toEqual({ move: report.best })
    }
  })

  test('reports every finished iteration before the last, with its line', async () => {
    const told: SearchReport[] = []
    const { report } = await open(1).pool.search(board, thesisPlayer({ depth: 3, nodes: 1e9 }), {
      interim: ({ report }) => told.push(report),
      variation: true,
    })
    expect(told.map(({ depth }) => depth)).toEqual([0, 1, 2])
    expect(report.depth).toBe(3)
    expect(told.map(({ pv }) => pv.length)).toEqual([1, 3, 5])
  })

  test.each([
    ['in the middle', 100],
    ['before it began', undefined],
  ])('aborted %s resolves with a move and leaves no listener', async (_, after) => {
    const { pool } = open(2)
    const { controller, signal, listeners } = countedSignal()
    if (after === undefined) controller.abort()
    const searching = pool.search(board, endless, { signal })
    if (after !== undefined) {
      setTimeout(() => controller.abort(), after)
    }
    const { report } = await searching
    expect(report.stopped).toBe('request')
    expect(report.best).toBeDefined()
    expect(listeners.size).toBe(0)
  })

  test('of one depth that is stopped compares all slides at a smaller depth', async () => {
    const { pool } = open(2)
    await play(pool, quick)
    for (const deepens of [false, true]) {
      const controller = new AbortController()
      const searching = pool.search(board, endless, { signal: controller.signal, deepens })
      setTimeout(() => controller.abort(), 100)
      const { report } = await searching
      expect(report).toMatchObject({ stopped: 'request', depth: expect.toSatisfy((depth: number) => depth >= 2) as number })
    }
  })

  test('gets one of two threads at once though another search has spread over both', async () => {
    const { pool, started } = open(2)
    const controller = new AbortController()
    const searching = pool.search(board, endless, { signal: controller.signal })
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 20_000 })
    await new Promise(resolve => setTimeout(resolve, 100))
    const { report } = await pool.search(crowded, thesisPlayer({ depth: 2 }))
    expect(report.depth).toBe(2)
    controller.abort()
    expect((await searching).report.stopped).toBe('request')
  })

  test('of a finished game says so', async () => {
    const { report } = await open(1).pool.search(parseBoard('1212 2121 1212 2121'), quick)
    expect(report).toMatchObject({ best: undefined, stopped: 'game-over', pv: [] })
  })

  test('whose thread is killed reports WORKER_LOST, and the next one has a new thread', async () => {
    const { pool, started } = open(1)
    await pool.search(board, quick)
    const searching = pool.search(board, endless)
    setTimeout(() => void started[0]!.terminate(), 50)
    await expect(searching).rejects.toMatchObject({ code: 'WORKER_LOST' })
    expect((await pool.search(board, quick)).report.best).toBeDefined()
    expect(started).toHaveLength(2)
  })

  test('that loses one of two threads leaves the other free', async () => {
    const { pool, started } = open(2)
    await pool.playGames(quick, seeds, () => undefined) // both run
    const searching = pool.search(board, endless)
    setTimeout(() => void started[1]!.terminate(), 50)
    await expect(searching).rejects.toMatchObject({ code: 'WORKER_LOST' })
    expect((await pool.search(board, quick)).report.best).toBeDefined()
  })

  test('gets a thread at once though all are playing games', async () => {
    for (const threads of [1, 2]) {
      const { pool } = open(threads)
      const order: string[] = []
      const games = play(pool, thesisPlayer({ depth: 2 })).then(results => {
        order.push('games')
        return results
      })
      for (let depth = 0; depth < 3; depth++) await pool.search(crowded, thesisPlayer({ depth }))
      order.push('searches')
      const results = await games
      expect(order).toEqual(['searches', 'games'])
      expect(results.map(({ seed }) => seed)).toEqual(seeds)
    }
  })

  test.each([1, 2])('is heard in the middle of a slide that would take hours, on %i threads', async threads => {
    const { pool } = open(threads)
    const controller = new AbortController()
    const games = pool.playGames(endless, seeds, () => undefined, { signal: controller.signal })
    await pool.search(board, quick) // the threads run, and play
    await new Promise(resolve => setTimeout(resolve, 100))
    const { report } = await pool.search(board, quick)
    expect(report.stopped).toBe('limit')
    controller.abort()
    await games
  })
})

describe('games', () => {
  test('are the same on one thread, on two, and after a thread was killed', async () => {
    const player = thesisPlayer({ depth: 1 })
    const many = Array.from({ length: 60 }, (_, i) => 1000 + i)
    const expected = await play(open(1).pool, player, many)
    expect(expected.map(({ seed }) => seed)).toEqual(many)
    expect(await play(open(2).pool, player, many)).toEqual(expected)

    const { pool, started } = open(2)
    const results: GameResult[] = []
    await pool.playGames(player, many, ({ result }) => {
      results.push(result)
      if (results.length === 5) void started[0]!.terminate()
    })
    expect(results.sort((a, b) => a.seed - b.seed)).toEqual(expected)
  })

  test('are the same played inside the kernel and slide by slide', async () => {
    const { pool } = open(1)
    const unlike = ({ nodes: _, ...rest }: GameResult) => rest // deepening visits the shallower depths too
    const inside = await play(pool, thesisPlayer({ depth: 1 }))
    const outside = await play(pool, thesisPlayer({ depth: 1, nodes: 1e12 }))
    expect(outside.map(unlike)).toEqual(inside.map(unlike))
  })

  test('are no longer reported after an abort, and the threads are free again', async () => {
    const { pool } = open(2)
    const { controller, signal, listeners } = countedSignal()
    let told = 0
    await pool.playGames(quick, seeds, () => ++told === 2 && controller.abort(), { signal })
    const after = told
    expect(listeners.size).toBe(0)
    expect((await play(pool, quick)).length).toBe(seeds.length)
    expect(told).toBe(after)
    expect(told).toBeLessThan(seeds.length)
  })

  test('of no seeds are over at once', async () => {
    expect(await play(open(1).pool, quick, [])).toEqual([])
  })

  test('ask for a table that fits', async () => {
    const { pool } = open(2)
    const huge: Player = thesisPlayer({ depth: 1 }, { tableBits: 60 })
    await expect(play(pool, huge)).rejects.toMatchObject({ code: 'BAD_SETTING' })
    await expect(pool.search(board, huge)).rejects.toMatchObject({ code: 'BAD_SETTING', message: /^tableBits/ })
  })
})

describe('autoplay', () => {
  test('plays the game that playGames plays', async () => {
    const { pool } = open(1)
    const player = thesisPlayer({ depth: 1 })
    const [game] = await play(pool, player, [7])
    let position = startGame(7)
    let last: SearchReport | undefined
    await pool.autoplay(player, position, played => {
      for (const { move, spawn } of played.turns) {
        const next = playTurn(position, move)!
        expect(next.turn.spawn).toEqual(spawn)
        position = next.position
      }
      last = played.last
    })
    expect(position).toMatchObject({ board: game!.board, score: game!.score, slides: game!.slides })
    expect(isOver(position)).toBe(true)
    expect(last!.best).toBeDefined()
  })

  test('reports no turn after it was aborted, even out of an endless search', async () => {
    const { pool } = open(1)
    for (const player of [quick, endless]) {
      const { controller, signal, listeners } = countedSignal()
      let told = 0
      setTimeout(() => controller.abort(), 50)
      await pool.autoplay(player, startGame(3), () => told++, { signal, slidesPerSecond: 50 })
      const after = told
      expect((await pool.search(board, quick)).report.best).toBeDefined()
      await pool.autoplay(quick, startGame(4), () => undefined) // the thread has let go of the other
      expect(told).toBe(after)
      expect(listeners.size).toBe(0)
    }
  })

  test('whose thread is killed reports WORKER_LOST', async () => {
    const { pool, started } = open(1)
    const playing = pool.autoplay(quick, startGame(3), () => void started[0]!.terminate(), { slidesPerSecond: 40 })
    await expect(playing).rejects.toMatchObject({ code: 'WORKER_LOST' })
  })

  test('takes a thread from games, which are played all the same', async () => {
    const { pool } = open(1)
    const games = play(pool, thesisPlayer({ depth: 1 }))
    let isOverFirst = true
    void games.then(() => (isOverFirst = false))
    await pool.autoplay(quick, startGame(3), () => undefined)
    expect(isOverFirst).toBe(true)
    expect((await games).map(({ seed }) => seed)).toEqual(seeds)
  })
})

describe('a closed pool', () => {
  test('has ended all threads and cancelled all jobs', async () => {
    const { pool, started, exited } = open(2)
    const jobs = [
      pool.search(board, endless),
      pool.playGames(thesisPlayer({ depth: 2 }), seeds, () => undefined),
      pool.autoplay(endless, startGame(3), () => undefined),
    ]
    const ends = Promise.allSettled(jobs)
    await new Promise(resolve => setTimeout(resolve, 50))
    await pool.close()
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } })
    expect(exited).toHaveLength(started.length)
    await expect(pool.search(board, quick)).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
