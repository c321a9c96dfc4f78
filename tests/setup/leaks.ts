/**
 * Fails a test file that leaves something open: what a scope of the lab owns, which it names; a timer, a thread, a child process, a
 * socket, a listener of the process, or fake timers. What ends by itself has a moment to do so.
 */
import { afterAll, expect, vi } from 'vitest'
import { leftOpen } from './scopes'

/** How long what was closed may take to be gone. */
const PATIENCE_MS = 10_000

/** Kinds of `process.getActiveResourcesInfo()`: what keeps a process from ending. A thread is a port, as long as somebody listens to it. */
const KINDS = ['Immediate', 'MessagePort', 'ProcessWrap', 'TCPServerWrap', 'TCPSocketWrap', 'FSEventWrap', 'StatWatcher']
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'uncaughtExceptionMonitor', 'unhandledRejection', 'warning'] as const

/** By kind: more of it than before is a leak. */
function open(): Record<string, number> {
  const resources = process.getActiveResourcesInfo()
  const owned: Record<string, number> = {}
  for (const name of leftOpen()) owned[`in the scope ${name}`] = (owned[`in the scope ${name}`] ?? 0) + 1
  return {
    ...owned,
    ...Object.fromEntries(KINDS.map(kind => [kind, resources.filter(each => each === kind).length])),
    ...Object.fromEntries(EVENTS.map(event => [`listeners of ${event}`, process.listenerCount(event)])),
  }
}

/** Timers of this process and where they began. One map, although the files of a worker without isolation each load this module. */
const timers: Map<NodeJS.Timeout, Error> = ((globalThis as { labTimers?: typeof timers }).labTimers ??= watchTimers())

function watchTimers(): typeof timers {
  const begun: typeof timers = new Map()
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const begin = globalThis[name] as (...args: unknown[]) => NodeJS.Timeout
    const watched = (...args: unknown[]): NodeJS.Timeout => {
      const timer = begin(...args)
      begun.set(timer, new Error(name))
      return timer
    }
    globalThis[name] = Object.assign(watched, begin) as never
  }
  return begun
}

/** Those that keep a process from ending. `_destroyed` is Node's own, and the only sign of a timer that has ended. */
function openTimers(): NodeJS.Timeout[] {
  for (const timer of timers.keys()) if (!timer.hasRef() || (timer as { _destroyed?: boolean })._destroyed) timers.delete(timer)
  return [...timers.keys()]
}

const before = open()
const timersBefore = new Set(openTimers())

function left(): string[] {
  return [
    ...Object.entries(open()).flatMap(([kind, count]) => {
      const more = count - (before[kind] ?? 0)
      return more > 0 ? [`${kind}: ${more}`] : []
    }),
    ...openTimers().flatMap(timer => (timersBefore.has(timer) ? [] : [`a timer that began here: ${timers.get(timer)!.stack}`])),
  ]
}

// the hooks of a file run before those of its setup files
afterAll(async () => {
  const fake = vi.isFakeTimers()
  vi.useRealTimers()
  const until = performance.now() + PATIENCE_MS
  while (left().length > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 5).unref())
  expect([...left(), ...(fake ? ['fake timers'] : [])].join('; '), 'what this file leaves open').toBe('')
})
