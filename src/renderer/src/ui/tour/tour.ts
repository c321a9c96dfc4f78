import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useNavigation, type ScreenId } from '../shell/navigation'

/** The steps in order; elements identify themselves with `data-tour`, screens by their place on the rail. */
export const TOUR_STEPS = ['board', 'engine', 'tree', 'tune', 'profiles', 'keys'] as const
export type TourStep = (typeof TOUR_STEPS)[number]
/** Steps whose element is on the Play screen; those of the others are on the rail, which every screen shows. */
const ON_PLAY: ReadonlySet<TourStep> = new Set(['board', 'engine'])

/** The tour of the window: offered on first use, and available from Settings and the palette. */
export const useTour = defineStore('tour', () => {
  const navigation = useNavigation()
  /** Index of the step that is shown. */
  const at = shallowRef<number>()

  function start(): void {
    show(0)
  }

  function show(index: number): void {
    at.value = index
    if (ON_PLAY.has(TOUR_STEPS[index]!) && navigation.screen !== 'play') navigation.open({ screen: 'play' })
  }

  /** A click on the rail moves the tour to the step of that screen, or ends it where there is none. */
  watch(
    () => navigation.screen,
    screen => {
      if (at.value === undefined || screen === 'play') return
      const step = (TOUR_STEPS as readonly (TourStep | ScreenId)[]).indexOf(screen)
      if (step >= 0) at.value = step
      else if (ON_PLAY.has(TOUR_STEPS[at.value]!)) end()
    },
    { flush: 'sync' },
  )

  function go(steps: number): void {
    if (at.value === undefined) return
    const next = Math.max(0, at.value + steps)
    if (next < TOUR_STEPS.length) show(next)
    else end()
  }

  const end = () => (at.value = undefined)

  return { at, start, go, end }
})
