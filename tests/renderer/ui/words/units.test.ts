import { defineComponent, h } from 'vue'
import { expect, test } from 'vitest'
import { durationRange } from '../../../../src/main/hosts/terminal/output/numbers'
import { useDurationRange } from '../../../../src/renderer/src/ui/words/units'
import { fakeLab, mountWith } from '../../helpers'

test.each([
  [61_000, 75_000, '1 min'],
  [61_000, 150_000, '1 min to 3 min'],
  [400, 900, '1 s'],
  [3_600_000, 3_600_100, '1 h 0 min'],
])('an estimate from %i to %i ms is one time where both ends read the same', (low, high, text) => {
  let range!: ReturnType<typeof useDurationRange>
  const shell = defineComponent(() => {
    range = useDurationRange()
    return () => h('p')
  })
  mountWith(shell, fakeLab().lab).unmount()
  expect(range(low, high)).toBe(text)
})

test('the terminal says it the same way', () => {
  expect(durationRange(60_000, 60_400)).toBe('1 min 00 s')
  expect(durationRange(60_000, 72_000)).toBe('1 min 00 s – 1 min 12 s')
})
