import { LabError } from '../../errors'
import type { Replay } from '../../games/twenty48/replay'
import { isVerse, parseVerse } from '../../games/twenty48/verse'
import { locating } from './json'
import { MAX_REPLAY_CHARS, parseReplay } from './replayFile'

/** The content of one line of a file of many replays; lines count from 1. */
export type ReplayLine = { readonly line: number; readonly replay: Replay } | { readonly line: number; readonly error: LabError }

/**
 * Reads lines as their text arrives, each the lab's JSON or a 2048verse string: accepts pieces of text, returns the replays of the lines
 * that they complete. Reports a line that cannot be read and continues with the next; a caller that wants all or nothing stops there. Holds
 * at most one line, and drops a line that grows too long.
 */
export class ReplayLines {
  #pieces: string[] = []
  #length = 0
  #line = 1

  constructor(
    private readonly fileName: string,
    private readonly maxLine: number = MAX_REPLAY_CHARS,
  ) {}

  push(text: string): ReplayLine[] {
    const read: (ReplayLine | undefined)[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#hold(text.slice(from, end))
      read.push(this.#endLine())
      from = end + 1
    }
    this.#hold(text.slice(from))
    return read.filter(line => line !== undefined)
  }

  /** The last line, if no line end follows it. */
  end(): ReplayLine[] {
    const line = this.#endLine()
    return line ? [line] : []
  }

  #hold(piece: string): void {
    this.#length += piece.length
    if (this.#length > this.maxLine) this.#pieces = []
    else this.#pieces.push(piece)
  }

  #endLine(): ReplayLine | undefined {
    const [line, length, text] = [this.#line, this.#length, this.#pieces.join('')]
    this.#line++
    this.#length = 0
    this.#pieces = []
    const where = `${this.fileName}: line ${line}`
    if (length > this.maxLine) {
      const message = `${where}: at most ${this.maxLine} characters are read, this has ${length}`
      return { line, error: new LabError('BAD_FILE', message, { where }) }
    }
    if (text.trim() === '') return undefined
    try {
      return { line, replay: isVerse(text) ? locating(where, () => parseVerse(text)) : parseReplay(text, where) }
    } catch (error) {
      if (error instanceof LabError) return { line, error }
      throw error
    }
  }
}
