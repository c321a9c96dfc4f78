import { emptyCells, face, SIDE, type Board, type Rank } from '../board'
import type { TermEvaluator, Family } from './family'
import { columnsOf, equalPairs, rowsOf, slopes, type Line, equalCells, overLines } from './lines'

/** Weight of a cell for the top-left corner: 7 − row − column. */
const CORNER = 7

/**
 * The four heuristics of "2048 AI Solver using Expectimax Algorithm & Particle Swarm Optimization" (B.Sc. project, 2015). There tiles are
 * read as faces, and the minimum of h4 is taken over the whole board. h2 counts tiles, as its prose says; its formula counts pairs of
 * empty cells too: `thesisLetter`.
 */
export const thesis: Family = {
  id: 'thesis',
  source: 'B.Sc. project "2048 AI Solver using Expectimax Algorithm & Particle Swarm Optimization", 2015',
  terms: [
    {
      id: 'h1',
      formula: ({ h1Tile }) => `max over the four corners of Σ ${h1Tile}·(7 − rows − columns from the corner)`,
      shapedBy: [],
    },
    { id: 'h2', formula: 'number of pairs of equal neighbours', shapedBy: [] },
    { id: 'h3', formula: 'number of empty cells', shapedBy: [] },
    {
      id: 'h4',
      formula: ({ h4Tile, h4Minimum }) =>
        h4Minimum === 'board'
          ? `−min(Σ rises, Σ falls) of the ${h4Tile} along rows − the same along columns`
          : `−Σ over lines of min(Σ rises, Σ falls) of the ${h4Tile}`,
      shapedBy: [],
    },
  ],
  parameters: [
    { id: 'h1', role: 'weight', default: 1, min: -10, max: 10 },
    { id: 'h2', role: 'weight', default: 1, min: 0, max: 10 },
    { id: 'h3', role: 'weight', default: 1, min: 0, max: 10 },
    { id: 'h4', role: 'weight', default: 1, min: 0, max: 10 },
  ],
  variants: [
    { id: 'h1Tile', options: ['face', 'exponent'], default: 'face' },
    { id: 'h4Tile', options: ['face', 'exponent'], default: 'face' },
    { id: 'h4Minimum', options: ['board', 'line'], default: 'board' },
  ],
  features({ variants }: TermEvaluator) {
    const h1Tile = tileReader(variants['h1Tile']!)
    const h4Tile = tileReader(variants['h4Tile']!)
    const monotonicity = variants['h4Minimum'] === 'board' ? boardMonotonicity : lineMonotonicity
    return [
      board => cornerGradient(board, h1Tile),
      board => total([...rowsOf(board), ...columnsOf(board)].map(equalPairs)),
      board => emptyCells(board).length,
      board => -monotonicity(rowsOf(board), h4Tile) - monotonicity(columnsOf(board), h4Tile),
    ]
  },
}

type TileReader = (rank: Rank) => number

/** What a tile counts as in a heuristic: its face value or its exponent. */
export function tileReader(variant: string): TileReader {
  return variant === 'face' ? face : rank => rank
}

function cornerGradient(board: Board, tile: TileReader): number {
  const last = SIDE - 1
  let [topLeft, topRight, bottomLeft, bottomRight] = [0, 0, 0, 0]
  board.forEach((rank, cell) => {
    const [row, column, value] = [Math.floor(cell / SIDE), cell % SIDE, tile(rank)]
    topLeft += value * (CORNER - row - column)
    topRight += value * (CORNER - row - (last - column))
    bottomLeft += value * (CORNER - (last - row) - column)
    bottomRight += value * (CORNER - (last - row) - (last - column))
  })
  return Math.max(topLeft, topRight, bottomLeft, bottomRight)
}

/** The thesis's form: the whole board rises or falls. */
function boardMonotonicity(lines: readonly Line[], tile: TileReader): number {
  const each = lines.map(line => slopes(line, tile))
  return Math.min(total(each.map(({ rises }) => rises)), total(each.map(({ falls }) => falls)))
}

/** The peers' form: each line rises or falls as it likes. */
function lineMonotonicity(lines: readonly Line[], tile: TileReader): number {
  return total(lines.map(line => slopes(line, tile)).map(({ rises, falls }) => Math.min(rises, falls)))
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

/**
 * The thesis's heuristics as its formulas are printed. Only h2 differs from `thesis`: its formula, 1 if x = y, also counts pairs of empty
 * cells. The defaults of the variants are the letter too. A family of its own, because profiles saved before have no such variant.
 */
export const thesisLetter: Family = {
  ...thesis,
  id: 'thesis-letter',
  terms: thesis.terms.map(term =>
    term.id === 'h2' ? { ...term, formula: 'number of pairs of equal neighbouring cells, empty ones too' } : term,
  ),
  features(evaluator: TermEvaluator) {
    return thesis.features(evaluator).map((feature, i) => (thesis.terms[i]!.id === 'h2' ? overLines(equalCells) : feature))
  },
  lineFeatures: () => ({ h2: equalCells }),
}
