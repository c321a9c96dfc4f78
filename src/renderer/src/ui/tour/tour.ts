import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useNavigation } from '../navigation'

/** What is shown one after the other; elements name themselves with `data-tour`. Screens stand on the rail. */
export const TOUR_STEPS = ['board', 'engine', 'tree', 'tune', 'profiles', 'keys'] as const
export type TourStep = (typeof TOUR_STEPS)[number]

/** The tour of the window: offered to newcomers, and to be had again from Settings and the palette. */
export const useTour = defineStore('tour', () => {
  const navigation = useNavigation()
  /** Index of the step that is shown. */
  const at = shallowRef<number>()

  function start(): void {
    if (navigation.screen !== 'play') navigation.open({ screen: 'play' })
    at.value = 0
  }

  function go(steps: number): void {
    if (at.value === undefined) return
    const next = Math.max(0, at.value + steps)
    at.value = next < TOUR_STEPS.length ? next : undefined
  }

  const end = () => (at.value = undefined)

  return { at, start, go, end }
})
