import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobView } from '../../../../src/core/contract/calls'
import { Jobs, Progress } from '../../../../src/main/lab/jobs/jobs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const told: (readonly JobView[])[] = []
  const jobs = new Jobs(list => told.push(list))
  const cancelled: string[] = []
  const begin = (title: string, more: Partial<Parameters<Jobs['begin']>[0]> = {}) =>
    jobs.begin({ kind: 'bench', title, cancel: () => cancelled.push(title), ...more })
  return { jobs, told, cancelled, begin }
}

describe('the list of jobs', () => {
  test('has each job from its begin to its end, the oldest first', () => {
    const { jobs, begin } = open()
    const [first, second] = [begin('a', { total: 10 }), begin('b')]
    first.progress(3)
    expect(jobs.list).toEqual([
      { id: 1, kind: 'bench', title: 'a', state: 'running', done: 3, total: 10 },
      { id: 2, kind: 'bench', title: 'b', state: 'running', done: 0 },
    ])
    first.end()
    first.progress(4)
    expect(jobs.list.map(({ title }) => title)).toEqual(['b'])
    second.progress(1, 7)
    expect(jobs.list[0]).toMatchObject({ done: 1, total: 7 })
    begin('c')
    expect(jobs.list.map(({ id }) => id)).toEqual([2, 3])
  })

  test('is sent at most 4 times per second, and always with its last state', async () => {
    const { told, begin } = open()
    const job = begin('a', { total: 1e6 })
    for (let i = 1; i <= 1000; i++) {
      job.progress(i)
      await vi.advanceTimersByTimeAsync(2)
    }
    expect(told.length).toBeGreaterThan(6)
    expect(told.length).toBeLessThanOrEqual(9)
    job.end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told.at(-1)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a cancelled job is asked once, and stays until it has ended', () => {
    const { jobs, cancelled, begin } = open()
    const [first] = [begin('a'), begin('b')]
    jobs.cancel(1)
    jobs.cancel(1)
    expect(cancelled).toEqual(['a'])
    expect(jobs.list.map(({ state }) => state)).toEqual(['stopping', 'running'])
    first.setState('running')
    expect(jobs.list[0]!.state).toBe('stopping')
    first.end()
    jobs.cancel(1)
    expect(cancelled).toEqual(['a'])
    expect(jobs.list.map(({ id }) => id)).toEqual([2])
  })

  test('only a running job with a known end shows its remaining time', async () => {
    const { jobs, begin } = open()
    const job = begin('a')
    await vi.advanceTimersByTimeAsync(10_000)
    job.progress(10)
    expect(jobs.list[0]).not.toHaveProperty('leftMs')
    job.progress(10, 30)
    expect(jobs.list[0]!.leftMs).toBeCloseTo(20_000)
    for (const state of ['paused', 'waiting'] as const) {
      job.setState(state)
      expect(jobs.list[0]).not.toHaveProperty('leftMs')
    }
    job.setState('running')
    expect(jobs.list[0]!.leftMs).toBeCloseTo(20_000)
    jobs.cancel(1)
    expect(jobs.list[0]).not.toHaveProperty('leftMs')
  })
})

describe('the time left', () => {
  test('at a steady pace is what remains of it, and falls with the clock between two steps', () => {
    const progress = new Progress(0, 0, true)
    for (let done = 1; done <= 40; done++) progress.reach(done, done * 1_000)
    expect(progress.leftMs(100, 40_000)).toBeCloseTo(60_000)
    expect(progress.leftMs(100, 40_700)).toBeCloseTo(59_300)
    // a step that is late promises no more than the steps after it
    expect(progress.leftMs(100, 55_000)).toBeCloseTo(59_000)
    // far later there is no pace: it waits for something
    expect(progress.leftMs(100, 90_000)).toBeUndefined()
    progress.reach(100, 100_000)
    expect(progress.leftMs(100, 100_000)).toBe(0)
  })

  test('does not take what a run had done before for work of this one', () => {
    const progress = new Progress(900, 0, true)
    progress.reach(901, 10_000)
    expect(progress.leftMs(1_000, 10_000)).toBeCloseTo(990_000)
  })

  test('does not count pauses', () => {
    const progress = new Progress(0, 0, true)
    progress.reach(5, 5_000)
    progress.run(false, 5_500)
    progress.run(true, 1_000_000)
    progress.reach(6, 1_000_500)
    expect(progress.leftMs(16, 1_000_500)).toBeCloseTo(10_000)
    const waiting = new Progress(0, 0, false)
    waiting.run(true, 60_000)
    waiting.reach(2, 62_000)
    expect(waiting.leftMs(4, 62_000)).toBeCloseTo(2_000)
  })
})

describe('a job that may take a moment only', () => {
  const late = (jobs: Jobs) => jobs.begin({ kind: 'tree', title: 'a', state: 'waiting', late: true, cancel: () => {} })

  test('is never on the list where it does', () => {
    const { jobs, told } = open()
    const job = late(jobs)
    job.setState('running')
    job.progress(0.5, 1)
    vi.advanceTimersByTime(290)
    job.end()
    vi.advanceTimersByTime(10_000)
    expect([jobs.list, told]).toEqual([[], []])
  })
})
