import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { legalMoves, type Board } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../../src/core/games/twenty48/player'
import type { Kernel } from '../../../src/core/kernel/port'
import { deepen } from '../../../src/core/games/twenty48/search/deepening'
import { drive, neverStop, type Engine, type SlideResult, type Stop } from '../../../src/core/games/twenty48/search/engine'
import { LEAVES, cutThreshold, PLAIN_SETTINGS, type Depth, type SearchSettings } from '../../../src/core/search/settings'
import * as arbitrary from '../support/arbitraries'
import { golden } from '../support/golden'
import { newKernel } from '../support/kernel'
import { searchSlides } from '../support/search'
import { inFull, runs } from '../../setup/extent'
import { playGame, textbook } from '../../support/textbook'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

/** One for all tests: what an earlier search left in it must not matter. */
const kernel = newKernel()
const roomy = 18 // bits of a table in which these searches replace nothing

function kernelSlides(
  board: Board,
  depth: number,
  evaluator: Evaluator,
  settings: SearchSettings,
  reach = 1,
): readonly SlideResult[] {
  kernel.load(evaluator, settings)
  return kernel.search({ board, depth, moves: legalMoves(board), reach, nodes: Infinity }, neverStop).slides
}

/** Values to 1e-5 of the spread between slides, and to 1e-9 of the numbers they are made of. */
function expectSameValues(
  found: readonly SlideResult[],
  expected: readonly SlideResult[],
  { dead, floor }: SearchSettings,
): void {
  expect(found.map(({ move }) => move)).toEqual(expected.map(({ move }) => move))
  const values = expected.map(({ value }) => value)
  const spread = Math.max(...values) - Math.min(...values)
  const scale = Math.max(1, ...[...values, Number(dead), Number(floor)].filter(Number.isFinite).map(Math.abs))
  // below 1e-12 of the scale two orders of one sum differ, and no spread is real
  const tolerance = Math.max(Math.min(1e-5 * spread, 1e-9 * scale), 1e-12 * scale)
  found.forEach(({ value }, i) => expect(Math.abs(value - values[i]!)).toBeLessThanOrEqual(tolerance))
}

/** Sums of whole numbers do not depend on their order, so neither do ties. */
const WHOLE = makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 })
const WHOLE_OWN = makeEvaluator('positional', { sumPower: 4, gradient: 7, snake: 2 ** 15, snakeRatio: 0.5 })

function expectSameLines(board: Board, depth: number, settings: SearchSettings): void {
  const request = { board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity, variation: true }
  for (const evaluator of [WHOLE, WHOLE_OWN]) {
    kernel.load(evaluator, settings)
    const lines = (engine: Engine) => engine(request, neverStop).slides.map(({ variation }) => variation)
    expect(lines((asked, stop) => kernel.search(asked, stop))).toEqual(lines(textbook(evaluator, settings)))
  }
}

const countsOf = (slides: readonly SlideResult[]) =>
  slides.map(({ nodes, hits, probes, horizon }) => ({ nodes, hits, probes, horizon }))
const valuesOf = (slides: readonly SlideResult[]) => slides.map(({ value }) => value)
const totalNodes = (slides: readonly SlideResult[]) => slides.reduce((sum, { nodes }) => sum + nodes, 0)

