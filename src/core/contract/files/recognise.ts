import { unreachable } from '../../errors'
import { isNewerVerse, isVerse } from '../../games/twenty48/verse'
import { isPlayLines } from './playLines'
import { PROFILE_FORMAT } from './profileFile'
import { REPLAY_FORMAT } from './replayFile'

/** The reader that a text is for: `parsePosition` for the first two, then `parseProfiles`, `parseReplay`, `ReplayLines`, `parsePlayLines`, `parseVerse` for the last two. */
export type TextFormat =
  'position' | 'saved game' | 'profiles' | 'replay' | 'replay lines' | 'play lines' | '2048verse' | 'newer 2048verse'

/** Longest text that may be a position. */
const MAX_POSITION = 10_000

/** Inside a string of the JSON the quotes would have backslashes. */
const FORMAT = /"format"\s*:\s*"([^"\\]{1,40})"/

/**
 * What a pasted text or a dropped file most likely is; `undefined` for nothing that the lab reads. One look over the text:
 * the reader of that format says whether, and where, something is wrong with it.
 */
export function recognise(text: string): TextFormat | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === '{' || first === '[') return recogniseJson(text)
  if (isVerse(text)) return '2048verse'
  if (isNewerVerse(text)) return 'newer 2048verse'
  return text.length <= MAX_POSITION && /^[0-9a-hA-H\s.,;|/_-]+$/.test(text) && /[^\s,;|/]/.test(text) ? 'position' : undefined
}

function recogniseJson(text: string): TextFormat | undefined {
  if (isPlayLines(text)) return 'play lines'
  const format = FORMAT.exec(text)?.[1]
  if (format === PROFILE_FORMAT) return 'profiles'
  if (format === REPLAY_FORMAT) return /\}[^\S\n]*\n\s*\{/.test(text) ? 'replay lines' : 'replay'
  return /"grid"\s*:/.test(text) ? 'saved game' : undefined
}

/** Where a text goes that is pasted or dropped on any screen. */
export type Destination = 'play' | 'replays' | 'profiles'

/** By one look, which a preview and an import share; `undefined` where no screen takes it. The reader there may still find fault with it. */
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
    case 'newer 2048verse':
      return 'replays'
    case 'profiles':
      return 'profiles'
    case undefined:
      return undefined
    default:
      return unreachable(format)
  }
}

/** The format that a JSON text says it has, for a message about one that no screen takes. */
export function statedFormat(text: string): string | undefined {
  return /^[\s\uFEFF]*[{[]/.test(text) ? FORMAT.exec(text)?.[1] : undefined
}
