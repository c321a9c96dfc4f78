import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { TOUR_STEPS, useTour } from '../../../../src/renderer/src/ui/tour/tour'

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
