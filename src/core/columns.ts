/** Turns rows into columns, for the given fields. */
export function columnsOf<Row, Field extends keyof Row>(rows: readonly Row[], ...fields: readonly Field[]) {
  return Object.fromEntries(fields.map(field => [field, rows.map(row => row[field])])) as { [F in Field]: Row[F][] }
}
