/** The contract of every window on a long list. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { TuningView } from '../../../src/core/contract/calls'
import type { Ask } from '../../../src/renderer/src/bridge/guarded'
import { useWindowed, type Page, type WindowedQuestion } from '../../../src/renderer/src/bridge/useWindowed'
import { flushPromises } from '../helpers'
import { pageWith } from './support'

type Rows = Page<string>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list of 95 rows by tens. `answerAll` answers with what the list holds when it was asked. */
function open(change: Partial<WindowedQuestion<number, Rows>> = {}) {
  const list = { name: 'a', total: 95, revision: undefined as number | undefined }
  const key = shallowRef<number | undefined>(1)
  const page = pageWith(() =>
    useWindowed<string, Rows, number>({
      about: () => key.value,
      // its shape is the test's own
      ask: (ask, offset, limit, of) =>
        (ask as unknown as (name: string, arg: unknown) => Promise<Rows>)('games', { offset, limit, of }),
      size: 10,
      most: 3,
      ...change,
    }),
  )
  const asked = () => page.calls.flatMap(({ name, arg }) => (name === 'games' ? [(arg as { offset: number }).offset] : []))
  const answerOf = ({ arg }: { arg: unknown }): Rows => {
    const { offset, limit } = arg as { offset: number; limit: number }
    const count = Math.max(0, Math.min(limit, list.total - offset))
    const rows = Array.from({ length: count }, (_, i) => `${list.name}${offset + i}`)
    return { rows, total: list.total, ...(list.revision !== undefined && { revision: list.revision }) }
  }
  const answer = async () => {
    const next = page.waiting.shift()
    if (next) next.answer(answerOf(next))
    await flushPromises()
  }
  const answerAll = async () => {
    while (page.waiting.length > 0) await answer()
  }
  return { ...page, list, key, asked, answer, answerAll, ...page.its }
}

test('rows are requested when they come into view, one window at a time', async () => {
  const list = open()
  list.want(8, 22)
  expect(list.asked()).toEqual([0])
  await list.answer()
  expect(list.asked()).toEqual([0, 10])
  await list.answerAll()
  expect(list.asked()).toEqual([0, 10, 20])
  expect([list.total.value, list.row(8), list.row(29), list.row(30)]).toEqual([95, 'a8', 'a29', undefined])
  list.want(9, 21)
  expect(list.asked()).toHaveLength(3)
})

test('windows that came longest ago leave', async () => {
  const list = open()
  for (const first of [0, 10, 20, 30]) {
    list.want(first, first + 9)
    await list.answerAll()
  }
  expect([list.row(0), list.row(10), list.find(row => row === 'a35')]).toEqual([undefined, 'a10', 35])
})

test('rows past the end are not requested', async () => {
  const list = open()
  list.want(90, 120)
  await list.answerAll()
  list.want(85, 120)
  await list.answerAll()
  expect(list.asked()).toEqual([90, 80])
})

test('what is shown stays until a renewal is whole, and rows of two answers are never mixed', async () => {
  const list = open()
  list.want(0, 15)
  await list.answerAll()
  list.list.name = 'b'
  const renewed = list.renew()
  expect(list.asked()).toEqual([0, 10, 0, 10])
  await list.answer()
  expect([list.row(0), list.renewing.value]).toEqual(['a0', true])
  await list.answer()
  expect([await renewed, list.row(0), list.row(15), list.renewing.value]).toEqual([true, 'b0', 'b15', false])
})

test('an answer from before a renewal is dropped', async () => {
  const list = open()
  list.want(0, 9)
  const late = list.waiting.shift()!
  const renewed = list.renew()
  list.list.name = 'b'
  await list.answerAll()
  late.answer({ rows: ['late'], total: 1 })
  await flushPromises()
  expect([await renewed, list.row(0), list.total.value]).toEqual([true, 'b0', 95])
})

test('of two renewals the newer counts, and the older one says so', async () => {
  const list = open()
  list.want(0, 9)
  await list.answerAll()
  const [older, newer] = [list.renew(), list.renew()]
  await list.answer()
  expect([await older, list.renewing.value]).toEqual([false, true])
  await list.answerAll()
  expect([await newer, list.renewing.value]).toEqual([true, false])
})

