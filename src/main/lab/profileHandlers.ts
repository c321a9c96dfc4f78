import type { HandlersOf } from '../../core/contract/calls'
import type { DRAFT_CALLS } from '../../core/contract/calls/drafts'
import type { PROFILE_CALLS } from '../../core/contract/calls/profiles'
import type { DraftKeeper } from './draftKeeper'
import type { ProfileCollection } from './profileCollection'
import type { Tryout } from './tryout'

export function profileHandlers(
  profiles: ProfileCollection,
  drafts: DraftKeeper,
  tryout: Tryout,
): HandlersOf<keyof typeof PROFILE_CALLS | keyof typeof DRAFT_CALLS> {
  return {
    createProfile: async profile => profiles.create(profile),
    copyProfile: async ({ of, name, title }) => profiles.copy(of, name, title),
    changeProfile: async ({ id, changes }) => profiles.change(id, changes),
    deleteProfiles: async ({ ids }) => profiles.remove(ids),
    restoreProfiles: async ({ ids }) => profiles.restore(ids),
    planImport: async ({ files }) => profiles.planImport(files),
    importProfiles: async ({ files, choices }) => profiles.import(files, choices),
    exportProfiles: async ({ names }) => profiles.export(names),
    keepDraft: async ({ profile, draft }) => drafts.keep(profile, draft),
    tryPlayer: async ({ board, player }) => tryout.search(board, player),
  }
}
