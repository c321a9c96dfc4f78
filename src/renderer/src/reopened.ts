/** Passes a note to the reloaded page when the lab was closed and reopened. */
import type { Reopened } from '../../core/contract/calls'
import type { ScreenId } from './ui/shell/navigation'

const KEY = 'reopened'

interface Word {
  readonly event: Reopened
  /** The screen that was shown. */
  readonly screen: ScreenId
}

export function leaveWord(event: Reopened, screen: ScreenId): void {
  const word: Word = { event, screen }
  sessionStorage.setItem(KEY, JSON.stringify(word))
}

/** Reads and removes the note. */
export function takeWord(): Word | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Word)
}
