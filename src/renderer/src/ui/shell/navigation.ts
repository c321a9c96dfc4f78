import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Preferences } from '../../../../core/contract/preferences'
import type { GameSearch } from '../../../../core/contract/searchers'
import type { Profile } from '../../../../core/contract/files'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SlideCuts, SlideDepths } from '../../../../core/games/twenty48/search/report'

export type ScreenId = NonNullable<Preferences['screen']>

/** Why a screen is opened; an errand with only the screen just shows it. */
export type Errand =
  | {
      readonly screen: 'play'
      /** A stored game to put on the board, after `slides` of its moves, or all. */
      readonly game?: { readonly id: number; readonly slides?: number }
      /** Or a position, in any notation. */
      readonly position?: string
      /** What undoing that opens, once the game before is on the board again; absent: the screen stays. */
      readonly back?: Errand
      /** The player: that profile. Weights, settings or depth that differ from its own apply for this session. */
      readonly profile?: Profile
      /** Start a new game with that player and let it play; the game on the board goes to the library. */
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
       * A position to record a search of, and the player; without one, the screen asks. Absent: only shows the screen. `depths`
       * and `cuts` repeat an earlier search, each move at the depth and the cut of its value.
       */
      readonly record?: {
        readonly board: Board
        readonly player?: Player
        readonly depths?: SlideDepths
        readonly cuts?: SlideCuts
      }
      /** Or a position of any game, and the search; the screen asks for what is missing. */
      readonly search?: GameSearch
      /** Or a file of a recorded tree. */
      readonly trace?: File
    }
  | {
      readonly screen: 'replays'
      /** A stored game to watch, from this number of moves on. */
      readonly game?: { readonly id: number; readonly slides?: number }
      /** Or the list, with the first of these games shown, and all of them selected where there are several. */
      readonly look?: readonly number[]
    }
  | { readonly screen: 'settings' }

/** Which screen is shown. Screens do not know each other: they open another one through this store. */
export const useNavigation = defineStore('navigation', () => {
  const screen = shallowRef<ScreenId>('play')
  /** Not yet run by its screen. */
  const errand = shallowRef<Errand>()
  const places = new Map<ScreenId, () => Errand>()

  /** An errand that opens the shown screen as it is now. */
  const here = (): Errand => places.get(screen.value)?.() ?? { screen: screen.value }

  function open(wanted: Errand): void {
    screen.value = wanted.screen
    errand.value = wanted
  }

  return { screen, errand, places, here, open }
})

/** Runs each errand for this screen once, including the one that created it. */
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

/** Lets others return to this screen in its current state. */
export function usePlace<S extends ScreenId>(screen: S, here: () => Extract<Errand, { screen: S }>): void {
  const { places } = useNavigation()
  places.set(screen, here)
  onScopeDispose(() => places.delete(screen))
}
