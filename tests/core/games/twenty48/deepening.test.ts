import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { legalMoves, MOVES, slide, withTile, type Board, type Move } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { deepen } from '../../../../src/core/games/twenty48/search/deepening'
import {
  drive,
  driveAsync,
  neverStop,
  type Engine,
  type Iteration,
  type SlidesRequest,
  type StopReason,
} from '../../../../src/core/games/twenty48/search/engine'
import { bestSlide, type SearchReport } from '../../../../src/core/games/twenty48/search/report'
import { MAX_DEPTH } from '../../../../src/core/game/limits'
import { PLAIN_SETTINGS, type SearchLimits } from '../../../../src/core/search/settings'
import { inFull, runs } from '../../../setup/extent'
import * as arbitrary from '../../support/arbitraries'
import { searchSlides } from '../../support/search'
import { textbook } from '../../../support/textbook'

vi.setConfig({ testTimeout: 60_000 }) // the textbook is slow, and a busy machine slower

const thesis = makeEvaluator('thesis')
const engine = textbook(thesis, PLAIN_SETTINGS)
const search = (board: Board, limits: SearchLimits, with_: Engine = engine) =>
  drive(deepen(board, limits), request => with_(request, neverStop))

/** A script of iterations: the values of finished slides, and how it was stopped. */
interface Scripted {
  readonly values: Partial<Record<Move, number>>
  readonly stopped?: StopReason
  /** Slides that were cut short by the depth; all if not told. */
  readonly horizon?: readonly Move[]
}

/** Plays a script in place of an engine, and remembers what it was asked. */
function scripted(script: readonly Scripted[]): { asked: SlidesRequest[]; play: (request: SlidesRequest) => Iteration } {
  const asked: SlidesRequest[] = []
  return {
    asked,
    play(request) {
      const { values, stopped, horizon = MOVES } = script[asked.push(request) - 1]!
      const finished = request.moves.filter(move => values[move] !== undefined)
      return {
        slides: finished.map(move => {
          return { move, value: values[move]!, nodes: 100, hits: 10, probes: 25, horizon: horizon.includes(move) }
        }),
        unfinishedNodes: stopped ? 7 : 0,
        stopped,
      }
    },
  }
}

/** All four slides are legal. */
const open = parseBoard('0000012001200000')

describe('one depth', () => {
  test('is one search at that depth, its nodes those of the slides and 4 for the root', () => {
    fc.assert(
      fc.property(arbitrary.search, ({ board, depth }) => {
        const report = search(board, { depth })
        const slides = searchSlides(board, depth, thesis, PLAIN_SETTINGS)
        expect(legalMoves(board).map(move => report.values[move])).toEqual(slides.map(({ value }) => value))
        expect(report.nodes).toBe(4 + slides.reduce((sum, { nodes }) => sum + nodes, 0))
        expect(report.hits).toBe(slides.reduce((sum, { hits }) => sum + hits, 0))
        expect(report.probes).toBe(slides.reduce((sum, { probes }) => sum + probes, 0))
        expect(report.best).toBe(bestSlide(report.values))
        expect(report.depth).toBe(depth)
        for (const move of ['up', 'down', 'left', 'right'] as const)
          expect(report.values[move] === null).toBe(slide(board, move) === undefined)
      }),
      { numRuns: runs(6, 25) },
    )
  })

  test('by a rule is the depth of the board', () => {
    const { asked, play } = scripted([{ values: { up: 1, down: 1, left: 1, right: 1 } }])
    drive(deepen(open, { depth: 'distinct' }), play)
    expect(asked.map(({ depth, reach, nodes }) => [depth, reach, nodes])).toEqual([[3, 1, Infinity]])
  })

  test('a game that is over has no best slide and asks for no search', () => {
    const report = search(parseBoard('1212212112122121'), { depth: 3 }, () => {
      throw new Error('nothing to search')
    })
    expect(report).toMatchObject({ best: undefined, stopped: 'game-over', nodes: 0, depth: 0, pv: [] })
    expect(Object.values(report.values)).toEqual([null, null, null, null])
  })
})

describe('deepening', () => {
  const complete: Scripted = { values: { up: 1, down: 2, left: 3, right: 4 } }

  test('goes a pair deeper until the depth that limits it', () => {
    const { asked, play } = scripted([complete, complete, complete, complete])
    const report = drive(deepen(open, { depth: 3, ms: 1000 }), play)
    expect(asked.map(({ depth }) => depth)).toEqual([0, 1, 2, 3])
    expect(report).toMatchObject({ depth: 3, stopped: 'limit', nodes: 4 * 404, hits: 4 * 40, probes: 4 * 100, best: 'right' })
  })

  test('without any limit continues to the deepest depth there is', () => {
    const { asked, play } = scripted(Array<Scripted>(MAX_DEPTH + 1).fill(complete))
    expect(drive(deepen(open, {}), play)).toMatchObject({ depth: MAX_DEPTH, stopped: 'limit' })
    expect(asked).toHaveLength(MAX_DEPTH + 1)
  })

  test('ends as complete where no line was cut short by the depth', () => {
    const { asked, play } = scripted([complete, { ...complete, horizon: ['down'] }, { ...complete, horizon: [] }])
    expect(drive(deepen(open, {}), play)).toMatchObject({ depth: 2, stopped: 'complete' })
    expect(asked).toHaveLength(3)
  })

  test('reports each finished iteration but the last', () => {
    const { play } = scripted([complete, complete, { values: { up: 9 }, stopped: 'limit' }])
    const told: SearchReport[] = []
    const last = drive(deepen(open, { ms: 5 }, { interim: report => told.push(report) }), play)
    expect(told.map(({ depth, nodes }) => [depth, nodes])).toEqual([
      [0, 404],
      [1, 808],
    ])
    expect(last).toMatchObject({ depth: 1, stopped: 'limit', nodes: 808 + 4 + 100 + 7 })
  })
})

