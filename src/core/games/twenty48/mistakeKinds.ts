/** What a mistake did to the structure of a board that the better move left whole. */
import { differenceToBest } from '../../rounding'
import { CELLS, emptyCells, face, lineCells, maxRank, MOVES, SIDE, slide, type Board, type Move, type Rank } from './board'
import type { SlideAssessment } from './gameAnalysis'
import { chanceOfEnd } from './losingRisk'
import { constantTerms, contributions } from './heuristics/evaluator'
import type { Evaluator } from './heuristics/family'

/**
 * - `corner`: the largest tile was in a corner, and no corner has the largest tile any more.
 * - `row`: the row of the largest tile fell in order from its corner; a tile left it, or its order broke.
 * - `spawn`: one cell is empty, so the next tile must come there, and a 2 meets no 2.
 * - `merge`: the better move merges larger tiles, and after this move no move merges two of their size.
 */
export const MISTAKE_KINDS = ['corner', 'row', 'spawn', 'merge'] as const
export type MistakeKind = (typeof MISTAKE_KINDS)[number]
/** What a list of mistakes is filtered by. `other`: those of no kind. */
export const KIND_FILTERS = [...MISTAKE_KINDS, 'other'] as const
export type KindFilter = (typeof KIND_FILTERS)[number]

const CORNERS = [0, SIDE - 1, CELLS - SIDE, CELLS - 1]
/** Smaller boards have no order to lose: 64. */
const LEAST_LARGEST: Rank = 6
const LEAST_ROW = 3

/** @param played and `best`: legal moves of the board. None if they are one move. */
export function kindsOfMistake(board: Board, played: Move, best: Move): MistakeKind[] {
  if (played === best) return []
  const [after, better] = [slide(board, played)!.board, slide(board, best)!.board]
  const found: Readonly<Record<MistakeKind, boolean>> = {
    corner: maxRank(board) >= LEAST_LARGEST && hasCorner(board) && !hasCorner(after) && hasCorner(better),
    row: rowsOf(board).some(row => !keeps(after, board, row) && keeps(better, board, row)),
    spawn: forcesTile(after) && emptyCells(better).length > 1,
    merge: missesMerge(board, played, best, after),
  }
  return MISTAKE_KINDS.filter(kind => found[kind])
}

/**
 * What a mistake cost: the tile of its kind, or the term that explains at least half of its loss, or the tile whose chance it
 * lowers. `risk`: the game itself. `later`: what follows the move lost it.
 */
export type MistakeCost =
  | { readonly is: 'corner' | 'merge'; readonly tile: number }
  /** The faces of the row, from the corner. */
  | { readonly is: 'row'; readonly tiles: readonly number[] }
  /** The empty cell, from 0. */
  | { readonly is: 'spawn'; readonly cell: number }
  /** `lost`: in the evaluator's unit, more than 0. */
  | { readonly is: 'term'; readonly term: string; readonly lost: number }
  /** `lost`: the probability that the next tile ends the game, 0 … 1, which counts before all else. */
  | { readonly is: 'end'; readonly lost: number }
  /** `lost`: chance, 0 … 1. */
  | { readonly is: 'tile'; readonly tile: number; readonly lost: number }
  | { readonly is: 'risk'; readonly lost: number }
  | { readonly is: 'later' }

export function costOf(
  board: Board,
  {
    move: played,
    best,
    moves,
    loss,
    chanceLoss,
    risk,
  }: Pick<SlideAssessment, 'move' | 'best' | 'moves' | 'loss' | 'chanceLoss' | 'risk'>,
  evaluator: Evaluator,
): MistakeCost {
  const ends = chanceOfEnd(board, played)
  if (ends > chanceOfEnd(board, best)) return { is: 'end', lost: ends }
  const [kind] = kindsOfMistake(board, played, best)
  const [after, better] = [slide(board, played)!.board, slide(board, best)!.board]
  switch (kind) {
    case 'corner':
      return { is: kind, tile: face(maxRank(board)) }
    case 'merge':
      return { is: kind, tile: face(Math.max(...merged(board, best))) }
    case 'spawn':
      return { is: kind, cell: emptyCells(after)[0]! }
    case 'row': {
      const broken = rowsOf(board).find(row => !keeps(after, board, row) && keeps(better, board, row))!
      return { is: kind, tiles: broken.flatMap(cell => (board[cell] ? [face(board[cell])] : [])) }
    }
    case undefined:
  }
  const worst = evaluator.family === 'network' ? undefined : worstTerm(evaluator, after, better)
  if (worst && worst.lost >= loss / 2) return worst
  const rank = moves[best]?.chance?.rank
  if (rank !== undefined && chanceLoss) return { is: 'tile', tile: face(rank), lost: chanceLoss }
  return risk > 0 ? { is: 'risk', lost: risk } : { is: 'later' }
}

