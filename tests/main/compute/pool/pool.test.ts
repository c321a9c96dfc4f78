import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GameResult, Player } from '../../../../src/core/games/twenty48/player'
import type { SearchReport } from '../../../../src/core/games/twenty48/search/report'
import type { Pool, Searched } from '../../../../src/main/compute/pool/pool'
import type { ThreadLike } from '../../../../src/main/threadChannel'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'
import { computeInThreads } from '../../../setup/threadsHere'

const board = parseBoard('0123 0021 0010 0100')
const seeds = [11, 12, 13, 14]
const quick = thesisPlayer({ depth: 0 })
/** Would take hours. */
const endless = thesisPlayer({ depth: 30 }, { cut: 0, table: 'off' })

const { open } = realPools()

async function play(pool: Pool, player: Player, of: readonly number[] = seeds): Promise<GameResult[]> {
  const games: GameResult[] = []
  const numbers = new Set<number>()
  await pool.playGames(player, of, ({ result }, index) => {
    games.push(result)
    numbers.add(index)
    expect(of[index]).toBe(result.seed)
  })
  expect(numbers.size).toBe(of.length) // also of equal seeds
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

  test('that is aborted before it began resolves with a move and leaves no listener', async () => {
    const { controller, signal, listeners } = countedSignal()
    controller.abort()
    const { report } = await open(2).pool.search(board, endless, { signal })
    expect(report).toMatchObject({ stopped: 'request', best: expect.any(String) as string })
    expect(listeners.size).toBe(0)
  })
})

describe('autoplay', () => {
  test('plays the game that playGames plays', async () => {
    const { pool } = open(1)
    const [game] = await play(pool, quick, [7])
    let position = startGame(7)
    let last: SearchReport | undefined
    await pool.autoplay(quick, position, played => {
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
})

describe('on threads of their own', () => {
  computeInThreads()

  test('a search has the same report on one and on two, which then both search', async () => {
    const [one, two] = [open(1), open(2)]
    await play(two.pool, quick) // both run
    const searched = new Set<ThreadLike>()
    for (const thread of two.started)
      thread.on('message', message => JSON.stringify(message).includes('iteration') && searched.add(thread))
    const players = [
      ...(['off', 'exact', 'deeper'] as const).map(table => thesisPlayer({ depth: 2 }, { table })),
      thesisPlayer({ nodes: 20_000 }),
    ]
    for (const player of players) {
      const { report } = await one.pool.search(board, player)
      for (let again = 0; again < 2; again++) expect((await two.pool.search(board, player)).report).toEqual(report)
      expect(report.stopped).toBe('limit')
    }
    expect(searched.size).toBe(2)
  })

  test('games are the same on one, on two, and after a thread was killed', async () => {
    const many = Array.from({ length: 24 }, (_, i) => 1000 + i)
    const expected = await play(open(1).pool, quick, many)
    expect(expected.map(({ seed }) => seed)).toEqual(many)
    const { pool, started } = open(2)
    expect(await play(pool, quick, many)).toEqual(expected)
    const results: GameResult[] = []
    await pool.playGames(quick, many, ({ result }) => {
      results.push(result)
      if (results.length === 5) void started[0]!.terminate()
    })
    expect(results.sort((a, b) => a.seed - b.seed)).toEqual(expected)
  })

  test('a search that is stopped by a user or by its time has a move, whose values are of one depth', async () => {
    const { pool } = open(2)
    await play(pool, quick)
    for (const deepens of [false, true]) {
      const { controller, signal, listeners } = countedSignal()
      const interim = ({ report }: Searched) => report.depth >= 2 && controller.abort()
      const searching = pool.search(board, endless, { signal, deepens, ...(deepens && { interim }) })
      if (!deepens) setTimeout(() => controller.abort(), 20) // it looks at lesser depths after the stop
      const { report } = await searching
      expect(report).toMatchObject({ stopped: 'request', depth: expect.toSatisfy((depth: number) => depth >= 2) as number })
      expect(listeners.size).toBe(0)
    }
    for (const ms of [0, 20]) {
      const { report } = await pool.search(board, thesisPlayer({ ms }, { table: 'off', cut: 0 }))
      expect(report.stopped).toBe('limit')
      expect(report.pv[0]).toEqual({ move: report.best! })
    }
  })

  test('a search and an autoplay whose thread is killed report WORKER_LOST, and the next one has a new thread', async () => {
    const { pool, started } = open(1)
    await pool.search(board, quick)
    const searching = pool.search(board, endless)
    void started[0]!.terminate()
    await expect(searching).rejects.toMatchObject({ code: 'WORKER_LOST' })
    const playing = pool.autoplay(quick, startGame(3), () => void started[1]!.terminate(), { slidesPerSecond: 40 })
    await expect(playing).rejects.toMatchObject({ code: 'WORKER_LOST' })
    expect((await pool.search(board, quick)).report.best).toBeDefined()
    expect(started).toHaveLength(3)
  })

  test.each([1, 2])('a search is heard in the middle of a slide that would take hours, on %i', async threads => {
    const { pool } = open(threads)
    const controller = new AbortController()
    const games = pool.playGames(endless, seeds, () => undefined, { signal: controller.signal })
    for (let again = 0; again < 3; again++) expect((await pool.search(board, quick)).report.stopped).toBe('limit')
    controller.abort()
    await games
  })

  test('an autoplay reports no turn after it was aborted, even out of an endless search', async () => {
    const { pool } = open(1)
    for (const player of [quick, endless]) {
      const { controller, signal, listeners } = countedSignal()
      let told = 0
      if (player === endless) setImmediate(() => controller.abort())
      const tell = () => ++told === 2 && controller.abort()
      await pool.autoplay(player, startGame(3), tell, { signal, slidesPerSecond: 50 })
      const after = told
      expect((await pool.search(board, quick)).report.best).toBeDefined()
      await pool.autoplay(quick, startGame(4), () => undefined) // the thread has let go of the other
      expect(told).toBe(after)
      expect(listeners.size).toBe(0)
    }
  })

  test('a closed pool has ended all threads and cancelled all jobs', async () => {
    const { pool, started, exited } = open(2)
    const jobs = [
      pool.search(board, endless),
      pool.playGames(thesisPlayer({ depth: 2 }), seeds, () => undefined),
      pool.autoplay(endless, startGame(3), () => undefined),
    ]
    const ends = Promise.allSettled(jobs)
    await pool.close()
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } })
    expect(exited).toHaveLength(started.length)
    await expect(pool.search(board, quick)).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
