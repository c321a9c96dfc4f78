/** The games of the library, as text. */
import type { DeletedGame } from '../../../../core/contract/calls/deleted'
import type { GameRow } from '../../../../core/contract/stored'
import { face } from '../../../../core/games/twenty48/board'
import { block, table } from '../output/layout'
import { counted, dateText, whole } from '../output/numbers'
import type { Style } from '../output/style'
import type { Terminal } from '../terminal'

export function gameTable(terminal: Terminal, games: readonly GameRow[], total: number, style: Style): string[] {
  if (games.length === 0) return block([`No game is stored here yet. Play one: ${terminal.commandLine('play')}`])
  const rows = games.map(({ id, profile, kind, score, maxRank, slides, over, created, notes, batch }) => [
    String(id),
    profile ?? kind,
    whole(score),
    String(face(maxRank)),
    whole(slides),
    over ? 'game over' : '',
    dateText(created),
    batch === null ? '' : String(batch),
    notes.replaceAll(/\s+/g, ' '),
  ])
  const head = ['game', 'player', 'score', 'tile', 'moves', 'end', 'stored', 'batch', 'notes']
  return block([...table(head, rows, { align: 'rlrrrllrl', style, lesser: [7, 6, 8] }), ...restLines(games.length, total, style)])
}

export function deletedGameTable(games: readonly DeletedGame[], style: Style, total: number): string[] {
  if (games.length === 0) return block(['No game was deleted.'])
  const rows = games.map(({ id, profile, player, score, maxRank, slides, deleted }) => [
    String(id),
    profile ?? player,
    whole(score),
    String(face(maxRank)),
    whole(slides),
    dateText(deleted),
  ])
  const head = ['game', 'player', 'score', 'tile', 'moves', 'deleted']
  return block([...table(head, rows, { align: 'rlrrrl', style }), ...restLines(games.length, total, style)])
}

/** Where not all games are listed. */
function restLines(listed: number, total: number, style: Style): string[] {
  return total > listed ? ['', style.dim(`${whole(listed)} of ${counted(total, 'game')}`)] : []
}
