/** A run on workers that are killed and stopped, through a queue that is killed, of an owner that is killed, equals that of one machine. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { createRandom } from '../../src/core/random'
import { NO_REDIS, TestRedis } from '../support/redis'
import { ending, HOME, startLab } from '../support/terminalProcess'
import { record } from './record'

const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
const WORKER_KILLS = Number(process.env['SOAK_KILLS'] ?? 30)
const OTHER_KILLS = Math.min(3, WORKER_KILLS)
const DEPTH = process.env['SOAK_DEPTH'] ?? '2'
const STOPPED_MS = Number(process.env['SOAK_STOPPED_MS'] ?? 20_000)
const SKIPPED = NO_REDIS === undefined ? '' : `; skipped, ${NO_REDIS}`
/** A worker whose clock is an hour ahead. */
const HOUR = join(mkdtempSync(join(HOME, 'clock-')), 'hour.cjs')
writeFileSync(HOUR, 'const now = Date.now; Date.now = () => now() + 3_600_000\n')

// those of terminalProcess are shorter
vi.setConfig({ testTimeout: 3_600_000 })

const children = new Set<ChildProcess>()
let redis: TestRedis | undefined

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
  }
  children.clear()
  await redis?.close()
  redis = undefined
})

/** A lab that ends with the test, also if that fails. */
function ownerOf(words: readonly string[]): ReturnType<typeof startLab> {
  const child = startLab(words)
  children.add(child)
  return child
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const home = (): string => mkdtempSync(join(HOME, 'machines-'))

/** @param name of `a`: its clock is an hour ahead */
function worker(name: string): ChildProcess {
  const env = name === 'a' ? { NODE_OPTIONS: `--require ${HOUR}` } : {}
  const child = startLab(['worker', '--queue', redis!.url, '--threads', '1', '--name', name], env)
  child.stdout.resume()
  child.stderr.resume()
  children.add(child)
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  children.delete(child)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** What a run gives, without times and what follows from the machine. */
function content(text: string): unknown {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(last, (key, value: unknown) =>
    /^(\w*[sS]econds?|\w*[mM]s|msPer\w+|\w*PerSecond|created|started|ended|threads|hardware|file|out)$/.test(key)
      ? undefined
      : value,
  )
}

/** The words of a command, in a data folder of its own, and those that resume it there. */
interface Run {
  readonly begin: readonly string[]
  readonly resume: readonly string[]
}
type MakeRun = (seed: number, folder: string) => Promise<Run>

/** Experiment 1 of the thesis, shorter. */
const tuning: MakeRun = async (seed, folder) => {
  const preset = ['tune', '--preset', 'thesis-1', '--depth', DEPTH, '--seed', String(seed), '--print-config']
  const config = JSON.parse((await ending(startLab(preset))).stdout) as Record<string, unknown>
  const file = join(folder, 'tuning.json')
  const shorter = { budget: { kind: 'iterations', count: 60 }, validation: { games: 100, level: 0.95 } }
  writeFileSync(file, JSON.stringify({ ...config, ...shorter }))
  return {
    begin: ['tune', '--config', file, '--json', '--home', folder],
    resume: ['tune', '--resume', '--json', '--home', folder],
  }
}

const comparison: MakeRun = async (seed, folder) => ({
  begin: [
    'compare',
    'thesis',
    'power',
    '--depth',
    DEPTH,
    '--seed',
    String(seed),
    '--until-verdict',
    '--margin',
    '100',
    '--json',
    '--home',
    folder,
  ],
  resume: ['compare', '--resume', '--json', '--home', folder],
})

const tournament: MakeRun = async (seed, folder) => {
  const file = join(folder, 'arena.jsonl')
  const players = `alphaBeta:heavy:depth=${DEPTH},greedy,mcts:nodes=300`
  return {
    begin: ['arena', 'cantGoBack', '--players', players, '--games', '60', '--seed', String(seed), '--out', file, '--json'],
    resume: ['arena', '--resume', file, '--json'],
  }
}

const RUNS: readonly (readonly [string, MakeRun])[] = [
  ['a tuning run', tuning],
  ['a comparison until its verdict', comparison],
  ['a tournament', tournament],
]

/** The run on this machine alone. */
async function local(make: MakeRun, seed: number): Promise<unknown> {
  const { code, stdout, stderr } = await ending(ownerOf((await make(seed, home())).begin))
  expect(code, stderr).toBe(0)
  return content(stdout)
}

test.skipIf(NO_REDIS !== undefined).each(RUNS)(
  `%s on 1, 2 and 3 workers equals that of one machine (KILL_SEED=${SEED}${SKIPPED})`,
  async (name, make) => {
    const expected = await local(make, SEED)
    redis = await TestRedis.start()
    const workers: ChildProcess[] = []
    for (const each of ['b', 'c', 'd']) {
      workers.push(worker(each))
      const { code, stdout, stderr } = await ending(ownerOf([...(await make(SEED, home())).begin, '--queue', redis.url]))
      expect(code, stderr).toBe(0)
      expect(content(stdout), `${workers.length} workers`).toEqual(expected)
    }
    record(`Machines: ${name}`, { workers: '1, 2, 3', seed: SEED })
  },
)

test.skipIf(NO_REDIS !== undefined).each(RUNS)(
  `%s on machines that die equals that of one machine, over seeds until all have died (KILL_SEED=${SEED}${SKIPPED})`,
  async (name, make) => {
    const random = createRandom(SEED)
    const left = { worker: WORKER_KILLS, queue: OTHER_KILLS, owner: OTHER_KILLS }
    redis = await TestRedis.start('--appendonly', 'yes')
    const workers = [worker('a'), worker('b'), worker('c')]
    let runs = 0
    for (let seed = SEED; left.worker > 0 || left.owner > 0; seed++) {
      const expected = await local(make, seed)
      const { begin, resume } = await make(seed, home())
      const queued = ['--queue', redis.url]
      let isOver = false
      let owner = ownerOf([...begin, ...queued])
      let end = ending(owner)
      const troubles = (async () => {
        while (!isOver && (left.worker > 0 || left.owner > 0)) {
          await pause(random.below(1500))
          if (isOver) return
          const i = random.below(workers.length)
          if (left.worker > 0) {
            await killed(workers[i]!)
            workers[i] = worker('abc'[i]!)
            left.worker--
          }
          const due = Math.ceil((left.worker * OTHER_KILLS) / WORKER_KILLS)
          if (left.queue > due) {
            await redis.kill()
            await pause(1000)
            await redis.start()
            left.queue--
            const stopped = workers[0]!
            stopped.kill('SIGSTOP')
            await pause(STOPPED_MS)
            stopped.kill('SIGCONT')
          }
          if (left.owner > due && !isOver) {
            owner.kill('SIGKILL')
            left.owner--
          }
        }
      })()
      let ended = await end
      while (ended.code === null) {
        // one that died before it wrote anything has nothing to resume
        owner = ownerOf([...resume, ...queued])
        end = ending(owner)
        ended = await end
        if (ended.code !== null && ended.code !== 0) {
          owner = ownerOf([...begin, ...queued])
          end = ending(owner)
          ended = await end
        }
      }
      isOver = true
      await troubles
      expect(ended.code, ended.stderr).toBe(0)
      expect(content(ended.stdout), `seed ${seed}`).toEqual(expected)
      runs++
    }
    record(`Machines that die: ${name}`, {
      'runs that equal those of one machine': runs,
      'kills of workers': WORKER_KILLS - left.worker,
      'kills of the queue': OTHER_KILLS - left.queue,
      'kills of the owner': OTHER_KILLS - left.owner,
      'drawn from the seed': SEED,
    })
  },
)