describe('the kernel is the textbook', () => {
  test('values and node counts without a table, of whole boards and in mid-tree', () => {
    const reach = fc.constantFrom(1, 1, 0.45, 0.05, 0.225, 1e-3)
    fc.assert(
      fc.property(arbitrary.search, reach, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, r, evaluator, drawn) => {
        const settings: SearchSettings = { ...drawn, table: 'off' }
        const expected = searchSlides(board, depth, evaluator, settings, r)
        const found = kernelSlides(board, depth, evaluator, settings, r)
        expect(countsOf(found)).toEqual(countsOf(expected))
        expectSameValues(found, expected, settings)
      }),
      { numRuns: runs(18, 200) },
    )
  })

  test.each([
    ['at the threshold of the cut is searched', cutThreshold(0.01), true],
    ['below it is a leaf', 0.0099, false],
  ])('a chance node %s', (_, reach, isSearched) => {
    const [board, evaluator] = [parseBoard('0123002100100100'), makeEvaluator('thesis')]
    for (const slidesBy of [searchSlides, kernelSlides])
      for (const { nodes } of slidesBy(board, 1, evaluator, { ...PLAIN_SETTINGS, cut: 0.01 }, reach))
        expect(nodes > 0).toBe(isSearched)
  })

  test('an exact table changes no bit of a value and tries no more slides', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const plain = kernelSlides(board, depth, evaluator, { ...settings, table: 'off' })
        for (const tableBits of [12, roomy]) {
          const exact = kernelSlides(board, depth, evaluator, { ...settings, table: 'exact', tableBits })
          expect(valuesOf(exact)).toEqual(valuesOf(plain))
          expect(totalNodes(exact)).toBeLessThanOrEqual(totalNodes(plain))
        }
      }),
      { numRuns: runs(60, 400) },
    )
  })

  test.each(['exact', 'deeper'] as const)('a roomy %s table is met as often, node for node', table => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, drawn) => {
        const settings: SearchSettings = { ...drawn, table, tableBits: roomy }
        const expected = searchSlides(board, depth, evaluator, settings)
        const found = kernelSlides(board, depth, evaluator, settings)
        expect(countsOf(found)).toEqual(countsOf(expected))
        expectSameValues(found, expected, settings)
      }),
      { numRuns: runs(6, 100) },
    )
  })

  test.each(['off', 'exact', 'deeper'] as const)('the line after a slide, with a table that is %s', table => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.settings, ({ board, depth }, drawn) =>
        expectSameLines(board, depth, { ...drawn, table, tableBits: roomy }),
      ),
      { numRuns: runs(6, 100) },
    )
  })

  test('the searches of an independent program (tests/oracle/expectimax.py)', () => {
    const { searches } = golden<{
      searches: {
        board: string
        evaluator: Evaluator
        settings: SearchSettings
        depth: number
        reach: number
        slides: SlideResult[]
      }[]
    }>('searches')
    for (const { board, evaluator, settings, depth, reach, slides } of searches) {
      const found = kernelSlides(parseBoard(board), depth, evaluator, { ...settings, tableBits: roomy }, reach)
      expect(found.map(({ nodes, hits }) => [nodes, hits])).toEqual(slides.map(({ nodes, hits }) => [nodes, hits]))
      expectSameValues(found, slides, settings)
    }
  })

  // Where 65536 and 131072 are made, in the root slide, in the tree, and where they merely stand.
  const TALL = [
    ['FF00000000000000', 1],
    ['GG00000000000000', 1],
    ['FF12343412341234', 2],
    ['GG12343412341230', 2],
    ['0FFGEDCBA9876543', 3],
    ['FED1CBA98765432F', 3],
    // Tall tiles that the kernel packs into narrow boards, and some that it cannot.
    ['G123412341231234', 2],
    ['GD51234123412D31', 2],
    ['GFE5123412341231', 2],
    ['GE51234123412E31', 2],
    ['GFEDCBA987650321', 0],
    ['GFEDCBA987654032', 1],
  ] as const
  test.each(TALL.map(([position, depth], place) => [position, depth, place] as const))(
    '%s at depth %i, with every leaf, tile reading, table and variation',
    (position, depth, place) => {
      const board = parseBoard(position)
      const evaluators = [
        makeEvaluator('power'),
        ...['face', 'exponent'].flatMap(tile =>
          ['board', 'line'].map(h4Minimum =>
            makeEvaluator('thesis', { h1: -1.5, h4: 2.5 }, { h1Tile: tile, h4Tile: tile, h4Minimum }),
          ),
        ),
        makeEvaluator('positional', { gradient: 300, snake: -2000, snakeRatio: 0.9 }),
      ]
      for (const [j, leaf] of LEAVES.entries())
        for (const [k, table] of (['off', 'deeper'] as const).entries()) {
          const settings: SearchSettings = { ...PLAIN_SETTINGS, leaf, points: 'added', cut: 0.002, table, tableBits: roomy }
          /** A third of the evaluators with one of the four settings, others at the next position: in all every pair. */
          const isTried = (i: number) => inFull || (i % 3 === place % 3 && (i + Math.floor(place / 3)) % 4 === 2 * j + k)
          for (const [i, evaluator] of evaluators.entries()) {
            if (!isTried(i)) continue
            const expected = searchSlides(board, depth, evaluator, settings)
            const found = kernelSlides(board, depth, evaluator, settings)
            expect(countsOf(found)).toEqual(countsOf(expected))
            expectSameValues(found, expected, settings)
          }
          if (isTried(0)) expectSameLines(board, depth, settings)
        }
    },
  )
})

