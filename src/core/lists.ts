/** Splits a list into chunks of at most `size`, in order, because messages have a size limit. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** Turns rows into columns, for the given fields. */
export function columnsOf<Row, Field extends keyof Row>(rows: readonly Row[], ...fields: readonly Field[]) {
  return Object.fromEntries(fields.map(field => [field, rows.map(row => row[field])])) as { [F in Field]: Row[F][] }
}
