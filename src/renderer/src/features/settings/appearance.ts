import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { usePreferences } from '../../bridge/preferences'

/** How the window looks. */
export const useAppearance = defineStore('appearance', () => {
  const preferences = usePreferences()
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const reducedMotion = shallowRef(calm.matches)
  const onChange = () => (reducedMotion.value = calm.matches)
  calm.addEventListener('change', onChange)
  onScopeDispose(() => calm.removeEventListener('change', onChange))

  /** The system's preference for reduced motion overrides the switch. */
  const animated = computed(() => preferences.chosen.animation && !reducedMotion.value)
  const tileText = computed(() => preferences.chosen.tileText)

  watch(
    () => preferences.chosen.theme,
    theme => {
      if (theme === 'system') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = theme
    },
    { immediate: true },
  )

  watch(
    () => preferences.chosen.palette,
    palette => (document.documentElement.dataset['palette'] = palette),
    { immediate: true },
  )

  return { animated, reducedMotion, tileText }
})
