/** Passes a note to the reloaded page when the lab was closed and reopened. */
import type { Reopened } from '../../core/contract/calls'
import { tabStorage } from './bridge/tabStorage'
import type { ScreenId } from './ui/shell/navigation'

const KEY = 'reopened'

interface Word {
  readonly event: Reopened
  /** The screen that was shown. */
  readonly screen: ScreenId
}

export function leaveWord(event: Reopened, screen: ScreenId): void {
  const word: Word = { event, screen }
  tabStorage.set(KEY, JSON.stringify(word))
}

/** Reads and removes the note. */
export function takeWord(): Word | undefined {
  const text = tabStorage.get(KEY)
  tabStorage.remove(KEY)
  return text === undefined ? undefined : (JSON.parse(text) as Word)
}
