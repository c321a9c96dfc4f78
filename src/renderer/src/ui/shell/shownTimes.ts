import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, watchEffect } from 'vue'
import type { JobKind } from '../../../../core/contract/calls'
import { useShown } from '../../commands/whileShown'

/** Kinds of jobs whose time left is on the screen: two estimates beside each other never agree, so the status bar leaves its own out. */
export const useShownTimes = defineStore('shownTimes', () => ({ kinds: shallowReactive(new Set<JobKind>()) }))

/** Registers the time left that the calling component shows: while it is on the screen and `shows` returns true. */
export function useShownTime(kind: JobKind, shows: () => boolean): void {
  const { kinds } = useShownTimes()
  const shown = useShown()
  watchEffect(() => {
    if (shown.value && shows()) kinds.add(kind)
    else kinds.delete(kind)
  })
  onScopeDispose(() => kinds.delete(kind))
}
