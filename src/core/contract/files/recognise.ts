import { unreachable } from '../../errors'
import { looksLikeCells } from '../../games/twenty48/cellText'
import { isVerse } from '../../games/twenty48/verse'
import { isPlayLines } from './playLines'
import { PROFILE_FORMAT } from './profileFile'
import { REPLAY_FORMAT } from './replayFile'
import { holdsSharedText, SHARED_FORMAT } from './sharedFile'
import { STUDY_FORMAT } from './studyFile'

/**
 * The format of a text, or of the text that the beginning of a file has. Its reader is `parsePosition` for the first two, then
 * `parseProfiles`, `parseReplay`, `ReplayLines`, `parsePlayLines`, `parseVerse`, `TraceFileReader`, `parseShared` and `parseStudy`.
 */
export type TextFormat =
  | 'position'
  | 'saved game'
  | 'profiles'
  | 'replay'
  | 'replay lines'
  | 'play lines'
  | '2048verse'
  | 'trace'
  | 'shared place'
  | 'study'

/** Begins the file of a recorded search tree. */
export const TRACE_MAGIC = 'LABTRACE'

/** Longest text that may be a position. */
const MAX_POSITION = 10_000

/** Inside a JSON string the quotes would have backslashes. */
const FORMAT = /"format"\s*:\s*"([^"\\]{1,40})"/

/**
 * The likely format of a pasted text or a dropped file; `undefined` if the lab does not read it. A single pass over the text; the reader of
 * that format checks it and reports faults.
 */
export function recognise(text: string): TextFormat | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (/^[{[]$/.test(first ?? '') && recogniseJson(text)) return recogniseJson(text)
  if (text.startsWith(TRACE_MAGIC)) return 'trace'
  if (holdsSharedText(text)) return 'shared place'
  if (isVerse(text)) return '2048verse'
  return text.length <= MAX_POSITION && looksLikeCells(text) ? 'position' : undefined
}

function recogniseJson(text: string): TextFormat | undefined {
  if (isPlayLines(text)) return 'play lines'
  const format = FORMAT.exec(text)?.[1]
  if (format === PROFILE_FORMAT) return 'profiles'
  if (format === REPLAY_FORMAT) return /\}[^\S\n]*\n\s*\{/.test(text) ? 'replay lines' : 'replay'
  if (format === SHARED_FORMAT) return 'shared place'
  if (format === STUDY_FORMAT) return 'study'
  return /"grid"\s*:/.test(text) ? 'saved game' : undefined
}

/** The screen that receives a text pasted or dropped on any screen, or what names its own screen, or is shown on any. */
export type Destination = 'play' | 'replays' | 'profiles' | 'tree' | 'shared' | 'study'

/**
 * The screen for a text by a quick check, which a preview and an import share; `undefined` if no screen reads it. The reader may still
 * report faults.
 */
export function destinationOf(text: string): Destination | undefined {
  const format = recognise(text)
  switch (format) {
    case 'position':
    case 'saved game':
      return 'play'
    case 'replay':
    case 'replay lines':
    case 'play lines':
    case '2048verse':
      return 'replays'
    case 'profiles':
      return 'profiles'
    case 'trace':
      return 'tree'
    case 'shared place':
      return 'shared'
    case 'study':
      return format
    case undefined:
      return undefined
    default:
      return unreachable(format)
  }
}

/** The format that a JSON text names, for a message about a text that no screen reads. */
export function statedFormat(text: string): string | undefined {
  return /^[\s\uFEFF]*[{[]/.test(text) ? FORMAT.exec(text)?.[1] : undefined
}
