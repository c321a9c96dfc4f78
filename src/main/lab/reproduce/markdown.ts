/** Tables of pages. */
import { numberText } from '../../../core/numberText'
import type { Interval } from '../../../core/stats/intervals'

/** A table with aligned columns. @param rows the head first, all of one length */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map(row => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join('\n')
}

export function whole(value: number): string {
  return numberText(value, 'integer')
}

export function wholes([low, high]: Interval): string {
  return `[${whole(low)} – ${whole(high)}]`
}

export function percent(share: number): string {
  return `${numberText(100 * share, 'integer')} %`
}

export function percents([low, high]: Interval): string {
  return `[${numberText(100 * low, 'integer')} – ${numberText(100 * high, 'integer')}]`
}
