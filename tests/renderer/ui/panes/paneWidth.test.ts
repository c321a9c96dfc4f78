import { expect, test } from 'vitest'
import { keyWidth } from '../../../../src/renderer/src/ui/panes/virtualRows'

const bounds = { min: 200, max: 600 }

test('arrows move the divider their way, whichever side the pane is on', () => {
  expect(keyWidth('ArrowRight', 'start', 300, bounds)).toBeGreaterThan(300)
  expect(keyWidth('ArrowLeft', 'start', 300, bounds)).toBeLessThan(300)
  expect(keyWidth('ArrowRight', 'end', 300, bounds)).toBeLessThan(300)
  expect(keyWidth('ArrowLeft', 'end', 300, bounds)).toBeGreaterThan(300)
})

test('a pane stays within its bounds, which Home and End are', () => {
  expect(keyWidth('ArrowLeft', 'start', 205, bounds)).toBe(200)
  expect(keyWidth('ArrowLeft', 'end', 595, bounds)).toBe(600)
  expect(keyWidth('Home', 'end', 300, bounds)).toBe(200)
  expect(keyWidth('End', 'start', 300, bounds)).toBe(600)
})

test('other keys are no business of a divider', () => {
  for (const key of ['ArrowUp', ' ', 'a', 'Tab', 'PageUp']) expect(keyWidth(key, 'start', 300, bounds)).toBeUndefined()
})
