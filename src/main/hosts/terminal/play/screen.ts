const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_TO_END_OF_LINE = '\u001b[K'
const CLEAR_BELOW = '\u001b[J'
const MS_PER_FRAME = 33

/** Redraws a block of lines in place, about 30 times a second at most. */
export class Screen {
  #height = 0
  #drawn = -Infinity

  constructor(private readonly stream: NodeJS.WriteStream) {
    stream.write(HIDE_CURSOR)
    process.once('exit', this.#showCursor)
  }

  /** Skips a frame that comes too soon, unless it must be shown. */
  draw(lines: () => readonly string[], must: boolean): void {
    const now = performance.now()
    if (!must && now - this.#drawn < MS_PER_FRAME) return
    this.#drawn = now
    const shown = lines()
    const up = this.#height > 0 ? `\u001b[${this.#height}A\r` : ''
    this.stream.write(up + shown.map(line => line + CLEAR_TO_END_OF_LINE + '\n').join('') + CLEAR_BELOW)
    this.#height = shown.length
  }

  /** Leaves the last frame on the screen. */
  end(): void {
    process.off('exit', this.#showCursor)
    this.#showCursor()
  }

  readonly #showCursor = () => void this.stream.write(SHOW_CURSOR)
}
