/** Random inputs for property tests. */
import fc from 'fast-check'
import {
  CELLS,
  emptyCells,
  faceSum,
  legalMoves,
  MAX_FACE_SUM,
  MOVES,
  slide,
  type Board,
} from '../../../src/core/games/twenty48/board'
import { familyOf } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { FAMILY_IDS, type TermEvaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { LEAVES, POINTS, TABLES, type SearchSettings } from '../../../src/core/search/settings'

const CELL_NUMBERS = Array.from({ length: CELLS }, (_, cell) => cell)

export const move = fc.constantFrom(...MOVES)

/** Any ranks up to `top`, be their sum what it may; about `empties` of 16 cells empty. */
export function looseBoard(top: number, empties = 4): fc.Arbitrary<Board> {
  const rank = fc.oneof(
    { arbitrary: fc.constant(0), weight: empties },
    { arbitrary: fc.integer({ min: 1, max: top }), weight: CELLS - empties },
  )
  return fc.array(rank, { minLength: CELLS, maxLength: CELLS })
}

/** Boards that a game may hold, from nearly empty to jammed, of low tiles and of the highest. */
export const board: fc.Arbitrary<Board> = fc
  .tuple(fc.constantFrom(2, 4, 11, 15, 16, 17), fc.constantFrom(0, 1, 3, 8, 13))
  .chain(([top, empties]) => looseBoard(top, empties))
  .filter(ranks => faceSum(ranks) <= MAX_FACE_SUM)

export const livingBoard = board.filter(ranks => legalMoves(ranks).length > 0)

/** As in tests/setup/extent.ts, which needs Vitest: end-to-end tests have none. */
const inFull = process.env['TESTS_IN_FULL'] === '1'

/** Empty cells of a board from which a search of depth 0 … 3 tries some hundreds of slides, in full some thousands at most. */
const MOST_EMPTY = inFull ? [16, 10, 2, 0] : [16, 6, 1, 0]

/** A position and a depth, the deeper the more crowded, so that the textbook takes some milliseconds. */
export const search: fc.Arbitrary<{ depth: number; board: Board }> = fc
  .oneof(
    { arbitrary: fc.constant(0), weight: 1 },
    { arbitrary: fc.constant(1), weight: 3 },
    { arbitrary: fc.constant(2), weight: 4 },
    { arbitrary: fc.constant(3), weight: inFull ? 2 : 1 },
  )
  .chain(depth => fc.record({ depth: fc.constant(depth), board: crowdedBoard(MOST_EMPTY[depth]!) }))

function crowdedBoard(mostEmpty: number): fc.Arbitrary<Board> {
  return fc
    .tuple(fc.constantFrom(4, 6, 11, 15, 16, 17), fc.integer({ min: 0, max: mostEmpty }))
    .chain(([top, empties]) =>
      fc.tuple(looseBoard(top, 0), fc.subarray(CELL_NUMBERS, { minLength: empties, maxLength: empties })),
    )
    .map(([ranks, emptied]) => ranks.map((rank, cell) => (emptied.includes(cell) ? 0 : rank)))
    .filter(ranks => {
      const after = MOVES.map(m => slide(ranks, m)?.board).filter(b => b !== undefined)
      return after.length > 0 && faceSum(ranks) <= MAX_FACE_SUM && after.every(b => emptyCells(b).length <= mostEmpty + 2)
    })
}

/** All families of terms, all variants, weights of either sign around the range that a tuner would move them in. */
export const evaluator: fc.Arbitrary<TermEvaluator> = fc.constantFrom(...FAMILY_IDS).chain(family => {
  const { parameters, variants } = familyOf(family)
  const value = ({ role, min, max }: (typeof parameters)[number]) => {
    const low = role === 'weight' ? min - (max - min) / 4 : min
    return fc.double({ min: low, max, noNaN: true }).map(x => Math.round(x * 1e4) / 1e4 + 0) // no −0: JSON would not keep it
  }
  return fc.record({
    family: fc.constant(family),
    parameters: fc.record(Object.fromEntries(parameters.map(each => [each.id, value(each)]))),
    variants: fc.record(Object.fromEntries(variants.map(({ id, options }) => [id, fc.constantFrom(...options)]))),
  })
})

/** One that values a board and its images alike: without the terms that tell cells apart. */
export const symmetricEvaluator: fc.Arbitrary<TermEvaluator> = evaluator.map(drawn =>
  drawn.family === 'positional' ? { ...drawn, parameters: { ...drawn.parameters, gradient: 0, snake: 0 } } : drawn,
)

/** All settings of a search; floors and dead values of the size of the evaluators' own values. */
export const settings: fc.Arbitrary<SearchSettings> = fc.record({
  leaf: fc.constantFrom(...LEAVES),
  points: fc.constantFrom(...POINTS),
  dead: fc.oneof(fc.constantFrom('heuristic' as const, 0, -1e6), fc.integer({ min: -2000, max: 2_000_000 })),
  floor: fc.oneof(fc.constant('none' as const), fc.constantFrom(0, 100, -500), fc.integer({ min: -2000, max: 2_000_000 })),
  cut: fc.constantFrom(0, 0, 0, 1, 0.5, 0.1, 0.225, 0.01, 0.001, 1e-4),
  table: fc.constantFrom(...TABLES),
  tableBits: fc.constant(16),
})

/** Of a cell by its row and column: the quarter turn and the mirror that generate the eight symmetries. */
export const quarterTurn = (ranks: Board): Board => ranks.map((_, cell) => ranks[(3 - (cell % 4)) * 4 + Math.floor(cell / 4)]!)
const mirrored = (ranks: Board): Board => ranks.map((_, cell) => ranks[cell - (cell % 4) + 3 - (cell % 4)]!)

/** The board and its seven images. */
export function symmetries(ranks: Board): Board[] {
  const turns = [ranks]
  for (let i = 0; i < 3; i++) turns.push(quarterTurn(turns[i]!))
  return [...turns, ...turns.map(mirrored)]
}
