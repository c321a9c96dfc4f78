import { shallowRef, type ShallowRef } from 'vue'
import { guarded, type Ask, type OnFailure } from './guarded'
import { useLab } from './lab'

/**
 * What happens to work that starts while other work is running. `beside`: both run. `ignore`: it is dropped, like the second
 * click of a double click. `queue`: it waits. `last`: it waits and replaces what waited before. `instead`: it replaces the
 * running work, which is cancelled.
 */
export type Meanwhile = 'beside' | 'ignore' | 'queue' | 'last' | 'instead'

export interface Mutation {
  /**
   * @param onThisFailure reports its failure in place of `onFailure`
   * @returns `undefined` if the work failed, which is reported, or was dropped or cancelled
   */
  <T>(work: (ask: Ask) => Promise<T>, onThisFailure?: OnFailure): Promise<T | undefined>
  /** Whether any work runs or waits. */
  readonly pending: Readonly<ShallowRef<boolean>>
  /** Cancels running and waiting work. The lab finishes what it has begun; its answers are dropped. */
  stop(): void
}

/** Changes that the user makes. They continue when the user leaves the screen. @param onFailure reports each failure */
export function useMutation(onFailure: OnFailure, meanwhile: Meanwhile = 'beside'): Mutation {
  const lab = useLab()
  const pending = shallowRef(false)
  /** Numbers of running and waiting work. */
  const live = new Set<number>()
  let newest = 0
  /** Settles with the newest work. */
  let tail: Promise<unknown> = Promise.resolve()

  async function mutation<T>(work: (ask: Ask) => Promise<T>, onThisFailure = onFailure): Promise<T | undefined> {
    if (meanwhile === 'ignore' && live.size > 0) return undefined
    if (meanwhile === 'instead') stop()
    const waits = live.size > 0 && meanwhile !== 'beside'
    const mine = ++newest
    const isWanted = () => live.has(mine)
    live.add(mine)
    pending.value = true
    const begin = async () => {
      if (isWanted() && !(waits && meanwhile === 'last' && mine !== newest)) return guarded(lab, work, isWanted, onThisFailure)
      return undefined
    }
    const done = (waits ? tail.then(begin) : begin()).finally(() => {
      live.delete(mine)
      pending.value = live.size > 0
    })
    tail = done.catch(() => undefined)
    return done
  }

  function stop(): void {
    live.clear()
    tail = Promise.resolve()
    pending.value = false
  }

  return Object.assign(mutation, { pending, stop })
}
