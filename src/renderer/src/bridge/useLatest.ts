import { type ShallowRef, onScopeDispose, shallowRef, watch } from 'vue'
import type { LabError } from '../../../core/errors'
import { guarded, type Ask, type OnFailure } from './guarded'
import { type Lab, useLab } from './lab'
import type { LabEvents } from '../../../core/contract/calls'

/** A question to the lab and when to ask it. */
export interface Question<K, T> {
  /**
   * Key of the answer: primitives, or objects that are replaced whole; `undefined` asks nothing. Answers to any other key are
   * dropped.
   */
  readonly about: () => K | undefined
  readonly ask: (ask: Ask, key: K) => Promise<T>
  /** Reports failures, in addition to `problem`. */
  readonly onFailure?: OnFailure
  /** Part of the key whose change clears the value immediately. Otherwise the value stays until the next one arrives. */
  readonly clearOn?: (key: K) => unknown
  /** Asks again when this changes; an answer already on its way still counts. */
  readonly renewOn?: () => unknown
  /** Asks again after these events. */
  readonly again?: Outdating<K>
  /** Debounce in milliseconds: how long the key must stay the same before it is asked about. */
  readonly settle?: number
  /** Minimum milliseconds between two questions. */
  readonly pace?: number
  /** Waits for the answer before it asks about another key, so keys that change quickly are skipped. */
  readonly oneAtATime?: boolean
}

export interface Latest<T> {
  readonly value: ShallowRef<T | undefined>
  /** Why there is no newer value. Never a lost connection, since a reconnect asks again, and never a cancelled question. */
  readonly problem: ShallowRef<LabError | undefined>
  /** Asks again. Resolves with the answer. */
  again(): Promise<void>
  /** Asks now, without waiting for `settle`. Resolves with the answer. */
  now(): Promise<void>
}

/** The newest answer to a changing question. Asks once at a time per key, and immediately when the key changes. */
export function useLatest<K, T>(question: Question<K, T>): Latest<T> {
  const { about, ask, onFailure, clearOn, renewOn, again: events = {}, settle, pace = 0, oneAtATime = false } = question
  const lab = useLab()
  const value = shallowRef<T>()
  const problem = shallowRef<LabError>()
  /** Key of the newest question. */
  let asked: K | undefined
  let outdated = true
  let running: { readonly key: K; readonly done: Promise<void> } | undefined
  let round = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  const { soon, cancel } = paced(pace, () => void now())

  const isOf = (key: K) => {
    const current = about()
    return current !== undefined && sameKey(current, key)
  }

  function now(): Promise<void> {
    clearTimeout(settling)
    const key = about()
    if (key === undefined || !(outdated || !sameKey(key, asked))) return running?.done ?? Promise.resolve()
    if (running && (oneAtATime || sameKey(running.key, key))) return running.done.then(now)
    ;[asked, outdated] = [key, false]
    const mine = ++round
    const isNewest = () => mine === round
    const isWanted = () => isNewest() && isOf(key)
    const done = guarded(
      lab,
      async through => {
        const answer = await ask(through, key)
        if (isWanted()) [value.value, problem.value] = [answer, undefined]
      },
      isWanted,
      failure => {
        if (failure.code !== 'DISCONNECTED' && failure.code !== 'CANCELLED') problem.value = failure
        onFailure?.(failure)
      },
    ).then(() => {
      if (!isNewest()) return
      running = undefined
      if (!isOf(key)) outdated = true // dropped: if it is wanted again, it must be asked again
      else if (outdated) soon()
    })
    running = { key, done }
    return done
  }

  function again(): Promise<void> {
    outdated = true
    return now()
  }

  function changed(): void {
    if (settle === undefined) return soon()
    clearTimeout(settling)
    settling = setTimeout(() => void now(), settle)
  }

  const outdate = () => {
    outdated = true
    if (!running) soon()
  }
  watch(
    about,
    (key, before) => {
      if (key !== undefined && before !== undefined && sameKey(key, before)) return
      const isCleared = clearOn && !sameKey(key && clearOn(key), before && clearOn(before))
      if (isCleared) {
        value.value = problem.value = undefined
        outdated = true // also for the last key, when it comes back
      }
      cancel()
      if (key !== undefined) changed()
    },
    { immediate: true },
  )
  if (renewOn) watch(renewOn, (next, before) => sameKey(next, before) || outdate())
  whenOutdated(lab, () => about() ?? asked, events, outdate)
  onScopeDispose(() => {
    round++
    clearTimeout(settling)
  })
  return { value, problem, again, now }
}

/**
 * Independent questions about a subject. An answer that arrives after the subject changed is dropped, with everything that
 * depends on it.
 * @param about `undefined`: asks nothing
 * @param onFailure absent: each work reports its own failures
 * @returns a function that asks; it resolves with `undefined` if the question failed, which `onFailure` reports, or its answer arrived
 * too late
 */
export function useAskAbout<K>(
  about: () => K | undefined,
  onFailure: OnFailure = () => undefined,
): <T>(work: (ask: Ask, key: K) => Promise<T>, onThisFailure?: OnFailure) => Promise<T | undefined> {
  const lab = useLab()
  let isLeft = false
  onScopeDispose(() => (isLeft = true))
  return async (work, onThisFailure = onFailure) => {
    const key = about()
    if (key === undefined) return undefined
    return guarded(
      lab,
      ask => work(ask, key),
      () => !isLeft && sameKey(about(), key),
      onThisFailure,
    )
  }
}

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
