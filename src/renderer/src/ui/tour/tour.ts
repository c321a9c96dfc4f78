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

  /** What the user opens is not what the tour speaks of. */
  watch(
    () => navigation.errand,
    errand => {
      if (errand && Object.keys(errand).length > 1) end()
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

interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

const GAP = 12

/** Where to put a card about an element: beside, below or above it, where there is room; always fully visible. */
export function cardPlace(anchor: Box, card: Size, view: Size): { readonly left: number; readonly top: number } {
  const clamp = (at: number, most: number): number => Math.max(GAP, Math.min(at, most - GAP))
  const top = clamp(anchor.top + anchor.height / 2 - card.height / 2, view.height - card.height)
  const left = clamp(anchor.left + anchor.width / 2 - card.width / 2, view.width - card.width)
  const right = anchor.left + anchor.width + GAP
  if (right + card.width + GAP <= view.width) return { left: right, top }
  const before = anchor.left - GAP - card.width
  if (before >= GAP) return { left: before, top }
  const below = anchor.top + anchor.height + GAP
  if (below + card.height + GAP <= view.height) return { left, top: below }
  return { left, top: clamp(anchor.top - GAP - card.height, view.height - card.height) }
}
