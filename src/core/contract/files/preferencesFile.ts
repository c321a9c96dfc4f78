/** The file in which earlier labs kept preferences; the store has them now. */
import { z } from 'zod'
import { DEFAULT_PREFERENCES, PREFERENCE_FIELDS, type Preferences } from '../preferences'
import { parseShape } from '../shapes'
import { parseJson, refuseNewer } from './json'

const PREFERENCES_VERSION = 1
const PREFERENCES_FORMAT = '2048-lab-preferences'
/** Largest file of preferences that is read, in bytes; they took about 200. */
export const MAX_PREFERENCES_BYTES = 100_000

/** A field that this lab does not know is let go. */
const preferencesFileShape = z.object({
  format: z.literal(PREFERENCES_FORMAT),
  version: z.literal(PREFERENCES_VERSION),
  ...PREFERENCE_FIELDS,
})

/** What the file does not say is as usual. @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parsePreferences(text: string, fileName: string): Preferences {
  const data = parseJson(text, fileName, MAX_PREFERENCES_BYTES)
  refuseNewer(data, PREFERENCES_FORMAT, PREFERENCES_VERSION, fileName)
  const { format: _format, version: _version, ...said } = parseShape(preferencesFileShape, data, fileName, 'BAD_FILE')
  return { ...DEFAULT_PREFERENCES, ...said }
}
