/** The last resort of a lab that closes and cannot save its work: a file that the next start recovers. */
import { existsSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { LabError, type LabErrorData } from '../../../core/errors'
import { abridged } from '../../../core/quoted'
import type { Store } from '../../store/store'
import { isOwnFile, readPrivate, writePrivately } from '../../files/privateFile'
import { dateInName } from '../../files/dataContents'
import { makeRescue, MAX_RESCUE_CHARS, parseRescue, type Rescue } from './rescueFile'
import { isGone } from './recovery'
import type { UnsavedWork } from './unsavedWork'

const PREFIX = '2048-lab-rescued-'
/** Ending of a recovered file. */
const TAKEN = '.taken'
/** A copy of all data, by its name alone. */
const DATABASE = new RegExp(`^${PREFIX}[0-9A-Z]+-[0-9]+[.]db$`)
/** Maximum number of rescue files to read at one start. */
const MOST_READ = 100
/** Bytes to read at the beginning of a rescue file: the name of its data folder is among them. */
const HEAD_BYTES = 65_536

/** A rescue file that belongs to a data folder. */
export interface FoundRescue extends Rescue {
  readonly file: string
}

/**
 * Writes the work where there is room for it: in its data folder, otherwise in the home folder, otherwise among the temporary files. Does
 * not recreate a missing folder: its path may be the bare mount point of a disk. Only this user may read the file.
 * @param folder the data folder that it belongs to
 * @returns the path of the file
 * @throws {LabError} `BAD_FILE` if it cannot be written anywhere
 */
export async function writeRescue(work: UnsavedWork, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const text = await makeRescue(work, resolve(folder))
  const { database, problem } = work
  const first = database !== undefined ? dirname(database) : isGone(problem) ? undefined : folder
  return anywhere(placesFor(first, env), '.json', file => writePrivately(file, text))
}

/** A copy of data whose own files are gone. */
export interface RescuedDatabase {
  readonly file: string
  /** What it lacks, in words; absent: nothing. */
  readonly lost?: string
}

/** Copies what is still open or readable of data whose own files are gone. Does not touch their folder, which may be on a disk that comes back. */
export async function rescueDatabase(store: Pick<Store, 'copyOpenTo'>, env: NodeJS.ProcessEnv): Promise<RescuedDatabase> {
  let lost = ''
  const file = await anywhere(placesFor(undefined, env), '.db', async file => {
    writePrivately(file, '')
    lost = await store.copyOpenTo(file)
  })
  return { file, ...(lost !== '' && { lost }) }
}

/**
 * The rescue files of a data folder, oldest first. Unreadable ones stay unchanged, and are reported.
 * @param known files that were read before
 */
export async function findRescues(
  folder: string,
  env: NodeJS.ProcessEnv,
  known: readonly string[] = [],
): Promise<{ found: FoundRescue[]; problems: LabErrorData[] }> {
  const found: FoundRescue[] = []
  const problems: LabErrorData[] = []
  const files = rescuesOf(folder, env).filter(file => !known.includes(file))
  for (const file of files.slice(0, MOST_READ)) {
    try {
      const text = readPrivate(file, MAX_RESCUE_CHARS)
      const rescue = text === undefined ? undefined : await parseRescue(text, file)
      if (!rescue || !isSameFolder(rescue.folder, folder)) continue
      const { database } = rescue.work
      const copy = database === undefined ? undefined : ownCopy(database, file, env)
      if (database !== undefined && copy === undefined && existsSync(database)) problems.push(foreignCopy(database, file))
      found.push({ ...rescue, work: { ...rescue.work, database: copy }, file })
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      problems.push({ ...error.toData(), message: `Work of an earlier lab cannot be taken over: ${error.message}` })
    }
  }
  const more = files.length - MOST_READ
  if (more > 0)
    problems.push({
      code: 'BAD_FILE',
      message: `${more} more rescue files are read at the next start of the window or of lab serve.`,
    })
  return { found: found.sort((a, b) => (stampOf(a.file) < stampOf(b.file) ? -1 : 1)), problems }
}

/** Oldest first; files that do not name their folder come last. Reads only the beginning of each file. */
function rescuesOf(folder: string, env: NodeJS.ProcessEnv): string[] {
  const files = placesFor(folder, env)
    .flatMap(rescuesIn)
    .sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1))
  const owners = new Map(files.map(file => [file, ownerOf(file)]))
  const ours = files.filter(file => {
    const owner = owners.get(file)
    return owner && isSameFolder(owner, folder)
  })
  return [...ours, ...files.filter(file => owners.get(file) === null)]
}

