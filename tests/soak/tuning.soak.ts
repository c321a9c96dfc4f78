/** Tuning runs as long as a day's. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { cleanUp, newFolder, openWriter } from '../main/store/storeSupport'
import { headPool, simulated, smallConfig, tuningWith } from '../main/lab/tuning/tuningSupport'
import type { TuningConfig } from '../../src/core/contract/tuning/tuningConfig'
import { record } from './record'

const EVALUATIONS = Number(process.env['SOAK_EVALUATIONS'] ?? 1_000_000)
const PARTICLES = 50
const SAMPLES = 10

vi.setConfig({ testTimeout: 3_600_000 }) // which the terminal's tests shorten

afterEach(cleanUp)

test(`${EVALUATIONS} evaluations: memory is bounded, and pages and charts stay cheap`, async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const base = smallConfig()
  const config: TuningConfig = {
    ...base,
    optimizer: { ...base.optimizer, particles: PARTICLES } as TuningConfig['optimizer'],
    budget: { kind: 'evaluations', count: EVALUATIONS },
  }
  const heaps: number[] = []
  let told = 0
  const { tuning, rows } = tuningWith({
    ...{ store, pool: headPool() },
    objective: simulated({ atOnce: PARTICLES }),
    onEvaluated: () => {
      if (++told % (EVALUATIONS / SAMPLES) !== 0) return
      globalThis.gc!()
      heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
    },
  })
  const started = performance.now()
  const { id } = await tuning.start(config)
  await tuning.idle()
  const seconds = (performance.now() - started) / 1000
  expect(rows.at(-1)).toMatchObject({ state: 'finished', evaluations: EVALUATIONS })
  const bytes = statSync(join(folder, 'lab.db')).size

  const window = (sort: 'id' | 'fitness' | 'mean', offset: number) =>
    tuning.runs.evaluations({ run: id, sort, descending: true, offset, limit: 50 })
  const times = {
    'page by number': await timed(() => window('id', EVALUATIONS / 2)),
    'page by fitness': await timed(() => window('fitness', 0)),
    'page by fitness, in the middle': await timed(() => window('fitness', EVALUATIONS / 2)),
    'page by mean score, which has no index': await timed(() => window('mean', 0)),
    'convergence in 1,000 points': await timed(() => tuning.runs.columns({ id, points: 1000 })),
    'population of an iteration': await timed(() => tuning.runs.population(id, 100)),
    'all in 1,000 points': await timed(() => tuning.runs.points({ id, points: 1000 })),
    'list of runs': await timed(() => tuning.runs.list()),
  }
  record(`A tuning run of ${EVALUATIONS} evaluations`, {
    'simulated in': `${seconds.toFixed(0)} s`,
    'heap after each tenth, MiB': heaps.map(heap => heap.toFixed(1)).join(' '),
    'size of the data file': `${(bytes / 2 ** 20).toFixed(1)} MiB`,
    'bytes an evaluation of four weights, batches and indexes included': Math.round(bytes / EVALUATIONS),
    ...times,
  })
  expect(heaps.at(-1) - heaps[1]!).toBeLessThan(10)
  await tuning.close()
})

async function timed(ask: () => Promise<unknown>): Promise<string> {
  const started = performance.now()
  await ask()
  return `${(performance.now() - started).toFixed(1)} ms`
}
