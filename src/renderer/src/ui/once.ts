/** The same work, which is not begun again until it is done: a second Enter, or the other of two clicks, asks for nothing more. */
export function once<A extends readonly unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | undefined
  return (...args) => (running ??= work(...args).finally(() => (running = undefined)))
}
