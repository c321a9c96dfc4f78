import { onScopeDispose, watch } from 'vue'
import type { LabEvents } from '../../../core/contract/calls'
import type { Lab } from './lab'

/** The events that make an answer outdated. */
export type Outdating<K> = { readonly [E in keyof LabEvents]?: (payload: LabEvents[E], key: K) => boolean }

/** Compares keys by value; those of several parts, part by part. */
export function sameKey(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((part, i) => Object.is(part, other[i]))
}

/** Calls back when an answer may be outdated: after an event, or after a reconnect, which may have lost one. */
export function whenOutdated<K>(lab: Lab, about: () => K | undefined, events: Outdating<K>, outdated: () => void): void {
  watch(lab.connected, up => up && outdated())
  for (const [event, touches] of Object.entries(events) as [keyof LabEvents, (payload: unknown, key: K) => boolean][])
    onScopeDispose(
      lab.on(event, payload => {
        const key = about()
        if (key !== undefined && touches(payload, key)) outdated()
      }),
    )
}

/**
 * Runs `act` at most once per `ms` milliseconds, the first time immediately.
 * @returns `soon` runs it as soon as allowed; `cancel` drops a pending run
 */
export function paced(ms: number, act: () => void): { soon(): void; cancel(): void } {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const run = () => {
    cancel()
    last = performance.now()
    act()
  }
  onScopeDispose(cancel)
  return {
    soon() {
      const wait = last + ms - performance.now()
      if (wait <= 0) run()
      else timer ??= setTimeout(run, wait)
    },
    cancel,
  }
}
