/** Columns and colours of an output. Node decides on colours; it considers NO_COLOR, TERM and pipes. */
import { randomInt } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'
import type { Rank } from '../../../../core/games/twenty48/board'
import { visible } from '../../../../core/quoted'

export interface Style extends Palette {
  /** At present: a terminal may change them. */
  readonly columns: number
}

interface Palette {
  readonly colours: boolean
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  /** Text on the colour of a tile, or drawn in it. */
  tile(rank: Rank, text: string, part: 'ground' | 'ink'): string
}

/** By rank, as the background and the text on it, in the 256-colour palette: near the original game up to 2048, then green to violet. */
const TILES: readonly (readonly [ground: number, ink: number])[] = [
  [237, 242],
  [254, 238],
  [230, 238],
  [216, 235],
  [209, 235],
  [203, 16],
  [196, 231],
  [229, 238],
  [222, 238],
  [220, 236],
  [214, 235],
  [208, 16],
  [149, 235],
  [77, 16],
  [43, 16],
  [39, 16],
  [99, 231],
  [165, 231],
]

const plain = (text: string) => text
const PLAIN: Palette = { colours: false, bold: plain, dim: plain, good: plain, tile: (_, text) => text }

/** Marks the codes of the lab's own colours until `shown` removes it. It is drawn at each start, so no title of a foreign file has it. */
const OWN = Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join(';')

const sgr = (codes: string, text: string) => `\u001b[${OWN};${codes}m${text}\u001b[${OWN};0m`
const COLOURED: Palette = {
  colours: true,
  bold: text => sgr('1', text),
  dim: text => sgr('2', text),
  good: text => sgr('1;32', text),
  tile(rank, text, part) {
    const [ground, ink] = TILES[rank]!
    return part === 'ground' ? sgr(`48;5;${ground};38;5;${ink};1`, text) : sgr(`38;5;${ground}`, text)
  },
}

/** Columns of an output that has no width of its own: a file or a pipe. */
const USUAL_WIDTH = 80

/**
 * Columns of an output: those of its terminal, and never more than `COLUMNS` of the environment says. Elsewhere `COLUMNS`
 * alone counts, by default 80.
 */
export function screenWidth(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  { COLUMNS = '' }: NodeJS.ProcessEnv,
): number {
  const wanted = /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : undefined
  const screen = (stream.isTTY && stream.columns) || undefined
  return Math.min(wanted ?? screen ?? USUAL_WIDTH, screen ?? Infinity)
}

export function styleFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = {}): Style {
  return {
    ...(stream.isTTY && stream.hasColors(256) ? COLOURED : PLAIN),
    get columns() {
      return screenWidth(stream, env)
    },
  }
}

const OWN_CODES = new RegExp(`\\u001b\\[${OWN};([\\d;]*m)`)

/** A line for the screen: the codes of our own colours, and everything else that a terminal would interpret written out. */
export function printable(line: string): string {
  return line
    .split(OWN_CODES)
    .map((part, i) => (i % 2 === 1 ? `\u001b[${part}` : visible(part)))
    .join('')
}

let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a reader counts them. Reading the tables of Unicode takes 13 ms, so only a text that needs them does. */
function characters(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

/** Latin letters, dashes, arrows and lines of boards and tables, one column each. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2190-\u2193\u2212\u2500-\u259f]*$/
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u
const EMOJI = /[\p{Emoji_Presentation}\ufe0f]/u

/** Columns a text takes on the screen. All our characters are one column wide; those of a title may take two, or none. */
export function width(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (NARROW.test(plain)) return plain.length
  let columns = 0
  for (const { segment } of characters(plain))
    columns += UNSEEN.test(segment) ? 0 : EMOJI.test(segment) ? 2 : eastAsianWidth(segment.codePointAt(0)!)
  return columns
}

/** A text that is too wide, without its colours and with "…" for the rest. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let [fitting, room] = ['', columns - 1]
  for (const { segment } of characters(stripVTControlCharacters(text))) {
    room -= width(segment)
    if (room < 0) break
    fitting += segment
  }
  return `${fitting}…`
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text))) + text
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}
