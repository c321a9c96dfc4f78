/** The page's connection to the lab. Turns replies back into values and errors. */
import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { Arg, CallName, LabBridge, Result } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import type { Away } from './web'

export interface Lab {
  /**
   * Arguments must be plain data: pass `toRaw` or a copy of reactive values. Once the lab has opened its data again, nothing is asked any more,
   * and nothing answered: the page is about other data, and is about to reload.
   * @throws {LabError} as the lab reports it; `DISCONNECTED` if the connection broke before the answer
   */
  call<K extends CallName>(name: K, arg: Arg<K>): Promise<Result<K>>
  on: LabBridge['on']
  /** Always true in the window. In a browser it becomes true on each connection; `hello` then has the current state. */
  readonly connected: Readonly<ShallowRef<boolean>>
  /** Why the lab cannot be reached, where the user must do something about it. */
  readonly away: Readonly<ShallowRef<Away | undefined>>
}

export const labKey: InjectionKey<Lab> = Symbol('lab')

export function createLab(
  bridge: LabBridge,
  connected: Readonly<ShallowRef<boolean>> = shallowRef(true),
  away: Readonly<ShallowRef<Away | undefined>> = shallowRef(),
): Lab {
  let outdated = false
  bridge.on('reopened', () => (outdated = true))
  const isOutdated = (): boolean => outdated
  const never = new Promise<never>(() => undefined)
  return {
    async call<K extends CallName>(name: K, arg: Arg<K>) {
      const call = bridge[name] as LabBridge[K] & ((arg: Arg<K>) => ReturnType<LabBridge[K]>)
      if (isOutdated()) return never
      const reply = await call(arg)
      if (isOutdated()) return never
      if (!reply.ok) throw LabError.fromData(reply.error)
      return reply.value as Result<K>
    },
    on: (event, listener) => bridge.on(event, listener),
    connected,
    away,
  }
}

export function useLab(): Lab {
  const lab = inject(labKey)
  if (!lab) throw new Error('useLab() outside an app with the lab provided')
  return lab
}
