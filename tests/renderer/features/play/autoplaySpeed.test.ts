import { TooltipProvider } from 'reka-ui'
import { defineComponent, h } from 'vue'
import { expect, test } from 'vitest'
import type { GameView } from '../../../../src/core/contract/calls'
import { DEFAULT_PREFERENCES } from '../../../../src/core/contract/preferences'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import ControlBar from '../../../../src/renderer/src/features/play/ControlBar.vue'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import { fakeLab, gameView, hello, mountWith, unmountAll } from '../../helpers'

/** The bar of a page that was loaded with these preferences, and what it gives the lab to keep. */
function load(autoplaySpeed: number | 'fastest', game: GameView = gameView()) {
  const fake = fakeLab()
  const shell = defineComponent(() => {
    const met = hello({ preferences: { ...DEFAULT_PREFERENCES, autoplaySpeed }, game })
    usePreferences().greet(met)
    useGameStore().greet(met)
    providePlay()
    return () => h(TooltipProvider, () => h(ControlBar, { game }))
  })
  const wrapper = mountWith(shell, fake.lab)
  return { fake, slider: wrapper.get<HTMLInputElement>('input[type=range]'), shown: () => wrapper.get('output').text() }
}

test('the speed of autoplay is given to the lab to keep, and a page that is loaded has it', async () => {
  const { fake, slider } = load(4)
  expect(fake.calls).toEqual([])
  await slider.setValue('6')
  expect(fake.calls).toEqual([{ name: 'setPreferences', arg: { autoplaySpeed: 60 } }])
  unmountAll()
  expect(load(60).shown()).toMatch(/^60 /)
  unmountAll()
  expect(load('fastest').slider.element.value).toBe('7')
})

test('a game that plays itself is shown at its own speed, and that is no choice', () => {
  const { fake, shown } = load(60, gameView({ autoplay: { slidesPerSecond: 2 } }))
  expect(shown()).toMatch(/^2 /)
  expect(fake.calls).toEqual([])
})
