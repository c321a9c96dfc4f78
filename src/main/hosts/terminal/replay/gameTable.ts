/** The games of the library, as text and as JSON. */
import type { GameRow } from '../../../../core/contract/stored'
import { face } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { dateText } from '../output/dateText'
import { block, INDENT, table } from '../output/layout'
import { counted, whole } from '../output/numbers'
import type { Style } from '../output/style'

/** @param room columns of the screen */
export function gameTable(games: readonly GameRow[], total: number, room: number, style: Style): string[] {
  if (games.length === 0) return block(['No game is stored here yet. Play one: lab play'])
  const rows = games.map(({ id, profile, kind, score, maxRank, slides, over, created, notes }) => [
    String(id),
    profile ?? kind,
    whole(score),
    String(face(maxRank)),
    whole(slides),
    over ? 'game over' : '',
    dateText(created),
    notes.replaceAll(/\s+/g, ' '),
  ])
  const head = ['game', 'player', 'score', 'tile', 'moves', 'end', 'stored', 'notes']
  const align = ['right', 'left', 'right', 'right', 'right', 'left', 'left', 'left'] as const
  const rest = total > games.length ? ['', style.dim(`${whole(games.length)} of ${counted(total, 'game')}`)] : []
  return block([...table(head, rows, { align, room: room - INDENT, style }), ...rest])
}

export function gameAnswer({ id, kind, profile, seed, score, slides, maxRank, board, over, created, notes, batch }: GameRow) {
  return {
    ...{
      game: id,
      kind,
      profile,
      seed,
      score,
      slides,
      maxTile: face(maxRank),
      position: makePosition(board),
      over,
      notes,
      batch,
    },
    created: new Date(created).toISOString(),
  }
}
