import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inspect } from 'node:util'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PlayedGame } from '../../../../src/core/contract/compute'
import { packAnswer } from '../../../../src/core/contract/machineAnswers'
import { exactJson, parseJob } from '../../../../src/core/contract/machines'
import { searcherPlayer } from '../../../../src/core/contract/playerText'
import type { LabError } from '../../../../src/core/errors'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { BUILT_IN_NETWORKS, findNetwork, networkId, readNetwork } from '../../../../src/main/compute/networks/networkFile'
import { readKernel, startWorker } from '../../../../src/main/compute/pool/kernelFile'
import { type Pool, ThreadPool } from '../../../../src/main/compute/pool/pool'
import { QueueLink } from '../../../../src/main/compute/queue/link'
import { QueuePool } from '../../../../src/main/compute/queue/queuePool'
import { computeJob, QueueWorker } from '../../../../src/main/compute/queue/queueWorker'
import { drainWorkerOf, queueAt, QueueWatch, runWorker } from '../../../../src/main/lab/machines/machines'
import { profileByNameOrFile } from '../../../../src/main/lab/profiles/findProfile'
import { Scope } from '../../../../src/main/scope'
import { soakTest } from '../../../setup/extent'
import { freePort, NO_REDIS, TestRedis } from '../../../support/redis'
import { thesisPlayer } from '../../../support/threads'

const KERNEL = readKernel()

