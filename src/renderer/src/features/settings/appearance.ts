import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { readStored, store } from '../../ui/storage'
import type { TileText } from '../../ui/board/tile'

export const THEMES = ['system', 'light', 'dark'] as const
export const TILE_TEXTS = ['face', 'exponent'] as const satisfies readonly TileText[]

export interface Appearance {
  readonly theme: (typeof THEMES)[number]
  readonly animation: boolean
  readonly tileText: TileText
}

const KEY = 'lab.appearance'
const DEFAULTS: Appearance = { theme: 'system', animation: true, tileText: 'face' }

/** What was stored, field by field: anything else in there may be of another version, or made by hand. */
export function parseAppearance(stored: unknown): Appearance {
  const { theme, animation, tileText } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof Appearance, unknown>
  >
  return {
    theme: THEMES.find(each => each === theme) ?? DEFAULTS.theme,
    animation: typeof animation === 'boolean' ? animation : DEFAULTS.animation,
    tileText: TILE_TEXTS.find(each => each === tileText) ?? DEFAULTS.tileText,
  }
}

/** How the window looks, on this machine. */
export const useAppearance = defineStore('appearance', () => {
  const appearance = shallowRef(parseAppearance(readStored(KEY)))
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const reducedMotion = shallowRef(calm.matches)
  const onChange = () => (reducedMotion.value = calm.matches)
  calm.addEventListener('change', onChange)
  onScopeDispose(() => calm.removeEventListener('change', onChange))

  /** The system's wish for less motion goes before the switch. */
  const animated = computed(() => appearance.value.animation && !reducedMotion.value)

  watch(
    appearance,
    current => {
      if (current.theme === 'system') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = current.theme
      store(KEY, current)
    },
    { immediate: true },
  )

  function set(change: Partial<Appearance>): void {
    appearance.value = { ...appearance.value, ...change }
  }

  return { appearance, animated, reducedMotion, set }
})
