import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { Hello, UnsavedView } from '../../../core/contract/calls'
import type { OnFailure } from './guarded'
import { useLab } from './lab'
import { useMutation } from './useMutation'

/** What the lab has not saved yet. */
export const useSaving = defineStore('saving', () => {
  const lab = useLab()
  /** Absent while everything is saved. */
  const unsaved = shallowRef<UnsavedView>()
  /** What this page could not store, by name: it has a way to save it again. */
  const held = shallowReactive(new Set<string>())
  /** How often the user pressed “Try now” without success since saving began to fail. */
  const tries = shallowRef(0)
  /** Whether a change that the user started is under way. */
  const change = useMutation(() => undefined)
  onScopeDispose(lab.on('unsaved', view => show(view ?? undefined)))

  function greet(hello: Hello): void {
    show(hello.unsaved)
  }

  function show(view: UnsavedView | undefined): void {
    unsaved.value = view
    if (!view) tries.value = 0
  }

  async function attempt(work: Promise<unknown>): Promise<void> {
    await work
    if (unsaved.value) tries.value++
  }

  /** Retries now instead of at the lab's next attempt. */
  const saveNow = (onFailure: OnFailure) =>
    attempt(change(async ask => show((await ask('saveNow', undefined)) ?? undefined), onFailure))

  /** Recreates the data folder with everything in it. */
  const writeAnew = (onFailure: OnFailure) => attempt(change(ask => ask('writeDataAnew', undefined), onFailure))

  return { unsaved, held, busy: change.pending, tries, greet, saveNow, writeAnew }
})

/** Runs when the page closes or reloads, for what would otherwise be written a moment later. */
export function beforeLeaving(run: () => void): void {
  window.addEventListener('pagehide', run)
  onScopeDispose(() => window.removeEventListener('pagehide', run))
}