describe('a stopped iteration', () => {
  const first: Scripted = { values: { up: 1, down: 2, left: 8, right: 6 } } // best: left

  test.each<[law: string, stoppedWith: Scripted['values'], values: Scripted['values'], best: Move]>([
    ['does not count before the old best slide is finished', { up: 50, down: 60 }, first.values, 'left'],
    ['counts once the old best slide is finished', { up: 5, down: 6, left: 7 }, { up: 5, down: 6, left: 7, right: 6 }, 'left'],
    ['may find the old best slide worse', { up: 5, down: 6, left: 3 }, { up: 5, down: 6, left: 3, right: 6 }, 'down'],
    ['chooses among its finished slides', { up: 5, down: 3, left: 3 }, { up: 5, down: 3, left: 3, right: 6 }, 'up'],
    ['that finished nothing changes nothing', {}, first.values, 'left'],
  ])('%s', (_, stoppedWith, values, best) => {
    const { play } = scripted([first, { values: stoppedWith, stopped: 'request' }])
    const report = drive(deepen(open, { ms: 9 }), play)
    expect(report).toMatchObject({ values, best, depth: 0, stopped: 'request' })
  })

  test('of the first and only search falls back on depth 0, and keeps finished slides that include its best', () => {
    const stopped: Scripted = { values: { up: 3, down: 9 }, stopped: 'request' }
    const kept = scripted([stopped, { values: { up: 1, down: 7, left: 2, right: 2 } }])
    expect(drive(deepen(open, { depth: 6 }), kept.play)).toMatchObject({
      values: { up: 3, down: 9, left: 2, right: 2 },
      best: 'down',
      stopped: 'request',
    })
    expect(kept.asked.map(({ depth, nodes }) => [depth, nodes])).toEqual([
      [6, Infinity],
      [0, Infinity],
    ])
    const dropped = scripted([stopped, { values: { up: 1, down: 7, left: 2, right: 12 } }])
    expect(drive(deepen(open, { depth: 6 }), dropped.play)).toMatchObject({
      values: { up: 1, down: 7, left: 2, right: 12 },
      best: 'right',
    })
  })

  test('of the only search may continue to compare all slides at a smaller depth, within the slides that are left', () => {
    const stopped: Scripted = { values: { up: 30, left: 50 }, stopped: 'request' }
    const all = (best: Move): Scripted => ({ values: { up: 1, down: 2, left: 3, right: 4, [best]: 9 } })
    const { asked, play } = scripted([stopped, all('down'), all('right'), all('left'), { values: { up: 7 }, stopped: 'limit' }])
    const report = drive(deepen(open, { depth: 6 }, { afterStop: 1000 }), play)
    expect(asked.map(({ depth, nodes, isAfterStop }) => [depth, nodes, isAfterStop])).toEqual([
      [6, Infinity, undefined],
      [0, Infinity, undefined],
      [1, 1000, true],
      [2, 596, true],
      [3, 192, true],
    ])
    // left, the best at depth 2, was finished at depth 6 too
    expect(report).toMatchObject({ depth: 2, best: 'left', stopped: 'request' })
    expect(report.values).toEqual({ up: 30, down: 2, left: 50, right: 4 })
    expect(report.depths).toEqual({ up: 6, down: 2, left: 6, right: 2 })
  })

  test('of a search that deepens to its depth has the deepest finished depth', () => {
    const { asked, play } = scripted([first, first, first, { values: { up: 50 }, stopped: 'request' }])
    const report = drive(deepen(open, { depth: 6 }, { deepens: true, afterStop: 1000 }), play)
    expect(asked.map(({ depth }) => depth)).toEqual([0, 1, 2, 3])
    expect(report).toMatchObject({ depth: 2, best: 'left', stopped: 'request', values: first.values })
  })
})

