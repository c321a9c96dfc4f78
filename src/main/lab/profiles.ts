import type { Profile } from '../../core/contract/files'

/** The profiles that ship with the lab, by name. */
export function builtInProfiles(): readonly Profile[] {
  throw new Error('being written')
}

/** @throws {LabError} `NOT_FOUND`, naming the known profiles, or `BAD_FILE`. */
export function profileByNameOrFile(_nameOrPath: string): Profile {
  throw new Error('being written')
}
