/** What the pool tells its threads, with threads that a test plays by hand. */
import { afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { GameResult } from '../../../../src/core/games/twenty48/player'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import type { SlidesRequest } from '../../../../src/core/games/twenty48/search/engine'
import { ThreadPool, type Pool, type Searched } from '../../../../src/main/compute/pool/pool'
import { puppets, settle, thesisPlayer, type Puppet, type ToThread } from '../../../support/threads'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const board = parseBoard('0123 0021 0010 0100')
const player = thesisPlayer({ depth: 1 })
const seeds = Array.from({ length: 16 }, (_, i) => i)

function open(threads: number) {
  const { started, createThread } = puppets()
  const pool = new ThreadPool({ threads, createThread })
  onTestFinished(() => pool.close())
  return { pool: forgiving(pool), started }
}

/** When a pool closes, it refuses what a test left unanswered: that fails no test. */
function forgiving(pool: Pool): Pool {
  const get = (_: Pool, name: keyof Pool): unknown => {
    const member = pool[name]
    if (typeof member !== 'function') return member
    return (...given: unknown[]) => {
      const answer: unknown = Reflect.apply(member, pool, given)
      if (answer instanceof Promise) answer.catch(() => undefined)
      return answer
    }
  }
  return new Proxy(pool, { get: get as ProxyHandler<Pool>['get'] & object })
}

function ready(puppet: Puppet): void {
  puppet.say({ kind: 'ready', memoryBytes: 100 })
}

/** Answers the newest search of a puppet: each slide is worth its place in the request. */
function answer(puppet: Puppet): SlidesRequest {
  const { job, request } = puppet.last('search')
  const slides = request.moves.map((move, value) => ({ move, value, nodes: 4, hits: 0, probes: 0, horizon: true }))
  puppet.say({ kind: 'searched', job, iteration: { slides, unfinishedNodes: 0, stopped: undefined }, memoryBytes: 200 })
  return request
}

function playGame(puppet: Puppet, seed: number): void {
  const result: GameResult = { seed, score: seed, slides: 1, board, maxRank: 3, firstSlide: [], nodes: 1 }
  puppet.say({ kind: 'games', job: puppet.last('games').job, told: [{ result, times: Int32Array.of(), ms: 1 }] })
}

function seedsOf({ groups }: Pick<ToThread & { kind: 'games' }, 'groups'>): number[] {
  return groups.flatMap(({ seeds }) => seeds)
}

/** Of the newest chunk. */
function chunkOf(puppet: Puppet): number[] {
  return seedsOf(puppet.last('games'))
}

/** Plays the newest chunk of a puppet to its end. */
function playChunk(puppet: Puppet): void {
  const { job } = puppet.last('games')
  for (const seed of chunkOf(puppet)) playGame(puppet, seed)
  puppet.say({ kind: 'played', job, memoryBytes: 100 })
}

async function playAll(started: readonly Puppet[], games: Promise<void>): Promise<void> {
  let isDone = false
  void games.finally(() => (isDone = true)).catch(() => undefined)
  const answered = new Set<string>()
  for (let round = 0; round < 100 && !isDone; round++) {
    started.forEach((puppet, i) => {
      const id = `${i} ${puppet.last('games')?.job}`
      if (puppet.terminated || !puppet.last('games') || answered.has(id)) return
      answered.add(id)
      playChunk(puppet)
    })
    await settle()
  }
  await games
}

/** Answers every search of the puppets until one promise is there. */
async function answerAll(started: readonly Puppet[], until: Promise<unknown>): Promise<void> {
  let isDone = false
  void until.finally(() => (isDone = true)).catch(() => undefined)
  const answered = new Map<Puppet, number>()
  for (let round = 0; round < 100 && !isDone; round++) {
    for (const puppet of started) {
      const search = puppet.heard.some(({ kind }) => kind === 'search') && puppet.last('search')
      if (!search || answered.get(puppet) === search.job) continue
      answered.set(puppet, search.job)
      answer(puppet)
    }
    await settle()
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('games', () => {
  test('are handed out in chunks that shrink, and each game is reported once', async () => {
    const { pool, started } = open(2)
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed))
    await playAll(started, games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
    const sizes = started[0]!.heard.flatMap(message => (message.kind === 'games' ? [seedsOf(message).length] : []))
    expect(sizes[0]).toBe(2)
    expect(sizes.at(-1)).toBe(1)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  test('on the thread that a search needs go to the other', async () => {
    const { pool, started } = open(2)
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed))
    const [first, second] = started as [Puppet, Puppet]
    const { job } = first.last('games')
    const chunk = chunkOf(first)
    playGame(first, chunk[0]!)

    const searching = pool.search(board, player)
    ready(first)
    await settle()
    expect(first.heard.map(({ kind }) => kind)).toEqual(['games', 'release', 'search'])
    expect(second.heard.map(({ kind }) => kind)).toEqual(['games'])
    expect(Atomics.load(first.stopCell, 2)).toBe(job)

    // The rest of the chunk comes back and is the next to be played; the searching thread gets no new games.
    first.say({ kind: 'played', job, memoryBytes: 100 })
    playChunk(second)
    expect(chunkOf(second)[0]).toBe(chunk[1])
    expect(first.heard.filter(({ kind }) => kind === 'games')).toHaveLength(1)

    answer(first)
    await settle()
    answer(first) // the line
    await searching
    await settle()
    expect(first.heard.filter(({ kind }) => kind === 'games')).toHaveLength(2)
    await playAll(started, games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
  })

  test('make way while there is no room for more, and then continue where they were', async () => {
    const { pool, started } = open(2)
    const told: number[] = []
    const room = Promise.withResolvers<void>()
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed), {
      room: () => (told.length === 3 ? room.promise : undefined),
    })
    const chunks = started.map(puppet => puppet.last('games'))
    playGame(started[0]!, seedsOf(chunks[0]!)[0]!)
    playGame(started[1]!, seedsOf(chunks[1]!)[0]!)
    expect(started.map(({ heard }) => heard.map(({ kind }) => kind))).toEqual([['games'], ['games']])
    playGame(started[0]!, seedsOf(chunks[0]!)[1]!)
    for (const [i, puppet] of started.entries()) {
      const { job } = chunks[i]!
      expect(puppet.heard.at(-1)).toEqual({ kind: 'release', job })
      puppet.say({ kind: 'played', job, memoryBytes: 100 })
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started.map(({ heard }) => heard.length)).toEqual([2, 2])
    room.resolve()
    await settle()
    expect(started.map(puppet => puppet.heard.at(-1).kind)).toEqual(['games', 'games'])
    expect(started.flatMap(chunkOf)).toContain(seedsOf(chunks[1]!)[1])
    await playAll(started, games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
  })

  test('of a batch that cannot wait for room end with its reason', async () => {
    const { pool, started } = open(1)
    const games = pool.playGames(player, seeds, () => undefined, { room: () => Promise.reject(new Error('no reader')) })
    playGame(started[0]!, 0)
    await expect(games).rejects.toThrow('no reader')
  })

  test('of a large batch are never far apart', () => {
    const { pool, started } = open(2)
    const many = Array.from({ length: 100_000 }, (_, i) => i)
    void pool.playGames(player, many, () => undefined)
    expect(started.map(puppet => chunkOf(puppet).length)).toEqual([500, 500])
  })

  test('that end after an abort are not reported', async () => {
    const { pool, started } = open(1)
    const controller = new AbortController()
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed), {
      signal: controller.signal,
    })
    playGame(started[0]!, 0)
    controller.abort()
    playGame(started[0]!, 1)
    await games
    expect(told).toEqual([0])
    expect(started[0]!.heard.map(({ kind }) => kind)).toEqual(['games', 'release'])
  })

  test('lost once are played again, without the reported ones', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed))
    const chunk = chunkOf(started[0]!)
    playGame(started[0]!, chunk[0]!)
    started[0]!.die()
    expect(started).toHaveLength(2)
    expect(chunkOf(started[1]!)[0]).toBe(chunk[1])
    await playAll(started.slice(1), games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
  })

  test('lost twice end the batch, naming the seed', async () => {
    const { pool, started } = open(1)
    const games = pool.playGames(player, seeds, () => undefined)
    const failed = expect(games).rejects.toMatchObject({ code: 'WORKER_LOST', detail: { seed: 0 } })
    started[0]!.die()
    await vi.advanceTimersByTimeAsync(1000)
    started[1]!.die()
    await failed
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started).toHaveLength(2)
  })

  test('that the thread refuses end with its reason', async () => {
    const { pool, started } = open(1)
    const games = pool.playGames(player, seeds, () => undefined)
    const { job } = started[0]!.last('games')
    started[0]!.say({ kind: 'failed', job, error: { code: 'BAD_SETTING', message: 'no' } })
    await expect(games).rejects.toMatchObject({ code: 'BAD_SETTING', message: 'no' })
  })
})

