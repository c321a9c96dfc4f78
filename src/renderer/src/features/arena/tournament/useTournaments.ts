import { computed, shallowRef } from 'vue'
import type { TournamentView } from '../../../../../core/contract/calls'
import { useArena } from '../../../bridge/arena'
import { useMutation } from '../../../bridge/useMutation'
import { useFailureToast } from '../../../ui/toasts/failureToast'

export type ArenaTournaments = ReturnType<typeof useTournaments>

/** The stored tournaments, the selected one, and the user's actions on them. Failures become toasts. */
export function useTournaments() {
  const arena = useArena()
  const change = useMutation(useFailureToast())
  const selected = shallowRef<string>()
  const list = computed(() => arena.tournaments?.tournaments)
  const current = computed(
    (): TournamentView | undefined => list.value?.find(({ id }) => id === selected.value) ?? list.value?.[0],
  )
  return {
    list,
    unreadable: computed(() => arena.tournaments?.unreadable ?? []),
    current,
    select: (id: string) => (selected.value = id),
    pause: (id: string) => change(ask => ask('pauseTournament', { id })),
    resume: (id: string) => change(ask => ask('resumeTournament', { id })),
    remove: (id: string) => change(ask => ask('deleteTournament', { id })),
  }
}
