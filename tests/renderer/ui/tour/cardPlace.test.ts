import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardPlace } from '../../../../src/renderer/src/ui/tour/cardPlace'

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
