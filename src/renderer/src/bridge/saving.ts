import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Hello, UnsavedView } from '../../../core/contract/calls'
import type { Tell } from './guarded'
import { useLab } from './lab'
import { useMutation } from './useMutation'

/** What the lab could not save so far. */
export const useSaving = defineStore('saving', () => {
  const lab = useLab()
  /** Absent while everything is saved. */
  const unsaved = shallowRef<UnsavedView>()
  /** How often a person had it tried again since something is not saved, to no avail. */
  const tries = shallowRef(0)
  /** What a person asked for is being done. */
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

  /** Tries at once what the lab would try later. */
  const saveNow = (tell: Tell) => attempt(change(async ask => show((await ask('saveNow', undefined)) ?? undefined), tell))

  /** Makes the data folder again, with everything in it. */
  const writeAnew = (tell: Tell) => attempt(change(ask => ask('writeDataAnew', undefined), tell))

  return { unsaved, busy: change.pending, tries, greet, saveNow, writeAnew }
})
