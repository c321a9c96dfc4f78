import { legalMoves, type Board } from '../../../src/core/games/twenty48/board'
import type { Evaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { neverStop, type SlideResult } from '../../../src/core/games/twenty48/search/engine'
import type { SearchSettings } from '../../../src/core/search/settings'
import { textbook } from '../../support/textbook'

/** Every legal move by the textbook, unlimited. */
export function searchSlides(
  board: Board,
  depth: number,
  evaluator: Evaluator,
  settings: SearchSettings,
  reach = 1,
): readonly SlideResult[] {
  return textbook(evaluator, settings)({ board, depth, moves: legalMoves(board), reach, nodes: Infinity }, neverStop).slides
}
