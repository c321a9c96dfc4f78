/** A page that loads itself anew, because the lab was closed and opened again, leaves word of it to its successor. */
import type { Reopened } from '../../core/contract/calls'
import type { ScreenId } from './ui/shell/navigation'

const KEY = 'reopened'

interface Word {
  readonly event: Reopened
  /** That was shown. */
  readonly screen: ScreenId
}

export function leaveWord(event: Reopened, screen: ScreenId): void {
  const word: Word = { event, screen }
  sessionStorage.setItem(KEY, JSON.stringify(word))
}

/** Once: it is forgotten then. */
export function takeWord(): Word | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Word)
}
