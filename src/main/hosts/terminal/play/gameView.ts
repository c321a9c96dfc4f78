import { face, maxRank } from '../../../../core/games/twenty48/board'
import type { GamePosition } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import { drawBoard } from '../output/boardView'
import { beside, block, columns, roomOf, wrapped } from '../output/layout'
import { duration, short, whole } from '../output/numbers'
import { deciderText, valueLines } from '../search/reportView'
import { type Style, cut, printable, width } from '../output/style'
import type { Terminal } from '../terminal'

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_TO_END_OF_LINE = '\u001b[K'
const CLEAR_BELOW = '\u001b[J'
const MS_PER_FRAME = 33

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

/** Redraws a block of lines in place, about 30 times a second at most. */
export class Screen {
  #lines: readonly string[] = []
  #drawn = -Infinity

  constructor(private readonly terminal: Terminal) {
    terminal.stdout.write(HIDE_CURSOR)
    terminal.host.once('exit', this.#showCursor)
  }

  /** Skips a frame that comes too soon, unless it must be shown. Cuts lines at the width: a wrapped line would stay on the screen. */
  draw(lines: () => readonly string[], must: boolean): void {
    const now = performance.now()
    if (!must && now - this.#drawn < MS_PER_FRAME) return
    this.#drawn = now
    const columns = this.terminal.style.columns
    const height = this.#heightIn(columns)
    this.#lines = lines().map(line => cut(printable(line), columns))
    const up = height > 0 ? `\u001b[${height}A\r` : ''
    this.terminal.stdout.write(up + this.#lines.map(line => line + CLEAR_TO_END_OF_LINE + '\n').join('') + CLEAR_BELOW)
  }

  /** Leaves the last frame on the screen. */
  end(): void {
    this.terminal.host.off('exit', this.#showCursor)
    this.#showCursor()
  }

  /** Rows of the last frame, of which a terminal that got narrower has wrapped some lines. */
  #heightIn(columns: number): number {
    return this.#lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(width(line) / columns)), 0)
  }

  readonly #showCursor = () => void this.terminal.stdout.write(SHOW_CURSOR)
}
