import { legalMoves, type Board } from '../../../src/core/games/twenty48/board'
import type { Evaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { neverStop, type SlideResult } from '../../../src/core/games/twenty48/search/engine'
import { textbook } from '../../../src/core/games/twenty48/search/textbook'
import type { SearchSettings } from '../../../src/core/search/settings'

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
