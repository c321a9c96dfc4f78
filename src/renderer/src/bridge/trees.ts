import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { TreeView, MatchView } from '../../../core/contract/calls'
import { useLab } from './lab'

/** The open recorded trees, from every page. Replaced whole, never edited in place. */
export const useTrees = defineStore('trees', () => {
  const lab = useLab()
  const list = shallowRef<readonly TreeView[]>([])
  onScopeDispose(lab.on('trees', show))

  function show(next: readonly TreeView[]): void {
    list.value = next
  }

  /** Loads what this page missed: before it opened, or while the connection was lost. */
  async function refresh(): Promise<void> {
    show(await lab.call('trees', undefined))
  }

  return { list, show, refresh }
})

/** The lab's match, from every page. Replaced whole, never edited in place. */
export const useArena = defineStore('arena', () => {
  const lab = useLab()
  /** `null`: there is none; `undefined`: not known yet. */
  const match = shallowRef<MatchView | null>()
  onScopeDispose(lab.on('match', value => (match.value = value)))

  /** Loads what this page missed: before it opened, or while the connection was lost. */
  async function refresh(): Promise<void> {
    match.value = await lab.call('match', undefined)
  }

  return { match, refresh }
})
