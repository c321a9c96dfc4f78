import { computed, shallowRef, watchEffect } from 'vue'
import { MOST_GAME_IDS } from '../../../../../core/contract/calls/library'
import type { GameRow } from '../../../../../core/contract/stored'
import { useAskAbout } from '../../../bridge/useLatest'
import type { Library } from './useLibrary'

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
