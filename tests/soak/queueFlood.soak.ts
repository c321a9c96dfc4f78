/** What a hostile queue can do: waste time, and nothing else. */
import { afterEach, expect, test, vi } from 'vitest'
import { contentHash } from '../../src/core/contentHash'
import type { PlayedGame } from '../../src/core/contract/compute'
import { packAnswer, parseAnswer } from '../../src/core/contract/machineAnswers'
import { packJob, parseJob, type MachineJob } from '../../src/core/contract/machines'
import { LabError } from '../../src/core/errors'
import { createRandom, type Random } from '../../src/core/random'
import { readKernel, startWorker } from '../../src/main/compute/pool/kernelFile'
import { type Pool, ThreadPool } from '../../src/main/compute/pool/pool'
import { QueueLink } from '../../src/main/compute/queue/link'
import { QueuePool } from '../../src/main/compute/queue/queuePool'
import { computeJob, QueueWorker } from '../../src/main/compute/queue/queueWorker'
import { Scope } from '../../src/main/scope'
import { NO_REDIS, TestRedis } from '../support/redis'
import { thesisPlayer } from '../support/threads'
import { record } from './record'

const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
const JOBS = Number(process.env['SOAK_JOBS'] ?? 1_000_000)
const TEXTS = Number(process.env['SOAK_TEXTS'] ?? 20_000)
const TOGETHER = 500
const MEBIBYTE = 2 ** 20

vi.setConfig({ testTimeout: 3_600_000 })

const KERNEL = readKernel()
const PLAYER = thesisPlayer({ depth: 0 })
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1)
let scope = new Scope('test')
let redis: TestRedis | undefined

afterEach(async () => {
  await scope.close()
  scope = new Scope('test')
  await redis?.close()
  redis = undefined
})

const threads = (): ThreadPool => scope.add(new ThreadPool({ threads: 1, createThread: cell => startWorker(KERNEL, cell, []) }))

function linked(complain: (message: string) => void = () => undefined): QueueLink {
  return scope.add(new QueueLink({ url: redis!.url, kernel: 'k', complain }))
}

function owner(complain: (message: string) => void): Pool {
  return scope.add(new QueuePool({ url: redis!.url, local: threads(), kernel: () => 'k', networks: [], complain }))
}

async function results(pool: Pool): Promise<PlayedGame['result'][]> {
  const games: PlayedGame['result'][] = []
  await pool.playGames(PLAYER, SEEDS, ({ result }, i) => void (games[i] = result))
  return games
}

/** A text with one to four characters replaced, removed or added. */
function damaged(text: string, random: Random): string {
  let damaged = text
  for (let i = random.below(4); i >= 0; i--) {
    const [at, length] = [random.below(damaged.length + 1), random.below(3)]
    const added = ['', '0', '9', '-', '"', '{', ']', ',', 'e9', 'null', '\u0000'][random.below(11)]!
    damaged = damaged.slice(0, at) + added + damaged.slice(at + length)
  }
  return damaged
}

test.skipIf(NO_REDIS !== undefined)(`a flood of ${JOBS} jobs of no lab is refused, and a run after it is whole`, async () => {
  redis = await TestRedis.start()
  const heard: string[] = []
  const worker = new QueueWorker(
    { ...{ link: linked(), pool: threads(), kernel: 'k', id: 'flooded', networks: [] }, complain: text => void heard.push(text) },
    scope,
  )
  const link = linked()
  const heap = (): number => {
    globalThis.gc!()
    return process.memoryUsage().heapUsed / MEBIBYTE
  }
  const began = performance.now()
  const heaps: number[] = []
  for (let first = 0; first < JOBS; first += TOGETHER) {
    await Promise.all(Array.from({ length: TOGETHER }, (_, i) => link.add(`job-${first + i}`, `{"call":${first + i}}`, 1)))
    while ((await link.jobs(['k'])).waiting > 20_000) await new Promise(resolve => setTimeout(resolve, 50))
    if (first % Math.ceil(JOBS / 10) < TOGETHER) heaps.push(heap())
  }
  const pool = owner(() => undefined)
  expect(await results(pool)).toEqual(await results(threads()))
  for (let left = 1; left > 0;) {
    const { waiting, active } = await link.jobs(['k'])
    left = waiting + active
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const atEnd = heap()
  record('A flood of jobs', {
    jobs: JOBS,
    seconds: Math.round((performance.now() - began) / 1000),
    'heap after the first tenth, MiB': heaps[1]!.toFixed(0),
    'heap at the end, MiB': atEnd.toFixed(0),
    'messages of the worker': heard.length,
  })
  expect(worker.speed.items).toBe(SEEDS.length)
  expect(heard.length).toBeLessThanOrEqual(100)
  expect(atEnd - heaps[1]!).toBeLessThan(64)
})

test(`damaged jobs and answers are refused or have a form that fits (KILL_SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const order = {
    rules: { settings: PLAYER.settings, limits: PLAYER.limits },
    groups: [{ evaluator: PLAYER.evaluator, seeds: [1, 2, 3] }],
  }
  const job: MachineJob = { kernel: 'k', call: 'games', order }
  const results = await computeJob(threads(), job, scope.signal)
  const answer = packAnswer(job, { worker: 'w', results, ms: 3 })
  let [jobs, answers] = [0, 0]
  for (let i = 0; i < TEXTS; i++) {
    const text = damaged(packJob(job).text, random)
    jobs += accepted(() => parseJob(`job-${hashOf(text)}`, text))
    answers += accepted(() => {
      const read = parseAnswer(job, damaged(answer, random))
      if ('results' in read) expect(read.results.map(each => (each as PlayedGame).result.seed)).toEqual([1, 2, 3])
    })
  }
  record('Damaged jobs and answers', { texts: 2 * TEXTS, 'jobs accepted': jobs, 'answers accepted': answers, seed: SEED })
})

test.skipIf(NO_REDIS !== undefined)(`damaged answers end no run, and no game has another score (KILL_SEED=${SEED})`, async () => {
  redis = await TestRedis.start()
  const random = createRandom(SEED)
  const [link, liars] = [linked(), threads()]
  link.work(1, async (id, text) => {
    const job = parseJob(id, text)
    const answer = packAnswer(job, {
      worker: `liar ${random.below(1000)}`,
      results: await computeJob(liars, job, scope.signal),
      ms: 1,
    })
    await link.answer(id, damaged(answer, random), () => true)
  })
  const scores = async (pool: Pool): Promise<unknown> =>
    (await results(pool)).map(({ seed, score, slides }) => [seed, score, slides])
  expect(await scores(owner(() => undefined))).toEqual(await scores(threads()))
})

function accepted(read: () => unknown): number {
  try {
    read()
    return 1
  } catch (error) {
    if (error instanceof LabError) return 0
    throw error
  }
}

function hashOf(text: string): string {
  try {
    return contentHash(JSON.parse(text))
  } catch {
    return ''
  }
}
