import { computed, shallowRef } from 'vue'
import type { GameWindow } from '../../../../../core/contract/calls'
import type { GameFilter, GameOrder, GameRow } from '../../../../../core/contract/stored'
import { useAskAbout, useLatest } from '../../../bridge/useLatest'
import { useWindowed } from '../../../bridge/useWindowed'

/** Rows per request. */
const WINDOW = 100
/** Windows kept, at some 300 bytes per row; the oldest leave first. */
const MOST_WINDOWS = 30

/** A game and its row. */
export interface Placed {
  readonly id: number
  readonly index: number
}

/** What happened to the rows in a renewal. */
interface Renewal {
  /** Rows by which the anchor moved down; 0 if it is gone, or there was none. */
  readonly shift: number
  /** The new row of the followed game; `undefined` if it is gone. */
  readonly place: number | undefined
}

export type Library = ReturnType<typeof useLibrary>

/**
 * A windowed view of the library.
 * @param usual the initial filter
 * @param outdated called when the library changed, or may have changed during a lost connection: the caller then renews it
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
  /** About the games under this filter in this order: nothing that is hidden may be selected. */
  const askOfThese = useAskAbout(
    () => [filter.value, order.value] as const,
    error => (list.problem.value = error.code === 'DISCONNECTED' ? undefined : error),
  )

  /**
   * Reloads everything, after a change of the library, the filter or the order. The old rows stay until the answers have arrived.
   * @param anchor keeps its place on the screen; absent: from the top.
   * @param followed another game whose new row is needed
   * @returns `undefined` if it failed or another renewal replaced it.
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

  /**
   * Numbers of the games in some rows, even of rows that are not loaded; `undefined` if the filter or order has changed
   * meanwhile.
   */
  const ids = (offset: number, limit: number) =>
    askOfThese((ask, [its, sorted]) => ask('gameIds', { ...its, ...sorted, offset, limit }))

  return {
    ...{ filter, order, renew, ids, row: list.row, want: list.want, wanted: () => list.sight.value, problem: list.problem },
    /** Games that match the filter; `undefined` until known. */
    total: list.total,
    /** Short games that the filter hides. */
    hidden: computed(() => list.page.value?.hidden ?? 0),
    profiles: computed(() => names.value.value ?? []),
  }
}

/** The methods of the table for its owner. */
export interface TableHandle {
  /** Rows per page. */
  page(): number
  focus(): void
  /** Scrolls a row into view. */
  show(index: number): void
  /** Scrolls by this number of rows, after rows were added or removed above. */
  scrollBy(rows: number): Promise<void>
  toTop(): void
  /** The first fully visible row. */
  first(): number
}
