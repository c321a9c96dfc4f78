import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred, type Deferred } from '../../src/main/compute/deferred'
import { Autosave } from '../../src/main/lab/autosave'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A disk whose answers the test gives. */
function disk() {
  const writes: Deferred<void>[] = []
  const failures: unknown[] = []
  const save = () => {
    writes.push(createDeferred())
    return writes.at(-1).promise
  }
  const autosave = new Autosave(save, error => failures.push(error))
  const end = async (error?: unknown) => {
    if (error === undefined) writes.at(-1).resolve()
    else writes.at(-1).reject(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { autosave, writes, failures, end }
}

test('many changes in a second are two writes: the first at once, the last when the second is over', async () => {
  const { autosave, writes, end } = disk()
  autosave.changed()
  expect(writes).toHaveLength(1)
  await end()
  for (let i = 0; i < 9; i++) {
    autosave.changed()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(writes).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(101)
  expect(writes).toHaveLength(2)
  await end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toHaveLength(2)
})

test('a slow disk is never given a second write, and gets the last change when it is free', async () => {
  const { autosave, writes, end } = disk()
  autosave.changed()
  for (let i = 0; i < 5; i++) {
    await vi.advanceTimersByTimeAsync(1500)
    autosave.changed()
  }
  expect(writes).toHaveLength(1)
  await end()
  await vi.advanceTimersByTimeAsync(1001)
  expect(writes).toHaveLength(2)
})

test('a flush writes the last change at once and waits for it; nothing new is not written', async () => {
  const { autosave, writes, end } = disk()
  await autosave.flush()
  expect(writes).toHaveLength(0)
  autosave.changed()
  autosave.changed()
  await end()
  autosave.changed()
  let isDone = false
  const flushed = autosave.flush().then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(0)
  expect([writes.length, isDone]).toEqual([2, false])
  await end()
  await flushed
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toHaveLength(2)
})

test('a flush during a write writes what changed meanwhile', async () => {
  const { autosave, writes, end } = disk()
  autosave.changed()
  autosave.changed()
  const flushed = autosave.flush()
  expect(writes).toHaveLength(1)
  await end()
  expect(writes).toHaveLength(2)
  await end()
  await flushed
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toHaveLength(2)
})

test('two flushes at once both wait for the last change', async () => {
  const { autosave, writes, end } = disk()
  autosave.changed()
  autosave.changed()
  const done: string[] = []
  void autosave.flush().then(() => done.push('first'))
  void autosave.flush().then(() => done.push('second'))
  await end()
  autosave.changed()
  expect([writes.length, done]).toEqual([2, []])
  await end()
  expect([writes.length, done]).toEqual([3, ['first']])
  await end()
  expect(done).toEqual(['first', 'second'])
})

test('of failures in a row the first is told, and the next change tries again', async () => {
  const { autosave, writes, failures, end } = disk()
  for (const error of ['full', 'full', undefined, 'broken']) {
    autosave.changed()
    await vi.advanceTimersByTimeAsync(1001)
    await end(error)
  }
  expect(writes).toHaveLength(4)
  expect(failures).toEqual(['full', 'broken'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toHaveLength(4)
})
