import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { cardPlace, TOUR_STEPS, useTour } from '../../../../src/renderer/src/ui/tour/tour'

beforeEach(() => setActivePinia(createPinia()))

const stepOf = (tour: ReturnType<typeof useTour>) => (tour.at === undefined ? 'ended' : TOUR_STEPS[tour.at])

describe('the tour never speaks of what is not on the screen', () => {
  test('a click on the rail leads it along to the step of that screen', () => {
    const [tour, navigation] = [useTour(), useNavigation()]
    tour.start()
    navigation.open({ screen: 'tune' })
    expect(stepOf(tour)).toBe('tune')
    navigation.open({ screen: 'tree' })
    expect(stepOf(tour)).toBe('tree')
  })

  test('going back to a step of the Play screen opens that screen', () => {
    const [tour, navigation] = [useTour(), useNavigation()]
    tour.start()
    navigation.open({ screen: 'tree' })
    tour.go(-1)
    expect([stepOf(tour), navigation.screen]).toEqual(['engine', 'play'])
  })

  test('a screen that it has no step for ends it, unless it speaks of the rail, which is still there', () => {
    const [tour, navigation] = [useTour(), useNavigation()]
    tour.start()
    navigation.open({ screen: 'settings' })
    expect(stepOf(tour)).toBe('ended')
    tour.start()
    expect(navigation.screen).toBe('play')
    navigation.open({ screen: 'profiles' })
    navigation.open({ screen: 'settings' })
    expect(stepOf(tour)).toBe('profiles')
  })

  test('a file, a link or a game that is opened ends it', () => {
    const [tour, navigation] = [useTour(), useNavigation()]
    for (const errand of [
      { screen: 'tree', trace: new File([], 'a') },
      { screen: 'play', position: '1' },
    ] as const) {
      tour.start()
      tour.go(2)
      navigation.open(errand)
      expect(stepOf(tour)).toBe('ended')
    }
  })

  test('it goes from the first step to the last, and then ends', () => {
    const tour = useTour()
    tour.start()
    const steps = TOUR_STEPS.map(() => {
      const step = stepOf(tour)
      tour.go(1)
      return step
    })
    expect([...steps, stepOf(tour)]).toEqual([...TOUR_STEPS, 'ended'])
  })
})

const view = { width: 1000, height: 800 }
const card = { width: 300, height: 200 }

test('a card stands beside what it speaks of, else below or above it', () => {
  expect(cardPlace({ left: 0, top: 300, width: 60, height: 40 }, card, view).left).toBeGreaterThanOrEqual(60)
  expect(cardPlace({ left: 600, top: 0, width: 400, height: 800 }, card, view).left + card.width).toBeLessThanOrEqual(600)
  expect(cardPlace({ left: 0, top: 0, width: 1000, height: 40 }, card, view).top).toBeGreaterThanOrEqual(40)
  expect(cardPlace({ left: 0, top: 700, width: 1000, height: 100 }, card, view).top + card.height).toBeLessThanOrEqual(700)
})

test('a card is wholly in view, wherever the other thing is', () => {
  const length = (max: number) => fc.integer({ min: 0, max })
  const box = fc.record({ left: length(1000), top: length(800), width: length(1000), height: length(800) })
  fc.assert(
    fc.property(box, anchor => {
      const { left, top } = cardPlace(anchor, card, view)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + card.width).toBeLessThanOrEqual(view.width)
      expect(top + card.height).toBeLessThanOrEqual(view.height)
    }),
  )
})