// the reason is in the title, so that a run that lacks Redis says so
describe.skipIf(NO_REDIS !== undefined)(`a queue of machines${NO_REDIS === undefined ? '' : `: skipped, ${NO_REDIS}`}`, () => {
  let redis: TestRedis
  const scopes: Scope[] = []
  const complaints: string[] = []

  beforeAll(async () => void (redis = await TestRedis.start()))
  afterAll(() => redis.close())
  afterEach(async () => {
    complaints.length = 0
    for (const scope of scopes.splice(0).toReversed()) await scope.close()
  })

  function opened(): Scope {
    const scope = new Scope('test')
    scopes.push(scope)
    return scope
  }

  const threads = (scope: Scope, networks: readonly string[] = []): ThreadPool =>
    scope.add(new ThreadPool({ threads: 1, createThread: cell => startWorker(KERNEL, cell, networks) }))

  function worker(
    id: string,
    { kernel = 'k', networks = [] }: { kernel?: string; networks?: readonly string[] } = {},
  ): { worker: QueueWorker; scope: Scope } {
    const scope = opened()
    const pool = threads(scope, networks)
    const complain = (message: string): void => void complaints.push(message)
    const link = scope.add(new QueueLink({ url: redis.url, kernel, complain }))
    return { worker: new QueueWorker({ link, pool, kernel, id, networks, complain }, scope), scope }
  }

  function owner(networks: readonly string[] = [], isNamed = true): QueuePool {
    const scope = opened()
    const local = threads(scope, networks)
    const complain = (message: string): void => void complaints.push(message)
    return scope.add(new QueuePool({ url: isNamed ? redis.url : undefined, local, kernel: () => 'k', networks, complain }))
  }

  /** Complaints, without that of an owner that looked before the worker had shown itself. */
  const faults = (): string[] => complaints.filter(each => !each.startsWith('No worker is at'))

  const PLAYER = thesisPlayer({ depth: 0 })
  const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1)

  async function results(pool: Pool): Promise<PlayedGame['result'][]> {
    const games: PlayedGame['result'][] = []
    await pool.playGames(PLAYER, SEEDS, ({ result }, i) => void (games[i] = result))
    return games
  }

  test('games, boards, playouts and samples are those of this machine, on two workers', async () => {
    const here = threads(opened())
    const [one, two] = [worker('one'), worker('two')]
    const pool = owner()
    expect(await results(pool)).toEqual(await results(here))
    const starts = SEEDS.slice(0, 5).map(startGame)
    const boards = starts.map(({ board }) => board)
    const all = async (pool: Pool): Promise<unknown> => {
      const [judged, ends, samples]: [unknown[], unknown[], unknown[]] = [[], [], []]
      await pool.searchBoards(thesisPlayer({ depth: 1 }), boards, (each, i) => void (judged[i] = each))
      await pool.playOut(PLAYER, starts, (each, i) => void (ends[i] = each))
      const games = starts.map(start => ({ start }))
      await pool.sampleGames(PLAYER, games, ({ game }, i) => void (samples[i] = game))
      return { judged, ends, samples }
    }
    expect(await all(pool)).toEqual(await all(here))
    expect(one.worker.speed.items + two.worker.speed.items).toBeGreaterThanOrEqual(SEEDS.length + 15)
    expect(faults()).toEqual([])
  })

  test('games of a searcher come with their moves, as on this machine', async () => {
    const { worker: asked } = worker('asked')
    const player = { ...searcherPlayer('mcts:iterations=4'), maxSlides: 30 }
    const games = async (pool: Pool): Promise<unknown[]> => {
      const played: unknown[] = []
      await pool.playGames(player, [1, 2, 3], ({ result, turns }, i) => void (played[i] = [result, turns!.turns]))
      return played
    }
    expect(await games(owner())).toEqual(await games(threads(opened())))
    expect([asked.speed.items, faults()]).toEqual([3, []])
  })

  describe('under a clock', () => {
    const QUICK = { ...PLAYER, limits: { depth: 3, ms: 0.02 }, maxSlides: 40 }
    const BOTH = [QUICK, { ...PLAYER, maxSlides: 40 }].map(({ evaluator, ...rules }) => ({ evaluator, rules }))
    const FEW = SEEDS.slice(0, 6)
    async function seedsOf(pool: Pool): Promise<(readonly PlayedGame[])[]> {
      const games: (readonly PlayedGame[])[] = []
      await pool.playSeeds(FEW.map(seed => ({ seed, players: BOTH })), (each, i) => void (games[i] = each)) // oxfmt-ignore
      return games
    }

    test('one machine plays a seed with all players, and the games carry its name and their moves', async () => {
      const [one, two] = [worker('one:1'), worker('two:2')]
      const games = await seedsOf(owner())
      expect(one.worker.speed.items + two.worker.speed.items).toBe(2 * FEW.length)
      const here = await seedsOf(threads(opened()))
      for (const [i, [quick, deep]] of games.entries()) {
        expect(quick).toMatchObject({ result: { seed: FEW[i] }, machine: expect.stringMatching(/^(one|two)$/) as string })
        expect(quick!.turns!.turns.length).toBe(quick!.result.slides + 1)
        expect(deep!.result).toEqual(here[i]![1]!.result)
        expect(deep!.turns).toBeUndefined()
      }
      expect(faults()).toEqual([])
    })

    test('games that are compared with those of this machine stay here', async () => {
      const { worker: idle } = worker('idle')
      const games: PlayedGame[] = []
      await owner().playGames(QUICK, FEW, game => void games.push(game))
      expect([games.length, idle.speed.items]).toEqual([FEW.length, 0])
    })

    test('moves that are not legal are refused, and the seed is played here', async () => {
      const scope = opened()
      const link = scope.add(new QueueLink({ url: redis.url, kernel: 'k', complain: () => undefined }))
      const liars = threads(scope)
      link.work(1, async (id, text) => {
        const job = parseJob(id, text)
        const played = (await computeJob(liars, job, scope.signal)) as PlayedGame[]
        const wrong = played.map(game =>
          game.turns
            ? { ...game, turns: { ...game.turns, turns: game.turns.turns.map((byte, i) => (i === 3 ? byte ^ 1 : byte)) } }
            : game,
        )
        await link.answer(id, packAnswer(job, { worker: 'liar', results: wrong, ms: 1 }), () => true)
      })
      const games = await seedsOf(owner())
      expect(games.flat().every(({ machine }) => machine === undefined)).toBe(true)
      expect(complaints).toContainEqual(
        expect.stringMatching(/^An answer from the queue is refused: the moves: move 3 of the game/),
      )
    })
  })

  test('the first answer to a job is final, and one that comes after it was taken is dropped', async () => {
    const link = opened().add(new QueueLink({ url: redis.url, kernel: 'none', complain: () => undefined }))
    await link.want(['job-final'])
    for (const text of ['first', 'second']) await link.answer('job-final', text, () => true)
    expect(await link.answerTo('job-final', 100)).toBe('first')
    await link.forget('job-final')
    await link.answer('job-final', 'late', () => true)
    expect(await link.hasAnswer('job-final')).toBe(false)
  })

  test('a clock that jumps an hour ahead and two hours back changes and loses nothing', async () => {
    const { worker: asked } = worker('asked')
    const expected = await results(threads(opened()))
    const now = Date.now.bind(Date)
    let hours = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000 * hours)
    onTestFinished(() => clock.mockRestore())
    const pool = owner()
    const games: PlayedGame['result'][] = []
    await pool.playGames(PLAYER, SEEDS, ({ result }, i) => {
      games[i] = result
      hours = asked.speed.items < SEEDS.length / 2 ? 1 : -1
    })
    expect([games, asked.speed.items]).toEqual([expected, SEEDS.length])
    expect(faults()).toEqual([])
  })

  test('what a worker answers to a run that was deleted is dropped, and its next jobs are computed', async () => {
    const scope = opened()
    const link = scope.add(new QueueLink({ url: redis.url, kernel: 'k', complain: () => undefined }))
    const deleted = new AbortController()
    const answered: string[] = []
    const late = Promise.withResolvers<void>()
    link.work(1, async id => {
      deleted.abort()
      while ((await link.wanted([id])).size > 0) await new Promise(resolve => setTimeout(resolve, 10))
      await link.answer(id, 'of a run that was deleted', () => true)
      answered.push(id)
      late.resolve()
    })
    await owner().playGames(PLAYER, SEEDS, () => undefined, { signal: deleted.signal })
    await late.promise
    expect(await link.hasAnswer(answered[0]!)).toBe(false)
    await scope.close()
    worker('next')
    expect(await results(owner())).toEqual(await results(threads(opened())))
    expect(faults()).toEqual([])
  })

  test('what a worker answers falsely is refused, and computed here', async () => {
    const scope = opened()
    const link = scope.add(new QueueLink({ url: redis.url, kernel: 'k', complain: () => undefined }))
    const liars = threads(scope)
    let jobs = 0
    const answers = async (id: string, text: string): Promise<string> => {
      const job = parseJob(id, text)
      const results = (await computeJob(liars, job, scope.signal)) as PlayedGame[]
      const raised = results.map(game => ({ ...game, result: { ...game.result, score: game.result.score + 4 } }))
      const kinds = [
        '',
        'null',
        exactJson({ worker: 'liar', problem: 'no' }),
        packAnswer(job, { worker: 'liar', results: raised, ms: 1 }),
      ]
      return kinds[jobs++ % kinds.length]!
    }
    link.work(1, async (id, text) => link.answer(id, await answers(id, text), () => true))
    expect(await results(owner())).toEqual(await results(threads(opened())))
    expect(jobs).toBeGreaterThan(3)
    expect(complaints).toContainEqual(expect.stringMatching(/^Worker liar refused a job, which is computed here: no/))
    expect(complaints).toContainEqual(
      expect.stringMatching(/^An answer from the queue is refused: .* score of \d+ is impossible/),
    )
  })

  test('a worker of another kernel gets no jobs, and is named', async () => {
    const other = worker('other', { kernel: 'older' })
    const right = worker('right')
    const pool = owner()
    expect(await results(pool)).toHaveLength(SEEDS.length)
    await until(() => complaints.some(each => /^Worker other gets no jobs: it has kernel older .* has kernel k\.$/.test(each)))
    expect([other.worker.speed.items, right.worker.speed.items]).toEqual([0, SEEDS.length])
  })

  test('a stop reaches the worker during a job', async () => {
    const { worker: stopped } = worker('stopped')
    const stop = new AbortController()
    const running = owner().playGames(thesisPlayer({ depth: 6 }), SEEDS, () => undefined, { signal: stop.signal })
    await until(() => stopped.active > 0)
    stop.abort()
    await running
    await until(() => stopped.active === 0)
    expect(stopped.speed.items).toBe(0)
  })

  test('a worker fetches a network that it lacks, and keeps it under its id', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'lab-cache-'))
    onTestFinished(() => rmSync(cache, { recursive: true }))
    const expert = profileByNameOrFile('strongest').settings.expert!
    const player = { ...PLAYER, settings: { ...PLAYER.settings, expert }, maxSlides: 20 }
    const { worker: fetching } = worker('fetching', { networks: [cache] })
    const game = async (pool: Pool): Promise<unknown> => {
      let played: unknown
      await pool.playGames(player, [1], ({ result }) => void (played = result))
      return played
    }
    expect(await game(owner([BUILT_IN_NETWORKS]))).toEqual(await game(threads(opened(), [BUILT_IN_NETWORKS])))
    expect(fetching.speed.items).toBe(1)
    expect(networkId(readNetwork(findNetwork(expert.network, [cache])))).toBe(expert.network)
  })

  test('a job that is none of this lab is refused by name, and the next is computed', async () => {
    const { worker: strict } = worker('strict')
    const link = opened().add(new QueueLink({ url: redis.url, kernel: 'k', complain: () => undefined }))
    const jobs = [
      '',
      '{',
      '[]',
      exactJson({ kernel: 'k', call: 'games', order: { groups: [] } }),
      `{"call":"${'x'.repeat(1000)}"}`,
    ]
    for (const [i, text] of jobs.entries()) await link.add(`job-${i}`, text, 0)
    const pool = owner()
    expect(await results(pool)).toHaveLength(SEEDS.length)
    await until(() => complaints.length >= jobs.length)
    for (const each of complaints) expect(each).toMatch(/^Job job-\d is refused: the job/)
    expect(strict.speed.items).toBe(SEEDS.length)
  })

  test('a full queue is waited for, and then the run goes on', async () => {
    worker('patient')
    await redis.tell('CONFIG SET maxmemory 1')
    const running = results(owner())
    await until(() => complaints.some(each => /^The queue at .* takes no jobs: OOM/.test(each)))
    await redis.tell('CONFIG SET maxmemory 0')
    expect(await running).toEqual(await results(threads(opened())))
  })

  test('a queue that is named later does the next work, and one that is no longer named none', async () => {
    const { worker: asked } = worker('asked')
    const pool = owner([], false)
    const both = [results(pool), (pool.use(redis.url), results(pool))]
    const expected = await results(threads(opened()))
    for (const played of await Promise.all(both)) expect(played).toEqual(expected)
    expect(asked.speed.items).toBe(SEEDS.length)
    const last = results(pool)
    pool.use(undefined)
    expect(await last).toEqual(expected)
    expect(await results(pool)).toEqual(expected)
    expect(asked.speed.items).toBe(2 * SEEDS.length)
  })

  test('a drained worker ends, and leaves the list', async () => {
    const { worker: drained, scope } = worker('drained')
    const listed = async (): Promise<string[]> =>
      (await queueAt({ env: { LAB_QUEUE: redis.url } }, undefined)).workers.map(({ id, isDraining }) => `${id} ${isDraining}`)
    await untilAsync(async () => (await listed()).includes('drained false'))
    await expect(drainWorkerOf({ env: {} }, redis.url, 'nobody')).rejects.toThrow('no worker nobody is at the queue')
    await drainWorkerOf({ env: {} }, redis.url, 'drained')
    await drained.drained
    await untilAsync(async () => (await listed()).includes('drained true'))
    await scope.close()
    expect((await listed()).filter(each => each.startsWith('drained'))).toEqual([])
  })

  test('looks at the machines share one connection, which closes after the last', async () => {
    const count = async (what: string): Promise<number> => Number(new RegExp(`${what}:(\\d+)`).exec(await redis.tell('INFO'))![1])
    const received = async (): Promise<number> => count('total_connections_received')
    const ask = await received()
    const asking = (await received()) - ask // a question is a connection too
    const connected = await count('connected_clients')
    const scope = opened()
    const watch = new QueueWatch(scope, 100)
    await watch.look(redis.url)
    const before = await received()
    for (let i = 0; i < 5; i++) expect(await watch.look(redis.url)).toMatchObject({ jobs: { active: 0 } })
    expect((await received()) - before).toBe(asking)
    await untilAsync(async () => (await count('connected_clients')) === connected)
    await watch.look(redis.url)
    await scope.close()
    await untilAsync(async () => (await count('connected_clients')) === connected)
  })

  test('a worker answers in the format of Prometheus', async () => {
    const port = await freePort()
    const stop = new AbortController()
    const ready = Promise.withResolvers<void>()
    const order = {
      queue: redis.url,
      threads: 1,
      name: 'a "b"',
      metrics: port,
      complain: () => undefined,
      onReady: () => ready.resolve(),
    }
    const ended = runWorker({ env: { XDG_CACHE_HOME: tmpdir() } }, order, stop.signal)
    await ready.promise
    const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).trimEnd().split('\n')
    stop.abort()
    expect(await ended).toBe(0)
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) lab_worker_\w+ \S.*|lab_worker_\w+(\{.*\})? \d+(\.\d+)?)$/)
    expect(lines).toContainEqual(expect.stringMatching(/^lab_worker_info\{worker="a \\"b\\":\d+",version=".+",kernel="\w+"\} 1$/))
    expect(lines).toContain('lab_worker_threads 1')
  })

  describe('with a password', () => {
    let safe: TestRedis
    beforeAll(async () => void (safe = await TestRedis.start('--requirepass', 'right-word')))
    afterAll(() => safe.close())
    const at = (words: string): string => `redis://${words}127.0.0.1:${safe.port}`

    test.each([
      ['wrong', ':wrong-word@', 'refuses the password'],
      ['missing', '', 'needs a password'],
    ])('a %s one ends run, worker and list, and no message has it', async (_, words, says) => {
      const scope = opened()
      const heard: string[] = []
      const complain = (message: string): void => void heard.push(message)
      const pool = scope.add(new QueuePool({ url: at(words), local: threads(scope), kernel: () => 'k', networks: [], complain }))
      const env = { LAB_QUEUE: at(words), XDG_CACHE_HOME: tmpdir() }
      const order = { ...{ queue: undefined, threads: 1, name: 'w', metrics: undefined }, complain, onReady: () => undefined }
      const failures = await Promise.all(
        [results(pool), runWorker({ env }, order, scope.signal), queueAt({ env }, undefined)].map(ended =>
          ended.then(String, (error: unknown) => `${(error as LabError).code} ${inspect(error, { depth: 9, showHidden: true })}`),
        ),
      )
      for (const failure of failures) expect(failure).toMatch(new RegExp(`^BAD_SETTING .*queue: 127.0.0.1:${safe.port} ${says}`))
      expect([...failures, ...heard].join()).not.toContain('wrong-word')
    })

    test('the right one opens the queue', async () => {
      expect(await queueAt({ env: { LAB_QUEUE: at(':right-word@') } }, undefined)).toMatchObject({ workers: [] })
    })
  })

  soakTest('a queue that loses all that it held is filled again', async () => {
    worker('one')
    const running = results(owner())
    await redis.kill()
    await redis.start()
    expect(await running).toEqual(await results(threads(opened())))
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 10))
}

async function untilAsync(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 10))
}
