import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DeletedKind } from '../../../../core/contract/stored'

/** The dialog of deleted things: any screen opens it with its own kind, and `App` shows it over all screens. */
export const useDeletedDialog = defineStore('deletedDialog', () => {
  /** The kind to show first; `undefined` while it is closed. */
  const kind = shallowRef<DeletedKind>()
  return { kind }
})
