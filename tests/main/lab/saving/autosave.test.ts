import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LabError, type LabErrorCode } from '../../../../src/core/errors'
import { Autosave } from '../../../../src/main/lab/saving/autosave'
import { testScope } from '../../../support/testScope'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A disk whose answers the test gives. */
function disk() {
  const writes: PromiseWithResolvers<void>[] = []
  const states: (LabErrorCode | undefined)[] = []
  const save = () => {
    writes.push(Promise.withResolvers())
    return writes.at(-1).promise
  }
  const scope = testScope()
  const autosave = new Autosave(scope, save, problem => states.push(problem?.code))
  const end = async (code?: LabErrorCode) => {
    if (code === undefined) writes.at(-1).resolve()
    else writes.at(-1).reject(new LabError(code, 'It failed.'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { autosave, scope, writes, states, end }
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

test('a write that failed is tried again by itself, at growing intervals, until it succeeds', async () => {
  const { autosave, writes, states, end } = disk()
  autosave.changed()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    await end('STORE_FULL')
    const before = Date.now()
    while (writes.length === i + 1) await vi.advanceTimersByTimeAsync(100)
    waits.push(Math.round((Date.now() - before) / 1000))
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  await end()
  expect(states).toEqual(['STORE_FULL', undefined])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(writes).toHaveLength(9)
})

test('a change does not wait for that', async () => {
  const { autosave, writes, end } = disk()
  autosave.changed()
  for (let i = 0; i < 6; i++) {
    await end('STORE_FULL')
    await vi.advanceTimersByTimeAsync(1000)
    autosave.changed()
    await vi.advanceTimersByTimeAsync(1001)
  }
  expect(writes.length).toBeGreaterThanOrEqual(7)
})

test('a flush says why something is unwritten, and nothing is tried again once it is closed', async () => {
  const { autosave, scope, writes, end } = disk()
  autosave.changed()
  await end('STORE_FULL')
  const flushed = autosave.flush() // an attempt of its own
  await end('STORE_FULL')
  expect(await flushed).toMatchObject({ code: 'STORE_FULL' })
  expect(autosave.isBehind).toBe(true)
  await scope.close()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(writes).toHaveLength(2)
  const last = autosave.flush()
  await end()
  expect([await last, autosave.isBehind]).toEqual([undefined, false])
})
