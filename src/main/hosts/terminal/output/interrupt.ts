import { constants } from 'node:os'
import { lostOutputCode, outputLost } from './output'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first signal received. */
let received: (typeof SIGNALS)[number] | undefined

/**
 * An abort signal for Ctrl-C, `kill` and a closed terminal, so that a command can end in order and show its results so far. A second Ctrl-C
 * ends it immediately; the other signals are often sent twice, as by a shell to the jobs of its terminal. A lost output aborts it too.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of SIGNALS)
    process.on(name, () => {
      if (received && name === 'SIGINT') process.exit(interruptedCode())
      received ??= name
      controller.abort()
    })
  return AbortSignal.any([controller.signal, outputLost])
}

/** The exit code that shells report after a signal; that of Ctrl-C if the work was cancelled for another reason than its output. */
export function interruptedCode(): number {
  if (!received && outputLost.aborted) return lostOutputCode()
  return 128 + constants.signals[received ?? 'SIGINT']
}
