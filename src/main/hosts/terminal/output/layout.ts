/** Lines of text, put together so that they fit the screen. */
import { padEnd, padStart, width, type Style } from './style'

/** A space that no line is broken at, until `wrapped` turns it back. */
const NO_BREAK = '\u00a0'

/** Words that stay on one line, such as a command to copy: for `wrapped` and what uses it. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK)
}

/** Between a number and its unit or sign, and before a mark between two parts of a line. */
const INNER_SPACES = /(?<=\d) (?=(?:[µm]?s|min|h|%|pp|[kMGTPE])(?:\/s)?(?![\p{L}\d]))|(?<=[×±≤≥≈]) (?=[\d−])| (?=[·–…|](?: |$))/gu

/** Wraps at spaces, into lines of at most `room` columns; a longer word gets its own line. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.replaceAll(INNER_SPACES, NO_BREAK).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && width(last) + 1 + width(word) <= room) lines[lines.length - 1] = `${last} ${word}`
    else if (word !== '' || last === undefined) lines.push(word)
  }
  return lines.map(line => line.trimEnd().replaceAll(NO_BREAK, ' '))
}

/** A line with its indentation, wrapped where it is longer than `room`; the lines after the first are set in `hang` further. */
export function fitted(line: string, room: number, hang = 0): string[] {
  const [indent] = /^ */.exec(line)!
  const [first = '', ...others] = wrapped(line.slice(indent.length), room - indent.length)
  if (others.length === 0 || hang === 0) return [first, ...others].map(part => (indent + part).trimEnd())
  const rest = line.slice(indent.length).replaceAll(INNER_SPACES, NO_BREAK).slice(first.length).trimStart()
  return [indent + first, ...wrapped(rest, room - indent.length - hang).map(part => indent + ' '.repeat(hang) + part)]
}

/**
 * Rows of cells as aligned lines, two spaces apart, however wide.
 *
 * @param align `l` or `r` for each column, left or right; further columns are `r`
 */
export function columns(rows: readonly (readonly string[])[], align: string): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => width(row[column] ?? ''))))
  return rows.map(row =>
    row
      .map((cell, column) => (align[column] === 'l' ? padEnd : padStart)(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

interface TableForm {
  /** See `columns`. */
  readonly align: string
  readonly style: Style
  /** Columns of the lines at most; absent: those of a block. */
  readonly room?: number
  /** Indices of the columns that leave a too wide table first; the others follow from the right. */
  readonly lesser?: readonly number[]
}

/** Columns that a dropped cell is set in. */
const UNDER = 4

/**
 * Rows below their head, as in `columns`. If they are wider than `room`, the less important columns leave the table. Their cells
 * stand below each row as `name: value`.
 *
 * @param head names of the columns, all of them empty for a table without a head
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], form: TableForm): string[] {
  const { align, style, room = roomOf(style), lesser = [] } = form
  const places = head.map((_, place) => place)
  const empty = places.filter(place => rows.every(row => (row[place] ?? '') === ''))
  const leaving = [...new Set([...empty, ...lesser, ...places.toReversed()])]
  const isHeaded = head.some(name => name !== '')
  const linesOf = (fitting: readonly number[]) =>
    columns(
      [...(isHeaded ? [head.map(style.dim)] : []), ...rows].map(row => fitting.map(place => row[place] ?? '')),
      fitting.map(place => align[place] ?? 'r').join(''),
    )
  let fitting = places
  let lines = linesOf(fitting)
  for (const place of leaving) {
    if (fitting.length === 1 || lines.every(line => width(line) <= room)) break
    fitting = fitting.filter(each => each !== place)
    lines = linesOf(fitting)
  }
  const dropped = places.filter(place => !fitting.includes(place))
  const [only] = fitting
  if (fitting.length === 1 && dropped.length > 0) lines = rows.map(row => `${style.dim(head[only!]!)} ${row[only!] ?? ''}`.trim())
  const names = lines.slice(0, lines.length - rows.length)
  return [
    ...names.flatMap(line => fitted(line, room)),
    ...lines.slice(names.length).flatMap((line, i) => [
      ...fitted(line, room),
      ...under(
        dropped.flatMap(place => {
          const cell = rows[i]![place] ?? ''
          return cell === '' ? [] : [head[place] === '' ? cell : `${style.dim(`${head[place]!}:`)} ${cell}`]
        }),
        room,
      ),
    ]),
  ]
}

/** Lines with as many parts as fit, two spaces apart. */
function under(parts: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && width(last) + 2 + width(part) <= room - UNDER) lines[lines.length - 1] = `${last}  ${part}`
    else lines.push(part)
  }
  return lines.flatMap(line => fitted(' '.repeat(UNDER) + line, room, 2))
}

/** Fewest columns that a text is wrapped to beside its label. */
export const LEAST_BESIDE = 28

/** A label of `wide` columns, and its text beside it; below it where the room beside it is little. */
export function labelled(label: string, wide: number, text: string, room: number): string[] {
  const beside = room - wide - 2
  if (text === '') return [label.trimEnd()]
  const parts = wrapped(text, beside)
  if (width(label) <= wide && beside >= Math.min(LEAST_BESIDE, width(text)) && parts.every(part => width(part) <= beside))
    return parts.map((part, i) => padEnd(i === 0 ? label : '', wide + 2) + part)
  return [...(label === '' ? [] : [label]), ...wrapped(text, room - UNDER).map(part => ' '.repeat(UNDER) + part)]
}

/** Labels and their texts, one below the other. */
export function pairs(rows: readonly (readonly [label: string, text: string])[], room: number): string[] {
  const wide = Math.max(...rows.map(([label]) => width(label)))
  return rows.flatMap(([label, text]) => labelled(label, wide, text, room))
}

/** Columns that a panel beside a board needs, unless all its lines are shorter. */
const LEAST_PANEL = 32
/** Columns of the labels in a panel. */
const PANEL_LABEL = 7

/** Two blocks side by side, the right one from the top; below the left one where the room beside that is little. */
export function beside(left: readonly string[], right: readonly string[], room = Infinity, gap = 3): string[] {
  const wide = Math.max(...left.map(width))
  const rest = room - wide - gap
  const fits = rest >= Math.min(LEAST_PANEL, Math.max(...right.map(width)))
  const panel = right.flatMap(line => fitted(line, fits ? rest : room, line.startsWith(' ') ? 0 : PANEL_LABEL))
  if (!fits) return [...left, '', ...panel]
  const high = Math.max(left.length, panel.length)
  return Array.from({ length: high }, (_, i) => (padEnd(left[i] ?? '', wide + gap) + (panel[i] ?? '')).trimEnd())
}

/** A list without the entries whose condition is not met: `rows > 0 && 'some rows'`. */
export function present<T>(entries: readonly (T | false | null | undefined)[]): T[] {
  return entries.filter((entry): entry is T => entry !== false && entry !== null && entry !== undefined)
}

/** Lines for people, with space around them. */
export function block(lines: readonly string[]): string[] {
  return ['', ...indented(lines), '']
}

/** Columns before a line of a block. */
export const INDENT = 2

export function indented(lines: readonly string[]): string[] {
  return lines.map(line => (line === '' ? line : ' '.repeat(INDENT) + line))
}

/** Columns that a block has for its lines. */
export function roomOf({ columns: all }: Style): number {
  return all - INDENT
}
