import type { HandlersOf } from '../../core/contract/calls'
import type { DELETED_CALLS } from '../../core/contract/calls/deleted'
import type { DeletedThings } from './deletedThings'

export function deletedHandlers(deleted: DeletedThings): HandlersOf<keyof typeof DELETED_CALLS> {
  return {
    deleted: ({ kind, offset, limit }) => deleted.window(kind, offset, limit),
    deletedIds: ({ kind }) => deleted.ids(kind),
    forgetDeleted: ({ kind, ids }) => deleted.forget(kind, ids),
  }
}
