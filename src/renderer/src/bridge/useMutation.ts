import { shallowRef, type ShallowRef } from 'vue'
import { guarded, type Ask, type Tell } from './guarded'
import { useLab } from './lab'

/**
 * What becomes of work that is asked for while other work is under way. `beside`: both are done. `ignore`: it is dropped, as
 * the second click of two. `queue`: it waits. `last`: it waits, and takes the place of what waited before. `instead`: it takes
 * the place of what is under way, which is given up.
 */
export type Meanwhile = 'beside' | 'ignore' | 'queue' | 'last' | 'instead'

export interface Mutation {
  /**
   * @param tellThis hears of its failure in place of `tell`
   * @returns `undefined` where the work failed, which is reported, or was dropped or given up
   */
  <T>(work: (ask: Ask) => Promise<T>, tellThis?: Tell): Promise<T | undefined>
  /** Whether anything is under way or waits. */
  readonly pending: Readonly<ShallowRef<boolean>>
  /** Gives up what is under way or waits. What the lab has begun, it finishes; its answers are dropped. */
  stop(): void
}

/** Changes that a person asks for. They go on when the screen is left. @param tell hears of each failure */
export function useMutation(tell: Tell, meanwhile: Meanwhile = 'beside'): Mutation {
  const lab = useLab()
  const pending = shallowRef(false)
  /** By number: under way, or waiting. */
  const live = new Set<number>()
  let newest = 0
  /** Ends with the work that was asked for last. */
  let tail: Promise<unknown> = Promise.resolve()

  async function mutation<T>(work: (ask: Ask) => Promise<T>, tellThis = tell): Promise<T | undefined> {
    if (meanwhile === 'ignore' && live.size > 0) return undefined
    if (meanwhile === 'instead') stop()
    const waits = live.size > 0 && meanwhile !== 'beside'
    const mine = ++newest
    const isWanted = () => live.has(mine)
    live.add(mine)
    pending.value = true
    const begin = async () => {
      if (isWanted() && !(waits && meanwhile === 'last' && mine !== newest)) return guarded(lab, work, isWanted, tellThis)
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
