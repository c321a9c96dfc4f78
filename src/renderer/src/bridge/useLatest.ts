import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { LabError } from '../../../core/errors'
import { guarded, type Ask, type Tell } from './guarded'
import { useLab } from './lab'
import { paced, sameKey, whenOutdated, type Outdating } from './outdated'

/** What is asked, and when. */
export interface Question<K, T> {
  /** What the answer is about, of primitive values or of objects that are replaced whole; `undefined` for nothing. An answer about anything else is dropped. */
  readonly about: () => K | undefined
  readonly ask: (ask: Ask, key: K) => Promise<T>
  /** Hears of failures, beside `problem`. */
  readonly tell?: Tell
  /** The part of the key that an answer is of no use without: with another the value goes at once. Without it the value stays until the next is here. */
  readonly clearOn?: (key: K) => unknown
  /** Asks again when this changes; the answer that is on its way still counts. */
  readonly renewOn?: () => unknown
  /** Asks again after these events. */
  readonly again?: Outdating<K>
  /** Milliseconds for which the key has to rest before it is asked about. */
  readonly settle?: number
  /** Milliseconds between two questions at least. */
  readonly pace?: number
  /** A question about another key waits for the answer too: keys that are passed quickly are not asked about. */
  readonly oneAtATime?: boolean
}

export interface Latest<T> {
  readonly value: ShallowRef<T | undefined>
  /** Why there is no newer value. Never a lost connection, since a reconnect asks again, nor a question that was cancelled. */
  readonly problem: ShallowRef<LabError | undefined>
  /** Asks again. Resolves with the answer. */
  again(): Promise<void>
  /** Asks at once what would be asked when the key has come to rest. Resolves with the answer. */
  now(): Promise<void>
}

/** The newest answer to a question that changes. About one key there is one question at a time; about another it is asked at once. */
export function useLatest<K, T>(question: Question<K, T>): Latest<T> {
  const { about, ask, tell, clearOn, renewOn, again: events = {}, settle, pace = 0, oneAtATime = false } = question
  const lab = useLab()
  const value = shallowRef<T>()
  const problem = shallowRef<LabError>()
  /** Of the newest question. */
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
        tell?.(failure)
      },
    ).then(() => {
      if (!isNewest()) return
      running = undefined
      if (!isOf(key))
        outdated = true // dropped: should it be wanted again, it has to be asked for
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
      if (isCleared) value.value = problem.value = undefined
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
 * Questions that a person asks about something, each on its own. Where it is about something else by the time the answer
 * comes, the answer is dropped, with all that was to follow.
 *
 * @param about `undefined` for nothing: then nothing is asked
 * @param tell absent: each work tells its failures itself
 * @returns a function that asks. It gives `undefined` where the question failed, which `tell` reports, or the answer came too late
 */
export function useAskAbout<K>(
  about: () => K | undefined,
  tell: Tell = () => undefined,
): <T>(work: (ask: Ask, key: K) => Promise<T>, tellThis?: Tell) => Promise<T | undefined> {
  const lab = useLab()
  let isLeft = false
  onScopeDispose(() => (isLeft = true))
  return async (work, tellThis = tell) => {
    const key = about()
    if (key === undefined) return undefined
    return guarded(
      lab,
      ask => work(ask, key),
      () => !isLeft && sameKey(about(), key),
      tellThis,
    )
  }
}
