import { onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import type { GameWindow } from '../../../../../core/contract/calls'
import type { GameFilter, GameOrder, GameRow } from '../../../../../core/contract/stored'
import type { LabError } from '../../../../../core/errors'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'

/** Rows of one question to the lab. */
const WINDOW = 100
/** Windows that are held, some 300 bytes a row; those that were shown longest ago leave. */
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

/** The library window by window, as it is looked at: rows are asked for when they come into sight, one question at a time. */
export function useLibrary() {
  const lab = useLab()
  const filter = shallowRef<GameFilter>({})
  const order = shallowRef<GameOrder>({ sort: 'created', descending: true })
  /** Games under the filter; `undefined` until they were counted. */
  const total = shallowRef<number>()
  const profiles = shallowRef<readonly string[]>([])
  const problem = shallowRef<LabError>()
  const attempt = attemptWith(error => {
    // the status bar says that a connection is lost, and the rows come with the next one
    if (error.code !== 'DISCONNECTED') problem.value = error
  })
  /** By number of the window; the one shown last stands last. */
  const windows = shallowRef(new Map<number, readonly GameRow[]>())
  let wanted = { first: 0, last: WINDOW - 1 }
  /** Answers to questions of an earlier one are about other rows. */
  let generation = 0
  let loading = false
  onScopeDispose(() => generation++)

  function row(index: number): GameRow | undefined {
    return windows.value.get(Math.floor(index / WINDOW))?.[index % WINDOW]
  }

  /** Says which rows are in sight. */
  function want(first: number, last: number): void {
    wanted = { first, last }
    void load()
  }

  async function load(): Promise<void> {
    if (loading || total.value === undefined) return
    loading = true
    const mine = generation
    await attempt(fill(mine))
    loading = false
    if (mine !== generation && problem.value === undefined) void load()
  }

  async function fill(mine: number): Promise<void> {
    for (let number = missing(); number !== undefined; number = missing()) {
      const answer = await ask(number)
      if (mine !== generation) return
      put(windows.value, number, answer)
      triggerRef(windows)
    }
  }

  /**
   * Asks for everything again, after a change of the library, the filter or the order. What is shown stays until the
   * answers are here.
   *
   * @param anchor stays where it is on the screen; none: from the top.
   * @param followed another game whose new row is wanted
   * @returns `undefined` where it failed or was overtaken by another renewal.
   */
  function renew(anchor?: Placed, followed?: Placed): Promise<Renewal | undefined> {
    return attempt(askAgain(++generation, anchor, followed))
  }

  async function askAgain(mine: number, anchor: Placed | undefined, followed: Placed | undefined): Promise<Renewal | undefined> {
    const ids = [anchor, followed].flatMap(game => (game ? [game.id] : []))
    const places = ids.length > 0 ? await lab.call('gamePlaces', { ...filter.value, ...order.value, ids }) : []
    if (mine !== generation) return undefined
    const placeOf = (game: Placed | undefined) => (game && places[ids.indexOf(game.id)]) ?? undefined
    const shift = anchor ? (placeOf(anchor) ?? anchor.index) - anchor.index : 0
    const first = anchor ? Math.max(0, wanted.first + shift) : 0
    const numbers = numbersOf(first, first + wanted.last - wanted.first)
    const [names, ...answers] = await Promise.all([lab.call('gameProfiles', undefined), ...numbers.map(ask)])
    if (mine !== generation) return undefined
    const renewed = new Map<number, readonly GameRow[]>()
    numbers.forEach((number, i) => put(renewed, number, answers[i]!))
    windows.value = renewed
    profiles.value = names
    problem.value = undefined
    return { shift, place: placeOf(followed) }
  }

  /** The numbers of some rows of the order, also of those that are not held. */
  async function ids(offset: number, limit: number): Promise<number[]> {
    return (await attempt(lab.call('gameIds', { ...filter.value, ...order.value, offset, limit }))) ?? []
  }

  function ask(number: number): Promise<GameWindow> {
    return lab.call('games', { ...filter.value, ...order.value, offset: number * WINDOW, limit: WINDOW })
  }

  function put(into: Map<number, readonly GameRow[]>, number: number, answer: GameWindow): void {
    into.delete(number)
    into.set(number, answer.rows)
    for (const oldest of into.keys()) {
      if (into.size <= MOST_WINDOWS) break
      into.delete(oldest)
    }
    total.value = answer.total
  }

  function missing(): number | undefined {
    return numbersOf(wanted.first, Math.min(wanted.last, total.value! - 1)).find(number => !windows.value.has(number))
  }

  return { filter, order, total, profiles, problem, row, want, renew, ids, wanted: () => wanted }
}

/** Windows that hold some rows. */
function numbersOf(first: number, last: number): number[] {
  const from = Math.floor(first / WINDOW)
  return Array.from({ length: Math.max(0, Math.floor(last / WINDOW) - from + 1) }, (_, i) => from + i)
}

/** Calls when the library has changed, or may have while nobody could tell. */
export function useLibraryChanges(changed: () => void): void {
  const lab = useLab()
  onScopeDispose(lab.on('library', changed))
  onScopeDispose(lab.on('reopened', changed))
  watch(lab.connected, up => {
    if (up) changed()
  })
}
