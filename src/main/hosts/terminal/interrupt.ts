import { EXIT } from './output'

/** A signal that Ctrl-C aborts, so that a command can end in order and show what is done. A second Ctrl-C ends at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(EXIT.interrupted))
    controller.abort()
  })
  return controller.signal
}
