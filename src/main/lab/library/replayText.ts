import type { ExportForm } from '../../../core/contract/calls'
import { replayPieces } from '../../../core/contract/files'
import { unreachable } from '../../../core/errors'
import type { Replay } from '../../../core/games/twenty48/replay'
import { makeVerse } from '../../../core/games/twenty48/verse'
import { paced } from '../ground/paced'

/** A replay in a form that the lab can read. @throws {LabError} `BAD_REQUEST` if the form cannot express it; `CANCELLED` */
export async function replayText(replay: Replay, form: ExportForm, signal?: AbortSignal): Promise<string> {
  switch (form) {
    case 'json':
    case 'line':
      return paced(joined(replayPieces(replay, form === 'json' ? 1 : 0)), signal)
    case 'verse':
      return makeVerse(replay) + '\n'
    case 'verse-newer':
      return makeVerse(replay, 'newer') + '\n'
    default:
      return unreachable(form)
  }
}

function* joined(pieces: Iterable<string>): Generator<unknown, string> {
  const all: string[] = []
  for (const piece of pieces) {
    all.push(piece)
    yield
  }
  return all.join('')
}
