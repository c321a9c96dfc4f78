import { constants } from 'node:os'
import { lostOutputCode, outputLost } from './output'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first that came. */
let received: (typeof SIGNALS)[number] | undefined

/**
 * A signal that Ctrl-C, `kill` and a terminal that closes abort, so that a command can end in order and show what is done.
 * Another Ctrl-C ends at once; the others are often sent twice, as by a shell to the jobs of its terminal. An output that is lost
 * aborts it too.
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

/** What shells report of a process that a signal ended; that of Ctrl-C where something else than its output cancelled the work. */
export function interruptedCode(): number {
  if (!received && outputLost.aborted) return lostOutputCode()
  return 128 + constants.signals[received ?? 'SIGINT']
}
