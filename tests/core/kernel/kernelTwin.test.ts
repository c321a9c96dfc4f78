/** The kernel's twin in C++, which `npm run perf` measures it against: what it finds, and that the kernel finds the same. */
import { describe, expect, test } from 'vitest'
import { legalMoves, MOVES } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { startGame } from '../../../src/core/games/twenty48/playGame'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import { runs } from '../../setup/extent'
import { newKernel } from '../support/kernel'
import { gamesCommand, hasTwin, searchCommand, twin, type TwinGames, type TwinSearch } from '../support/twin'
import { vectors, VECTOR_SETTINGS } from '../support/vectors'

const isThere = hasTwin()
if (!isThere) console.warn('SKIPPED, there is no g++: the twin of the kernel in C++')

/** Twice what the order of sums and fused multiplications change. */
const ROUNDING = 1.2e-15

const kernel = newKernel()
const some = vectors.filter(({ nodes }) => nodes < 2_300_000)
const [power, thesis] = [makeEvaluator('power'), makeEvaluator('thesis', { h1: -1.6 }, { h1Tile: 'exponent' })]

describe.skipIf(!isThere)('the twin in C++', () => {
  test('tries on the golden boards the slides that their vectors have, for their values', () => {
    const answers = twin<TwinSearch>(
      power,
      { ...VECTOR_SETTINGS, tableBits: 24 },
      some.map(({ board, depth }) => searchCommand(parseBoard(board), depth)),
    )
    some.forEach(({ values, nodes }, i) => {
      expect(answers[i]!.nodes).toBe(nodes)
      answers[i]!.values.forEach((value, direction) => {
        const expected = values[MOVES[direction]!]
        expect(Math.abs((value ?? 0) - expected)).toBeLessThanOrEqual(1e-5 * expected)
      })
    })
  })

  const ofEach = [power, thesis].flatMap(evaluator =>
    (['afterstate', 'spawned'] as const).flatMap(leaf =>
      (['ignored', 'added'] as const).map(points => ({ evaluator, leaf, points })),
    ),
  )

  test.each(ofEach)(
    'searches as the kernel does: $evaluator.family, leaves $leaf, points $points',
    ({ evaluator, leaf, points }) => {
      const settings: SearchSettings = { ...VECTOR_SETTINGS, floor: 'none', dead: 'heuristic', cut: 1e-3, leaf, points }
      const boards = vectors.slice(0, 20).map(({ board }) => parseBoard(board))
      const answers = twin<TwinSearch>(
        evaluator,
        settings,
        boards.map(board => searchCommand(board, 3)),
      )
      kernel.load(evaluator, settings)
      boards.forEach((board, i) => {
        const { slides } = kernel.search({ board, depth: 3, moves: legalMoves(board), reach: 1, nodes: Infinity }, neverStop)
        const { values, nodes, hits } = answers[i]!
        expect({ nodes, hits }).toEqual({
          nodes: slides.reduce((sum, slide) => sum + slide.nodes, 0),
          hits: slides.reduce((sum, slide) => sum + slide.hits, 0),
        })
        const found = values.filter(value => value !== null)
        expect(found).toHaveLength(slides.length)
        const scale = Math.max(...found.map(Math.abs))
        slides.forEach(({ value }, j) => expect(Math.abs(value - found[j]!)).toBeLessThanOrEqual(ROUNDING * scale))
      })
    },
  )

  test.each([0, 1])('plays the games that the kernel plays at depth %i', depth => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, dead: -1e9 }
    for (const evaluator of [power, thesis]) {
      const starts = Array.from({ length: depth === 0 ? runs(60, 300) : runs(5, 20) }, (_, seed) => startGame(seed))
      const [{ games }] = twin<TwinGames>(evaluator, settings, [gamesCommand(starts, depth)]) as [TwinGames]
      kernel.load(evaluator, settings)
      const played = starts.map(start => {
        kernel.beginGame(start)
        while (kernel.playSlides(depth, 1000));
        const { position, nodes } = kernel.game()
        return [position.score, position.slides, nodes]
      })
      expect(games).toEqual(played)
    }
  })
})
