import { describe, expect, test } from 'vitest'
import { brushed, placesOf } from '../../src/renderer/src/features/tune/charts/parallel'
import { smooth } from '../../src/renderer/src/features/tune/charts/smooth'
import { csvOf, jsonOf, someRows } from '../../src/renderer/src/ui/charts/chartTable'

describe('the numbers of a chart', () => {
  const table = {
    columns: ['name, first', 'value'],
    rows: [
      ['a "b"', 0.1 + 0.2],
      ['line\nbreak', null],
    ] as const,
  }

  test('leave as CSV with every digit, quoted where they must be', () => {
    expect(csvOf(table)).toBe('"name, first",value\r\n"a ""b""",0.30000000000000004\r\n"line\nbreak",\r\n')
  })

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
    { name: 'a', min: -10, max: 10 },
    { name: 'b', min: 1, max: 100, scale: 'log' as const },
    { name: 'c', min: 3, max: 3 },
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
