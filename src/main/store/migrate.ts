import type { LabError } from '../../core/errors'
import { badStore, nothingOfOurs } from './failures'
import { orphansIn } from './soundness/orphans'
import { sealAll, setAllAside } from './soundness/reseal'
import type { Database } from './database'
import { forgetTables } from './fields'
import { MIGRATIONS, OLDEST_VERSION, SCHEMA_VERSION } from './migrations'

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