/** What another move than the one that was played would have cost, by its own losses. */
export function costOfMove(
  board: Board,
  { moves, risks, ...of }: Pick<SlideAssessment, 'best' | 'moves' | 'risks'>,
  move: Move,
  evaluator: Evaluator,
): MistakeCost {
  const { ownLoss = 0, loss: chanceLoss = null } = moves[move] ?? {}
  return costOf(board, { ...of, move, moves, loss: ownLoss, chanceLoss, risk: risks[move] ?? 0 }, evaluator)
}

/** The term that speaks most for the better board; `undefined` if none does. */
function worstTerm(evaluator: Evaluator, after: Board, better: Board): Extract<MistakeCost, { is: 'term' }> | undefined {
  const constant = constantTerms(evaluator)
  const its = new Map(contributions(evaluator, after).map(({ id, value }) => [id, value]))
  const lost = contributions(evaluator, better)
    .filter(({ id, weight }) => !constant.has(id) && weight !== 0)
    .map(({ id, value }) => ({ is: 'term', term: id, lost: differenceToBest(value, its.get(id)!) }) as const)
  const worst = lost.reduce((most, each) => (each.lost > most.lost ? each : most), { is: 'term', term: '', lost: 0 })
  return worst.lost > 0 ? worst : undefined
}

function hasCorner(board: Board): boolean {
  return CORNERS.some(cell => board[cell] === maxRank(board))
}

/** Cells of the rows and columns that fall in order from a corner with the largest tile, from there; of two, the heavier one. */
function rowsOf(board: Board): (readonly number[])[] {
  const largest = maxRank(board)
  if (largest < LEAST_LARGEST) return []
  return CORNERS.filter(corner => board[corner] === largest).flatMap(corner => {
    const edges = MOVES.flatMap(lineCells).filter(([first]) => first === corner)
    const [heavier] = edges.toSorted((a, b) => weight(board, b) - weight(board, a))
    return heavier && tiles(board, heavier) >= LEAST_ROW && falls(board, heavier) ? [heavier] : []
  })
}

function keeps(after: Board, before: Board, row: readonly number[]): boolean {
  return falls(after, row) && weight(after, row) >= weight(before, row)
}

function falls(board: Board, row: readonly number[]): boolean {
  return row.every((cell, i) => i === 0 || board[cell]! <= board[row[i - 1]!]!)
}

function weight(board: Board, row: readonly number[]): number {
  return row.reduce((sum, cell) => sum + (board[cell] ? 2 ** board[cell] : 0), 0)
}

function tiles(board: Board, row: readonly number[]): number {
  return row.filter(cell => board[cell]! > 0).length
}

function forcesTile(after: Board): boolean {
  const [cell, ...others] = emptyCells(after)
  if (cell === undefined || others.length > 0) return false
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
  const beside = [row > 0 && cell - SIDE, row < SIDE - 1 && cell + SIDE, column > 0 && cell - 1, column < SIDE - 1 && cell + 1]
  return beside.every(near => near === false || after[near] !== 1)
}

function missesMerge(board: Board, played: Move, best: Move, after: Board): boolean {
  const wanted = Math.max(0, ...merged(board, best))
  if (wanted <= Math.max(0, ...merged(board, played))) return false
  return MOVES.every(move => !merged(after, move).includes(wanted))
}

/** Ranks of the pairs that a move merges. */
function merged(board: Board, move: Move): Rank[] {
  return lineCells(move).flatMap(cells => {
    const ranks = cells.map(cell => board[cell]!).filter(rank => rank > 0)
    const pairs: Rank[] = []
    for (let i = 0; i + 1 < ranks.length; i++)
      if (ranks[i] === ranks[i + 1]) {
        pairs.push(ranks[i]!)
        i++
      }
    return pairs
  })
}
