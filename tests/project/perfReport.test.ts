import { describe, expect, test } from 'vitest'
import { medianGrowth, ranged, table, overshootOf, type Growth, type PerfResult } from '../perf/report'

const growth = (...ms: readonly number[]): Growth => ms.map((each, depth) => ({ depth, nodes: 10 ** depth, ms: each }))

describe('growth', () => {
  test('is the median time of the rounds, depth by depth', () => {
    expect(medianGrowth([growth(1, 20), growth(9, 30), growth(2, 10)])).toEqual(growth(2, 20))
  })

  test('is refused when two rounds tried other nodes', () => {
    const other = growth(1, 20).map(({ depth, ms }) => ({ depth, nodes: 7, ms }))
    expect(() => medianGrowth([growth(1, 20), other])).toThrow('depth 0 took 1 nodes, then 7')
  })
})

test('the table says how many threads each rate is of, and how long 5,000 games take on two', () => {
  const result: PerfResult = {
    signature: '1 a',
    nodesPerSecond: 1e8,
    ratioToTextbook: 200,
    scaling2: 1.9,
    gamesPerSecond: { 0: 4000, 1: 500, 2: 10 },
    gamesPerSecondSpawned: { 0: 3000, 1: 200, 2: 4 },
    gamesPerSecond2: 1000,
    changeWeightsMs: 0.05,
    changeExponentMs: 0.5,
    changeOwnWeightsMs: 2,
    wideSpeed: 0.5,
    ownTablesSpeed: 0.8,
    native: { 'games at depth 0': ranged([0.7, 0.5, 0.9]) },
    growth: growth(1, 20),
    bench: { gamesPerSecond: 12_345, share: ranged([0.25, 0.3]) },
    minimax: { positionsPerSecond: 16e6, share: ranged([0.06, 0.07]) },
    alphaBeta: { positionsPerSecond: 4.8e6, share: ranged([0.02, 0.03]) },
    overshoot: overshootOf([{ 'ticTacToe, 50 ms': [0.25, 4] }, { 'ticTacToe, 50 ms': [0.5], 'twenty48, 50 ms': [1] }]),
    recording: { thesis: 2.5, power: 2 },
    largeTrace: { entries: 5e6, ms: 700, mebibytes: 152.6 },
  }
  const rows = new Map(table(result).split('\n').map(line => line.split(/ {2,}/) as [string, string])) // oxfmt-ignore
  expect(rows.get('5,000 games at depth 1 on two threads')).toBe('5 s')
  expect(rows.get('games/s, afterstate leaves, one thread')).toBe('4,000 at depth 0, 500 at depth 1, 10 at depth 2')
  for (const name of rows.keys()) if (name.startsWith('games/s')) expect(name).toMatch(/(one|two) threads?$/)
  expect(rows.get('recording, depth 2, spawned leaves')).toBe("2.5 × the time with the thesis's evaluator, 2 × with power's")
  expect(rows.get('kernel : C++, games at depth 0')).toBe('0.700 [0.500–0.900]')
  expect(rows.get('lab bench at depth 0, with its store')).toBe(
    '12,350 games a processor second, 0.275 [0.250–0.300] of the kernel alone',
  )
  expect(rows.get('minimax on tic-tac-toe')).toBe('16 M positions/s, 0.065 [0.060–0.070] of the moves that the kernel tries')
  expect(rows.get("alpha-beta on Can't Go Back, light")).toBe(
    '4.8 M positions/s, 0.025 [0.020–0.030] of the moves that the kernel tries',
  )
  expect(rows.get('past the limit, ticTacToe, 50 ms')).toBe('0.5 ms, 4 ms at worst of 3 searches')
  expect(rows.get('past the limit, twenty48, 50 ms')).toBe('1 ms, 1 ms at worst of 1 searches')
  expect(rows.get('a large trace')).toBe('5 M nodes in 152.6 MiB, 700 ms')
  expect(rows.get('a table for each line')).toBe('0.8 of the speed with one for all')
  expect(rows.get('change of weights, a table for each line')).toBe('2 ms')
  expect(rows.get('depth 1')).toBe('10 nodes, 20 ms, × 10 nodes, × 20 time')
})