describe('tasks', () => {
  const evaluators = [1, 2, 3].map(h1 => makeEvaluator('thesis', { h1 }))
  const { settings, limits } = player
  const rules = { settings, limits, maxSlides: 100 }
  const tasks = seeds.map(seed => ({ evaluator: evaluators[seed % 3]!, seed }))
  const never = () => {
    throw new Error('no game is lost')
  }

  test('go to threads with their evaluators and the rules of all, neighbours of one evaluator together', () => {
    const { pool, started } = open(1)
    const [one, other] = evaluators as [Evaluator, Evaluator]
    const list = [one, one, other, other, one, one, one, one].map((evaluator, seed) => ({ evaluator, seed }))
    void pool.playTasks(rules, [...list, ...list, ...list], () => undefined, { onLost: never })
    const { rules: told, groups } = started[0]!.last('games')
    expect(told).toEqual(rules)
    expect(groups).toEqual([
      { evaluator: one, seeds: [0, 1] },
      { evaluator: other, seeds: [2, 3] },
      { evaluator: one, seeds: [4, 5] },
    ])
  })

  test('are reported by their numbers, and tasks that follow from one are played before the end', async () => {
    const { pool, started } = open(2)
    const told: [number, number][] = []
    const played = pool.playTasks(
      rules,
      tasks,
      ({ result }, task) => {
        told.push([task, result.seed])
        return result.seed < 3 ? [{ evaluator: evaluators[0]!, seed: 100 + result.seed }] : undefined
      },
      { onLost: never },
    )
    await playAll(started, played)
    const sorted = told.toSorted(([a], [b]) => a - b)
    expect(sorted.map(([task]) => task)).toEqual([...seeds, ...[0, 1, 2].map(i => seeds.length + i)])
    expect(sorted.slice(0, seeds.length).map(([, seed]) => seed)).toEqual(seeds)
    expect(new Set(sorted.slice(seeds.length).map(([, seed]) => seed))).toEqual(new Set([100, 101, 102]))
  })

  test('that follow are taken by a thread that had nothing to do', () => {
    const { pool, started } = open(2)
    const more = [7, 8].map(seed => ({ evaluator: evaluators[0]!, seed }))
    void pool.playTasks(rules, tasks.slice(0, 1), () => more, { onLost: never })
    expect(started).toHaveLength(1)
    playGame(started[0]!, 0)
    expect(chunkOf(started[1]!)).toEqual([7])
  })

  test('lost together are tried alone, and the one that loses its thread again is reported; the others continue', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    const lost: [number, string][] = []
    const played = pool.playTasks(rules, tasks, ({ result }) => void told.push(result.seed), {
      onLost: (task, { code }) => void lost.push([task, code]),
    })
    const [culprit] = chunkOf(started[0]!).slice(1)
    for (let i = 0; i < 100 && told.length + lost.length < tasks.length; i++) {
      const puppet = started.at(-1)
      const chunk = chunkOf(puppet)
      if (chunk.includes(culprit!)) {
        expect(chunk.length === 1 || i === 0).toBe(true)
        puppet.die()
        await vi.advanceTimersByTimeAsync(1000)
      } else playChunk(puppet)
      await settle()
    }
    await played
    expect(lost).toEqual([[culprit, 'WORKER_LOST']])
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds.filter(seed => seed !== culprit))
  })

  test('alone on a thread that dies are played again: one death may be an accident', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    const played = pool.playTasks(rules, tasks.slice(0, 1), ({ result }) => void told.push(result.seed), { onLost: never })
    started[0]!.die()
    await vi.advanceTimersByTimeAsync(1000)
    playChunk(started.at(-1))
    await played
    expect(told).toEqual([tasks[0]!.seed])
  })

  test('that a thread refuses are reported, and tasks that follow are played', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    const lost: string[] = []
    const played = pool.playTasks(rules, tasks.slice(0, 1), ({ result }) => void told.push(result.seed), {
      onLost: (_, { message }) => {
        lost.push(message)
        return [{ evaluator: evaluators[1]!, seed: 77 }]
      },
    })
    const { job } = started[0]!.last('games')
    started[0]!.say({ kind: 'failed', job, error: { code: 'BAD_SETTING', message: 'no' } })
    await settle()
    playChunk(started[0]!)
    await played
    expect(lost).toEqual(['no'])
    expect(told).toEqual([77])
  })

  test('end with the reason where no thread can be started', async () => {
    const { pool, started } = open(1)
    const played = pool.playTasks(rules, tasks, () => undefined, { onLost: never })
    const { job } = started[0]!.last('games')
    started[0]!.say({ kind: 'failed', job, error: { code: 'KERNEL_BROKEN', message: 'gone' } })
    await expect(played).rejects.toMatchObject({ code: 'KERNEL_BROKEN' })
  })
})

