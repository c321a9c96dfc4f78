/** The schema that a version of the lab creates, and how a file differs from it. */
import { badStore, SALVAGE } from './failures'
import { IN_MEMORY, withDatabase, type Database } from './database'
import { COMPANIONS, COMPANIONS_TABLE } from './files/companions'
import { migrate } from './migrate'
import { sealedTables, type SealedTable } from './soundness/sealedTables'

/** The schema that a version of the lab creates. */
export interface Schema {
  readonly version: number
  readonly objects: SchemaObjects
  readonly tables: readonly SealedTable[]
}

/** By type and name, as `schemaObject` writes them. */
export type SchemaObjects = ReadonlyMap<string, string>

/**
 * Refuses a file whose tables, indexes and checks are not those of its version, or that has other objects, such as a trigger: it
 * would run in the lab's own thread.
 * @throws {LabError} `BAD_STORE` that names foreign, missing or changed objects
 */
export function checkSchema(db: Database, version: number): void {
  const alterations = schemaAlterations(db, version)
  if (alterations !== undefined)
    throw badStore('altered', db.file, `${db.file} ${alterations}. It was left as it is: ${SALVAGE}.`)
}

/** Foreign, missing or changed objects of a file, as the end of a sentence that begins with the file; `undefined` for none. */
export function schemaAlterations(db: Database, version: number): string | undefined {
  const differences = schemaDifferences(db, version)
  return differences.length === 0 ? undefined : `is not built as the lab builds it: ${differences.join(', ')}`
}

/** Lists objects by name. */
const MOST_NAMED = 5

function schemaDifferences(db: Database, version: number): string[] {
  const [theirs, ours] = [new Map(objectsIn(db)), schemaOf(version).objects]
  const [companions, ownSql] = schemaObject(['table', COMPANIONS, COMPANIONS, COMPANIONS_TABLE])
  if (theirs.get(companions) === ownSql) theirs.delete(companions) // this is a copy
  const differences = [
    ...[...theirs.keys()].filter(name => !ours.has(name)).map(name => `the ${name} is not the lab's`),
    ...[...ours.keys()].filter(name => !theirs.has(name)).map(name => `the ${name} is missing`),
    ...[...ours].filter(([name, sql]) => theirs.has(name) && theirs.get(name) !== sql).map(([name]) => `the ${name} is changed`),
  ]
  const more = differences.length - MOST_NAMED
  return more <= 0 ? differences : [...differences.slice(0, MOST_NAMED), `and ${more} more`]
}

const known = new Map<number, Schema>()

export function schemaOf(version: number): Schema {
  const schema = known.get(version) ?? withDatabase(IN_MEMORY, 'write', db => makeSchema(db, version))
  known.set(version, schema)
  return schema
}

function makeSchema(db: Database, version: number): Schema {
  migrate(db, version)
  return { version, objects: objectsIn(db), tables: sealedTables(db) }
}

/** SQLite's own tables; other programs cannot create them. */
const IS_OURS = `name NOT LIKE 'sqlite~_%' ESCAPE '~'`

export function objectsIn(db: Database): SchemaObjects {
  const rows = db.all(`SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE ${IS_OURS} ORDER BY type, name`)
  return new Map(rows.map(({ type, name, tbl_name, sql }) => schemaObject([type, name, tbl_name, sql] as string[])))
}

/** The compared form of an object: its name and its SQL, without differences in white space. */
function schemaObject([type, name, table, sql]: readonly string[]): [name: string, sql: string] {
  return [`${type} "${name}"`, `${table} ${sql!.replaceAll(/\s+/g, ' ').trim()}`]
}
