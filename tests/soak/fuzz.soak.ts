/** The lab under fire: messages to every call of a real lab, and files of every form to their readers. The seed is another one each time. */
import { expect, test } from 'vitest'
import { linearRegression } from 'simple-statistics'
import { CALLS } from '../../src/core/contract/calls'
import { fuzzCalls } from '../fuzz/calls/fuzzCalls'
import { PARSERS } from '../fuzz/parsers'
import { count, examineMany, type Tally } from '../fuzz/support/harness'
import { record } from './record'

/** Fewer while something is tried out. */
const MESSAGES = Number(process.env['SOAK_MESSAGES'] ?? 1_000_000)
const FILES = Number(process.env['SOAK_FILES'] ?? 100_000)
/** To see a failure again. */
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31)

const MESSAGES_A_LAB = Number(process.env['SOAK_MESSAGES_A_LAB'] ?? 10_000)
const FEWEST_A_CALL = 5_000
/** Faults that are told in full. */
const MOST_TOLD = 20
const MB = 1e6

test('messages to every call', async () => {
  const memory = new MemoryLine()
  const started = performance.now()
  const { sent, done, outcomes, faults, labs } = await fuzzCalls({
    seed: SEED,
    messages: MESSAGES,
    perLab: MESSAGES_A_LAB,
    onLab: messages => memory.sample(messages),
  })
  const [least, fewest] = [...sent].reduce((a, b) => (a[1] <= b[1] ? a : b))
  const [rarest, rarely] = Object.keys(CALLS)
    .map(name => [name, done.get(name as keyof typeof CALLS) ?? 0] as const)
    .filter(([name]) => name !== 'showDataFolder' && name !== 'chooseDataPath') // a browser has neither
    .reduce((a, b) => (a[1] <= b[1] ? a : b))
  record('Messages to every call of the lab', {
    seed: SEED,
    messages: MESSAGES,
    calls: sent.size,
    'fewest messages of a call': `${fewest} (${least})`,
    'fewest of a call that were done': `${rarely} (${rarest})`,
    'labs, each opened again and looked through': labs,
    'answers, by code': told(outcomes),
    'INTERNAL, damaged data, answers that JSON cannot carry': faults.length,
    'memory at the end of the first and of the last lab, MB': memory.ends,
    'its slope over the last half, MB in 100,000 messages': memory.slope(100_000),
    minutes: Math.round((performance.now() - started) / 6_000) / 10,
  })
  expect(
    faults
      .slice(0, MOST_TOLD)
      .map(({ what, error }) => `${what}\n${(error as Error | undefined)?.stack ?? JSON.stringify(error)}`),
  ).toEqual([])
  if (MESSAGES >= 1_000_000) expect(fewest).toBeGreaterThanOrEqual(FEWEST_A_CALL)
  expect(rarely).toBeGreaterThan(0)
})

test('files and texts of every form', async () => {
  const memory = new MemoryLine()
  const outcomes: Tally = new Map()
  const each = Math.ceil(FILES / PARSERS.length)
  const started = performance.now()
  let before = 0
  for (const harness of PARSERS) {
    const plan = {
      seed: SEED,
      count: each,
      onProgress: (done: number) => (done % 2_000 === 0 ? memory.sample(before + done) : undefined),
    }
    for (const [outcome, times] of await examineMany(harness, plan)) count(outcomes, outcome, times)
    before += each
  }
  record('Files and texts of every form', {
    seed: SEED,
    files: before,
    'forms, and files of each': `${PARSERS.map(({ name }) => name).join(', ')}: ${each} each`,
    outcomes: told(outcomes),
    'memory at the first and at the last look, MB': memory.ends,
    'its slope over the last half, MB in 10,000 files': memory.slope(10_000),
    minutes: Math.round((performance.now() - started) / 6_000) / 10,
  })
})

/** The heap after a collection, as the work goes on. */
class MemoryLine {
  readonly #samples: [done: number, megabytes: number][] = []

  sample(done: number): void {
    globalThis.gc!()
    const { heapUsed, external } = process.memoryUsage()
    this.#samples.push([done, (heapUsed + external) / MB])
  }

  get ends(): string {
    return [this.#samples.at(0), this.#samples.at(-1)].map(each => each?.[1].toFixed(1)).join(' and ')
  }

  slope(per: number): string {
    const half = this.#samples.slice(Math.floor(this.#samples.length / 2))
    return half.length < 2 ? 'too few looks' : (linearRegression(half).m * per).toFixed(3)
  }
}

function told(tally: Tally): string {
  return [...tally]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(', ')
}