describe('a search on two threads', () => {
  const deep = thesisPlayer({ depth: 2 })

  /** Two threads that run: the games that started them are over. */
  async function openReady() {
    const { pool, started } = open(2)
    const games = pool.playGames(player, seeds, () => undefined)
    started.forEach(ready)
    await playAll(started, games)
    return { pool, started }
  }

  test('is not held up by one that never runs', async () => {
    const { pool, started } = open(2)
    let found: Searched | undefined
    void pool
      .search(board, deep)
      .then(searched => (found = searched))
      .catch(() => undefined)
    const [home] = started as [Puppet]
    ready(home)
    await settle()
    await vi.advanceTimersByTimeAsync(1000)
    for (let answers = 0; answers < 20 && !found; answers++) {
      answer(home)
      await settle()
    }
    expect(found!.report.depth).toBe(2)
    expect(started[1]!.heard).toEqual([])
  })

  test('starts the other in the background, and only once it takes a while; that joins as soon as it runs', async () => {
    const { pool, started } = open(2)
    const searching = pool.search(board, deep)
    const [home] = started as [Puppet]
    ready(home)
    await settle()
    expect(home.last('search').request.moves).toHaveLength(1)
    expect(started).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    const other = started[1]!
    expect(other.heard).toEqual([])
    ready(other)
    await settle()
    expect(other.last('search').request.moves).not.toEqual(home.last('search').request.moves)
    await answerAll(started, searching)
    expect((await searching).report.nodes).toBe(4 + 4 * legalMoves(board).length)
  })

  test('that failed sends no more requests, if a helper starts later', async () => {
    const { pool, started } = open(2)
    const lost = expect(pool.search(board, deep)).rejects.toMatchObject({ code: 'WORKER_LOST' })
    ready(started[0]!)
    await settle()
    await vi.advanceTimersByTimeAsync(20)
    started[0]!.die()
    await lost
    ready(started[1]!)
    await settle()
    expect(started[1]!.heard).toEqual([])
  })

  test('shares out the slides of each iteration, one a message', async () => {
    const { pool, started } = await openReady()
    const searching = pool.search(board, deep)
    await answerAll(started, searching)
    const roots = started.map(({ heard }) => heard.flatMap(message => (message.kind === 'search' ? [message.request] : [])))
    const moves = roots.map(requests => requests.flatMap(({ reach, moves }) => (reach === 1 ? moves : [])))
    expect(moves.every(({ length }) => length > 0)).toBe(true)
    expect(moves.flat().toSorted()).toEqual(legalMoves(board).toSorted())
    expect((await searching).report.nodes).toBe(4 + 4 * legalMoves(board).length)
  })

  test('whose helper is called away searches that slide itself', async () => {
    const { pool, started } = await openReady()
    const told: Searched[] = []
    void pool
      .search(board, deep)
      .then(searched => told.push(searched))
      .catch(() => undefined)
    await settle()
    const [home, helper] = started as [Puppet, Puppet]
    const { job, request } = helper.last('search')
    for (let slides = legalMoves(board).length - 1; slides > 0; slides--) {
      answer(home)
      await settle()
    }
    const before = home.heard.length
    void pool.search(board, player)
    expect([...helper.stopCell.subarray(0, 3)]).toEqual([job, 1, 0])
    const iteration = { slides: [], unfinishedNodes: 9, stopped: 'request' as const }
    helper.say({ kind: 'searched', job, iteration, memoryBytes: 1 })
    await settle()
    expect(home.heard).toHaveLength(before + 1)
    expect(home.last('search').request.moves).toEqual(request.moves)
  })
})

