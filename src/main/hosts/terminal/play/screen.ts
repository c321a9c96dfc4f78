import { cut, printable, width } from '../output/style'
import type { Terminal } from '../terminal'

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_TO_END_OF_LINE = '\u001b[K'
const CLEAR_BELOW = '\u001b[J'
const MS_PER_FRAME = 33

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
