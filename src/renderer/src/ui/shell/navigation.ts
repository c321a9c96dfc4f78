import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { GameSearch } from '../../../../core/contract/searchers'
import type { Profile } from '../../../../core/contract/files'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SlideDepths } from '../../../../core/games/twenty48/search/report'

export type ScreenId = 'play' | 'tree' | 'tune' | 'arena' | 'profiles' | 'replays' | 'settings'

/** What a screen is opened for; most are opened just to be looked at. */
export type Errand =
  | {
      readonly screen: 'play'
      /** A kept game to put on the board, with so many of its slides made, or all. */
      readonly game?: { readonly id: number; readonly slides?: number }
      /** Or a position, in any notation. */
      readonly position?: string
      /** What undoing that opens, after the game before is on the board again; absent: the screen stays. */
      readonly back?: Errand
      /** Who plays: that profile, and where these weights, settings or depth are not its own, with them for this session. */
      readonly profile?: Profile
      /** That player is to be seen at once, in a game from its start; the one on the board goes to the library. */
      readonly watch?: true
    }
  | { readonly screen: 'tune' }
  | { readonly screen: 'arena' }
  | {
      readonly screen: 'profiles'
      /** Name of the profile to show. */
      readonly profile?: string
      /** Profiles to import: a text, or files. */
      readonly incoming?: string | readonly File[]
      /** What undoing that opens. */
      readonly back?: Errand
    }
  | {
      readonly screen: 'tree'
      /**
       * A position to search, recorded, and by whom, else the screen asks; absent: just to be looked at. With `depths` a
       * search that was made before, each slide at the depth that its value is of.
       */
      readonly record?: { readonly board: Board; readonly player?: Player; readonly depths?: SlideDepths }
      /** Or a position of any game, and by which search; where that lacks something, the screen asks. */
      readonly search?: GameSearch
    }
  | {
      readonly screen: 'replays'
      /** A kept game to watch, from so many slides on. */
      readonly game?: { readonly id: number; readonly slides?: number }
      /** Or the list, with the first of these games looked at, and all of them selected where they are several. */
      readonly look?: readonly number[]
    }
  | { readonly screen: 'settings' }

/** Which screen is shown. Screens do not know each other: whoever wants another one opened says so here. */
export const useNavigation = defineStore('navigation', () => {
  const screen = shallowRef<ScreenId>('play')
  /** Not yet run by the screen that it is for. */
  const errand = shallowRef<Errand>()
  const places = new Map<ScreenId, () => Errand>()

  /** What opens the screen that is shown as it is now. */
  const here = (): Errand => places.get(screen.value)?.() ?? { screen: screen.value }

  function open(wanted: Errand): void {
    screen.value = wanted.screen
    errand.value = wanted
  }

  return { screen, errand, places, here, open }
})

/** Runs the errands that this screen is opened for, each once; also the one for which it was made. */
export function useErrands<S extends ScreenId>(screen: S, run: (errand: Extract<Errand, { screen: S }>) => void): void {
  const navigation = useNavigation()
  watch(
    () => navigation.errand,
    errand => {
      if (errand?.screen !== screen) return
      navigation.errand = undefined
      run(errand as Extract<Errand, { screen: S }>)
    },
    { immediate: true },
  )
}

/** Lets others come back to this screen as it is, and not only to the screen. */
export function usePlace<S extends ScreenId>(screen: S, here: () => Extract<Errand, { screen: S }>): void {
  const { places } = useNavigation()
  places.set(screen, here)
  onScopeDispose(() => places.delete(screen))
}