describe('a thread that dies', () => {
  test('before it did anything is replaced after a second, not sooner', async () => {
    const { pool, started } = open(1)
    const first = pool.search(board, player)
    const lost = expect(first).rejects.toMatchObject({
      code: 'WORKER_LOST',
      message: expect.stringMatching(/unreachable executed/) as string,
    })
    started[0]!.die()
    await lost
    const second = pool.search(board, player)
    await settle()
    await vi.advanceTimersByTimeAsync(990)
    expect(started).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(started).toHaveLength(2)
    answer(started[1]!)
    await settle()
    answer(started[1]!)
    expect((await second).report.best).toBeDefined()
  })

  test('as the pool is closed leaves no caller waiting for another', async () => {
    const { pool, started } = open(1)
    const games = pool.playGames(player, seeds, () => undefined)
    const cancelled = expect(games).rejects.toMatchObject({ code: 'CANCELLED' })
    started[0]!.die()
    await pool.close()
    await cancelled
    await expect(pool.search(board, player)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(started).toHaveLength(1)
  })

  test('is not heard any more', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    void pool.playGames(player, [5], ({ result }) => told.push(result.seed))
    const [first] = started as [Puppet]
    const { job } = first.last('games')
    first.die()
    playGame(first, 5)
    first.say({ kind: 'played', job, memoryBytes: 1 })
    expect(told).toEqual([])
  })

  test('takes only its own search with it', async () => {
    const { pool, started } = open(2)
    const one = pool.search(board, player)
    const two = pool.search(board, player)
    started.forEach(ready)
    await settle()
    started[0]!.die()
    await expect(one).rejects.toMatchObject({ code: 'WORKER_LOST' })
    answer(started[1]!)
    await settle()
    answer(started[1]!)
    expect((await two).report.best).toBeDefined()
  })
})

