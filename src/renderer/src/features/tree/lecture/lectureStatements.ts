import type { LectureView } from '../../../../../core/tree/views'

/** Statements of the textbook's two functions, in order. */
export const STATEMENTS = ['player', 'slides', 'best', 'highest', 'chance', 'leaf', 'table', 'tiles', 'sum', 'mean'] as const
export type LectureStatement = (typeof STATEMENTS)[number]

/** The searcher's current statement. */
export function statementAt({ phase, row }: Pick<LectureView, 'phase' | 'row'>): LectureStatement {
  if (row.kind === 'max') return phase === 'enter' ? 'player' : phase === 'combine' ? 'best' : 'highest'
  if (phase === 'combine') return 'sum'
  if (phase === 'enter') return 'chance'
  if (row.kind === 'leaf') return 'leaf'
  return row.flags.includes('table-hit') ? 'table' : 'mean'
}

/** The statement that called the current function: a player's node is searched for each tile, others for each move. */
export function callerOf({ row }: Pick<LectureView, 'row'>): LectureStatement | undefined {
  if (row.level === 1) return undefined
  return row.kind === 'max' ? 'tiles' : 'slides'
}
