/** What every kind of run has from the room of runs, on the smallest kind. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { Squares, type SquareRow } from './squares'

const root = mkdtempSync(join(tmpdir(), 'lab-runs-'))
afterAll(() => rmSync(root, { recursive: true }))

const opened: Squares[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

function open(square = (n: number) => n * n, folder = mkdtempSync(join(root, 'case-')), Kind = Squares) {
  const rows: SquareRow[] = []
  const failures: unknown[] = []
  const jobs = new Jobs(() => undefined)
  const onFailure = (error: unknown) => void failures.push(error)
  const runs = new Kind({ folder, square, jobs, onFailure, onRow: row => rows.push(row) })
  opened.push(runs)
  const stateOf = async (id: number) => (await runs.pause(id)).state // which changes none that rests
  return {
    runs,
    rows,
    jobs,
    failures,
    folder,
    stateOf,
    fileOf: (id: number) => readFileSync(join(folder, `${id}.jsonl`), 'utf8'),
  }
}

test('one computes, the others wait in their order; the last row of each is that of its end', async () => {
  const { runs, rows, jobs, failures } = open()
  const started = [await runs.start(3), await runs.start(4), await runs.start(5)]
  expect(started.map(({ state, ahead }) => [state, ahead])).toEqual([['running', undefined], ['waiting', 0], ['waiting', 1]]) // oxfmt-ignore
  expect(jobs.list.map(({ state, done, total }) => [state, done, total])).toEqual([
    ['running', expect.any(Number), 3],
    ['waiting', 0, 4],
    ['waiting', 0, 5],
  ])
  await runs.idle()
  const ended = rows.filter(({ state }) => state === 'finished')
  expect(ended.map(({ id, squares }) => [id, squares.at(-1)!.square])).toEqual([[1, 4], [2, 9], [3, 16]]) // oxfmt-ignore
  expect([jobs.list, failures]).toEqual([[], []])
})

test.each([1, 2, 5])('paused %i times and cut off by a kill, a run ends with the file of an undisturbed one', async pauses => {
  const whole = open()
  await whole.runs.start(40)
  await whole.runs.idle()
  let left = 0
  const one = open(n => (left-- === 0 && void one.runs.pause(1), n * n))
  left = 3
  await one.runs.start(40)
  for (let i = 0; i < pauses; i++) {
    await one.runs.idle()
    expect(await one.stateOf(1)).toBe('paused')
    left = 4
    await one.runs.resume(1)
  }
  await one.runs.idle()
  appendFileSync(join(one.folder, '1.jsonl'), '{"n":30,"squ') // as a kill leaves it
  const next = open(undefined, one.folder)
  await next.runs.resume(1)
  await next.runs.idle()
  expect(next.fileOf(1)).toBe(whole.fileOf(1))
  expect(await next.runs.resume(1)).toMatchObject({ state: 'finished' }) // nothing is left of it
})

test('a run that several resume at once computes once; one paused while it waits leaves the queue', async () => {
  const { runs, rows, jobs, stateOf } = open()
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

test('a fault ends a run with its reason, which the next attempt forgets, and the next run computes', async () => {
  let isBroken = true
  const { runs, stateOf, rows } = open(n => {
    if (isBroken && n === 2) throw new LabError('KERNEL_BROKEN', 'two is broken')
    return n * n
  })
  await runs.start(4)
  await runs.start(2)
  await runs.idle()
  expect(rows.findLast(({ id }) => id === 1)).toMatchObject({
    state: 'failed',
    problem: { code: 'KERNEL_BROKEN' },
    squares: [{}, {}],
  })
  expect(await stateOf(2)).toBe('finished')
  isBroken = false
  expect(await runs.resume(1)).not.toHaveProperty('problem')
  await runs.idle()
  expect(await stateOf(1)).toBe('finished')
})

test('those after one that leaves the queue move up', async () => {
  const { runs, rows } = open()
  for (let i = 0; i < 3; i++) await runs.start(1000)
  await runs.pause(2)
  expect(rows.findLast(({ id }) => id === 3)).toMatchObject({ state: 'waiting', ahead: 0 })
})

test('a run that is renamed while it computes has the new name from then on', async () => {
  class Named extends Squares {
    protected override async named(id: number, name: string) {
      return { ...(await this.find(id)), name }
    }
  }
  const { runs, rows } = open(undefined, undefined, Named)
  await runs.start(1000)
  await runs.rename(1, 'Mine')
  await runs.pause(1)
  expect(rows.at(-1)).toMatchObject({ state: 'paused', name: 'Mine' })
})

test('a run is paused before it is deleted; what a kind cannot do is refused', async () => {
  const { runs, rows, jobs } = open()
  await runs.start(1000)
  expect(await runs.remove([1])).toBe(1)
  expect(rows.at(-1)).toMatchObject({ id: 1, deleted: true })
  expect(jobs.list).toEqual([])
  await expect(runs.resume(1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(runs.rename(1, 'Mine')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the end of the lab pauses the run that computes, and begins none', async () => {
  const { runs, folder } = open()
  await runs.start(1000)
  await runs.start(1000)
  const closed = runs.close()
  await expect(runs.resume(2)).rejects.toThrow('being closed')
  await closed
  const next = open(undefined, folder)
  const [one, other] = await Promise.all([next.runs.find(1), next.runs.find(2)])
  expect(one.squares.length).toBeLessThan(1000)
  expect(other.squares).toEqual([])
})
