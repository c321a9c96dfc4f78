/** Profiles by name. Short commands load this file, so it loads no shapes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '../../../core/contract/files'
import { readBuiltInProfile } from '../../../core/contract/files/builtInProfile'
import { didYouMean } from '../../../core/quoted'
import { LabError } from '../../../core/errors'
import { explainingFile } from '../../files/fileProblem'
import { INSTALLATION } from '../../installation'

const FOLDER = join(INSTALLATION, 'resources', 'profiles')
/** A file is named after its profile. */
const ENDING = '.json'

/** The profiles that ship with the lab, by name. @throws {LabError} `BAD_FILE` */
export function builtInProfiles(): readonly Profile[] {
  return names().map(read)
}

/** One of `builtInProfiles`. */
export function builtInProfile(name: string): Profile | undefined {
  return names().includes(name) ? read(name) : undefined
}

/** @throws {LabError} `NOT_FOUND`, naming the known profiles */
export function profileByName<P extends Pick<Profile, 'name'>>(wanted: string, known: readonly P[]): P {
  const profile = known.find(({ name }) => name === wanted)
  if (profile) return profile
  const names = known.map(({ name }) => name)
  throw new LabError(
    'NOT_FOUND',
    `There is no profile "${wanted}"${didYouMean(wanted, names)}. Known are ${names.join(', ')}; a file needs its path, like ./mine.json.`,
  )
}

function names(): string[] {
  const files = explainingFile(FOLDER, () => readdirSync(FOLDER)).filter(file => file.endsWith(ENDING))
  return files.map(file => file.slice(0, -ENDING.length)).sort()
}

function read(name: string): Profile {
  const file = join(FOLDER, name + ENDING)
  return explainingFile(file, () => readBuiltInProfile(readFileSync(file, 'utf8')))
}
