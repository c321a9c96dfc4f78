/** The contract of every question of the page whose answer may come too late. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { TuningView } from '../../../src/core/contract/calls'
import type { LabError } from '../../../src/core/errors'
import { useAskAbout, useLatest, type Question } from '../../../src/renderer/src/bridge/useLatest'
import { flushPromises } from '../helpers'
import { pageWith } from './support'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Asks for runs by their number. */
function open(change: Partial<Question<number, unknown>> = {}) {
  const key = shallowRef<number | undefined>(1)
  const told: string[] = []
  const page = pageWith(() =>
    useLatest<number, unknown>({
      about: () => key.value,
      ask: (ask, id) => ask('tuning', { id }),
      onFailure: ({ code }) => told.push(code),
      ...change,
    }),
  )
  const { value, problem } = page.its
  const asked = () => page.calls.map(({ arg }) => (arg as { id: number }).id)
  const turn = async (to: number | undefined) => {
    key.value = to
    await nextTick()
  }
  const answer = async (at: number, with_: unknown) => {
    page.waiting[at]!.answer(with_)
    await flushPromises()
  }
  return { ...page, key, told, value, problem, asked, turn, answer }
}

describe('an answer', () => {
  test('that comes after the question changed is dropped, in whichever order they come', async () => {
    const page = open()
    await page.turn(2)
    expect(page.asked()).toEqual([1, 2])
    await page.answer(1, 'two')
    await page.answer(0, 'one')
    expect(page.value.value).toBe('two')
    await page.turn(3)
    await page.answer(2, 'three')
    expect(page.value.value).toBe('three')
  })

  test('stays until the next one is here', async () => {
    const page = open()
    await page.answer(0, 'one')
    await page.turn(2)
    expect(page.value.value).toBe('one')
  })

  test('goes at once with the part of the key that it is of no use without', async () => {
    const page = open({ clearOn: id => Math.floor(id / 10) })
    await page.answer(0, 'one')
    await page.turn(2)
    expect(page.value.value).toBe('one')
    await page.turn(12)
    expect(page.value.value).toBeUndefined()
  })

  test('that comes when nothing is wanted is dropped, and requested when it is wanted again', async () => {
    const page = open()
    await page.turn(undefined)
    await page.answer(0, 'late')
    expect(page.value.value).toBeUndefined()
    await page.turn(1)
    expect(page.asked()).toEqual([1, 1])
    await page.answer(1, 'one')
    expect(page.value.value).toBe('one')
  })

  test('that went is requested again when the same key comes back', async () => {
    const page = open({ clearOn: id => id })
    await page.answer(0, 'one')
    await page.turn(undefined)
    expect(page.value.value).toBeUndefined()
    await page.turn(1)
    expect(page.asked()).toEqual([1, 1])
    await page.answer(1, 'one again')
    expect(page.value.value).toBe('one again')
  })

  test('that is here is not requested again after a while in which nothing was wanted', async () => {
    const page = open()
    await page.answer(0, 'one')
    await page.turn(undefined)
    await page.turn(1)
    expect(page.asked()).toEqual([1])
  })

  test('that comes after the page was left is dropped, as is a failure', async () => {
    const page = open()
    page.leave()
    page.waiting[0]!.fail('NOT_FOUND')
    await flushPromises()
    expect(page.told).toEqual([])
    expect(page.problem.value).toBeUndefined()
  })

  test('with several questions in it goes no further once it is out of date', async () => {
    const page = open({
      ask: async (ask, id) => {
        await ask('tuning', { id })
        return ask('tuningColumns', { id, points: 1 })
      },
    })
    await page.turn(2)
    await page.answer(0, 'one')
    await page.answer(1, 'two')
    expect(page.calls.map(({ name }) => name)).toEqual(['tuning', 'tuning', 'tuningColumns'])
  })
})

describe('a key', () => {
  test('of several parts is the same as another with the same parts', async () => {
    const part = shallowRef(1)
    const page = pageWith(() => useLatest({ about: () => [part.value % 2, 7] as const, ask: ask => ask('tunings', undefined) }))
    part.value = 3
    await nextTick()
    expect(page.calls).toHaveLength(1)
    part.value = 4
    await nextTick()
    expect(page.calls).toHaveLength(2)
  })

  test('that has to rest is asked about when it does, or at once on demand', async () => {
    const page = open({ settle: 100 })
    for (const id of [2, 3]) {
      vi.advanceTimersByTime(99)
      await page.turn(id)
    }
    expect(page.asked()).toEqual([])
    vi.advanceTimersByTime(100)
    expect(page.asked()).toEqual([3])
    await page.turn(4)
    void page.its.now()
    vi.advanceTimersByTime(1000)
    expect(page.asked()).toEqual([3, 4])
  })

  test('that is passed while another question waits is not asked about, where one at a time is the rule', async () => {
    const page = open({ oneAtATime: true })
    for (const id of [2, 3, 4]) await page.turn(id)
    expect(page.asked()).toEqual([1])
    await page.answer(0, 'one')
    expect(page.value.value).toBeUndefined()
    expect(page.asked()).toEqual([1, 4])
    await page.answer(1, 'four')
    expect(page.value.value).toBe('four')
  })

  test('that changes often is asked about no more often than its pace, and then as it is', async () => {
    const page = open({ pace: 60 })
    for (const id of [2, 3, 4]) await page.turn(id)
    expect(page.asked()).toEqual([1])
    vi.advanceTimersByTime(60)
    expect(page.asked()).toEqual([1, 4])
  })
})

