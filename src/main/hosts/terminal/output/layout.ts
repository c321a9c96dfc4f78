/** Lines of text, put together. */
import { padEnd, padStart, width } from './style'

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

/** Two blocks side by side, the right one from the top. */
export function beside(left: readonly string[], right: readonly string[], gap = 3): string[] {
  const wide = Math.max(...left.map(width))
  const high = Math.max(left.length, right.length)
  return Array.from({ length: high }, (_, i) => (padEnd(left[i] ?? '', wide + gap) + (right[i] ?? '')).trimEnd())
}

/** Lines for people, set off from what stands around them. */
export function block(lines: readonly string[]): string[] {
  return ['', ...indented(lines), '']
}

export function indented(lines: readonly string[]): string[] {
  return lines.map(line => (line === '' ? line : `  ${line}`))
}
