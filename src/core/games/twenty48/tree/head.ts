/** The head of a recorded search of 2048. */
import type { SearchLimits, SearchSettings } from '../../../search/settings'
import type { TraceHead } from '../../../trace/format'
import type { Board } from '../board'
import { twenty48 } from '../game'
import type { Evaluator } from '../heuristics/family'

/** A board and who acts on it: `max`: the player is about to slide; `chance`: a tile is about to appear on an afterstate. */
export interface BoardRoot {
  readonly board: Board
  readonly kind: 'max' | 'chance'
}

/** Searchers that record these. */
export const BOARD_SEARCHERS = ['kernel', 'textbook'] as const
export type BoardSearcher = (typeof BOARD_SEARCHERS)[number]

/** The subject of such a head: the position and the search. Its nodes are moves tried, 4 per player node; its depths are pairs. */
export interface BoardSubject {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  /** The limits of the whole search, if this depth is one of several. */
  readonly limits?: SearchLimits
}

/** What a tree of this root is of. */
export function boardPlace({ board, kind }: BoardRoot) {
  const root = twenty48.format({ board, turn: kind === 'max' ? 0 : 'chance' })
  return { game: twenty48.id, root, rootKind: kind } satisfies Partial<TraceHead>
}

/** The parts of a head that are 2048's own. */
export function boardHead(root: BoardRoot, searcher: BoardSearcher, subject: BoardSubject) {
  return { ...boardPlace(root), searcher, subject } satisfies Partial<TraceHead>
}

/** True if one of 2048's own searchers recorded the tree. */
export function isBoardHead({ game, searcher }: Pick<TraceHead, 'game' | 'searcher'>): boolean {
  return game === twenty48.id && BOARD_SEARCHERS.some(own => own === searcher)
}

/** @param head of a search of 2048 */
export function boardSubject({ subject }: TraceHead): BoardSubject {
  return subject as BoardSubject // files are checked where they are read
}

/** @param text of a position of 2048 */
export function boardRoot(text: string): BoardRoot {
  const { board, turn } = twenty48.parse(text)
  return { board, kind: turn === 0 ? 'max' : 'chance' }
}
