import { computed, shallowRef, watch } from 'vue'
import type { CourseId, MatchSetup, TournamentGame, TournamentView } from '../../../../core/contract/calls'
import { useArena } from '../../bridge/arena'
import { useLatest } from '../../bridge/useLatest'
import { provided } from '../../ui/provided'
import { useFailureToast } from '../../ui/toasts/failureToast'

/** A game of a tournament that is gone through. */
interface OpenedGame {
  readonly tournament: TournamentView
  readonly game: TournamentGame
}

export type ArenaCourse = ReturnType<typeof createCourse>

/** What is on the board: the match, or a game of a tournament, at one of its positions. */
export const [provideCourse, useCourse] = provided('useCourse()', createCourse)

function createCourse() {
  const arena = useArena()
  const opened = shallowRef<OpenedGame>()
  /** `undefined`: the newest position of the match, as it comes. */
  const chosen = shallowRef<number>()

  const match = computed(() => (opened.value ? undefined : (arena.match ?? undefined)))
  const of = computed((): CourseId | undefined => {
    if (opened.value) return { tournament: opened.value.tournament.id, game: opened.value.game.number }
    return match.value && { match: match.value.id }
  })
  /** Of what is on the board, the position left open. */
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
    tell: useFailureToast(['CANCELLED', 'DISCONNECTED', 'NOT_FOUND']),
    clearOn: ([its]) => its,
    // a fast match passes more positions than can be drawn
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
    /** The position on the board; absent until it is known. */
    shown,
    /** Whether the board shows each new position of the match as it comes. */
    follows: computed(() => match.value !== undefined && chosen.value === undefined),
    /** Whether that is the newest one of the match, where moves are made. */
    isLive: computed(() => match.value !== undefined && shown.value?.ply === match.value.plies),
    look,
    /** By so many plies. */
    go: (by: number) => look(wanted.value + by),
    open: (its: OpenedGame) => (opened.value = its),
    close: () => (opened.value = undefined),
  }
}
