import { readFileSync } from 'node:fs'
import { parseProfile, type Profile } from '../../src/core/contract/files'

const read = (name: string): Profile =>
  parseProfile(readFileSync(new URL(`../../resources/profiles/${name}.json`, import.meta.url), 'utf8'), `${name}.json`)

export const builtInProfiles = { thesis: read('thesis'), power: read('power') }
