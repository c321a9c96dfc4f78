/** What every kind of run has from the room of runs, on the smallest kind. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { headText } from '../../../../src/core/contract/files'
import { z } from '../../../../src/core/contract/zod'
import { LabError } from '../../../../src/core/errors'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { OneRun } from '../../../../src/main/lab/runs/oneRun'
import type { Store } from '../../../../src/main/store/store'
import { closeLabs, openLab } from '../../../support/openedLabs'
import { edit, newFolder, openWriter } from '../../store/storeSupport'
import { Squares, type SquareRow } from './squares'

const opened: Squares[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await closeLabs()
})

async function open(square = (n: number) => n * n, store?: Store) {
  store ??= await openWriter()
  const rows: SquareRow[] = []
  const failures: unknown[] = []
  const jobs = new Jobs(() => undefined)
  const onFailure = (error: unknown) => void failures.push(error)
  const runs = new Squares({ store, square, jobs, onFailure, onRow: row => rows.push(row) })
  opened.push(runs)
  return {
    ...{ runs, rows, jobs, failures, store },
    stateOf: async (id: number) => (await runs.pause(id)).state, // which changes none that rests
    async fileOf(id: number) {
      let { text, next } = await runs.exported(id)
      for (; next !== null;) {
        const part = await runs.exported(id, next)
        text += part.text
        next = part.next
      }
      return text
    },
  }
}

test('one computes, the others wait in their order; the last row of each is that of its end', async () => {
  const { runs, rows, jobs, failures, fileOf } = await open()
  const started = [await runs.start(3), await runs.start(4), await runs.start(5)]
  expect(started.map(({ state, ahead }) => [state, ahead])).toEqual([['running', undefined], ['waiting', 0], ['waiting', 1]]) // oxfmt-ignore
  expect(jobs.list.map(({ state, done, total }) => [state, done, total])).toEqual([
    ['running', expect.any(Number), 3],
    ['waiting', 0, 4],
    ['waiting', 0, 5],
  ])
  await runs.idle()
  const ended = rows.filter(({ state }) => state === 'finished')
  expect(ended.map(({ id, squares }) => [id, squares])).toEqual([[1, 3], [2, 4], [3, 5]]) // oxfmt-ignore
  const lines = ['{"format":"squares","version":1,"count":3}', ...[0, 1, 2].map(n => JSON.stringify({ n, square: n * n }))]
  expect(await fileOf(1)).toBe([...lines, ''].join('\n'))
  expect([jobs.list, failures]).toEqual([[], []])
})

test.each([1, 2, 5])(
  'paused %i times and resumed by another lab, a run ends with the lines of an undisturbed one',
  async pauses => {
    const whole = await open()
    await whole.runs.start(40)
    await whole.runs.idle()
    let left = 0
    const one = await open(n => (left-- === 0 && void one.runs.pause(1), n * n))
    left = 3
    await one.runs.start(40)
    for (let i = 0; i < pauses; i++) {
      await one.runs.idle()
      expect(await one.stateOf(1)).toBe('paused')
      left = 4
      await one.runs.resume(1)
    }
    await one.runs.idle()
    const next = await open(undefined, one.store)
    await next.runs.resume(1)
    await next.runs.idle()
    expect(await next.fileOf(1)).toEqual(await whole.fileOf(1))
    expect(await next.runs.resume(1)).toMatchObject({ state: 'finished' }) // nothing is left of it
  },
)

test('a run that several resume at once computes once; one paused while it waits leaves the queue', async () => {
  const { runs, rows, jobs, stateOf } = await open()
  await runs.start(1_000_000) // computes until it is cancelled
  await runs.start(200)
  expect(await runs.pause(2)).toMatchObject({ state: 'paused' })
  await Promise.all([runs.resume(2), runs.resume(2), runs.resume(2)])
  expect(jobs.list).toHaveLength(2)
  jobs.cancel(jobs.list[0]!.id) // as the status bar does
  await vi.waitFor(() => expect(rows.findLast(({ id }) => id === 1)).toMatchObject({ state: 'paused' }))
  await runs.idle()
  expect([await stateOf(1), await stateOf(2)]).toEqual(['paused', 'finished'])
})

test('a head that does not fit is the problem of its run alone, in every kind, and the check of the data names it', async () => {
  const folder = newFolder()
  await (await openLab(folder)).close()
  const kinds = ['walls', 'training-run', 'results', 'arena', 'calibration', 'sweep'].map(kind => `2048-lab-${kind}`)
  const rows = kinds.map(kind => `('${kind}', '12345678', 'Mine', '{}', 'finished', 0, 0)`)
  edit(folder, `INSERT INTO line_runs (kind, key, title, head, state, created, updated) VALUES ${rows.join()}`)
  const { call } = await openLab(folder)
  const lists = ['wallTests', 'trainings', 'studies', 'tournaments', 'calibrations', 'sweeps'] as const
  for (const name of lists) {
    const list: readonly object[] = await call[name](undefined)
    expect(list).toMatchObject([
      { problem: { code: 'BAD_STORE', message: expect.stringContaining('"Mine" is damaged') as string } },
    ])
    expect(list).toMatchObject([{ state: name === 'tournaments' ? 'unfinished' : 'failed' }])
  }
  const damage = { code: 'BAD_STORE' }
  for (const name of ['wallTest', 'training', 'study', 'sweep'] as const)
    await expect(call[name]({ id: 12345678 })).rejects.toMatchObject(damage)
  await expect(call.tournamentTable({ id: '12345678' })).rejects.toMatchObject(damage)
  expect((await call.checkData(undefined)).filter(each => each.includes('"Mine" is damaged'))).toHaveLength(kinds.length)
  expect(await call.deleteRuns({ kind: 'training', ids: [12345678] })).toBe(1)
  expect(await call.trainings(undefined)).toEqual([])
  expect(await call.deleteRuns({ kind: 'arena', ids: ['12345678'] })).toBe(1)
})

test('a fault ends a run with its reason, which the next attempt forgets, and the next run computes', async () => {
  let isBroken = true
  const { runs, stateOf, rows } = await open(n => {
    if (isBroken && n === 2) throw new LabError('KERNEL_BROKEN', 'two is broken')
    return n * n
  })
  await runs.start(4)
  await runs.start(2)
  await runs.idle()
  expect(rows.findLast(({ id }) => id === 1)).toMatchObject({
    state: 'failed',
    problem: { code: 'KERNEL_BROKEN' },
    squares: 2,
  })
  expect(await stateOf(2)).toBe('finished')
  isBroken = false
  expect(await runs.resume(1)).not.toHaveProperty('problem')
  await runs.idle()
  expect(await stateOf(1)).toBe('finished')
  expect(rows.at(-1)).not.toHaveProperty('problem')
})

test('results that cannot be stored end a run with the reason, and are computed again', async () => {
  const store = await openWriter()
  const append = () => Promise.reject(new LabError('STORE_FULL', 'the disk is full'))
  const { runs, rows } = await open(undefined, { ...store, lineRuns: { ...store.lineRuns, append } })
  await runs.start(100)
  await runs.idle()
  expect(rows.at(-1)).toMatchObject({ state: 'failed', problem: { code: 'STORE_FULL' }, squares: 0 })
  const next = await open(undefined, store)
  expect(await next.runs.resume(1)).toMatchObject({ state: 'running' })
  await next.runs.idle()
  expect(next.rows.at(-1)).toMatchObject({ state: 'finished', squares: 100 })
})

test('a computation that ends with CANCELLED is paused, not failed', async () => {
  const { runs, rows, failures, store } = await open(() => {
    throw new LabError('CANCELLED', 'The search was cancelled.')
  })
  await runs.start(3)
  await runs.idle()
  expect(rows.at(-1)).toMatchObject({ state: 'paused', squares: 0 })
  expect([rows.at(-1)?.problem, failures]).toEqual([undefined, []])
  expect(await (await open(undefined, store)).runs.find(1)).toMatchObject({ state: 'paused', problem: null })
})

test('those after one that leaves the queue move up', async () => {
  const { runs, rows } = await open()
  for (let i = 0; i < 3; i++) await runs.start(1_000_000)
  await runs.pause(2)
  expect(rows.findLast(({ id }) => id === 3)).toMatchObject({ state: 'waiting', ahead: 0 })
})

test('a run that is renamed while it computes has the new name from then on', async () => {
  const { runs, rows } = await open()
  await runs.start(1_000_000)
  await runs.rename(1, 'Mine')
  await runs.pause(1)
  expect(rows.at(-1)).toMatchObject({ state: 'paused', name: 'Mine' })
  expect(await runs.find(1)).toMatchObject({ title: 'Mine' })
})

test('a run is paused before it is deleted, and restored as it was', async () => {
  const { runs, rows, jobs } = await open()
  await runs.start(1_000_000)
  expect(await runs.remove([1])).toBe(1)
  expect(rows.at(-1)).toMatchObject({ id: 1, deleted: true })
  expect(jobs.list).toEqual([])
  await expect(runs.resume(1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await runs.restore([1])
  expect(await runs.find(1)).toMatchObject({ state: 'paused', head: { count: 1_000_000 } })
  expect(await runs.restore([1, 2])).toBe(0)
})

test('the end of the lab pauses the run that computes, and begins none', async () => {
  const { runs, store } = await open()
  await runs.start(100_000)
  await runs.start(1000)
  const closed = runs.close()
  await expect(runs.resume(2)).rejects.toThrow('being closed')
  await closed
  const next = await open(undefined, store)
  const [one, other] = await Promise.all([next.runs.find(1), next.runs.find(2)])
  expect(one.lines).toBeLessThan(100_000)
  expect(other.lines).toBe(0)
})

test('a run in a file: of two lines of one number the first counts, repeated heads keep their place, others are left out', async () => {
  const path = join(newFolder(), 'squares.jsonl')
  const shape = z.strictObject({ count: z.number() })
  const line = z.strictObject({ n: z.number(), square: z.number() })
  const kind = { name: 'list of squares', parts: 'squares', head: { format: 'squares', version: 1, shape, isRepeated: true }, line, longest: 99 } as const // oxfmt-ignore
  const [head, other] = [3, 4].map(count => headText(kind, { count }))
  const texts = [head, '{"n":0,"square":0}', '{"n":9,"square":81}', '{"n":0,"square":7}', other, '{"n":-1,"square":1}']
  writeFileSync(path, texts.map(text => `${text}\n`).join(''))
  const run = await OneRun.open(path, kind, ({ n }) => (n < 0 ? undefined : n))
  expect([run.head, await run.lines(1)]).toEqual([
    { count: 3 },
    [
      { number: 0, text: texts[1] },
      { number: 3, text: other },
      { number: 9, text: texts[2] },
    ],
  ])
  await run.add({ kind: 'squares', title: '', head: { count: 5 } })
  await run.append(1, [{ number: 2, text: '{"n":2,"square":4}' }])
  run.close()
  expect(readFileSync(path, 'utf8')).toBe(`${texts.join('\n')}\n{"n":2,"square":4}\n`)
})
