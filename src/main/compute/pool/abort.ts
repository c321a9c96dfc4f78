/** Calls `act` once when the signal says so, at once if it has. @returns what takes the listener off again. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (!signal) return () => undefined
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
