import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunAdvance, StoredEvaluation } from '../../../../src/core/contract/storedRuns'
import { RunWriter } from '../../../../src/main/lab/tuning/runSearch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function writer() {
  const written: { advance: RunAdvance; done: PromiseWithResolvers<void> }[] = []
  const store = {
    runs: {
      advance: (_: number, advance: RunAdvance) => {
        const done = Promise.withResolvers<void>()
        written.push({ advance, done })
        return done.promise
      },
    },
  }
  const moment = { checkpoint: 0, progress: {} }
  const made = new RunWriter(store as never, 1, () => moment as never)
  const add = (id: number) => made.add({ id } as StoredEvaluation)
  const idsIn = () => written.map(({ advance }) => advance.evaluations.map(({ id }) => id))
  return { made, written, add, idsIn }
}

test('what waited together is one transaction, and the next waits for the one before', async () => {
  const { written, add, idsIn } = writer()
  add(1)
  add(2)
  await vi.advanceTimersByTimeAsync(1000)
  add(3)
  add(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(idsIn()).toEqual([[1, 2]])
  written[0]!.done.resolve()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(idsIn()).toEqual([[1, 2], [3, 4]]) // oxfmt-ignore
})

test('after a flush nothing is written any more, whatever was under way when it was asked', async () => {
  const { made, written, add, idsIn } = writer()
  add(1)
  await vi.advanceTimersByTimeAsync(1000)
  add(2) // while the first is being written
  const flushed = made.flush()
  written[0]!.done.resolve()
  await vi.advanceTimersByTimeAsync(0)
  written[1]!.done.resolve()
  await flushed
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(idsIn()).toEqual([[1], [2]])
})

test('after a refusal nothing is written, since it would follow a gap', async () => {
  const { made, written, add, idsIn } = writer()
  add(1)
  await vi.advanceTimersByTimeAsync(1000)
  add(2)
  written[0]!.done.reject(new Error('full'))
  await vi.advanceTimersByTimeAsync(1_000_000)
  add(3)
  await expect(made.flush()).rejects.toThrow('full')
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(idsIn()).toEqual([[1]])
})
