import { ChartColumn, ChartLine, Grid2x2, History, Network, Settings, SlidersHorizontal, Swords } from '@lucide/vue'
import { computed, defineAsyncComponent, type Component, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import PlayScreen from './features/play/PlayScreen.vue'
import type { ScreenId } from './ui/shell/navigation'

/** A place on the rail. Every screen receives `hello`. */
interface Screen {
  readonly id: ScreenId
  readonly label: string
  readonly icon: Component
  readonly view: Component
}

const TreeScreen = defineAsyncComponent(() => import('./features/tree/TreeScreen.vue'))
const TuneScreen = defineAsyncComponent(() => import('./features/tune/TuneScreen.vue'))
const CompareScreen = defineAsyncComponent(() => import('./features/compare/CompareScreen.vue'))
const ArenaScreen = defineAsyncComponent(() => import('./features/arena/ArenaScreen.vue'))
const ProfilesScreen = defineAsyncComponent(() => import('./features/profiles/ProfilesScreen.vue'))
const ReplaysScreen = defineAsyncComponent(() => import('./features/replays/ReplaysScreen.vue'))
const SettingsScreen = defineAsyncComponent(() => import('./features/settings/SettingsScreen.vue'))

export function useScreens(): ComputedRef<readonly Screen[]> {
  const { t } = useI18n()
  return computed(() => [
    { id: 'play', label: t('frame.play'), icon: Grid2x2, view: PlayScreen },
    { id: 'tree', label: t('frame.tree'), icon: Network, view: TreeScreen },
    { id: 'tune', label: t('frame.tune'), icon: ChartLine, view: TuneScreen },
    { id: 'compare', label: t('frame.compare'), icon: ChartColumn, view: CompareScreen },
    { id: 'arena', label: t('frame.arena'), icon: Swords, view: ArenaScreen },
    { id: 'profiles', label: t('frame.profiles'), icon: SlidersHorizontal, view: ProfilesScreen },
    { id: 'replays', label: t('frame.replays'), icon: History, view: ReplaysScreen },
    { id: 'settings', label: t('frame.settings'), icon: Settings, view: SettingsScreen },
  ])
}
