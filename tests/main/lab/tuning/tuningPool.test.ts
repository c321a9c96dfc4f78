/** Tuning runs over real threads. */
import { afterEach, expect, test, vi } from 'vitest'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { cleanUp, openWriter } from '../../store/storeSupport'
import { realThreads, thesisPlayer } from '../../../support/threads'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import type { TuningOptions } from '../../../../src/main/lab/tuning/tuning'
import { outcomeOf, smallConfig, tuningWith } from './tuningSupport'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const pools: Pool[] = []
afterEach(async () => {
  await cleanUp()
  await Promise.all(pools.splice(0).map(pool => pool.close()))
})

const racing = smallConfig({ title: 'Racing' }, { depth: 1, games: 12, racing: { every: 5, error: 0.1 }, maxSlides: 40 })

async function open(threads: number, options: Pick<TuningOptions, 'estimateMs'> = {}) {
  const { createThread, started } = realThreads()
  const pool = new ThreadPool({ threads, createThread })
  pools.push(pool)
  const store = await openWriter()
  return { store, pool, started, ...tuningWith({ store, pool, ...options }) }
}

async function outcome(threads: number, meanwhile?: (lab: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const lab = await open(threads)
  const { id } = await lab.tuning.start(racing)
  await meanwhile?.(lab)
  await lab.tuning.idle()
  expect(lab.failures).toEqual([])
  return outcomeOf(lab.store, id)
}

test('a run is the same while a person analyses, and after threads were killed', async () => {
  const expected = await outcome(1)
  expect(expected).toMatchObject({ run: { state: 'finished', failed: 0 } })
  const disturbed = await outcome(2, async ({ pool, started, tuning }) => {
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 60_000 })
    await pool.search(startGame(3).board, thesisPlayer({ depth: 2 }))
    await started[0]!.terminate()
    await vi.waitFor(async () => expect((await tuning.runs.list())[0]!.evaluations).toBeGreaterThan(20), { timeout: 60_000 })
    await started.at(-1).terminate()
    await pool.search(startGame(4).board, thesisPlayer({ depth: 2 }))
  })
  expect(disturbed).toEqual(expected)
})

test('an estimate is computed from games that were played, for all that the run would play', async () => {
  const { tuning } = await open(2, { estimateMs: 1 })
  const estimate = (await tuning.estimate(smallConfig()))!
  expect(estimate).toMatchObject({ evaluations: 96, games: 192, threads: 2 })
  expect(estimate.gamesPlayed).toBeGreaterThanOrEqual(4)
  for (const { low, middle, high } of [estimate.seconds, estimate.secondsPerEvaluation, estimate.validationSeconds]) {
    expect(low).toBeLessThanOrEqual(middle)
    expect(middle).toBeLessThanOrEqual(high)
    expect(middle).toBeGreaterThan(0)
  }
  expect(estimate.seconds.middle).toBeCloseTo(96 * estimate.secondsPerEvaluation.middle, 9)
})

test('an estimate is ended by another, by a run that is started, and by its own caller', async () => {
  const { tuning } = await open(2, { estimateMs: 1e6 })
  const long = smallConfig({}, { depth: 2, maxSlides: 'none' })
  const ended = { code: 'CANCELLED' }
  const first = expect(tuning.estimate(long)).rejects.toMatchObject(ended)
  const second = expect(tuning.estimate(long)).rejects.toMatchObject(ended)
  await first
  await tuning.start(smallConfig())
  await second
  await tuning.idle()
  const third = expect(tuning.estimate(long)).rejects.toMatchObject(ended)
  tuning.stopEstimate()
  await third
})