describe('what came before a search does not matter', () => {
  test('same request, same iteration, in a fresh kernel and in one that searched other things', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, drawn) => {
        const settings = { ...drawn, tableBits: 12 }
        const first = kernelSlides(board, depth, evaluator, settings)
        const fresh = newKernel()
        fresh.load(evaluator, settings)
        expect(fresh.search({ board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity }, neverStop).slides).toEqual(
          first,
        )
      }),
      { numRuns: runs(8, 40) },
    )
  })

  test('a small table, overfull, gives the same answer whatever was in it', () => {
    const board = parseBoard('2001113331332323')
    const settings: SearchSettings = { ...PLAIN_SETTINGS, cut: 0.001, table: 'deeper', tableBits: 12 }
    const power = makeEvaluator('power')
    const first = kernelSlides(board, 4, power, settings)
    kernelSlides(parseBoard('1013301332131231'), 3, power, settings)
    kernelSlides(parseBoard('FF00000000000001'), 2, power, settings)
    expect(kernelSlides(board, 4, power, settings)).toEqual(first)
    expect(first).not.toEqual(kernelSlides(board, 4, power, { ...settings, tableBits: 20 }))
  })

  test('the slides of a request one by one are those of the request', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const together = kernelSlides(board, depth, evaluator, settings)
        const apart = legalMoves(board)
          .toReversed()
          .flatMap(move => kernel.search({ board, depth, moves: [move], reach: 1, nodes: Infinity }, neverStop).slides)
        expect(apart.toReversed()).toEqual(together)
      }),
      { numRuns: runs(12, 60) },
    )
  })
})

test('the time of the principal variations is reported separately, over all slides and iterations', () => {
  let now = 0
  const timed = newKernel(() => now++) // each takes 1
  timed.load(WHOLE, PLAIN_SETTINGS)
  const board = parseBoard('1123340650781034')
  const search = (variation: boolean) =>
    drive(deepen(board, { depth: 2, nodes: 1e9 }, { variation }), request => timed.search(request, neverStop))
  expect([search(true).pvMs, search(false).pvMs]).toEqual([3 * legalMoves(board).length, 0])
})

