import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { MatchView, TournamentView } from '../../../core/contract/calls'
import { useLab } from './lab'

/** The lab's match and tournaments, from every page. Replaced whole, never edited in place. */
export const useArena = defineStore('arena', () => {
  const lab = useLab()
  /** `null`: there is none; `undefined`: not known yet. */
  const match = shallowRef<MatchView | null>()
  const tournaments = shallowRef<readonly TournamentView[]>()
  onScopeDispose(lab.on('match', value => (match.value = value)))
  onScopeDispose(lab.on('tournaments', value => (tournaments.value = value)))

  /** Loads what this page missed: before it opened, or while the connection was lost. */
  async function refresh(): Promise<void> {
    match.value = await lab.call('match', undefined)
    tournaments.value = await lab.call('tournaments', undefined)
  }

  return { match, tournaments, refresh }
})
