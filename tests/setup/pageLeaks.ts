/**
 * Counts and unmounts what a test mounted, and empties the storage of its tab. Fails a test file that leaves something behind all the
 * same: a listener on the window or the document, or fake timers.
 */
import { config } from '@vue/test-utils'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { unmountAll } from '../renderer/helpers'
import { count } from './counts'

config.global.plugins = [() => count('screens')]

interface Listener {
  readonly type: string
  readonly listener: unknown
  readonly capture: boolean
}

const heard = new Map<EventTarget, Listener[]>([
  [window, []],
  [document, []],
])
const restore = [...heard].map(([target, listeners]) => watch(target, listeners))

/** Notes which listeners a target has. @returns what ends that */
function watch(target: EventTarget, listeners: Listener[]): () => void {
  const { addEventListener, removeEventListener } = target
  const captures = (options: boolean | AddEventListenerOptions | undefined) =>
    typeof options === 'object' ? options.capture === true : options === true
  const placeOf = (type: string, listener: unknown, capture: boolean) =>
    listeners.findIndex(each => each.type === type && each.listener === listener && each.capture === capture)
  target.addEventListener = (type: string, listener: never, options?: boolean | AddEventListenerOptions) => {
    const signal = typeof options === 'object' ? options.signal : undefined
    if (placeOf(type, listener, captures(options)) < 0 && !(typeof options === 'object' && options.once)) {
      listeners.push({ type, listener, capture: captures(options) })
      signal?.addEventListener('abort', () => forget(type, listener, captures(options)))
    }
    addEventListener.call(target, type, listener, options)
  }
  target.removeEventListener = (type: string, listener: never, options?: boolean | AddEventListenerOptions) => {
    forget(type, listener, captures(options))
    removeEventListener.call(target, type, listener, options)
  }
  function forget(type: string, listener: unknown, capture: boolean): void {
    const place = placeOf(type, listener, capture)
    if (place >= 0) listeners.splice(place, 1)
  }
  return () => Object.assign(target, { addEventListener, removeEventListener })
}

const NAMES = new Map<EventTarget, string>([
  [window, 'window'],
  [document, 'document'],
])

// the hooks of a file run before those of its setup files
afterEach(() => {
  unmountAll()
  sessionStorage.clear()
})
afterAll(() => {
  const fake = vi.isFakeTimers()
  vi.useRealTimers()
  for (const each of restore) each()
  const listeners = [...heard].flatMap(([target, left]) =>
    left.map(({ type }) => `a listener of ${type} on the ${NAMES.get(target)}`),
  )
  expect([...listeners, ...(fake ? ['fake timers'] : [])].join('; '), 'what this file leaves behind').toBe('')
})
