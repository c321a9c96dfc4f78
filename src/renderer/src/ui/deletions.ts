import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { DeletedKind } from '../../../core/contract/stored'
import { useToasts } from './toasts/toasts'

/** The dialog of deleted things: any screen opens it with its own kind, and `App` shows it over all screens. */
export const useDeletedDialog = defineStore('deletedDialog', () => {
  /** The kind to show first; `undefined` while it is closed. */
  const kind = shallowRef<DeletedKind>()
  return { kind }
})

/** Reports the deletion of a run, and offers to undo it. @returns `undo` absent: it was not deleted */
export function useUndoToast(): (name: string, undo: (() => void) | undefined) => void {
  const { t } = useI18n()
  const toasts = useToasts()
  return (name, run) =>
    run && void toasts.show({ kind: 'notice', title: t('runs.deleted', { name }), action: { label: t('runs.undo'), run } })
}

/** Deletions that Ctrl+Z undoes; older ones remain in the dialog of deleted things. */
const MOST_UNDONE = 50

/** Deletions that were made or started here and can be undone, latest first. */
export class Deletions<D> {
  #all: readonly D[] = []

  get latest(): D | undefined {
    return this.#all.at(-1)
  }

  add(deletion: D): void {
    this.#all = [...this.#all, deletion].slice(-MOST_UNDONE)
  }

  /** Removes a deletion that failed or was undone. */
  forget(deletion: D): void {
    this.#all = this.#all.filter(each => each !== deletion)
  }

  has(deletion: D): boolean {
    return this.#all.includes(deletion)
  }
}