/** @returns the data folder that a rescue file names, `null` if it is unreadable, `undefined` for a file that is not this user's */
function ownerOf(file: string): string | null | undefined {
  try {
    const head = readPrivate(file, MAX_RESCUE_CHARS, HEAD_BYTES)
    if (head === undefined) return undefined
    const [, folder] = /"folder":\s*("(?:[^"\\]|\\.)*")/.exec(head) ?? []
    return folder === undefined ? null : (JSON.parse(folder) as string)
  } catch {
    return null // reading all of it reports the fault
  }
}

/**
 * The copy of all data that a rescue file names. The stated path is not trusted, because any user can write one into a file. The copy must
 * be a file of this user, with a name that the lab gives to its copies, beside the rescue file or in another place for such files.
 */
function ownCopy(database: string, rescueFile: string, env: NodeJS.ProcessEnv): string | undefined {
  const name = basename(database)
  if (!DATABASE.test(name)) return undefined
  return placesFor(dirname(rescueFile), env)
    .map(place => join(place, name))
    .find(place => isOwnFile(place)) // find's own further arguments are no user
}

function foreignCopy(database: string, file: string): LabErrorData {
  const message = `${file} names ${abridged(database)} as a copy of all data, which is not a copy of this lab's beside it: it was left alone. If you know it, restore it in Settings, Data folder.`
  return { code: 'BAD_FILE', message, detail: { file } }
}

/** Marks files as recovered, once all their contents are saved. */
export function markTaken(files: readonly string[]): void {
  for (const file of files)
    try {
      renameSync(file, file + TAKEN)
    } catch {
      // it was removed meanwhile, or the disk is read-only: at worst it is recovered twice
    }
}

/** @param first absent: the data folder is gone, or not wanted */
function placesFor(first: string | undefined, env: NodeJS.ProcessEnv): string[] {
  const home = (process.platform !== 'win32' && env['HOME']) || homedir() // on Windows HOME is another program's
  const places = [...(first === undefined ? [] : [first]), home, env['TMPDIR'] || tmpdir()]
  return [...new Set(places.map(place => resolve(place)))].filter(place => existsSync(place))
}

async function anywhere(places: readonly string[], ending: string, write: (file: string) => unknown): Promise<string> {
  const date = dateInName()
  let last: unknown
  for (const place of places) {
    const file = join(place, `${PREFIX}${date}-${process.pid}${ending}`)
    try {
      await write(file)
      return file
    } catch (error) {
      last = error
    }
  }
  const why =
    last === undefined ? 'there is no data folder, no home folder and no folder for temporary files' : (last as Error).message
  throw new LabError('BAD_FILE', `What is unsaved cannot be written anywhere: ${why}`, undefined, { cause: last })
}

function rescuesIn(place: string): string[] {
  try {
    return readdirSync(place)
      .filter(name => name.startsWith(PREFIX) && name.endsWith('.json'))
      .map(name => join(place, name))
  } catch {
    return [] // an unreadable place has no files for us
  }
}

function isSameFolder(a: string, b: string): boolean {
  return real(a) === real(b)
}

function real(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}

/** Time of writing. */
function stampOf(file: string): string {
  return file.slice(file.lastIndexOf(PREFIX) + PREFIX.length)
}
