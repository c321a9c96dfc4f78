/**
 * One worker of two threads against two threads of the local pool, interleaved: games per second, and processor time of all processes.
 *
 *     npm run -s perf -- --machines --rounds 3 --games 4000
 */
import { parseArgs } from 'node:util'
import { TestRedis } from '../support/redis'
import { bench, endProcess, processorMs, startWorker } from '../support/workerProcesses'
import { median } from './report'

const { values } = parseArgs({
  options: {
    machines: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    games: { type: 'string', default: '4000' },
  },
})

const redis = await TestRedis.start()
const worker = await startWorker(redis, 2)
try {
  await measured(0) // all are warm
  const rounds = []
  for (let round = 1; round <= Number(values.rounds); round++) rounds.push(await measured(round))
  console.log(`games per second, worker / local: median ${median(rounds.map(({ speed }) => speed)).toFixed(3)}`)
  console.log(`processor time, all / local: median ${median(rounds.map(({ processor }) => processor)).toFixed(3)}`)
} finally {
  await endProcess(worker)
  await redis.close()
}

async function measured(round: number): Promise<{ speed: number; processor: number }> {
  const flags = [values.games, '--depth', '1', '--no-keep', '--seed', String(round + 1)]
  const local = await bench([...flags, '--threads', '2'])
  const before = [worker.pid!, redis.pid].map(processorMs)
  const queued = await bench([...flags, '--queue', redis.url])
  const [working, queueing] = [worker.pid!, redis.pid].map((pid, i) => processorMs(pid) - before[i]!) as [number, number]
  const [speed, processor] = [local.seconds / queued.seconds, (working + queueing + queued.processor) / local.processor]
  const seconds = [working, queued.processor, queueing, local.processor].map(ms => (ms / 1000).toFixed(1))
  console.log(
    `round ${round}: games per second ${speed.toFixed(3)} of the local pool's; processor seconds: worker ${seconds[0]}, owner ${seconds[1]}, queue ${seconds[2]}, local ${seconds[3]}`,
  )
  return { speed, processor }
}
