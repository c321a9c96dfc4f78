/** The contract of every change that a person asks for. */
import { expect, test } from 'vitest'
import { GivenUp } from '../../../src/renderer/src/bridge/guarded'
import { useMutation, type Meanwhile } from '../../../src/renderer/src/bridge/useMutation'
import { flushPromises } from '../helpers'
import { pageWith } from './support'

function open(meanwhile?: Meanwhile) {
  const told: string[] = []
  const page = pageWith(() => useMutation(({ code }) => told.push(code), meanwhile))
  const change = (id: number) => page.its(ask => ask('pauseRun', { kind: 'tuning', id }))
  const asked = () => page.calls.map(({ arg }) => (arg as { id: number }).id)
  const answer = async (at: number) => {
    page.waiting[at]!.answer(`answer ${at}`)
    await flushPromises()
  }
  return { ...page, told, change, asked, answer, pending: page.its.pending }
}

test('a change is pending until the lab has answered, and a failure is reported', async () => {
  const page = open()
  const done = page.change(1)
  expect(page.pending.value).toBe(true)
  await page.answer(0)
  expect([await done, page.pending.value, page.told]).toEqual(['answer 0', false, []])
  const failed = page.change(2)
  page.waiting[1]!.fail('BAD_STORE')
  expect([await failed, page.pending.value, page.told]).toEqual([undefined, false, ['BAD_STORE']])
})

test('one change may report its failure elsewhere', async () => {
  const page = open()
  const told: string[] = []
  const failed = page.its(
    ask => ask('pauseRun', { kind: 'tuning', id: 1 }),
    ({ code }) => told.push(code),
  )
  page.waiting[0]!.fail('NOT_FOUND')
  await failed
  expect([page.told, told]).toEqual([[], ['NOT_FOUND']])
})

test('a bug is thrown, and what comes after it is done', async () => {
  const page = open('queue')
  const bug = page.its(() => Promise.reject(new TypeError('a bug')))
  const next = page.change(1)
  await expect(bug).rejects.toThrow('a bug')
  await page.answer(0)
  expect([await next, page.pending.value]).toEqual(['answer 0', false])
})

test('beside: each goes at once, and it is pending until the last is answered', async () => {
  const page = open()
  void page.change(1)
  void page.change(2)
  expect(page.asked()).toEqual([1, 2])
  await page.answer(1)
  expect(page.pending.value).toBe(true)
  await page.answer(0)
  expect(page.pending.value).toBe(false)
})

test('ignore: the second of two clicks asks for nothing, and a later one does', async () => {
  const page = open('ignore')
  void page.change(1)
  expect(await page.change(2)).toBeUndefined()
  expect(page.asked()).toEqual([1])
  await page.answer(0)
  void page.change(3)
  expect(page.asked()).toEqual([1, 3])
})

test('queue: each waits for those before it', async () => {
  const page = open('queue')
  for (const id of [1, 2, 3]) void page.change(id)
  await flushPromises()
  expect(page.asked()).toEqual([1])
  await page.answer(0)
  expect(page.asked()).toEqual([1, 2])
  await page.answer(1)
  await page.answer(2)
  expect([page.asked(), page.pending.value]).toEqual([[1, 2, 3], false])
})

test('last: of those that wait the newest is meant', async () => {
  const page = open('last')
  for (const id of [1, 2, 3]) void page.change(id)
  await page.answer(0)
  expect(page.asked()).toEqual([1, 3])
  void page.change(4)
  await page.answer(1)
  await page.answer(2)
  expect([page.asked(), page.pending.value]).toEqual([[1, 3, 4], false])
})

test('instead: what is under way is given up, with all that was to follow its answer', async () => {
  const page = open('instead')
  const follows: number[] = []
  const work = (id: number) =>
    page.its(async ask => {
      await ask('pauseRun', { kind: 'tuning', id })
      follows.push(id)
    })
  void work(1)
  void work(2)
  expect(page.asked()).toEqual([1, 2])
  await page.answer(0)
  expect([follows, page.pending.value]).toEqual([[], true])
  await page.answer(1)
  expect([follows, page.pending.value]).toEqual([[2], false])
})

test('stopped work does not continue, reports nothing, and blocks nothing', async () => {
  for (const meanwhile of ['beside', 'ignore', 'queue', 'last', 'instead'] as const) {
    const page = open(meanwhile)
    const steps: string[] = []
    void page.its(async ask => {
      try {
        await ask('pauseRun', { kind: 'tuning', id: 1 })
        steps.push('went on')
      } catch (error) {
        steps.push(error instanceof GivenUp ? 'let go' : 'failed')
        throw error
      }
    })
    page.its.stop()
    expect(page.pending.value).toBe(false)
    const next = page.change(2)
    expect(page.asked()).toEqual([1, 2])
    page.waiting[0]!.fail('NOT_FOUND')
    await page.answer(1)
    expect([await next, steps, page.told]).toEqual(['answer 1', ['let go'], []])
    page.leave()
  }
})

test('a change is finished though its screen was left', async () => {
  const page = open()
  const done = page.its(async ask => {
    await ask('pauseRun', { kind: 'tuning', id: 1 })
    return ask('resumeRun', { kind: 'tuning', id: 1 })
  })
  page.leave()
  await page.answer(0)
  await page.answer(1)
  expect(await done).toBe('answer 1')
})
