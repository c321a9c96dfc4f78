import { CHECKSUM, checksumOf, type StoredValue } from '../soundness/checksum'
import type { Database } from '../database'
import { tableInfo } from '../soundness/sealedTables'
import type { RawValue } from './records'

/** How the rows of a table are stored in the file. */
export interface Layout {
  readonly table: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Indices into `columns` of the values of a record. */
  readonly order: readonly number[]
  /** Index of the column that is the rowid, which records do not hold; -1 if the table has none. */
  readonly rowid: number
  readonly hasRowids: boolean
}

export function layoutOf(db: Database, table: string): Layout {
  const { columns, key, keyTypes } = tableInfo(db, table)
  const hasRowids = db.one(`SELECT wr FROM pragma_table_list WHERE name = $table`, { table })!['wr'] === 0
  const isAlias = hasRowids && keyTypes.join() === 'INTEGER'
  const places = columns.map((_, i) => i)
  const first = key.map(name => columns.indexOf(name))
  return {
    ...{ table, columns, key, hasRowids },
    order: hasRowids ? places : [...first, ...places.filter(place => !first.includes(place))],
    rowid: isAlias ? columns.indexOf(key[0]!) : -1,
  }
}

/** The values of a row in the order of `columns`; `undefined` if it is not a row of the table. */
export function rowOf(layout: Layout, record: readonly RawValue[], rowid: bigint | undefined): RawValue[] | undefined {
  if (layout.hasRowids !== (rowid !== undefined) || record.length !== layout.order.length) return undefined
  const row: RawValue[] = []
  record.forEach((value, i) => (row[layout.order[i]!] = value))
  if (layout.rowid >= 0) row[layout.rowid] = rowid!
  return row
}

/** Whether the row is exactly as it was stored. */
export function isSound(layout: Layout, row: readonly RawValue[]): boolean {
  const place = layout.columns.indexOf(CHECKSUM)
  const values = row.filter((_, i) => i !== place).map(asStored)
  return row[place] === checksumOf(layout.table, values)
}

const utf8 = new TextDecoder()

function asStored(value: RawValue): StoredValue {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value
  const end = value.text.indexOf(0)
  return utf8.decode(end < 0 ? value.text : value.text.subarray(0, end))
}
