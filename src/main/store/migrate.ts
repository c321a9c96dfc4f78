import { badStore } from './failures'
import { Database } from './database'
import { MIGRATIONS, SCHEMA_VERSION } from './migrations'

/** "2048" in `application_id`: how a data file of the lab is told from any other database. */
const APPLICATION_ID = 0x32303438

/** @throws {LabError} `BAD_STORE` for a file that is not the lab's or comes from a newer lab. Reads only. */
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
  return version
}

/** Brings a file to a version, one step a transaction: a kill between two steps leaves a file of the version between. */
export function migrate(db: Database, target = SCHEMA_VERSION): void {
  db.exec(`PRAGMA foreign_keys = OFF`) // a step may rebuild a table that others refer to
  for (const { version, up } of MIGRATIONS.slice(db.pragma('user_version'), target))
    db.transaction(() => {
      up(db)
      const broken = db.all('PRAGMA foreign_key_check')
      if (broken.length > 0) throw new Error(`migration ${version} leaves ${broken.length} rows that refer to nothing`)
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
    })
  db.exec(`PRAGMA foreign_keys = ON`)
}

/** Whether a file of this version has the tables, indexes and checks of this version, and nothing besides, such as triggers. */
export function hasOurSchema(file: string): boolean {
  const [theirs, ours] = [new Database(file, 'read'), new Database(':memory:', 'write')]
  try {
    migrate(ours)
    const [a, b] = [theirs, ours].map(db => JSON.stringify(db.all('SELECT name, sql FROM sqlite_schema ORDER BY name')))
    return a === b
  } finally {
    theirs.close()
    ours.close()
  }
}
