import type { LabEvents, Unsubscribe } from '../../../core/contract/calls'

/** The listeners to events, by name. */
export interface Listeners<Events> {
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
  emit<E extends keyof Events>(event: E, payload: Events[E]): void
}

/** The listeners to the lab's events. */
export type LabListeners = Listeners<LabEvents>

export function createListeners<Events = LabEvents>(): Listeners<Events> {
  const listeners = new Map<keyof Events, Set<(payload: never) => void>>()
  return {
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => void known.delete(listener)
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) (listener as (payload: unknown) => void)(payload)
    },
  }
}
