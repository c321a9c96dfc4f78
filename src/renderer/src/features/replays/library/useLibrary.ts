import { computed, shallowRef, watchEffect } from 'vue'
import type { GameWindow } from '../../../../../core/contract/calls'
import type { GameFilter, GameOrder, GameRow } from '../../../../../core/contract/stored'
import { useAskAbout, useLatest } from '../../../bridge/useLatest'
import { useWindowed } from '../../../bridge/useWindowed'
import { MOST_GAME_IDS } from '../../../../../core/contract/calls/library'
import { useI18n } from 'vue-i18n'
import { type Board, face } from '../../../../../core/games/twenty48/board'
import { useProfiles } from '../../../bridge/profiles'
import { usePlayedBy } from '../../../ui/game/gameWords'

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

export type Choice = ReturnType<typeof useChoice>

/** The active row, and the games selected for actions, by number, wherever they are in the list. */
export function useChoice(library: Library) {
  const active = shallowRef(0)
  const askHere = useAskAbout(() => active.value)
  const chosen = shallowRef<ReadonlySet<number>>(new Set())
  /** Start of a range, and the selection before it. */
  let range = { from: 0, before: chosen.value }

  /** Stays when its window is dropped, since the row is only scrolled out of sight. */
  const seen = shallowRef<{ readonly index: number; readonly row: GameRow }>()
  watchEffect(() => {
    const row = library.row(active.value)
    if (row) seen.value = { index: active.value, row }
  })
  const row = computed(
    () => library.row(active.value) ?? (seen.value?.index === active.value && library.total.value ? seen.value.row : undefined),
  )
  /** The games that an action applies to: the selected ones, or else the active one. */
  const subjects = computed((): readonly number[] =>
    chosen.value.size > 0 ? [...chosen.value] : row.value ? [row.value.id] : [],
  )

  /** @returns the row that is active now: the nearest existing one. */
  function go(index: number): number {
    active.value = nearest(index)
    range = { from: active.value, before: chosen.value }
    return active.value
  }

  /** The active row has moved. */
  function follow(index: number): void {
    const moved = nearest(index) - active.value
    active.value += moved
    range = { ...range, from: nearest(range.from + moved) }
  }

  /** Selects all from the start of the range to this row. */
  async function extend(index: number): Promise<void> {
    const to = (active.value = nearest(index))
    const { from, before } = range
    const first = Math.min(from, to)
    const ids = await askHere(() => library.ids(first, Math.min(Math.abs(to - from) + 1, MOST_GAME_IDS)))
    if (ids) chosen.value = new Set([...before, ...ids])
  }

  function toggle(id: number): void {
    const changed = new Set(chosen.value)
    if (!changed.delete(id)) changed.add(id)
    chosen.value = changed
    range = { from: active.value, before: changed }
  }

  async function all(): Promise<void> {
    const ids = await library.ids(0, MOST_GAME_IDS)
    if (ids) chosen.value = new Set(ids)
  }

  /** Selects exactly these. */
  function choose(ids: readonly number[]): void {
    chosen.value = new Set(ids)
    range = { from: active.value, before: chosen.value }
  }

  function clear(): void {
    chosen.value = new Set()
    range = { from: active.value, before: chosen.value }
  }

  /** Removes deleted games from the selection. */
  function forget(ids: readonly number[]): void {
    const gone = new Set(ids)
    chosen.value = new Set([...chosen.value].filter(id => !gone.has(id)))
    range = { from: active.value, before: chosen.value }
  }

  function nearest(index: number): number {
    return Math.max(0, Math.min(index, (library.total.value ?? 0) - 1))
  }

  return { active, chosen, row, subjects, go, follow, extend, toggle, all, choose, clear, forget }
}

/** A game as shown in the table. */
export interface Cells {
  readonly id: number
  readonly mark: string
  readonly date: string
  readonly player: string
  readonly score: string
  readonly rank: number
  readonly board: Board
  readonly tile: string
  readonly slides: string
  readonly seed: string
  readonly notes: string
}

/** Who played a game, with the title of the engine's profile. */
export function useGamePlayers(): (row: GameRow) => string {
  const { t } = useI18n()
  const playedBy = usePlayedBy()
  const { titleOf } = useProfiles()
  return row =>
    row.profile === null ? playedBy(row) : t('library.withProfile', { player: playedBy(row), profile: titleOf(row.profile) })
}

/** The texts of each row, made once: during scrolling a row is drawn many times a second. */
export function useCells(): (row: GameRow) => Cells {
  const { t, n, d } = useI18n()
  const playersOf = useGamePlayers()
  const known = new WeakMap<GameRow, Cells>()

  const write = (row: GameRow): Cells => {
    const { id, created, score, maxRank, slides, seed, notes } = row
    return {
      id,
      mark: t('library.choose', { id }),
      date: d(created, 'moment'),
      player: playersOf(row),
      score: n(score, 'integer'),
      rank: maxRank,
      board: row.board,
      tile: String(face(maxRank)),
      slides: n(slides, 'integer'),
      seed: seed === null ? t('library.unknown') : String(seed),
      notes,
    }
  }

  return row => {
    const cells = known.get(row) ?? write(row)
    known.set(row, cells)
    return cells
  }
}
