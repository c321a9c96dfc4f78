import { computed, shallowRef, watch } from 'vue'
import type { CourseId, MatchSetup, TournamentGame, TournamentView } from '../../../../core/contract/calls'
import { useArena } from '../../bridge/trees'
import { useLatest } from '../../bridge/useLatest'
import { provided } from '../../ui/provided'
import { useFailureToast } from '../../ui/toasts/failureToast'

/** An opened game of a tournament. */
interface OpenedGame {
  readonly tournament: TournamentView
  readonly game: TournamentGame
}

/**
 * The place of a game of a tournament among all of them. Numbers leave one out in each pair of the last round where the number of games per pair
 * is odd.
 */
export function placeOfGame(
  { number }: Pick<TournamentGame, 'number'>,
  { total, players }: Pick<TournamentView, 'total' | 'players'>,
): number {
  const pairings = (players.length * (players.length - 1)) / 2
  const whole = 2 * pairings * Math.floor(total / pairings / 2)
  return number <= whole ? number : whole + Math.ceil((number - whole) / 2)
}

export type ArenaCourse = ReturnType<typeof createCourse>

/** What the board shows: the match, or a game of a tournament, at one of its positions. */
export const [provideCourse, useCourse] = provided('useCourse()', createCourse)

function createCourse() {
  const arena = useArena()
  const opened = shallowRef<OpenedGame>()
  /** The chosen ply; `undefined` follows the newest position of the match. */
  const chosen = shallowRef<number>()

  const match = computed(() => (opened.value ? undefined : (arena.match ?? undefined)))
  const of = computed((): CourseId | undefined => {
    if (opened.value) return { tournament: opened.value.tournament.id, game: opened.value.game.number }
    return match.value && { match: match.value.id }
  })
  /** Identifies the shown match or game, whatever its position. */
  const key = computed((): string | undefined => of.value && Object.values(of.value).join(' '))
  const game = computed((): MatchSetup['game'] | undefined => opened.value?.tournament.game ?? match.value?.setup.game)
  const revision = computed(() => match.value?.revision ?? 0)
  const wanted = computed(() =>
    opened.value ? (chosen.value ?? 0) : Math.min(chosen.value ?? Infinity, match.value?.plies ?? 0),
  )
  watch(key, () => (chosen.value = undefined), { flush: 'sync' })

  const { value: shown } = useLatest({
    about: () => (key.value === undefined ? undefined : ([key.value, wanted.value, revision.value] as const)),
    ask: (ask, [, ply]: readonly [string, number, number]) => ask('courseAt', { of: of.value!, ply }),
    onFailure: useFailureToast(['CANCELLED', 'DISCONNECTED', 'NOT_FOUND']),
    clearOn: ([its]) => its,
    // a fast match has more positions than can be drawn
    oneAtATime: true,
  })
  const plies = computed(() => match.value?.plies ?? shown.value?.plies ?? 0)

  function look(ply: number): void {
    const isNewest = match.value !== undefined && ply >= plies.value
    chosen.value = isNewest ? undefined : Math.max(0, Math.min(ply, plies.value))
  }

  return {
    opened,
    of,
    key,
    game,
    match,
    revision,
    plies,
    /** The shown position; `undefined` until it is known. */
    shown,
    /** Whether the board follows each new position of the match. */
    follows: computed(() => match.value !== undefined && chosen.value === undefined),
    /** Whether the shown position is the newest of the match, where moves are made. */
    isLive: computed(() => match.value !== undefined && shown.value?.ply === match.value.plies),
    look,
    /** Steps by this number of plies. */
    go: (by: number) => look(wanted.value + by),
    open: (its: OpenedGame) => (opened.value = its),
    close: () => (opened.value = undefined),
  }
}
