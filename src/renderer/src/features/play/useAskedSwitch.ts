import { computed, shallowRef } from 'vue'
import type { Ask, Tell } from '../../bridge/guarded'
import { useMutation } from '../../bridge/useMutation'

/** A state of the lab that the user switches on and off. Until the lab answers, it has the value that the user last set. */
export function useAskedSwitch(told: () => boolean, tell: Tell) {
  const asked = shallowRef(false)
  const change = useMutation(tell)

  function turn(on: boolean, work: (ask: Ask) => Promise<unknown>): Promise<unknown> {
    asked.value = on
    return change(work)
  }

  return { on: computed(() => (change.pending.value ? asked.value : told())), turn }
}
