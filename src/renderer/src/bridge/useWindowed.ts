import { onScopeDispose, shallowRef, triggerRef, watch, type ShallowRef } from 'vue'
import type { LabError } from '../../../core/errors'
import { guarded, type Ask, type OnFailure } from './guarded'
import { useLab } from './lab'
import { paced, sameKey, whenOutdated, type Outdating } from './useLatest'

/** One window of rows of a list, as the lab returns it. */
export interface Page<R> {
  readonly rows: readonly R[]
  /** Rows of the whole list. */
  readonly total: number
  /** Rows of different revisions must not be mixed. */
  readonly revision?: number
}

export interface WindowedQuestion<K, P> {
  /** Key of the list; `undefined`: none. A changed key clears the rows immediately. */
  readonly about: () => K | undefined
  readonly ask: (ask: Ask, offset: number, limit: number, key: K) => Promise<P>
  /** Rows per window. */
  readonly size: number
  /** Limit of windows kept; the oldest leave first. */
  readonly most: number
  /** Asks when this first is not `undefined`, and again when it changes; `undefined` while the list is not shown. */
  readonly renewOn?: () => unknown
  /** Asks again after these events. */
  readonly again?: Outdating<K>
  /** Called after those events instead of `renew`. */
  readonly outdated?: () => void
  /** Minimum milliseconds between two renewals. */
  readonly pace?: number
  /** Reports failures, in addition to `problem`. */
  readonly onFailure?: OnFailure
}

export interface Windowed<R, P> {
  /** Rows of the whole list; `undefined` until known. */
  readonly total: ShallowRef<number | undefined>
  /** The newest answer. */
  readonly page: ShallowRef<P | undefined>
  /** The range wanted last. */
  readonly sight: Readonly<ShallowRef<{ readonly first: number; readonly last: number }>>
  /** Why there is nothing newer. Never a lost connection: the list reloads after a reconnect. */
  readonly problem: ShallowRef<LabError | undefined>
  /** Whether the rows are about to be replaced. */
  readonly renewing: Readonly<ShallowRef<boolean>>
  row(index: number): R | undefined
  /** Index of the first matching row among those kept. */
  find(is: (row: R) => boolean): number | undefined
  /** Sets the visible range. */
  want(first: number, last: number): void
  /**
   * Asks again for the visible range. The old rows stay until all new ones have arrived.
   * @param from finds the first visible row of the renewed list; absent: unchanged
   * @returns `false` if it failed or a newer renewal replaced it
   */
  renew(from?: (ask: Ask) => Promise<number>): Promise<boolean>
}

/** A windowed view of a long list: asks for rows as they become visible, and never mixes rows of different answers. */
export function useWindowed<R, P extends Page<R>, K>(question: WindowedQuestion<K, P>): Windowed<R, P> {
  const { about, ask, size, most, renewOn, again = {}, pace = 0, onFailure } = question
  const lab = useLab()
  const total = shallowRef<number>()
  const page = shallowRef<P>()
  const problem = shallowRef<LabError>()
  const renewing = shallowRef(false)
  const sight = shallowRef({ first: 0, last: size - 1 })
  /** Rows by window number; the newest is last. */
  const windows = shallowRef(new Map<number, readonly R[]>())
  /** Answers of an earlier round belong to other rows. */
  let round = 0
  let busy = false

  /** @returns whether it finished */
  async function during(work: (through: Ask, key: K) => Promise<void>): Promise<boolean> {
    const key = about()
    const mine = round
    if (key === undefined) return false
    const isWanted = () => mine === round && sameKey(about(), key)
    busy = true
    const done = await guarded(
      lab,
      async through => {
        await work(through, key)
        problem.value = undefined
        return true
      },
      isWanted,
      failure => {
        if (failure.code !== 'DISCONNECTED') problem.value = failure
        onFailure?.(failure)
      },
    )
    if (mine === round) busy = false
    return done ?? false
  }

  function put(into: Map<number, readonly R[]>, number: number, answer: P): void {
    if (answer.revision !== page.value?.revision) into.clear()
    into.delete(number)
    into.set(number, answer.rows)
    for (const oldest of into.keys()) {
      if (into.size <= most) break
      into.delete(oldest)
    }
    page.value = answer
    total.value = answer.total
  }

  async function fill(): Promise<void> {
    if (busy || missing() === undefined) return
    await during(async (through, key) => {
      for (let number = missing(); number !== undefined; number = missing()) {
        put(windows.value, number, await ask(through, number * size, size, key))
        triggerRef(windows)
      }
    })
  }

  function missing(): number | undefined {
    const last = Math.min(sight.value.last, (total.value ?? Infinity) - 1)
    return numbersOf(sight.value.first, last).find(each => !windows.value.has(each))
  }

  async function renew(from?: (ask: Ask) => Promise<number>): Promise<boolean> {
    round++
    renewing.value = true
    const mine = round
    const isDone = await during(async (through, key) => {
      const first = from ? await from(through) : sight.value.first
      const last = first + sight.value.last - sight.value.first
      const numbers = numbersOf(first, last)
      const pages = await Promise.all(numbers.map(number => ask(through, number * size, size, key)))
      const renewed = new Map<number, readonly R[]>()
      if (from) sight.value = { first, last }
      numbers.forEach((number, i) => put(renewed, number, pages[i]!))
      windows.value = renewed
    })
    if (mine !== round) return false
    renewing.value = false
    if (isDone) void fill()
    return isDone
  }

  /** Numbers of the windows that cover the range. */
  function numbersOf(first: number, last: number): number[] {
    const from = Math.floor(first / size)
    return Array.from({ length: Math.max(0, Math.floor(last / size) - from + 1) }, (_, i) => from + i)
  }

  function clear(): void {
    round++
    busy = renewing.value = false
    windows.value = new Map()
    page.value = total.value = problem.value = undefined
  }

  const outdated = question.outdated ?? (() => void renew())
  const isLookedAt = () => renewOn === undefined || renewOn() !== undefined
  const { soon } = paced(pace, () => isLookedAt() && outdated())
  watch([about, () => renewOn?.()], ([key, order], [keyBefore, orderBefore]) => {
    const isOther = !sameKey(key, keyBefore)
    if (isOther) clear()
    if (key !== undefined && isLookedAt() && (isOther || !sameKey(order, orderBefore))) outdated()
  })
  whenOutdated(lab, about, again, soon)
  onScopeDispose(() => round++)

  return {
    total,
    page,
    sight,
    problem,
    renewing,
    row: index => windows.value.get(Math.floor(index / size))?.[index % size],
    find(is) {
      for (const [number, rows] of windows.value) {
        const at = rows.findIndex(is)
        if (at >= 0) return number * size + at
      }
      return undefined
    },
    want(first, last) {
      sight.value = { first, last }
      void fill()
    },
    renew,
  }
}
