import { computed, shallowRef } from 'vue'
import type { Ask, Tell } from '../../bridge/guarded'
import { useMutation } from '../../bridge/useMutation'

/** Something that the lab does or does not, and a person starts and stops: until the lab has answered, what was asked last holds. */
export function useAskedSwitch(told: () => boolean, tell: Tell) {
  const asked = shallowRef(false)
  const change = useMutation(tell)

  function turn(on: boolean, work: (ask: Ask) => Promise<unknown>): Promise<unknown> {
    asked.value = on
    return change(work)
  }

  return { on: computed(() => (change.pending.value ? asked.value : told())), turn }
}
