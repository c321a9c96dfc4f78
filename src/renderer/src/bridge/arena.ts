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
  /** The rows reported since the list was requested: its answer may be older. */
  const reported = new Map<string, TournamentView>()
  onScopeDispose(
    lab.on('tournament', row => {
      reported.set(row.id, row)
      if (tournaments.value) tournaments.value = withReported(tournaments.value)
    }),
  )

  /** The newest first. */
  function withReported(list: readonly TournamentView[]): TournamentView[] {
    const rows = new Map(list.map(row => [row.id, row]))
    for (const [id, row] of reported) rows.set(id, row)
    return [...rows.values()].filter(row => !row.deleted).sort((a, b) => b.at.localeCompare(a.at))
  }

  /** Loads what this page missed: before it opened, or while the connection was lost. */
  async function refresh(): Promise<void> {
    match.value = await lab.call('match', undefined)
    reported.clear()
    tournaments.value = withReported(await lab.call('tournaments', undefined))
  }

  return { match, tournaments, refresh }
})
