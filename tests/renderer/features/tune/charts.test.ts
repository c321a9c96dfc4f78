import { describe, expect, test } from 'vitest'
import {
  brushed,
  decades,
  iterationAt,
  placeOf,
  placesOf,
  smooth,
  weightAxis,
} from '../../../../src/renderer/src/features/tune/charts/columns'
import { evaluationsFile } from '../../../../src/renderer/src/features/tune/runs/useRunData'
import type { EvaluationRow } from '../../../../src/core/contract/calls'
import { jsonOf, someRows } from '../../../../src/renderer/src/ui/charts/chartTheme'

describe('the numbers of a chart', () => {
  const table = {
    columns: ['name, first', 'value'],
    rows: [
      ['a "b"', 0.1 + 0.2],
      ['line\nbreak', null],
    ] as const,
  }

  test('leave as JSON, an object a row', () => {
    expect(JSON.parse(jsonOf(table))).toEqual([
      { 'name, first': 'a "b"', value: 0.1 + 0.2 },
      { 'name, first': 'line\nbreak', value: null },
    ])
  })

  test('are thinned out evenly, the first and the last row among them', () => {
    const rows = Array.from({ length: 1001 }, (_, i) => [i])
    expect(someRows(rows, 11).flat()).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
    expect(someRows(rows.slice(0, 5), 11)).toHaveLength(5)
  })
})

describe('smoothing', () => {
  test('none leaves the values, and a constant stays what it is under any', () => {
    expect(smooth([3, 1, 2], 0)).toEqual([3, 1, 2])
    expect(smooth([5, 5, 5], 0.9)).toEqual([5, 5, 5])
  })

  test('follows a step by the share that is not kept, and a gap stays a gap', () => {
    expect(smooth([0, 8, NaN, 8], 0.75)).toEqual([0, 2, NaN, 3.5])
  })
})

describe('parallel coordinates', () => {
  const axes = [
    { name: 'a', min: -10, max: 10, scale: 'linear' as const },
    { name: 'b', min: 1, max: 100, scale: 'log' as const },
    { name: 'c', min: 3, max: 3, scale: 'linear' as const },
  ]

  test('a row crosses each axis where its value lies on its scale', () => {
    expect(placesOf([0, 10, 3], axes)).toEqual([0.5, 0.5, 0.5])
    expect(placesOf([-10, 1, 3], axes)).toEqual([0, 0, 0.5])
    expect(placesOf([10, 100, 3], axes)).toEqual([1, 1, 0.5])
  })

  test('a row is picked when it passes through every range, its ends included', () => {
    expect(brushed([0.2, 0.8], [[0.2, 0.4], undefined])).toBe(true)
    expect(
      brushed(
        [0.2, 0.8],
        [
          [0.2, 0.4],
          [0.1, 0.79],
        ],
      ),
    ).toBe(false)
    expect(brushed([0.2, 0.8], [])).toBe(true)
  })
})

describe('an axis of a weight', () => {
  test('marks the powers of ten that a range holds, with 0 and both signs where the scale has them', () => {
    expect(decades({ min: 0.01, max: 100, scale: 'log' })).toEqual([0.01, 0.1, 1, 10, 100])
    expect(decades({ min: -200, max: -2, scale: 'log' })).toEqual([-100, -10])
    expect(decades({ min: -10, max: 10, scale: 'symlog' })).toEqual([-10, -1, -0.1, -0.01, 0, 0.01, 0.1, 1, 10])
    expect(decades({ min: 1e-9, max: 1, scale: 'log' }).length).toBeLessThanOrEqual(5)
  })

  test('writes at each of its marks the weight that stands there', () => {
    for (const range of [
      { name: 'a', min: 0.01, max: 100, scale: 'log' as const },
      { name: 'b', min: -10, max: 10, scale: 'symlog' as const },
    ]) {
      const axis = weightAxis(range, weight => weight.toPrecision(3))!
      expect(axis.ticks.map(axis.text)).toEqual(decades(range).map(weight => weight.toPrecision(3)))
      expect(axis.text(axis.max)).toBe(range.max.toPrecision(3))
    }
    expect(weightAxis({ name: 'c', min: 0, max: 1, scale: 'linear' }, String)).toBeUndefined()
  })
})

describe('the course of a run', () => {
  const [iterations, games] = [
    [0, 10, 20],
    [50, 600, 1000],
  ]

  test('an iteration stands on any axis, and is found there again', () => {
    iterations.forEach(each => expect(iterationAt(placeOf(each, games, iterations)!, games, iterations)).toBe(each))
    expect(placeOf(7, games, iterations)).toBe(600)
    expect(placeOf(21, games, iterations)).toBe(1000)
    expect(placeOf(0, [], [])).toBeUndefined()
    expect(iterationAt(310, games, iterations)).toBe(0)
    expect(iterationAt(340, games, iterations)).toBe(10)
  })
})

describe('the evaluations of a run as a file', () => {
  const rows = Array.from({ length: 2345 }, (_, id): EvaluationRow => ({
    ...{
      id,
      iteration: id % 50,
      purpose: 'move',
      particle: 1,
      again: null,
      weights: [id / 3, -1],
      fitness: id === 7 ? null : id,
    },
    ...{
      standardError: null,
      mean: id,
      meanError: null,
      games: 1,
      stopped: false,
      ms: 1,
      error: id === 7 ? 'lost, twice' : null,
    },
  }))
  const ask = async (offset: number, limit: number) => ({ rows: rows.slice(offset, offset + limit), total: rows.length })

  test('have every row once, with every digit, in both forms', async () => {
    const csv = await evaluationsFile(ask, ['a', 'b'], 'csv', () => true)
    const lines = csv.parts.join('').trimEnd().split('\n')
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines[0]).toBe('id,iteration,purpose,particle,again,a,b,fitness,standardError,mean,meanError,games,stopped,ms,error')
    expect(lines[8]).toBe(`7,7,"move",1,,${7 / 3},-1,,,7,,1,0,1,"lost, twice"`)
    const text = (await evaluationsFile(ask, ['a', 'b'], 'json', () => true)).parts.join('')
    const json = JSON.parse(text) as Record<string, unknown>[]
    expect(json.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(json[7]).toMatchObject({ a: 7 / 3, fitness: null, error: 'lost, twice' })
  })

  test('of none are a heading, or an empty list', async () => {
    const none = async () => ({ rows: [], total: 0 })
    expect((await evaluationsFile(none, [], 'json', () => true)).parts.join('')).toBe('[]\n')
    expect((await evaluationsFile(none, [], 'csv', () => true)).parts.join('').split('\n')).toHaveLength(2)
  })
})
