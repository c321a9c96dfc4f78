import { CHECKSUM, checksumOf, type StoredValue } from '../soundness/checksum'
import { Database, IN_MEMORY } from '../database'
import { migrate } from '../migrate'
import { MIGRATIONS } from '../migrations'
import type { RawValue } from './records'

/** How the rows of a table lie in the file. */
export interface Layout {
  readonly table: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Of the values of a record, their places among `columns`. */
  readonly order: readonly number[]
  /** Place of the column that is the rowid, which no record holds; -1 where the table has none. */
  readonly rowid: number
  readonly hasRowids: boolean
}

/** What a version of the lab makes. */
export interface Schema {
  readonly version: number
  /** By name, what made it; without white space. */
  readonly sql: ReadonlyMap<string, string>
  readonly layouts: ReadonlyMap<string, Layout>
}

const known = new Map<number, Schema>()

function schemaOfVersion(version: number): Schema {
  const before = known.get(version)
  if (before) return before
  const schema = makeSchema(version)
  known.set(version, schema)
  return schema
}

function makeSchema(version: number): Schema {
  const db = new Database(IN_MEMORY, 'write')
  try {
    migrate(db, version)
    const objects = db.all(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid`)
    const tables = objects
      .filter(({ type, name }) => type === 'table' && !(name as string).startsWith('sqlite_'))
      .map(({ name }) => layoutOf(db, name as string))
    return {
      version,
      sql: new Map(objects.map(({ name, sql }) => [name as string, bare(sql as string)])),
      layouts: new Map(tables.map(layout => [layout.table, layout])),
    }
  } finally {
    db.close()
  }
}

function bare(sql: string): string {
  return sql.replaceAll(/\s+/g, '')
}

/**
 * The version whose tables these are, whatever the header says: it may be damaged too.
 *
 * @param objects by name, what made each
 * @param said by the header
 */
export function schemaOf(objects: ReadonlyMap<string, string>, said: number): Schema {
  const score = ({ version, sql: ours }: Schema) =>
    [...objects].filter(([name, sql]) => ours.get(name) === bare(sql)).length + (version === said ? 0.5 : 0)
  const schemas = MIGRATIONS.map(({ version }) => schemaOfVersion(version))
  return schemas.reduce((best, each) => (score(each) >= score(best) ? each : best))
}

function layoutOf(db: Database, table: string): Layout {
  const info = db.all(`SELECT name, type, pk FROM pragma_table_info($table) ORDER BY cid`, { table })
  const columns = info.map(({ name }) => name as string)
  const keyed = info.filter(({ pk }) => (pk as number) > 0).sort((a, b) => (a['pk'] as number) - (b['pk'] as number))
  const key = keyed.map(({ name }) => name as string)
  const hasRowids = db.one(`SELECT wr FROM pragma_table_list WHERE name = $table`, { table })!['wr'] === 0
  const isAlias = hasRowids && keyed.length === 1 && keyed[0]!['type'] === 'INTEGER'
  const places = columns.map((_, i) => i)
  const first = key.map(name => columns.indexOf(name))
  return {
    ...{ table, columns, key, hasRowids },
    order: hasRowids ? places : [...first, ...places.filter(place => !first.includes(place))],
    rowid: isAlias ? columns.indexOf(key[0]!) : -1,
  }
}

/** The values of a row in the order of `columns`. `undefined` where it is no row of the table. */
export function rowOf(layout: Layout, record: readonly RawValue[], rowid: bigint | undefined): RawValue[] | undefined {
  if (layout.hasRowids !== (rowid !== undefined) || record.length !== layout.order.length) return undefined
  const row: RawValue[] = []
  record.forEach((value, i) => (row[layout.order[i]!] = value))
  if (layout.rowid >= 0) row[layout.rowid] = rowid!
  return row
}

/** Whether the row is exactly what was stored. */
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
