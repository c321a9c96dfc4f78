/** Lines of text, put together. */
import { padEnd, padStart, width, type Style } from './style'

/** Rows of cells as aligned lines, two spaces apart; the first column to the left, numbers to the right. */
export function columns(rows: readonly (readonly string[])[], align: readonly ('left' | 'right')[]): string[] {
  const widths = align.map((_, column) => Math.max(...rows.map(row => width(row[column] ?? ''))))
  return rows.map(row =>
    row
      .map((cell, column) => (align[column] === 'left' ? padEnd : padStart)(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Columns of the screen; 80 if the output is not a screen, or its width is unknown. */
export function screenWidth(stream: NodeJS.WriteStream): number {
  return (stream.isTTY && stream.columns) || 80
}

/** Wraps at spaces, into lines of at most `room` columns; a longer word gets its own line. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && width(last) + 1 + width(word) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Rows below their head, as in `columns`; if they are wider than `room`, a block per row with one line per cell. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { align, room, style }: { readonly align: readonly ('left' | 'right')[]; readonly room: number; readonly style: Style },
): string[] {
  const lines = columns([head.map(style.dim), ...rows], align)
  if (lines.every(line => width(line) <= room)) return lines
  const wide = Math.max(...head.slice(1).map(width))
  return rows.flatMap(([title = '', ...cells]) => [
    ...wrapped(title, room),
    ...cells.flatMap((cell, i) =>
      cell === ''
        ? []
        : wrapped(cell, room - wide - 4).map(
            (part, line) => `  ${style.dim(padEnd(line === 0 ? head[i + 1]! : '', wide))}  ${part}`,
          ),
    ),
  ])
}

/** Two blocks side by side, the right one from the top. */
export function beside(left: readonly string[], right: readonly string[], gap = 3): string[] {
  const wide = Math.max(...left.map(width))
  const high = Math.max(left.length, right.length)
  return Array.from({ length: high }, (_, i) => (padEnd(left[i] ?? '', wide + gap) + (right[i] ?? '')).trimEnd())
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
