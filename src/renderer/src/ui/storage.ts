/** The browser's storage, which may be forbidden, full or hold anything. Losing what is in here is never a failure. */

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null // forbidden, or not JSON: as if nothing were stored
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // forbidden or full: it holds for this session
  }
}
