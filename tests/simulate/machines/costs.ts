/** What the messages of a queue cost, in processor time, measured on this machine with a real Redis and a worker in a process of its own. */
import { openPool } from '../../../src/main/lab/ground/enginePool'
import { TestRedis } from '../../support/redis'
import { thesisPlayer } from '../../support/threads'
import { bench, endProcess, startWorker } from '../../support/workerProcesses'

/** Milliseconds of processor time. */
export interface Costs {
  /** Of the owner: to give a job and to take its answer, and to check a game. */
  readonly ownerPerJob: number
  readonly ownerPerGame: number
  readonly queuePerJob: number
  /** Of the queue, for a worker that shows itself and asks what is wanted, per second. */
  readonly queuePerWorkerSecond: number
  /** Of the store's thread and its reader, to save a game. */
  readonly storePerGame: number
}

const JOBS = 400
const GAMES = 20_000
const IDLE_SECONDS = 20

export async function measureCosts(): Promise<Costs> {
  const redis = await TestRedis.start()
  const workers = await Promise.all([startWorker(redis, 1), startWorker(redis, 1)])
  const { pool } = openPool({ threads: 1, window: false, queue: redis.url, complain: message => console.error(message) })
  const player = { ...thesisPlayer({ depth: 0 }), maxSlides: 1 }
  const play = (seeds: readonly number[]): Promise<void> => pool.playGames(player, seeds, () => undefined)
  const seeds = (count: number, first: number): number[] => Array.from({ length: count }, (_, i) => first + i)
  try {
    await play(seeds(100, 1))
    const idleFrom = await queueMs(redis)
    await new Promise(resolve => setTimeout(resolve, IDLE_SECONDS * 1000))
    const idle = (await queueMs(redis)) - idleFrom
    // calls of one game each are jobs of one game each
    const single = await spent(redis, () => Promise.all(seeds(JOBS, 1000).map(seed => play([seed]))))
    const many = await spent(redis, () => play(seeds(GAMES, 10_000)))
    const ownerPerGame = many.owner / GAMES
    return {
      ownerPerJob: Math.max(0, single.owner / JOBS - ownerPerGame),
      ownerPerGame,
      queuePerJob: single.queue / JOBS,
      queuePerWorkerSecond: idle / IDLE_SECONDS / workers.length,
      storePerGame: await storePerGame(),
    }
  } finally {
    await pool.close()
    await Promise.all(workers.map(endProcess))
    await redis.close()
  }
}

async function spent(redis: TestRedis, act: () => Promise<unknown>): Promise<{ owner: number; queue: number }> {
  const [before, from] = [process.cpuUsage(), await queueMs(redis)]
  await act()
  const { user, system } = process.cpuUsage(before)
  return { owner: (user + system) / 1000, queue: (await queueMs(redis)) - from }
}

/** Processor time of Redis so far. */
async function queueMs(redis: TestRedis): Promise<number> {
  const told = await redis.tell('INFO cpu')
  const value = (name: string): number => Number(new RegExp(`${name}:([\\d.]+)`).exec(told)?.[1])
  return 1000 * (value('used_cpu_sys') + value('used_cpu_user'))
}

/** The difference of two benches, one of which saves. */
async function storePerGame(): Promise<number> {
  const games = 4000
  const flags = [String(games), '--depth', '0', '--threads', '1', '--seed', '1']
  const [kept, dropped] = [await bench(flags), await bench([...flags, '--no-keep'])]
  return Math.max(0, (kept.processor - dropped.processor) / games)
}
