import type { LabError } from '../../core/errors'
import { SALVAGE, badStore, nothingOfOurs } from './failures'
import { orphansIn } from './soundness/soundness'
import { sealAll, setAllAside } from './soundness/setAside'
import { type Database, IN_MEMORY, withDatabase } from './database'
import { forgetTables } from './fields'
import { MIGRATIONS, OLDEST_VERSION, SCHEMA_VERSION } from './migrations'
import { COMPANIONS, COMPANIONS_TABLE } from './files/companions'
import { sealedTables, type SealedTable } from './soundness/sealedTables'

/** "2048" in `application_id` identifies a data file of the lab. */
export const APPLICATION_ID = 0x32303438

/** Reads only. @throws {LabError} `BAD_STORE` for a file that is not the lab's, or of a version that this lab cannot read. */
export function checkVersion(db: Database): number {
  const [id, version] = [db.pragma('application_id'), db.pragma('user_version')]
  if (id !== APPLICATION_ID || version < 1)
    throw badStore(
      'foreign',
      db.file,
      `${db.file} is a database of another program. It was left as it is: move it away, or name another folder with --home FOLDER.`,
    )
  if (version > SCHEMA_VERSION)
    throw badStore(
      'newer',
      db.file,
      `${db.file} was written by a newer lab (version ${version}; this one reads up to ${SCHEMA_VERSION}). It was left as it is: update the lab, or use another folder with --home FOLDER.`,
    )
  if (version < OLDEST_VERSION) throw ofEarlierLab(db.file, version)
  return version
}

function ofEarlierLab(file: string, version: number): LabError {
  return badStore(
    'older',
    file,
    `${file} was made by an earlier lab, which was never released (version ${version}; this one reads from version ${OLDEST_VERSION} on). It was left as it is: move it away, or use another folder with --home FOLDER. Games and profiles that the earlier lab exported can be imported.`,
  )
}

/** Why nothing in a file can be read. @param version from its header; 0 if the header is not the lab's */
export function nothingToRead(file: string, version: number): LabError {
  return version >= 1 && version < OLDEST_VERSION ? ofEarlierLab(file, version) : nothingOfOurs(file)
}

/**
 * Migrates a file to a version, one step per transaction: a kill between two steps leaves a valid file of the version between.
 */
export function migrate(db: Database, target = SCHEMA_VERSION): void {
  const from = db.pragma('user_version')
  const steps = MIGRATIONS.filter(({ version }) => version > from && version <= target)
  if (steps.length === 0) return
  db.exec(`PRAGMA foreign_keys = OFF`) // a step may rebuild a table that others refer to
  setAllAside(db) // otherwise a new checksum would cover damaged values
  for (const { version, up } of steps)
    db.transaction(() => {
      up(db)
      forgetTables(db)
      sealAll(db)
      const broken = orphansIn(db).length
      if (broken > 0) throw new Error(`migration ${version} leaves ${broken} rows that refer to nothing`)
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
    })
  db.exec(`PRAGMA foreign_keys = ON`)
}

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

/** Objects that a refusal names; it counts the others. */
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
