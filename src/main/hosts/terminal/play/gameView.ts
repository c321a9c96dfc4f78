import { face, maxRank } from '../../../../core/games/twenty48/board'
import type { GamePosition } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import { drawBoard } from '../output/boardView'
import { beside, block, columns, roomOf, wrapped } from '../output/layout'
import { duration, short, whole } from '../output/numbers'
import { deciderText, valueLines } from '../search/reportView'
import type { Style } from '../output/style'

export interface GameFrame {
  readonly position: GamePosition
  /** The search of the last move, or of the next. */
  readonly search?: { readonly report: SearchReport; readonly ms: number; readonly title: string } | undefined
  /** The players, and the keys. */
  readonly footer: readonly string[]
}

/** The lines of a frame; their number is the same for all frames of a game. */
export function gameView({ position, search, footer }: GameFrame, style: Style): string[] {
  const panel = [
    ...columns(
      [
        [style.dim('score'), style.bold(whole(position.score))],
        [style.dim('moves'), whole(position.slides)],
        [style.dim('largest'), String(face(maxRank(position.board)))],
      ],
      'l',
    ),
    '',
    ...(search ? searchLines(search, style) : []),
  ]
  const room = roomOf(style)
  const below = footer.flatMap(line => wrapped(line, room).map(style.dim))
  return block([...beside(drawBoard(position.board, style), panel, room), '', ...below])
}

function searchLines({ report, ms, title }: NonNullable<GameFrame['search']>, style: Style): string[] {
  return [
    style.dim(title),
    ...valueLines(report, style),
    '',
    style.dim(`${deciderText(report)} · ${short(report.nodes)} nodes · ${duration(ms)}`),
  ]
}
