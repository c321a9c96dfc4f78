/** Copies that the lab makes by itself: when, which are kept, and what a wrong clock does to them. */
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { listBackups } from '../../../../src/main/lab/data/backups'
import { DailyCopies, type DailyOptions } from '../../../../src/main/lab/data/dailyCopies'
import { testScope } from '../../../support/testScope'

const root = mkdtempSync(join(tmpdir(), 'lab-daily-'))
afterAll(() => rmSync(root, { recursive: true }))
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1, 12)

/** Data that change before each look, on a day of this number. */
function daily(options: DailyOptions = {}, copyBytes = 10) {
  const folder = mkdtempSync(join(root, 'data-'))
  let day = 0
  let failure: LabError | undefined
  let isGone = false
  const store = {
    look: () => (isGone ? Promise.reject(new LabError('BAD_STORE', 'gone')) : Promise.resolve()),
    copyTo(file: string) {
      if (failure) return Promise.reject(failure)
      writeFileSync(file, 'x'.repeat(copyBytes))
      return Promise.resolve()
    },
  }
  const scope = testScope()
  const copies = new DailyCopies(store, folder, scope, {
    now: () => new Date(START + day * DAY_MS),
    free: () => Infinity,
    ...options,
  })
  return {
    folder,
    copies,
    failWith: (error: LabError | undefined) => (failure = error),
    lose: () => (isGone = true),
    async lookOn(...days: readonly number[]) {
      for (day of days) {
        appendFileSync(join(folder, 'lab.db'), 'x')
        await copies.look()
      }
    },
    async lookUnchangedOn(on: number) {
      day = on
      await copies.look()
    },
    /** Of the copies, oldest first. */
    days: () => readdirSync(join(folder, 'backups')).map(name => (Date.parse(dayIn(name)) - START + DAY_MS / 2) / DAY_MS),
  }
}

test('a backup is as old as its name says, whenever its file was copied', () => {
  const backups = join(mkdtempSync(join(root, 'dates-')), 'backups')
  mkdirSync(backups)
  for (const name of [
    'lab-copy-20260102T030405678Z.db',
    'lab-daily-000001-20260103T000000000Z-90f74307.db',
    'lab-copy-mine.db',
  ]) {
    writeFileSync(join(backups, name), '')
    utimesSync(join(backups, name), 1, 1)
  }
  const times = listBackups(dirname(backups)).map(({ written }) => new Date(written).toISOString())
  expect(times).toEqual(['2026-01-03T00:00:00.000Z', '2026-01-02T03:04:05.678Z', '1970-01-01T00:00:01.000Z'])
})

const dayIn = (name: string) => name.replace(/^lab-daily-\d+-(\d{4})(\d\d)(\d\d)T.*$/, '$1-$2-$3')
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

test('one is made a day, if the data changed', async () => {
  const { lookOn, lookUnchangedOn, days } = daily()
  await lookOn(0, 0, 1)
  expect(days()).toEqual([0, 1])
  await lookUnchangedOn(2)
  expect(days()).toEqual([0, 1])
  await lookOn(3)
  expect(days()).toEqual([0, 1, 3])
})

test('the newest of seven days and of twelve months are kept', async () => {
  const { lookOn, days } = daily()
  await lookOn(...range(0, 400))
  const months = days().map(day => new Date(START + day * DAY_MS).toISOString().slice(0, 7))
  expect([days().slice(-7), new Set(months).size, days().length]).toEqual([range(394, 400), 12, 7 + 10])
})

test('a clock that is wrong for a while costs no newer copy', async () => {
  const { lookOn, days } = daily()
  await lookOn(...range(100, 110), ...range(500, 502), ...range(111, 113))
  expect(days().slice(-6)).toEqual([500, 501, 502, 111, 112, 113])
  await lookOn(...range(20, 22)) // and back
  expect(days().slice(-7)).toEqual([502, 111, 112, 113, 20, 21, 22])
})

test('they have a bound in bytes, which the newest may exceed', async () => {
  const bounded = daily({ mostBytes: 30 })
  await bounded.lookOn(...range(0, 6))
  expect(bounded.days()).toEqual([4, 5, 6])
  const exceeding = daily({ mostBytes: 5 })
  await exceeding.lookOn(0, 1)
  expect(exceeding.days()).toEqual([1])
})

test('none is made on a full disk, which is told until one is made', async () => {
  const full = daily({ free: () => 2 ** 20 })
  await full.lookOn(0)
  expect(full.copies.problem).toMatchObject({ code: 'STORE_FULL' })
  const failing = daily()
  failing.failWith(new LabError('BAD_STORE', 'damaged'))
  await failing.lookOn(0)
  expect(failing.copies.problem).toMatchObject({ message: 'damaged' })
  failing.failWith(undefined)
  await failing.copies.look()
  expect([failing.copies.problem, failing.days()]).toEqual([undefined, [0]])
})

test('nothing is created in a folder that has taken the place of the data', async () => {
  const { lookOn, lose, copies, folder } = daily()
  lose()
  await lookOn(0)
  expect(copies.problem).toMatchObject({ message: 'gone' })
  expect(readdirSync(folder)).toEqual(['lab.db'])
})

test('other backups are left alone', async () => {
  const { lookOn, folder, days } = daily({ mostBytes: 5 })
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'lab-copy-1.db'), 'mine')
  await lookOn(0, 1)
  expect(readdirSync(join(folder, 'backups'))[0]).toBe('lab-copy-1.db')
  expect(days()).toHaveLength(2)
})
