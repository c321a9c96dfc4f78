import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { CompareKind, JobView, TextFile, TournamentGame, TournamentView, TreeId } from '../../../../core/contract/calls'
import type { Preferences } from '../../../../core/contract/preferences'
import type { GameSearch } from '../../../../core/contract/searchers'
import type { GameFilter } from '../../../../core/contract/stored'
import type { Profile, SharedTree } from '../../../../core/contract/files'
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
  | {
      readonly screen: 'tune'
      /** Runs to show, and one of them; of weights, others beside it. */
      readonly runs?: { readonly kind: 'tuning' | 'training'; readonly id?: number; readonly beside?: readonly number[] }
    }
  | {
      readonly screen: 'compare'
      /** The comparison to show, or the bench. */
      readonly run?: { readonly kind: CompareKind; readonly id: number }
      /** Or a new one: names of the profiles that it begins with, one to measure it. */
      readonly players?: readonly string[]
    }
  | {
      readonly screen: 'arena'
      /** The tournaments to show, and one of them. */
      readonly tournaments?: { readonly id?: string }
      /** Or a game of one. */
      readonly opened?: { readonly tournament: TournamentView; readonly game: TournamentGame }
    }
  | {
      readonly screen: 'profiles'
      /** Name of the profile to show, and a run of it. */
      readonly profile?: string
      readonly run?: { readonly kind: 'sweep'; readonly id: number } | { readonly kind: 'calibration'; readonly id: string }
      /** Readable profiles to import. */
      readonly incoming?: readonly TextFile[]
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
      /** Or an open tree, and the event of its lecture. */
      readonly shown?: { readonly tree: TreeId; readonly lecture?: number }
      /** Or a place in a tree that was shared. */
      readonly shared?: SharedTree
      /** Where the user opened the file or the place, which stays if it cannot be read. */
      readonly back?: Errand
    }
  | {
      readonly screen: 'replays'
      /** A stored game to watch, from this number of moves on. */
      readonly game?: { readonly id: number; readonly slides?: number }
      /** Analyse it by the judge of accuracies, unless that is done, and go to its first mistake. */
      readonly mistakes?: true
      /** Or exercises, of that game or of all. */
      readonly learn?: { readonly game?: number }
      /** Or the games of a batch, as far as they reached a tile. */
      readonly games?: GameFilter
      /** Or the list, with the first of these games shown, and all of them selected where there are several. */
      readonly look?: readonly number[]
    }
  | {
      readonly screen: 'settings'
      /** Show the version of the lab and the licences. */
      readonly about?: true
    }

/** Which screen is shown. Screens do not know each other: they open another one through this store. */
export const useNavigation = defineStore('navigation', () => {
  const screen = shallowRef<ScreenId>('play')
  /** Not yet run by its screen. */
  const errand = shallowRef<Errand>()
  const places = new Map<ScreenId, () => Errand>()
  /** How this tab left its screens before a reload, until each is opened again. */
  const left = new Map<ScreenId, Errand>()
  /** The places of all screens, which a reload must not lose. */
  const leaving = () => new Map([...left, ...[...places].map(([id, here]) => [id, here()] as const)])

  /** @returns what brings back the screen as this tab left it; once, and `undefined` for a screen that it has not left */
  function takeLeft(its: ScreenId): Errand | undefined {
    const errand = left.get(its)
    left.delete(its)
    return errand
  }

  /** An errand that opens the shown screen as it is now. */
  const here = (): Errand => places.get(screen.value)?.() ?? { screen: screen.value }

  function open(wanted: Errand): void {
    screen.value = wanted.screen
    errand.value = wanted
  }

  return { screen, errand, places, here, open, leaving, left, takeLeft }
})

/** What shows the run of a job; `undefined` for a job that no screen shows. */
export function errandOf({ kind, run, profile, title }: JobView): Errand | undefined {
  switch (kind) {
    case 'tuning':
    case 'training':
      return { screen: 'tune', ...(typeof run === 'number' && { runs: { kind, id: run } }) }
    case 'arena':
      return { screen: 'arena', ...(typeof run === 'string' && { tournaments: { id: run } }) }
    case 'sweep':
      return typeof run === 'number'
        ? { screen: 'profiles', ...(profile !== undefined && { profile }), run: { kind, id: run } }
        : undefined
    case 'calibration':
      return typeof run === 'string'
        ? { screen: 'profiles', ...(profile !== undefined && { profile }), run: { kind, id: run } }
        : undefined
    case 'analysis':
    case 'playouts':
    case 'replay': {
      const [id, slides] = title.split('/').map(Number)
      return id === undefined ? undefined : { screen: 'replays', game: { id, ...(slides !== undefined && { slides }) } }
    }
    case 'tree':
      return { screen: 'tree' }
    case 'bench':
    case 'comparison':
      return typeof run === 'number' ? { screen: 'compare', run: { kind, id: run } } : undefined
    case 'wallTest':
    case 'study':
    case 'import':
    case 'data':
      return undefined
  }
}

/** Runs each errand for this screen once, including the one that created it; one that just shows the screen brings back what a reload lost. */
export function useErrands<S extends ScreenId>(screen: S, run: (errand: Extract<Errand, { screen: S }>) => void): void {
  const navigation = useNavigation()
  watch(
    () => navigation.errand,
    errand => {
      if (errand?.screen !== screen) return
      navigation.errand = undefined
      const left = navigation.takeLeft(screen)
      const isBare = Object.keys(errand).length === 1
      run(((isBare && left) || errand) as Extract<Errand, { screen: S }>)
    },
    { immediate: true },
  )
}

/** Lets others return to this screen in its current state, and this tab after a reload. */
export function usePlace<S extends ScreenId>(screen: S, here: () => Extract<Errand, { screen: S }>): void {
  const { places } = useNavigation()
  places.set(screen, here)
  onScopeDispose(() => places.delete(screen))
}

export const TUNE_KINDS = ['weights', 'networks'] as const
export type TuneKind = (typeof TUNE_KINDS)[number]

/** What the Tune screen shows: runs that tune weights, or runs that train networks. */
export const useTuneKind = defineStore('tuneKind', () => ({
  kind: shallowRef<TuneKind>('weights'),
  /** How often a run was opened from elsewhere, which closes the form. */
  closings: shallowRef(0),
}))
