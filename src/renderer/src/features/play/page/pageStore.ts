import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Hello, PageGameView } from '../../../../../core/contract/calls'

/** The game on a web page, whichever page of the lab began it. Replaced whole, never edited in place. */
export const usePageGame = defineStore('pageGame', () => {
  const view = shallowRef<PageGameView>()
  /** Number of the ended game that was put away here. */
  const closed = shallowRef<number>()

  const shown = computed(() => (view.value && view.value.id !== closed.value ? view.value : undefined))

  function show(heard: PageGameView): void {
    view.value = heard
  }

  /** An ended game makes room for the board again. */
  function close(): void {
    closed.value = view.value?.id
  }

  /** The lab is met, for the first time or again. */
  function greet({ pageGame }: Hello): void {
    view.value = pageGame
    // one that ended before is of no interest
    if (pageGame?.state === 'ended') close()
  }

  return { shown, show, close, greet }
})