describe('a stop', () => {
  test('by time reaches the search in hand, and not the next one', async () => {
    const { pool, started } = open(1)
    const searching = pool.search(board, thesisPlayer({ depth: 3, ms: 10 }))
    const [thread] = started as [Puppet]
    ready(thread)
    for (let depth = 0; depth < 3; depth++) {
      await settle()
      answer(thread)
    }
    await settle()
    const { job } = thread.last('search')
    expect(Atomics.load(thread.stopCell, 0)).toBe(0)
    await vi.advanceTimersByTimeAsync(10)
    expect([...thread.stopCell.subarray(0, 3)]).toEqual([job, 0, 0])
    thread.say({
      kind: 'searched',
      job,
      iteration: { slides: [], unfinishedNodes: 3, stopped: 'limit' },
      memoryBytes: 1,
    })
    const { report } = await searching
    expect(report).toMatchObject({ stopped: 'limit', depth: 2, nodes: 3 * (4 + 16) + 4 + 3 })

    void pool.search(board, player)
    await settle()
    expect(thread.last('search').job).toBeGreaterThan(Atomics.load(thread.stopCell, 0))
  })

  test('of a search that waits in line does not touch the one in hand', async () => {
    const { pool, started } = open(1)
    const controller = new AbortController()
    void pool.search(board, player)
    const waiting = pool.search(board, player, { signal: controller.signal })
    ready(started[0]!)
    await settle()
    expect(started[0]!.heard).toHaveLength(1)
    controller.abort()
    await settle()
    expect(Atomics.load(started[0]!.stopCell, 0)).toBe(0)
    answer(started[0]!) // the first search
    await settle()
    answer(started[0]!) // depth 0 of the second: the move it must still give
    await settle()
    expect((await waiting).report).toMatchObject({ stopped: 'request', depth: 0 })
  })
})

