import { setImmediate as otherWork } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import type { Sliced } from '../../../../src/core/sliced'
import { SlicedWork, type Listener } from '../../../../src/main/compute/trees/slicedWork'

/** Each step takes 5 ms of this clock. */
let now = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
afterEach(() => vi.restoreAllMocks())

/** What was done and heard, in its order. */
let heard: string[] = []
beforeEach(() => void (heard = []))

function* counting(name: string, steps: number, fault?: Error): Sliced<string> {
  for (let step = 1; step <= steps; step++) {
    now += 5
    heard.push(`${name}${step}`)
    yield step / steps
  }
  if (fault) throw fault
  return name
}

const hearer = (name: string): Listener<string> => ({
  done: result => heard.push(`${result} done`),
  failed: ({ code }) => heard.push(`${name} ${code}`),
  progress: share => heard.push(`${name} ${share.toFixed(2)}`),
})

async function settled(): Promise<void> {
  for (let i = 0; i < 100; i++) await otherWork()
}

test('two works take turns, in slices, and others have theirs between them', async () => {
  const works = new SlicedWork()
  works.begin('1', counting('a', 5), hearer('a'))
  expect(heard).toEqual(['a1', 'a2']) // 8 ms are over
  works.begin('2', counting('b', 3), hearer('b'))
  setImmediate(() => heard.push('other'))
  await settled()
  expect(heard).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4', 'other', 'b3', 'b done', 'a5', 'a done'])
})

test('a newer work with the same key takes the place of the older, which hears that', async () => {
  const works = new SlicedWork()
  works.begin('1', counting('a', 5), hearer('a'))
  works.begin('2', counting('b', 5), hearer('b'))
  works.begin('1', counting('c', 1), hearer('c'))
  await settled()
  expect(heard.filter(each => / /.test(each))).toEqual(['a CANCELLED', 'c done', 'b done'])
  expect(heard).not.toContain('a3')
})

test('a work that is dropped goes no further', async () => {
  const works = new SlicedWork()
  works.begin('1 find', counting('a', 5), hearer('a'))
  works.begin('2 find', counting('b', 5), hearer('b'))
  works.drop(key => key.startsWith('1 '))
  await settled()
  expect(heard.filter(each => / /.test(each))).toEqual(['a CANCELLED', 'b done'])
  expect(heard).not.toContain('a3')
})

test('only long works report progress', async () => {
  const works = new SlicedWork()
  works.begin('1', counting('a', 20), hearer('a'))
  works.begin('2', counting('b', 100), hearer('b'))
  await settled()
  const told = heard.filter(each => / \d/.test(each))
  expect(told.length).toBeGreaterThan(1)
  expect(told.length).toBeLessThan(6)
  expect(told).toEqual(told.toSorted())
})

test('an expected failure ends a work with it, and no other', async () => {
  const works = new SlicedWork()
  works.begin('1', counting('a', 3, new LabError('BAD_FILE', 'a bad file')), hearer('a'))
  works.begin('2', counting('b', 3), hearer('b'))
  await settled()
  expect(heard.filter(each => / /.test(each))).toEqual(['a BAD_FILE', 'b done'])
  expect(() => works.begin('3', counting('c', 1, new Error('a bug')), hearer('c'))).toThrow('a bug')
})
