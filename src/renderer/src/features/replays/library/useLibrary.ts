import { computed, shallowRef } from 'vue'
import type { GameWindow } from '../../../../../core/contract/calls'
import type { GameFilter, GameOrder, GameRow } from '../../../../../core/contract/stored'
import { useAskAbout, useLatest } from '../../../bridge/useLatest'
import { useWindowed } from '../../../bridge/useWindowed'

/** Rows of one question to the lab. */
const WINDOW = 100
/** Windows that are held, some 300 bytes a row; those that came longest ago leave. */
const MOST_WINDOWS = 30

/** A game and the row that it stood in. */
export interface Placed {
  readonly id: number
  readonly index: number
}

/** What became of the rows when they were asked for again. */
interface Renewal {
  /** Rows that the anchor moved down by; 0 where it is gone, or there was none. */
  readonly shift: number
  /** The row of the game that was followed; `undefined` where it is gone. */
  readonly place: number | undefined
}

export type Library = ReturnType<typeof useLibrary>

/**
 * The library window by window, as it is looked at.
 *
 * @param usual filter to begin with
 * @param outdated hears when the library has changed, or may have while nobody could tell: then it is to be renewed
 */
export function useLibrary(usual: GameFilter, outdated: () => void) {
  const filter = shallowRef(usual)
  const order = shallowRef<GameOrder>({ sort: 'created', descending: true })
  const again = { library: () => true }
  const names = useLatest({ about: () => true, ask: ask => ask('gameProfiles', undefined), again })
  const list = useWindowed<GameRow, GameWindow, true>({
    about: () => true,
    ask: (ask, offset, limit) => ask('games', { ...filter.value, ...order.value, offset, limit }),
    size: WINDOW,
    most: MOST_WINDOWS,
    again,
    outdated,
  })
  /** Of games that the filter leaves, in this order: what is not in sight must not be chosen unseen. */
  const askOfThese = useAskAbout(
    () => [filter.value, order.value] as const,
    error => (list.problem.value = error.code === 'DISCONNECTED' ? undefined : error),
  )

  /**
   * Asks for everything again, after a change of the library, the filter or the order. What is shown stays until the
   * answers are here.
   *
   * @param anchor stays where it is on the screen; none: from the top.
   * @param followed another game whose new row is wanted
   * @returns `undefined` where it failed or was overtaken by another renewal.
   */
  async function renew(anchor?: Placed, followed?: Placed): Promise<Renewal | undefined> {
    const ids = [anchor, followed].flatMap(game => (game ? [game.id] : []))
    const renewal = { shift: 0, place: undefined as number | undefined }
    const isDone = await list.renew(async ask => {
      const places = ids.length > 0 ? await ask('gamePlaces', { ...filter.value, ...order.value, ids }) : []
      const placeOf = (game: Placed | undefined) => (game && places[ids.indexOf(game.id)]) ?? undefined
      if (anchor) renewal.shift = (placeOf(anchor) ?? anchor.index) - anchor.index
      renewal.place = placeOf(followed)
      return anchor ? Math.max(0, list.sight.value.first + renewal.shift) : 0
    })
    return isDone ? renewal : undefined
  }

  /** The numbers of some rows of the order, also of those that are not held; `undefined` where others are looked for by now. */
  const ids = (offset: number, limit: number) =>
    askOfThese((ask, [its, sorted]) => ask('gameIds', { ...its, ...sorted, offset, limit }))

  return {
    ...{ filter, order, renew, ids, row: list.row, want: list.want, wanted: () => list.sight.value, problem: list.problem },
    /** Games under the filter; `undefined` until they were counted. */
    total: list.total,
    /** Short games that the filter leaves out. */
    hidden: computed(() => list.page.value?.hidden ?? 0),
    profiles: computed(() => names.value.value ?? []),
  }
}
