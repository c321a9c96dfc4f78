import { addAbortSignal } from 'node:stream'
import { LabError } from '../../../../core/errors'
import type { SearchRefusal } from '../output/machineOutput'
import { decoded, readText, STANDARD_INPUT, takeStandardInput } from '../../../files/textFile'
import { EXIT, type Terminal } from '../terminal'

/** A line of input; `whole` is false where it was longer than allowed and `text` is only its beginning. */
export interface Line {
  readonly text: string
  readonly whole: boolean
}

/** Lines as they arrive, without those that are blank. Never holds more than `longest` characters of one. */
export async function* readLines(chunks: AsyncIterable<string>, longest: number): AsyncGenerator<Line> {
  let text = ''
  let whole = true
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    for (const [i, piece] of pieces.entries()) {
      whole &&= text.length + piece.length <= longest
      text = (text + piece).slice(0, longest)
      if (i === pieces.length - 1) break // its end has not come yet
      if (text.trim() !== '') yield { text: withoutEnds(text), whole }
      text = ''
      whole = true
    }
  }
  if (text.trim() !== '') yield { text: withoutEnds(text), whole }
}

/** Without line ends and blanks at both ends. Tabs stay: a spreadsheet's empty cells are between them. */
const withoutEnds = (text: string) => text.replaceAll(/^[ \r\n]+|[ \r\n]+$/g, '')

/** The lines of standard input, until a signal. */
export async function* linesUntil(terminal: Terminal, signal: AbortSignal, longest: number): AsyncGenerator<Line> {
  try {
    const bytes: AsyncIterable<Uint8Array> = addAbortSignal(signal, takeStandardInput(terminal.stdin))
    yield* readLines(decoded(bytes), longest)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Longest position on standard input, in bytes; that of a large tree of text takes most. */
const LONGEST_POSITION = 2 ** 24

/** Describes an argument that `positionText` reads. */
export const POSITION_OR_INPUT = 'a position in any notation, see "lab --help"; - reads it from standard input'

/** A position as an argument; `-` reads it from standard input. @throws {LabError} `BAD_FILE` */
export async function positionText(terminal: Terminal, argument: string): Promise<string> {
  return argument === STANDARD_INPUT ? withoutEnds(await readText(argument, LONGEST_POSITION, terminal.stdin)) : argument
}

/** Characters of an invalid line that are repeated. */
const LONGEST_ECHO = 100

interface LineOptions {
  readonly signal: AbortSignal
  /** Characters of a line at most. */
  readonly longest: number
  readonly json: boolean | undefined
  /** Which errors are of the line alone; the others end the command. */
  readonly isOfLine: (error: LabError) => boolean
}

/** Answers each line before it reads the next, an invalid one with its error; the exit code reports failures at the end. */
export async function answerLines(
  terminal: Terminal,
  { signal, longest, json, isOfLine }: LineOptions,
  answer: (position: string) => Promise<void>,
): Promise<void> {
  for await (const { text, whole } of linesUntil(terminal, signal, longest)) {
    try {
      if (!whole) throw new LabError('BAD_POSITION', `a line is at most ${longest} characters, this is longer`)
      await answer(text)
    } catch (error) {
      if (!(error instanceof LabError) || !isOfLine(error)) throw error
      await refuse(terminal, text, error, json)
    }
    if (signal.aborted) return
  }
}

/** Answers an invalid line with its error; the command then ends with the exit code of a failure. */
async function refuse(terminal: Terminal, text: string, { code, message }: LabError, json: boolean | undefined): Promise<void> {
  const position = text.slice(0, LONGEST_ECHO)
  if (json) await terminal.printJson({ position, error: { code, message } } satisfies SearchRefusal)
  else terminal.complain(`"${position}": ${message}`)
  terminal.exitCode = EXIT.failure
}