test('a renewal begins where its rows are by then', async () => {
  const list = open()
  list.want(20, 25)
  await list.answerAll()
  const where = async (ask: Ask) => {
    await ask('tunings', undefined)
    return 43
  }
  void list.renew(where)
  list.waiting.shift()!.answer([])
  await flushPromises()
  expect(list.asked()).toEqual([20, 40])
  await list.answerAll()
  expect([list.sight.value, list.row(43), list.row(20)]).toEqual([{ first: 43, last: 48 }, 'a43', undefined])
})

test('rows that came into view during a renewal are requested after it', async () => {
  const list = open()
  list.want(0, 9)
  await list.answerAll()
  void list.renew()
  list.want(50, 55)
  await list.answerAll()
  expect([list.asked(), list.row(50)]).toEqual([[0, 0, 50], 'a50'])
})

test('a list of something else is another: its rows go at once, and late ones are dropped', async () => {
  const list = open()
  list.want(0, 9)
  await list.answerAll()
  void list.renew()
  list.key.value = 2
  await nextTick()
  expect([list.row(0), list.total.value]).toEqual([undefined, undefined])
  list.list.name = 'b'
  await list.answerAll()
  expect(list.calls.map(({ arg }) => (arg as { of: number }).of)).toEqual([1, 1, 2])
  expect(list.row(0)).toBe('b0')
  list.key.value = undefined
  await nextTick()
  list.want(0, 9)
  expect([list.row(0), list.calls.length]).toEqual([undefined, 3])
})

test('nothing more is asked about something that is gone', async () => {
  const list = open()
  const renewed = list.renew(async ask => {
    list.key.value = 2
    await ask('tunings', undefined)
    return 0
  })
  expect(list.calls).toEqual([])
  expect(await renewed).toBe(false)
})

test('rows of another revision take the place of all', async () => {
  const list = open()
  list.list.revision = 1
  list.want(0, 9)
  await list.answerAll()
  Object.assign(list.list, { revision: 2, name: 'b' })
  list.want(0, 15)
  await list.answer()
  expect([list.row(0), list.row(10)]).toEqual([undefined, 'b10'])
  await list.answerAll()
  expect([list.row(0), list.page.value?.revision]).toEqual(['b0', 2])
})

test('it is asked again with a connection, after an event that touches it, and in another order', async () => {
  const order = shallowRef('up')
  const list = open({ again: { tuning: ({ id }, key) => id === key }, renewOn: () => order.value, pace: 100 })
  list.want(0, 9)
  await list.answerAll()
  const times = () => list.asked().length
  list.connected.value = false
  await nextTick()
  list.connected.value = true
  await nextTick()
  expect(times()).toBe(2)
  await list.answerAll()
  list.emit('tuning', { id: 2 } as TuningView)
  vi.advanceTimersByTime(1000)
  expect(times()).toBe(2)
  for (let i = 0; i < 5; i++) list.emit('tuning', { id: 1 } as TuningView)
  expect(times()).toBe(3)
  vi.advanceTimersByTime(100)
  expect(times()).toBe(4)
  await list.answerAll()
  order.value = 'down'
  await nextTick()
  expect(times()).toBe(5)
})

test('a hidden list requests nothing, and everything once it is shown', async () => {
  const order = shallowRef<string>()
  const list = open({ again: { tuning: () => true }, renewOn: () => order.value })
  list.emit('tuning', { id: 1 } as TuningView)
  await nextTick()
  expect(list.calls).toEqual([])
  order.value = 'up'
  await nextTick()
  expect(list.asked()).toEqual([0])
})

test('a failure is its problem until the next answer; a lost connection is none', async () => {
  const list = open()
  list.want(0, 9)
  list.waiting.shift()!.fail('BAD_STORE')
  await flushPromises()
  expect(list.problem.value?.code).toBe('BAD_STORE')
  const renewed = list.renew()
  await list.answerAll()
  expect([await renewed, list.problem.value]).toEqual([true, undefined])
  const lost = list.renew()
  list.waiting.shift()!.fail('DISCONNECTED')
  expect([await lost, list.problem.value, list.row(0), list.renewing.value]).toEqual([false, undefined, 'a0', false])
})

test('nothing is left behind, and late answers are dropped', async () => {
  const list = open({ again: { tuning: () => true }, pace: 50 })
  list.want(0, 9)
  for (let i = 0; i < 3; i++) list.emit('tuning', { id: 1 } as TuningView)
  list.leave()
  await list.answerAll()
  expect([list.listening(), vi.getTimerCount(), list.row(0)]).toEqual([0, 0, undefined])
})
