import { EVENT_NAMES, type LabEvents, type Unsubscribe } from '../../../core/contract/calls'

type Listener<E extends keyof LabEvents> = (payload: LabEvents[E]) => void

/** The listeners to the lab's events. */
export interface LabListeners {
  on<E extends keyof LabEvents>(event: E, listener: Listener<E>): Unsubscribe
  emit<E extends keyof LabEvents>(event: E, payload: LabEvents[E]): void
}

export function createListeners(): LabListeners {
  const listeners = Object.fromEntries(EVENT_NAMES.map(event => [event, new Set()])) as unknown as {
    readonly [E in keyof LabEvents]: Set<Listener<E>>
  }
  return {
    on(event, listener) {
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    emit(event, payload) {
      for (const listener of listeners[event]) listener(payload)
    },
  }
}
