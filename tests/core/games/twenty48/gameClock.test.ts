import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { depthFor } from '../../../../src/core/games/twenty48/search/levels'
import { deepen } from '../../../../src/core/games/twenty48/search/deepening'
import { drive, neverStop, type SlidesRequest } from '../../../../src/core/games/twenty48/search/engine'
import { clockOf, GameClock } from '../../../../src/core/games/twenty48/search/gameClock'
import type { SearchReport } from '../../../../src/core/games/twenty48/search/report'
import { createRandom } from '../../../../src/core/random'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import * as arbitrary from '../../support/arbitraries'
import { newKernel } from '../../support/kernel'
import { searchSlides } from '../../support/search'
import { runs } from '../../../setup/extent'
import { playGame, textbook } from '../../../support/textbook'

vi.setConfig({ testTimeout: 60_000 })

const thesis = makeEvaluator('thesis')
const settings = { ...PLAIN_SETTINGS, cut: 0.01 }
const kernel = newKernel()
const open = parseBoard('0000012001200000')
const crowded = parseBoard('1123345656781034')

/** The requests of a search, and its result. */
function searched(limits: { nodes: number }, pace?: ReturnType<GameClock['begin']>, board = open) {
  kernel.load(thesis, settings)
  const asked: SlidesRequest[] = []
  const report = drive(deepen(board, limits, { cut: settings.cut, pace }), request => {
    asked.push(request)
    return kernel.search(request, neverStop)
  })
  return { asked, report }
}

describe('deepening by the cut', () => {
  test('is depth 0, then the depth of the rule with finer and finer cuts, each of all moves', () => {
    const { asked, report } = searched({ nodes: 200_000 }, undefined, crowded)
    const depth = depthFor(crowded, 'distinct')
    expect(asked.slice(0, 5).map(request => [request.depth, request.cut])).toEqual([
      [0, 0.1],
      [depth, 0.1],
      [depth, 0.03],
      [depth, 0.01],
      [depth, 0.003],
    ])
    for (const { moves } of asked) expect(moves).toEqual(legalMoves(crowded))
    expect(report.cut).toBe(asked.at(report.stopped === 'limit' ? -2 : -1)?.cut)
  })

  test('gives the values of the textbook at the depth and the cut of the report', () => {
    fc.assert(
      fc.property(arbitrary.search, fc.integer({ min: 500, max: 5000 }), ({ board }, nodes) => {
        const report = drive(deepen(board, { nodes }, { cut: settings.cut }), request =>
          textbook(thesis, settings)(request, neverStop),
        )
        expectValuesOf(report)
      }),
      { numRuns: runs(6, 15) },
    )
  })

  test('is not for a depth that is a number, a cut of 0 or a depth alone', () => {
    const now = () => 0
    expect(clockOf({ nodes: 5, depth: 3 }, 0.01, now)).toBeUndefined()
    expect(clockOf({ nodes: 5 }, 0, now)).toBeUndefined()
    expect(clockOf({ depth: 'distinct' }, 0.01, now)).toBeUndefined()
    expect(clockOf({ ms: 5, depth: 'distinct' }, 0.01, now)).toBeDefined()
  })

  function expectValuesOf({ board, values, depths, cuts }: SearchReport): void {
    for (const move of legalMoves(board)) {
      const found = searchSlides(board, depths[move]!, thesis, { ...settings, cut: cuts[move]! })
      expect(values[move]).toBe(found.find(slide => slide.move === move)!.value)
    }
  }
})

describe('the kernel', () => {
  test('has the values of the textbook for the cut of each request, and its own cut again in games', () => {
    fc.assert(
      fc.property(arbitrary.search, fc.constantFrom(0, 0.003, 0.05, 0.3, undefined), ({ board, depth }, cut) => {
        kernel.load(thesis, settings)
        const request = { board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity, cut }
        const expected = searchSlides(board, depth, thesis, { ...settings, cut: cut ?? settings.cut })
        const found = kernel.search(request, neverStop).slides
        expect(found.map(({ nodes }) => nodes)).toEqual(expected.map(({ nodes }) => nodes))
        found.forEach(({ value }, i) => expect(value).toBeCloseTo(expected[i]!.value, 6))
      }),
      { numRuns: runs(20, 60) },
    )
    kernel.load(thesis, settings)
    kernel.search({ board: open, depth: 2, moves: legalMoves(open), reach: 1, nodes: Infinity, cut: 1 }, neverStop)
    const position = { board: open, score: 0, slides: 0, random: '0000000000000001' }
    const play = (fresh: typeof kernel) => {
      fresh.beginGame(position)
      fresh.playSlides(3, 20)
      return fresh.game()
    }
    const fresh = newKernel()
    fresh.load(thesis, settings)
    expect(play(kernel)).toEqual(play(fresh))
  })
})

