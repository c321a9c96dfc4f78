import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '../../../core/contract/files'
import { readBuiltInProfile } from '../../../core/contract/files/builtInProfile'
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

function names(): string[] {
  const files = explainingFile(FOLDER, () => readdirSync(FOLDER)).filter(file => file.endsWith(ENDING))
  return files.map(file => file.slice(0, -ENDING.length)).sort()
}

function read(name: string): Profile {
  const file = join(FOLDER, name + ENDING)
  return explainingFile(file, () => readBuiltInProfile(readFileSync(file, 'utf8')))
}