describe('a kernel that cannot be had', () => {
  test('fails every kind of job with its reason, and is tried again with the next', async () => {
    let isBroken = true
    const { started, createThread } = puppets()
    const pool = new ThreadPool({
      threads: 2,
      createThread: cell => {
        if (isBroken) throw new LabError('KERNEL_BROKEN', 'no kernel')
        return createThread(cell)
      },
    })
    onTestFinished(() => pool.close())
    const broken = { code: 'KERNEL_BROKEN', message: 'no kernel' }
    await expect(pool.search(board, player)).rejects.toMatchObject(broken)
    await expect(pool.playGames(player, seeds, () => undefined)).rejects.toMatchObject(broken)
    await expect(pool.autoplay(player, startGame(1), () => undefined)).rejects.toMatchObject(broken)
    isBroken = false
    const games = pool.playGames(player, seeds, () => undefined)
    await playAll(started, games)
  })
})

describe('memory', () => {
  test('is the sum of the last reports of the living threads', async () => {
    const { pool, started } = open(2)
    void pool.playGames(player, seeds, () => undefined)
    started.forEach(ready)
    expect(pool.memoryBytes).toBe(200)
    started[0]!.die()
    expect(pool.memoryBytes).toBe(100)
    ready(started[0]!) // a message from the dead
    expect(pool.memoryBytes).toBe(100)
  })
})

describe('another number of threads', () => {
  const alive = (started: readonly Puppet[]) => started.filter(({ terminated }) => !terminated).length
  const big = { ...player, settings: { ...player.settings, tableBits: 26 } }
  const room = 2 * 2 ** 26 * 16

  test('more take part in games at once, and no game is lost', async () => {
    const { pool, started } = open(1)
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed))
    pool.resize({ threads: 3 })
    expect([pool.threads, alive(started)]).toEqual([3, 3])
    await playAll(started, games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
  })

  test('fewer: the games of a thread that goes are played by the others, each once', async () => {
    const { pool, started } = open(3)
    const told: number[] = []
    const games = pool.playGames(player, seeds, ({ result }) => told.push(result.seed))
    pool.resize({ threads: 1 })
    const [, second, third] = started as [Puppet, Puppet, Puppet]
    for (const puppet of [second, third]) {
      const { job } = puppet.last('release')
      expect(job).toBe(puppet.last('games').job)
      puppet.say({ kind: 'played', job, memoryBytes: 100 })
    }
    await settle()
    expect([second.terminated, third.terminated]).toEqual([true, true])
    await playAll(started, games)
    expect(told.toSorted((a, b) => a - b)).toEqual(seeds)
    expect(started).toHaveLength(3)
  })

  test('a thread that goes finishes the search that it has in hand, and takes no other', async () => {
    const { pool, started } = open(1)
    const first = pool.search(board, player)
    ready(started[0]!)
    await settle()
    pool.resize({ threads: 1, memoryLimit: 1 }) // its kernel is larger than that
    const second = pool.search(board, player)
    await settle()
    expect(started).toHaveLength(2)
    ready(started[1]!)
    expect(started[0]!.terminated).toBe(false)
    await answerAll(started, Promise.all([first, second]))
    expect((await first).report.best).toBe((await second).report.best)
    await settle()
    expect(started.map(({ terminated }) => terminated)).toEqual([true, false])
  })

  test('what a job under way has no room for is refused, and nothing changes', async () => {
    const { pool, started } = open(2)
    pool.resize({ threads: 2, memoryLimit: room })
    const abort = new AbortController()
    const games = pool.playGames(big, seeds, () => undefined, { signal: abort.signal })
    expect(() => pool.resize({ threads: 3, memoryLimit: room })).toThrow(/use 25 or less/)
    expect(() => pool.resize({ threads: 2, memoryLimit: room / 2 })).toThrow(/use 25 or less/)
    expect([pool.threads, alive(started)]).toEqual([2, 2])
    abort.abort()
    await games
    pool.resize({ threads: 3, memoryLimit: room })
    await expect(pool.playGames(big, seeds, () => undefined)).rejects.toThrow(/use 25 or less/)
    await pool.close()
    expect(alive(started)).toBe(0)
  })
})