describe('a limit on nodes', () => {
  test('is kept to within one set of tiles and the root, is used, and gives the same answer every time', () => {
    // An iteration tries at least the 4 slides of the root; the last one ends after at most 30 tiles of one chance node.
    fc.assert(
      fc.property(arbitrary.search, fc.integer({ min: 1, max: 3000 }), ({ board }, nodes) => {
        const report = search(board, { nodes })
        expect(report.nodes).toBeLessThan(nodes + 120 + 8)
        if (report.stopped === 'limit') expect(report.nodes).toBeGreaterThanOrEqual(nodes)
        else {
          // at a limit it is the best of those that can be compared, see below
          expect(report.stopped).toBe('complete')
          expect(report.best).toBe(bestSlide(report.values))
        }
        expect(search(board, { nodes })).toEqual(report)
      }),
      { numRuns: runs(6, 25) },
    )
  })

  test('each iteration is given what is left', () => {
    const all: Scripted = { values: { up: 1, down: 1, left: 1, right: 1 } }
    const { asked, play } = scripted([all, all, { values: {}, stopped: 'limit' }])
    drive(deepen(open, { nodes: 1000 }), play)
    expect(asked.map(({ nodes }) => nodes)).toEqual([1000, 596, 192])
  })
})

describe('principal variation', () => {
  const lineOf = (board: Board, limits: SearchLimits, settings = PLAIN_SETTINGS) =>
    drive(deepen(board, limits, { variation: true, cut: settings.cut }), request =>
      textbook(thesis, settings)(request, neverStop),
    )

  test('is a legal line: the best slide, a 2, a slide, … to the horizon or the end of the game', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.settings, ({ board, depth }, settings) => {
        const { pv, best } = lineOf(board, { depth }, { ...settings, cut: 0 })
        expect(pv[0]).toEqual({ move: best })
        let current = board
        pv.forEach((step, i) => {
          expect('move' in step).toBe(i % 2 === 0)
          if ('move' in step) current = slide(current, step.move)!.board
          else {
            expect(current[step.spawn.cell]).toBe(0)
            expect(step.spawn.rank).toBe(1)
            current = withTile(current, step.spawn)
          }
        })
        const over = legalMoves(current).length === 0 && pv.length % 2 === 0
        if (over) expect(pv.length).toBeLessThanOrEqual(2 * depth)
        else expect(pv).toHaveLength(2 * depth + 1)
      }),
      { numRuns: runs(6, 30) },
    )
  })

  test('each answer is the best slide at the depth left', () => {
    fc.assert(
      fc.property(arbitrary.search, ({ board, depth }) => {
        fc.pre(depth > 0)
        const { pv, best } = lineOf(board, { depth })
        const [, tile, answer] = pv
        if (!tile || !answer || !('spawn' in tile) || !('move' in answer)) return
        const next = withTile(slide(board, best!)!.board, tile.spawn)
        expect(answer.move).toBe(search(next, { depth: depth - 1 }).best)
      }),
      { numRuns: runs(6, 20) },
    )
  })

  test('of a finished game is empty, and its nodes are counted separately', () => {
    expect(lineOf(parseBoard('1212212112122121'), { depth: 2 }).pv).toEqual([])
    const board = parseBoard('1123345656781234')
    const [without, withLine] = [search(board, { depth: 2 }), lineOf(board, { depth: 2 })]
    expect(without.pv).toEqual([{ move: without.best }])
    expect(without.pvNodes).toBe(0)
    expect(withLine.pvNodes).toBeGreaterThan(0)
    expect({ ...withLine, pv: without.pv, pvNodes: 0 }).toEqual(without)
  })

  test('what the table still has is not searched again', () => {
    const board = parseBoard(inFull ? '1123340650781034' : '1123345656781034')
    const whole = search(board, { depth: 3 }).nodes
    const spent = (table: 'exact' | 'off') => lineOf(board, { depth: 3 }, { ...PLAIN_SETTINGS, table }).pvNodes
    expect(spent('exact')).toBeLessThan(whole / 20)
    expect(spent('exact')).toBeLessThan(spent('off') / 20)
  })

  test('after a stopped iteration is that of the best slide, at the depth of its value', () => {
    const board = parseBoard('0110233245540770') // all four slides are legal here too
    const told = (move: Move | undefined, depth: number | null) => {
      const [slide] = engine(
        { board, depth: depth!, moves: [move!], reach: 1, nodes: Infinity, variation: true },
        neverStop,
      ).slides
      return [{ move }, ...slide!.variation!.steps]
    }
    fc.assert(
      fc.property(fc.subarray([...MOVES], { maxLength: 3 }), finished => {
        const { best, depths, pv } = drive(deepen(board, { depth: 2, nodes: 1e9 }, { variation: true }), request => {
          const isLast = request.depth === 2
          const { slides } = engine({ ...request, moves: isLast ? finished : request.moves }, neverStop)
          return { slides, unfinishedNodes: 0, stopped: isLast ? 'request' : undefined }
        })
        expect(pv).toEqual(told(best, depths[best!]))
      }),
      { numRuns: runs(8, 100) },
    )
  })
})

test('driving with promises gives the same report', async () => {
  const board = parseBoard('1123345656781234')
  const report = await driveAsync(deepen(board, { depth: 2 }), async request => engine(request, neverStop))
  expect(report).toEqual(search(board, { depth: 2 }))
})
