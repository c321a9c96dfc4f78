import { LabError } from '../../errors'
import type { Replay } from '../../games/twenty48/replay'
import { isVerse, parseVerse } from '../../games/twenty48/verse'
import { locating } from './json'
import { parsePlayLines } from './playLines'
import { recognise } from './recognise'
import { MAX_REPLAY_CHARS, parseReplay, REPLAY_FORMAT } from './replayFile'
import { ReplayLines, type ReplayLine } from './replayLines'

/** Characters that decide if a text too long for one replay can be lines of replays. */
const HEAD = 4_096

/** True if a text is several replays, one per line; also if a faulty line follows the first one, so that the fault is reported. */
export function holdsLines(text: string): boolean {
  if (isVerse(text)) return /\n\s*(replay_|\d{1,2}x\d{1,2}-|\{)/.test(text) // no step is a line end
  return recognise(text) === 'replay lines' || (text.includes(`"${REPLAY_FORMAT}"`) && /^\s*\{[^\n]*\}[^\S\n]*\n\s*\S/.test(text))
}

/** True if a text with this beginning may be lines of replays. */
export function beginsAsLines(text: string): boolean {
  const head = text.slice(0, HEAD)
  return isVerse(head) || head.includes(`"${REPLAY_FORMAT}"`)
}

/** The one replay of a text in any form. @throws {LabError} `BAD_FILE`, naming the file and the place of the fault. */
export function readReplay(text: string, file: string): Replay {
  const format = recognise(text)
  switch (format) {
    case 'replay':
      return parseReplay(text, file)
    case 'play lines':
      return parsePlayLines(text, file)
    case '2048verse':
      return locating(file, () => parseVerse(text))
    default: {
      const found = format
        ? `this looks like ${format === 'profiles' ? format : `a ${format}`}`
        : text.trim() === ''
          ? 'it is empty'
          : 'not a file that the lab recognises'
      const message = `${file}: ${found}; a replay is our JSON, lines of it, the lines of lab play, or a 2048verse string`
      throw new LabError('BAD_FILE', message, { file })
    }
  }
}

/** Reads a text that arrives in pieces, in any form. Holds one replay at a time, or a text that may still be one. */
export class ReplayReader {
  #held: string[] = []
  #length = 0
  #lines: ReplayLines | undefined

  constructor(private readonly file: string) {}

  /** @throws {LabError} `BAD_FILE` for a text that is too long for one replay and is not lines of replays. */
  push(text: string): ReplayLine[] {
    if (this.#lines) return this.#lines.push(text)
    this.#held.push(text)
    this.#length += text.length
    if (this.#length <= MAX_REPLAY_CHARS && !(text.includes('\n') && holdsLines(this.#held.join('')))) return []
    const all = this.#take()
    if (!beginsAsLines(all))
      throw new LabError(
        'BAD_FILE',
        `${this.file}: at most ${MAX_REPLAY_CHARS} characters are read, unless it is lines of replays`,
      )
    this.#lines = new ReplayLines(this.file)
    return this.#lines.push(all)
  }

  /** @throws {LabError} `BAD_FILE` if the text is one replay with a fault, or no replay. */
  end(): ReplayLine[] {
    if (this.#lines) return this.#lines.end()
    const all = this.#take()
    if (!holdsLines(all)) return [{ line: 1, replay: readReplay(all, this.file) }]
    const lines = new ReplayLines(this.file) // two lines, if a piece ended between them
    return [...lines.push(all), ...lines.end()]
  }

  #take(): string {
    const all = this.#held.join('')
    this.#held = []
    return all
  }
}
