import { LabError } from '../../errors'
import type { Replay, SideLine } from '../../games/twenty48/replay'
import { isVerse, parseVerse } from '../../games/twenty48/verse'
import { locating } from './json'
import { parsePlayLines } from './playLines'
import { recognise } from './recognise'
import { MAX_REPLAY_CHARS, REPLAY_FORMAT, REPLAY_VERSION, type ReplayFile, parseReplay } from './replayFile'
import { makePosition, makeSpawn } from '../../games/twenty48/notation'
import type { Turn } from '../../games/twenty48/player'

/** Characters that decide if a text too long for one replay can be lines of replays. */
const HEAD = 4_096

/** True if a text is several replays, one per line; also if a faulty line follows the first one, so that the fault is reported. */
export function holdsLines(text: string): boolean {
  if (isVerse(text)) return /\n[^\S\n]*(replay_|\d{1,2}x\d{1,2}-|\{)/.test(text) // no step is a line end
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

/** The text of a replay file, one field or step per line; `parseReplay` reads it back. */
export function makeReplay(replay: Replay): string {
  return [...replayPieces(replay, 1)].join('')
}

/** One line of a file of many. */
export function makeReplayLine(replay: Replay): string {
  return [...replayPieces(replay, 0)].join('')
}

/** The result of `JSON.stringify` with this indent, in pieces, because a game of 30,000 moves at once would block for too long; with 0 one line. */
export function* replayPieces(replay: Replay, indent: 0 | 1): Generator<string> {
  const { ms, values, turns, sideLines = [] } = replay
  yield JSON.stringify(headOf(replay), undefined, indent).replace(/\n?\}$/, '')
  if (ms) yield* columnPieces('ms', ms, indent, each => each)
  // values of the unknown player are of no use to a reader of the file
  if (values?.of === 'engine') {
    yield* columnPieces('values', values.boards, indent, each => each)
    yield* columnPieces('depths', values.depths, indent, each => each)
  }
  yield* columnPieces('steps', turns, indent, makeStep)
  if (sideLines.length > 0) yield* sideLinePieces(sideLines, indent)
  yield indent === 0 ? '}\n' : '\n}\n'
}

/** Steps in a piece: far below a millisecond. */
const PIECE = 256

/** A list, as another field of the open object. @param level of the field */
function* columnPieces<T>(name: keyof ReplayFile, list: readonly T[], indent: 0 | 1, entryOf: (each: T) => unknown, level = 1) {
  const [field, entry, colon] = [lineAt(level, indent), lineAt(level + 1, indent), indent === 0 ? ':' : ': ']
  yield `,${field}"${name}"${colon}[`
  for (let from = 0; from < list.length; from += PIECE) {
    const texts = list.slice(from, from + PIECE).map(each => JSON.stringify(entryOf(each), undefined, indent))
    yield (from === 0 ? '' : ',') + texts.map(text => entry + text.replaceAll('\n', entry)).join(',')
  }
  yield list.length === 0 ? ']' : `${field}]`
}

function* sideLinePieces(lines: readonly SideLine[], indent: 0 | 1): Generator<string> {
  const colon = indent === 0 ? ':' : ': '
  yield `,${lineAt(1, indent)}"sideLines"${colon}[`
  for (const [i, { of, after, turns }] of lines.entries()) {
    const numbers = Object.entries({ ...(of !== undefined && { of }), after })
    const fields = numbers.map(([name, number]) => `${lineAt(3, indent)}"${name}"${colon}${number}`)
    yield `${i === 0 ? '' : ','}${lineAt(2, indent)}{${fields.join(',')}`
    yield* columnPieces('steps', turns, indent, makeStep, 3)
    yield `${lineAt(2, indent)}}`
  }
  yield `${lineAt(1, indent)}]`
}

/** The line end before what stands at this level of a JSON. */
function lineAt(level: number, indent: 0 | 1): string {
  return indent === 0 ? '' : `\n${' '.repeat(level)}`
}

function headOf({ start, startScore, final, score, by, draws, engine, title, notes, stamp }: Replay): Omit<ReplayFile, 'steps'> {
  return {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    by,
    ...draws,
    ...(engine && {
      profile: { name: engine.profile, evaluator: engine.evaluator, settings: engine.settings },
      limits: engine.limits,
    }),
    ...(stamp && { stamp }),
    start: makePosition(start),
    startScore,
    final: makePosition(final),
    score,
  }
}

function makeStep({ move, spawn }: Turn): string {
  return `${move} ${makeSpawn(spawn)}`
}

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
