/**
 * Fails a test file that leaves something open: a timer, a thread, a child process, a socket, a listener of the process, or fake
 * timers. What ends by itself has a moment to do so.
 */
import { afterAll, expect, vi } from 'vitest'

/** How long what was closed may take to be gone. */
const PATIENCE_MS = 10_000

/** Kinds of `process.getActiveResourcesInfo()`: what keeps a process from ending. A thread is a port, as long as somebody listens to it. */
const KINDS = [
  'Timeout',
  'Immediate',
  'MessagePort',
  'ProcessWrap',
  'TCPServerWrap',
  'TCPSocketWrap',
  'FSEventWrap',
  'StatWatcher',
]
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'uncaughtExceptionMonitor', 'unhandledRejection', 'warning'] as const

/** By kind: more of it than before is a leak. */
function open(): Record<string, number> {
  const resources = process.getActiveResourcesInfo()
  return {
    ...Object.fromEntries(KINDS.map(kind => [kind, resources.filter(each => each === kind).length])),
    ...Object.fromEntries(EVENTS.map(event => [`listeners of ${event}`, process.listenerCount(event)])),
  }
}

const before = open()

function left(): string[] {
  return Object.entries(open()).flatMap(([kind, count]) => (count > before[kind]! ? [`${kind}: ${count - before[kind]!}`] : []))
}

// the hooks of a file run before those of its setup files
afterAll(async () => {
  const fake = vi.isFakeTimers()
  vi.useRealTimers()
  const until = performance.now() + PATIENCE_MS
  while (left().length > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 5).unref())
  expect([...left(), ...(fake ? ['fake timers'] : [])].join('; '), 'what this file leaves open').toBe('')
})
