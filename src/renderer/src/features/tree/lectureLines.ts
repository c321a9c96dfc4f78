import type { LectureView } from '../../../../core/search/tree/views'

/** Lines of the textbook's two functions, by their place. */
export const LINES = ['player', 'slides', 'best', 'highest', 'chance', 'leaf', 'table', 'tiles', 'sum', 'mean'] as const
export type LectureLine = (typeof LINES)[number]

/** The line that the searcher is at. */
export function lineAt({ phase, row }: Pick<LectureView, 'phase' | 'row'>): LectureLine {
  if (row.kind === 'max') return phase === 'enter' ? 'player' : phase === 'combine' ? 'best' : 'highest'
  if (phase === 'combine') return 'sum'
  if (phase === 'enter') return 'chance'
  if (row.kind === 'leaf') return 'leaf'
  return row.flags.includes('table-hit') ? 'table' : 'mean'
}

/** The line that called the function which the searcher is in: a player's node is searched for each tile, others for each slide. */
export function callerOf({ row }: Pick<LectureView, 'row'>): LectureLine | undefined {
  if (row.level === 1) return undefined
  return row.kind === 'max' ? 'tiles' : 'slides'
}
