/** Preferences from the file in which earlier labs kept them. */
import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_PREFERENCES_BYTES, parsePreferences } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import type { Store } from '../store/store'
import { PREFERENCES } from './preferences'

const FILE = 'preferences.json'

/**
 * Takes the file into the store, unless that has preferences already, and keeps it as `.imported`; one that cannot be read is
 * set aside as `.damaged`. A kill on the way costs nothing: the next start does it again.
 *
 * @returns what is wrong with the file
 */
export async function importPreferences(folder: string, { settings }: Pick<Store, 'settings'>): Promise<LabError | undefined> {
  const file = join(folder, FILE)
  try {
    const preferences = parsePreferences(readBounded(file), file)
    if ((await settings.get(PREFERENCES)) === undefined) await settings.set(PREFERENCES, preferences)
    renameSync(file, `${file}.imported`)
    return undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof LabError && error.code === 'BAD_FILE') return setAside(file, error)
    if (error instanceof LabError) throw error
    return new LabError('BAD_FILE', `${file} cannot be taken over, so the usual preferences hold: ${(error as Error).message}`)
  }
}

function readBounded(file: string): string {
  const stat = statSync(file)
  if (!stat.isFile()) throw new LabError('BAD_FILE', `${file}: not a file`) // a device would never end
  if (stat.size > MAX_PREFERENCES_BYTES) throw new LabError('BAD_FILE', `${file}: ${stat.size} bytes are too many for this file`)
  return readFileSync(file, 'utf8')
}

/** Out of the way, where a person can still look at it. */
function setAside(file: string, { message }: LabError): LabError {
  const aside = `${file}.damaged`
  try {
    renameSync(file, aside)
  } catch (error) {
    return new LabError(
      'BAD_FILE',
      `${message}. The usual preferences hold, but the file cannot be set aside: ${(error as Error).message}`,
    )
  }
  return new LabError('BAD_FILE', `${message}. The usual preferences hold; the file was set aside as ${aside}.`)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
