import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DeletedKind } from '../../../../core/contract/stored'

/** The dialog of what was deleted: any screen opens it with its own kind, and `App` shows it over all of them. */
export const useDeletedDialog = defineStore('deletedDialog', () => {
  /** That it is opened for; `undefined` while it is closed. */
  const kind = shallowRef<DeletedKind>()
  return { kind }
})
