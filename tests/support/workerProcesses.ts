/** Workers and benches of the built terminal as processes, for programs that measure. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { TestRedis } from './redis'

const CLI = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const HOME = mkdtempSync(join(tmpdir(), 'lab-measured-'))
/** Of the kernel's processor times: USER_HZ of Linux. */
const TICK_MS = 10

type LabProcess = ChildProcessByStdio<null, Readable, null>

function startLab(args: readonly string[]): LabProcess {
  const env = { ...process.env, LAB_HOME: HOME }
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

/** A worker that takes jobs. */
export async function startWorker(redis: TestRedis, threads: number): Promise<LabProcess> {
  const worker = startLab(['worker', '--queue', redis.url, '--threads', String(threads)])
  await once(worker.stdout, 'data')
  return worker
}

export async function endProcess(child: LabProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Processor time of a process and all its threads so far. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** `lab bench` with the seconds that it reports, and its processor time, also that of its start. */
export async function bench(flags: readonly string[]): Promise<{ readonly seconds: number; readonly processor: number }> {
  const home = mkdtempSync(join(HOME, 'store-'))
  const child = startLab(['bench', ...flags, '--json', '--home', home])
  let [text, processor] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  // the last look before it ends misses at most its pause
  const timer = setInterval(() => {
    try {
      processor = processorMs(child.pid!)
    } catch {
      clearInterval(timer) // it has ended
    }
  }, TICK_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(timer)
  if (code !== 0) throw new Error(`lab bench ${flags.join(' ')} ended with ${code}`)
  const { seconds } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { seconds: number }
  return { seconds, processor }
}
