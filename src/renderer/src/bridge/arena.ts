import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { MatchView, TournamentList } from '../../../core/contract/calls'
import { useLab } from './lab'

/** The match and the tournaments of the lab, whoever began them. Replaced whole, never edited in place. */
export const useArena = defineStore('arena', () => {
  const lab = useLab()
  /** `null` where there is none, `undefined` until that is known. */
  const match = shallowRef<MatchView | null>()
  const tournaments = shallowRef<TournamentList>()
  onScopeDispose(lab.on('match', heard => (match.value = heard)))
  onScopeDispose(lab.on('tournaments', heard => (tournaments.value = heard)))

  /** Asks for what was not heard: before this page was there, or while the connection was lost. */
  async function refresh(): Promise<void> {
    match.value = await lab.call('match', undefined)
    tournaments.value = await lab.call('tournaments', undefined)
  }

  return { match, tournaments, refresh }
})
