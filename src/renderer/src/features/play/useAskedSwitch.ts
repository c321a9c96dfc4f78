import { computed, shallowRef, type ComputedRef } from 'vue'

/** Something that the lab does or does not, and a person starts and stops: until the lab has answered, what was asked last holds. */
export function useAskedSwitch(told: () => boolean): {
  readonly on: ComputedRef<boolean>
  /** @param answer to the question; it may be a failure, and then holds what the lab tells */
  ask(on: boolean, answer: Promise<unknown>): Promise<void>
} {
  const asked = shallowRef<{ readonly on: boolean }>()

  async function ask(on: boolean, answer: Promise<unknown>): Promise<void> {
    const mine = (asked.value = { on })
    try {
      await answer
    } finally {
      if (asked.value === mine) asked.value = undefined
    }
  }

  return { on: computed(() => asked.value?.on ?? told()), ask }
}
