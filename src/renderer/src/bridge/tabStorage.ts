/**
 * What this tab finds again after a reload: `sessionStorage`, which another tab or site cannot read. Where the browser blocks site data
 * or has no room for more, it is only remembered until the reload, and nothing fails.
 */
const remembered = new Map<string, string>()

export const tabStorage = {
  get(key: string): string | undefined {
    return remembered.get(key) ?? attempt(storage => storage.getItem(key)) ?? undefined
  },

  set(key: string, text: string): void {
    const isSaved = attempt(storage => (storage.setItem(key, text), true)) ?? false
    if (isSaved) remembered.delete(key)
    else {
      attempt(storage => storage.removeItem(key)) // an older text would come back with the reload
      remembered.set(key, text)
    }
  },

  remove(key: string): void {
    remembered.delete(key)
    attempt(storage => storage.removeItem(key))
  },
}

/** A blocked storage throws as soon as it is named; a full one when it is written; in some browsers and frames it is `null`. */
function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    const storage = window.sessionStorage as Storage | null
    return storage === null ? undefined : use(storage)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
