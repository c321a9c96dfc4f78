/** A service of the lab: the calls that it answers, and its part of `hello`. */
import { LabError, type LabErrorData } from '../../../core/errors'
import type { LabEvents, Unsubscribe, CallName, HandlersOf, Hello } from '../../../core/contract/calls'

export interface Feature<Calls extends CallName = never, Said extends keyof Hello = never> {
  readonly handlers: HandlersOf<Calls>
  hello?(): Pick<Hello, Said>
}

/** All members of a union at once. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type Opened = Pick<Feature, 'handlers' | 'hello'>

export function handlersOf<F extends Opened>(features: readonly F[]): Merged<F['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Merged<F['handlers']>
}

type HelloOf<F extends Opened> = Merged<ReturnType<NonNullable<F['hello']>>>

export function helloOf<F extends Opened>(features: readonly F[]): HelloOf<F> {
  return Object.assign({}, ...features.map(feature => feature.hello?.())) as HelloOf<F>
}

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

/** A failure in the form for a page. A bug keeps its stack in our log; the page learns only that there was one. */
export function failureData(error: unknown, log: (bug: unknown) => void = console.error): LabErrorData {
  if (error instanceof LabError) return error.toData()
  log(error)
  return { code: 'INTERNAL', message: `A fault in the lab ended this job: ${String(error)}. Its log has the details.` }
}