describe('stopping', () => {
  const board = parseBoard('1234123412312314')
  const request = { board, depth: runs(2, 3), moves: legalMoves(board), reach: 1 }
  const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'off' }
  const thesis = makeEvaluator('thesis')

  test('a budget of nodes ends at the same chance node as the textbook', () => {
    const engine = textbook(thesis, settings)
    kernel.load(thesis, settings)
    const same = (nodes: number) => {
      const found = kernel.search({ ...request, nodes }, neverStop)
      const expected = engine({ ...request, nodes }, neverStop)
      expect(countsOf(found.slides)).toEqual(countsOf(expected.slides))
      expect(found.stopped).toBe(expected.stopped)
      expect(found.unfinishedNodes).toBe(expected.unfinishedNodes)
      expectSameValues(found.slides, expected.slides, settings)
    }
    const { slides } = kernel.search({ ...request, nodes: Infinity }, neverStop)
    fc.assert(fc.property(fc.integer({ min: 0, max: totalNodes(slides) + 200 }), same), { numRuns: runs(12, 30) })
    for (const [i] of slides.entries()) for (const more of [-1, 0, 1]) same(totalNodes(slides.slice(0, i + 1)) + more)
  })

  test('a principal variation that is stopped is the beginning of the whole one, and says that it was cut', () => {
    kernel.load(thesis, settings)
    const open = parseBoard('1123340650781034')
    const asked = { ...request, board: open, depth: 3, moves: legalMoves(open), nodes: Infinity, variation: true }
    const variations = (stop: Stop) => kernel.search(asked, stop).slides.map(({ variation }) => variation!)
    const whole = variations(neverStop)
    let cut = 0
    for (let most = 0, isStopped = true; isStopped; most++) {
      let polls = 0
      const found = variations(() => (++polls > most ? 'request' : undefined))
      isStopped = polls > most
      for (const [i, { steps, isCut }] of found.entries()) {
        expect(steps).toEqual(whole[i]!.steps.slice(0, steps.length))
        if (!isCut) expect(steps).toHaveLength(whole[i]!.steps.length)
        else cut++
      }
    }
    expect(cut).toBeGreaterThan(0)
  })

  test.each(['limit', 'request'] as const)('the host is asked often, and its word "%s" is handed on', reason => {
    kernel.load(thesis, settings)
    const full = kernel.search({ ...request, depth: 4, nodes: Infinity }, neverStop)
    let polls = 0
    kernel.search({ ...request, depth: 4, nodes: Infinity }, () => (polls++, undefined))
    // at most 64 expanded chance nodes between two questions, each of at most 120 slides
    expect(totalNodes(full.slides) / polls).toBeLessThan(64 * 120)
    const last = polls - 1
    let asked = 0
    const stopped = kernel.search({ ...request, depth: 4, nodes: Infinity }, () => (++asked >= last ? reason : undefined))
    expect(stopped.stopped).toBe(reason)
    expect(stopped.slides).toEqual(full.slides.slice(0, stopped.slides.length))
    expect(kernel.search({ ...request, depth: 4, nodes: Infinity }, neverStop)).toEqual(full)
  })

  test('depth 0 finishes in spite of a stop and an empty budget', () => {
    kernel.load(thesis, settings)
    expect(kernel.search({ ...request, depth: 0, nodes: 0 }, () => 'request')).toMatchObject({ stopped: undefined })
  })
})

