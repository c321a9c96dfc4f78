/** A run on workers that are killed and stopped, through a queue that is killed, of an owner that is killed, equals that of one machine. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { createRandom } from '../../src/core/random'
import { NO_REDIS, TestRedis } from '../support/redis'
import { ending, HOME, startLab } from '../support/terminalProcess'
import { record } from './record'

const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
const KILLS = { worker: Number(process.env['SOAK_KILLS'] ?? 30), queue: 3, owner: 3 }
const STOPPED_MS = 20_000

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

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

function worker(name: string): ChildProcess {
  const child = startLab(['worker', '--queue', redis!.url, '--threads', '1', '--name', name])
  child.stdout.resume()
  child.stderr.resume()
  children.add(child)
  return child
}

async function killed(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  children.delete(child)
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** What a run gives, without times and what follows from the machine. */
function content(text: string): unknown {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(last, (key, value: unknown) =>
    /^(seconds|\w+Seconds|ms|msPer\w+|created|started|ended|threads|hardware)$/.test(key) ? undefined : value,
  )
}

interface Run {
  readonly name: string
  readonly begin: readonly string[]
  readonly resume: readonly string[]
}

/** Experiment 1 of the thesis at depth 1, shorter. */
async function tuning(): Promise<Run> {
  const preset = ['tune', '--preset', 'thesis-1', '--depth', '1', '--seed', '5', '--print-config']
  const config = JSON.parse((await ending(startLab(preset))).stdout) as Record<string, unknown>
  const file = join(mkdtempSync(join(HOME, 'config-')), 'tuning.json')
  writeFileSync(
    file,
    JSON.stringify({ ...config, budget: { kind: 'iterations', count: 60 }, validation: { games: 100, level: 0.95 } }),
  )
  return { name: 'a tuning run', begin: ['tune', '--config', file, '--json'], resume: ['tune', '--resume', '--json'] }
}

const comparing = ['compare', 'thesis', 'power', '--depth', '1', '--seed', '5', '--games', '3000', '--json']
const RUNS: readonly (readonly [string, () => Promise<Run>])[] = [
  ['a tuning run', tuning],
  ['a comparison', async () => ({ name: 'a comparison', begin: comparing, resume: ['compare', '--resume', '--json'] })],
]

test.skipIf(NO_REDIS !== undefined).each(RUNS)(
  `%s on machines that die equals that of one machine (KILL_SEED=${SEED}${NO_REDIS === undefined ? '' : `; skipped, ${NO_REDIS}`})`,
  async (_, make) => {
    const { name, begin, resume } = await make()
    const random = createRandom(SEED)
    const home = (): string => mkdtempSync(join(HOME, 'machines-'))
    const local = await ending(startLab([...begin, '--home', home()]))
    expect(local.code, local.stderr).toBe(0)
    redis = await TestRedis.start('--appendonly', 'yes')
    const workers = [worker('a'), worker('b'), worker('c')]
    const left = { ...KILLS }
    const place = home()
    const queued = ['--home', place, '--queue', redis.url]
    let isOver = false
    let owner = startLab([...begin, ...queued])
    let end = ending(owner)
    const troubles = (async () => {
      while (!isOver && left.worker > 0) {
        await pause(random.below(1500))
        const i = random.below(workers.length)
        await killed(workers[i]!)
        workers[i] = worker('abc'[i]!)
        left.worker--
        if (left.worker % 10 !== 5 || isOver) continue
        await redis.kill()
        await pause(1000)
        await redis.start()
        left.queue--
        const stopped = workers[0]!
        stopped.kill('SIGSTOP')
        await pause(STOPPED_MS)
        stopped.kill('SIGCONT')
        owner.kill('SIGKILL')
        left.owner--
      }
    })()
    let ended = await end
    while (ended.code === null) {
      owner = startLab([...resume, ...queued])
      end = ending(owner)
      ended = await end
    }
    isOver = true
    await troubles
    expect(ended.code, ended.stderr).toBe(0)
    expect(content(ended.stdout)).toEqual(content(local.stdout))
    record(`Machines that die: ${name}`, {
      'kills of workers': KILLS.worker - left.worker,
      'kills of the queue': KILLS.queue - left.queue,
      'kills of the owner': KILLS.owner - left.owner,
      'drawn from the seed': SEED,
    })
  },
)