describe('a game within a mean of nodes', () => {
  test('is the same game every time, and uses about the mean', () => {
    kernel.load(thesis, settings)
    const play = () =>
      playGame(
        3,
        (request, stop) => kernel.search(request, stop),
        { nodes: 3000 },
        () => neverStop,
        settings.cut,
      )
    const game = play()
    expect(play()).toEqual(game)
    expect(game.nodes / game.slides).toBeGreaterThan(2000)
    expect(game.nodes).toBeLessThanOrEqual(3000 * (game.slides + 30))
  })

  test('never spends more than the end of one search beyond its moves so far, whatever they cost', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 300 }), factors => {
        const mean = 1000
        const clock = new GameClock({ nodes: mean }, () => 0)
        let total = 0
        factors.forEach((factor, i) => {
          const pace = clock.begin()
          clock.end(Math.min(pace.mostNodes, factor * factor * factor * mean))
          total += Math.min(pace.mostNodes, factor * factor * factor * mean)
          expect(total).toBeLessThanOrEqual((i + 1) * mean + 30 * mean)
        })
      }),
    )
  })

  test('searches with a coarse cut, then with its own; one that would not finish with a coarser one', () => {
    const clock = new GameClock({ nodes: 1_000_000 }, () => 0)
    const { asked } = searched({ nodes: 1_000_000 }, clock.begin())
    const depth = depthFor(open, 'distinct')
    expect(asked.map(request => request.depth)).toEqual([0, depth, depth])
    expect(asked[2]!.cut).toBeLessThan(asked[1]!.cut!)
    const pace = new GameClock({ nodes: 1_000_000 }, () => 0).begin()
    expect(pace.cutAfter(200_000)).toBeGreaterThan(2 * pace.cutAfter(1000))
  })

  test('gets a finer cut where moves cost less than the mean, a coarser one where they cost more', () => {
    const cutAfterMoves = (cost: number) => {
      const clock = new GameClock({ nodes: 1_000_000 }, () => 0)
      for (let move = 0; move < 200; move++) {
        clock.begin()
        clock.end(cost)
      }
      return clock.begin().cutAfter(1000)
    }
    expect(cutAfterMoves(500_000)).toBeLessThan(cutAfterMoves(1_000_000))
    expect(cutAfterMoves(1_500_000)).toBeGreaterThan(cutAfterMoves(1_000_000))
  })

  test.each([
    ['nodes', 0.2, 1],
    ['nodes', 5, 1],
    ['ms', 1, 0.1],
    ['ms', 3, 4],
  ] as const)(
    'a mean of %s is kept by a player whose searches cost %d times the usual at %d times the speed',
    (unit, dear, speed) => {
      const mean = 100_000
      let ms = 0
      const perMs = 50_000 * speed
      const limits = unit === 'ms' ? { ms: mean / perMs } : { nodes: mean }
      const clock = new GameClock(limits, () => ms)
      const random = createRandom(5)
      let [late, all] = [0, 0]
      for (let move = 0; move < 12_000; move++) {
        const { coarse, cutAfter, mostNodes, mostMs = Infinity } = clock.begin()
        const most = Math.min(mostNodes, mostMs * perMs)
        const costAt = 326_000 * 0.003 * dear * 2 * random.next() // as the clock knows of `power`
        const first = Math.min(most, coarse === undefined ? 0 : costAt / coarse)
        ms += first / perMs
        const spent = Math.min(most, first + costAt / cutAfter(first))
        ms += (spent - first) / perMs
        clock.end(spent)
        all += spent
        if (move >= 6000) late += spent
      }
      expect(late / 6000 / mean).toBeGreaterThan(0.9)
      expect(late / 6000 / mean).toBeLessThan(1.1)
      expect(all / 12_000 / mean).toBeLessThan(1.01)
    },
  )

  test('is as coarse again without savings as it is finer with them; a longer game saves more', () => {
    const clock = new GameClock({ nodes: 1_000_000 }, () => 0)
    const before = clock.begin().cutAfter(1000)
    clock.end(0)
    for (let move = 1; move < 400; move++) {
      clock.begin()
      clock.end(0)
    }
    // e^(0.4 + 0.5·400/232): moves that cost nothing, and 400 means saved of the 232 that it aims at
    const finer = before / clock.begin().cutAfter(1000)
    expect(finer).toBeGreaterThan(3.3)
    expect(finer).toBeLessThan(3.8)
  })

  test('learns by how much the last iteration costs more than the first', () => {
    const cutAfterMoves = (first: number) => {
      const clock = new GameClock({ nodes: 1_000_000 }, () => 0)
      for (let move = 0; move < 1000; move++) {
        clock.begin().cutAfter(first)
        clock.end(1_000_000)
      }
      return clock.begin().cutAfter(20_000)
    }
    expect(cutAfterMoves(10_000) / cutAfterMoves(33_000)).toBeGreaterThan(1.7)
  })

  test('by time reads the clock at the start and the end of a move', () => {
    let ms = 0
    const clock = new GameClock({ ms: 10 }, () => ms)
    expect(clock.begin()).toMatchObject({ mostNodes: Infinity, mostMs: 300 })
    ms += 300
    clock.end(1e6)
    expect(clock.begin().mostMs).toBe(10) // it spent 29 means too many
  })
})