describe('games', () => {
  /** A whole game inside the kernel, as `playGame` would tell it. */
  function kernelGame(instance: Kernel, seed: number, depth: Depth, slidesAtOnce: number) {
    instance.beginGame(startGame(seed))
    while (instance.playSlides(depth, slidesAtOnce));
    const { position, nodes, firstSlide } = instance.game()
    const { board, score, slides } = position
    return { seed, score, slides, board, maxRank: Math.max(...board), firstSlide, nodes }
  }

  const { players } = golden<{
    players: {
      evaluator: Evaluator
      settings: SearchSettings
      depth: number
      games: { seed: number; score: number; slides: number; board: string; firstSlide: (number | null)[]; nodes: number }[]
    }[]
  }>('games')

  test.each(players)('of an independent program (tests/oracle/games.py): $evaluator.family at depth $depth', player => {
    kernel.load(player.evaluator, player.settings)
    for (const game of player.games) {
      const board = parseBoard(game.board)
      expect(kernelGame(kernel, game.seed, player.depth, 1000)).toEqual({ ...game, board, maxRank: Math.max(...board) })
    }
  })

  test.each<[depth: Depth, cut: number]>([
    [0, 0],
    [1, 0],
    ['distinct', 0.3],
    ['empty', 0.3],
  ])('at depth %s are those of playGame with the kernel as its engine, however they are sliced', (depth, cut) => {
    const evaluator = makeEvaluator(
      'thesis',
      { h1: -1.6321, h2: 2.7553, h3: 3.0645, h4: 6.8515 },
      { h1Tile: 'exponent', h4Minimum: 'line' },
    )
    const settings: SearchSettings = { ...PLAIN_SETTINGS, dead: -1e9, cut, table: 'deeper', tableBits: 14 }
    const engine: Engine = (request, stop) => kernel.search(request, stop)
    kernel.load(evaluator, settings)
    for (const seed of inFull ? [1, 2 ** 53 - 1] : [2 ** 53 - 1]) {
      const expected = playGame(seed, engine, { depth })
      expect(kernelGame(kernel, seed, depth, 1)).toEqual(expected)
      expect(kernelGame(newLoaded(evaluator, settings), seed, depth, 37)).toEqual(expected)
    }
  })

  test('stay on the board of the kernel through searches and loads', () => {
    const thesis = makeEvaluator('thesis')
    const [mine, other] = [newLoaded(thesis, PLAIN_SETTINGS), newLoaded(thesis, PLAIN_SETTINGS)]
    mine.beginGame(startGame(3))
    other.beginGame(startGame(3))
    for (let i = 0; i < 30; i++) {
      mine.playSlides(0, 3)
      other.playSlides(0, 3)
      mine.load(makeEvaluator('power'), { ...PLAIN_SETTINGS, leaf: 'spawned', points: 'added', cut: 0.1 })
      mine.search({ board: parseBoard('0123012301230123'), depth: 1, moves: ['up'], reach: 1, nodes: Infinity }, neverStop)
      mine.load(thesis, PLAIN_SETTINGS)
    }
    expect(mine.game()).toEqual(other.game())
  })

  test('continue after a 65536 and a 131072', () => {
    // Nothing but the points matters to this player, so it merges the large tiles at once.
    const greedy = newLoaded(makeEvaluator('thesis', { h1: 0, h2: 0, h3: 0, h4: 0 }), { ...PLAIN_SETTINGS, points: 'added' })
    greedy.beginGame({ board: parseBoard('FFG0000000000010'), score: 100, slides: 7, random: startGame(1).random })
    greedy.playSlides(0, 1)
    expect(greedy.game().position.board).toEqual(expect.arrayContaining([16, 16]))
    expect(greedy.game().position).toMatchObject({ score: 100 + 65536, slides: 8 })
    greedy.playSlides(0, 1)
    const { position, firstSlide } = greedy.game()
    expect(position).toMatchObject({ score: 100 + 65536 + 131072, slides: 9 })
    expect(position.board).toContain(17)
    expect([firstSlide[15], firstSlide[16], firstSlide[17]]).toEqual([7, 7, 9])
    while (greedy.playSlides(0, 100));
    expect(legalMoves(greedy.game().position.board)).toEqual([])
    expect(greedy.game().position.board).toContain(17)
  })

  const power = makeEvaluator('power')
  const positional = makeEvaluator('positional', { gradient: 100, snake: 200, snakeRatio: 0.7 })

  // From below the sums where other tiles are packed, or none, to beyond them; the first two make a 32768 beside the 65536.
  test.each([
    ['GEDC89AB76500224', 0, 1, power],
    ['GEDC89AB76540311', 1, 17, power],
    ['GEDCBA9876543300', 1, 5, power],
    ['HFDCBA9876543000', 0, 5, power],
    ['GFDCBA9876544000', 1, 5, positional],
  ])('go on as by the textbook from %s at depth %i, seed %i, $3.family', (start, depth, seed, evaluator) => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, points: 'added', table: 'off' }
    const engine = textbook(evaluator, settings)
    let position: GamePosition = { board: parseBoard(start), score: 0, slides: 0, random: startGame(seed).random }
    const [player, atOnce] = [newLoaded(evaluator, settings), newLoaded(evaluator, settings)]
    player.beginGame(position)
    atOnce.beginGame(position)
    const seen = new Map([...position.board].map(rank => [rank, 0]))
    for (let turn = 0; turn < 40; turn++) {
      const report = drive(deepen(position.board, { depth }), request => engine(request, neverStop))
      if (!report.best) break
      position = playTurn(position, report.best)!.position
      for (const rank of position.board) if (!seen.has(rank)) seen.set(rank, position.slides)
      player.playSlides(depth, 1)
      expect(player.game().position).toEqual(position)
    }
    expect(position.slides).toBeGreaterThan(10)
    atOnce.playSlides(depth, position.slides)
    expect(atOnce.game()).toEqual(player.game())
    expect(player.game().firstSlide).toEqual(Array.from({ length: 18 }, (_, rank) => seen.get(rank) ?? null))
  })

  function newLoaded(evaluator: Evaluator, settings: SearchSettings): Kernel {
    const instance = newKernel()
    instance.load(evaluator, settings)
    return instance
  }
})