describe('outdated answers are requested again', () => {
  test('with a connection, since the answer may have been lost', async () => {
    const page = open()
    page.waiting[0]!.fail('DISCONNECTED')
    await flushPromises()
    expect([page.told, page.problem.value]).toEqual([['DISCONNECTED'], undefined])
    page.connected.value = false
    await nextTick()
    expect(page.asked()).toEqual([1])
    page.connected.value = true
    await nextTick()
    expect(page.asked()).toEqual([1, 1])
  })

  test('after an event that touches the key, and no other', async () => {
    const page = open({ again: { tuning: ({ id }, key) => id === key } })
    await page.answer(0, 'one')
    page.emit('tuning', { id: 2 } as TuningView)
    expect(page.asked()).toEqual([1])
    page.emit('tuning', { id: 1 } as TuningView)
    expect(page.asked()).toEqual([1, 1])
  })

  test('when it is wanted again, after an event that came meanwhile', async () => {
    const page = open({ again: { tuning: ({ id }, key) => id === key } })
    await page.answer(0, 'one')
    await page.turn(undefined)
    page.emit('tuning', { id: 1 } as TuningView)
    expect(page.asked()).toEqual([1])
    await page.turn(1)
    expect(page.asked()).toEqual([1, 1])
  })

  test('one question at a time, and each answer about the same key counts', async () => {
    const changes = shallowRef(0)
    const page = open({ renewOn: () => changes.value })
    for (const each of [1, 2, 3]) {
      changes.value = each
      await nextTick()
    }
    expect(page.asked()).toEqual([1])
    await page.answer(0, 'older')
    expect(page.value.value).toBe('older')
    expect(page.asked()).toEqual([1, 1])
    await page.answer(1, 'newer')
    expect(page.value.value).toBe('newer')
    expect(page.asked()).toEqual([1, 1])
  })

  test('on demand, which resolves with the answer', async () => {
    const page = open()
    let isHere = false
    void page.its.again().then(() => (isHere = true))
    await page.answer(0, 'older')
    expect(isHere).toBe(false)
    await page.answer(1, 'newer')
    expect(isHere).toBe(true)
  })

  test('after a failure too, which the next answer ends', async () => {
    const page = open()
    page.waiting[0]!.fail('BAD_STORE')
    await flushPromises()
    expect(page.problem.value?.code).toBe('BAD_STORE')
    void page.its.again()
    await page.answer(1, 'one')
    expect([page.problem.value, page.value.value]).toEqual([undefined, 'one'])
    void page.its.again()
    page.waiting[2]!.fail('CANCELLED')
    await flushPromises()
    expect([page.problem.value, page.told]).toEqual([undefined, ['BAD_STORE', 'CANCELLED']])
  })
})

test('nothing is left behind: no listener, no timer', async () => {
  const page = open({ again: { tuning: () => true }, settle: 50, pace: 50 })
  page.leave()
  expect(page.listening()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

describe('a question that a person asks about something', () => {
  function askAbout() {
    const key = shallowRef<number | undefined>(1)
    const told: LabError[] = []
    const page = pageWith(() =>
      useAskAbout(
        () => key.value,
        failure => told.push(failure),
      ),
    )
    return { ...page, key, told }
  }

  test('is answered, beside others', async () => {
    const page = askAbout()
    const [one, two] = [1, 2].map(count => page.its((ask, id) => ask('extendTuning', { id, count })))
    page.waiting[1]!.answer('two')
    page.waiting[0]!.answer('one')
    expect([await one, await two]).toEqual(['one', 'two'])
  })

  test('is dropped, without a report, if its subject has changed', async () => {
    const page = askAbout()
    let wentOn = false
    const late = page.its(async (ask, id) => {
      await ask('tuning', { id })
      wentOn = true
    })
    const failed = page.its((ask, id) => ask('tuning', { id }))
    page.key.value = 2
    page.waiting[0]!.answer('one')
    page.waiting[1]!.fail('NOT_FOUND')
    expect([await late, await failed, wentOn, page.told]).toEqual([undefined, undefined, false, []])
  })

  test('of nothing is not asked', async () => {
    const page = askAbout()
    page.key.value = undefined
    expect(await page.its((ask, id) => ask('tuning', { id }))).toBeUndefined()
    expect(page.calls).toEqual([])
  })

  test('that fails is reported; a bug is thrown', async () => {
    const page = askAbout()
    const failed = page.its((ask, id) => ask('tuning', { id }))
    page.waiting[0]!.fail('NOT_FOUND')
    await failed
    expect(page.told.map(({ code }) => code)).toEqual(['NOT_FOUND'])
    await expect(page.its(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})
