import type { DRAFT_CALLS } from '../../../core/contract/calls/drafts'
import { MAX_IMPORT_BYTES, type PROFILE_CALLS, type TextFile } from '../../../core/contract/calls/profiles'
import { parseProfiles, STRONGEST_PROFILE, type Profile } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import type { Pool } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { savedUnless } from '../saving/saving'
import { Drafts } from './drafts'
import { ProfileCollection } from './profileCollection'

/** The longest wait for new values after the user has moved a slider. */
const LONGEST_MS = 2_000

type ProfileCalls = keyof typeof PROFILE_CALLS | keyof typeof DRAFT_CALLS

type ProfilesFeature = Feature<ProfileCalls, 'profiles' | 'drafts' | 'defaultProfile'> & { readonly profiles: ProfileCollection }

/** @param most bytes of all files that are imported at once */
export function openProfiles(context: LabContext, most = MAX_IMPORT_BYTES): ProfilesFeature {
  const { engine, store, data, carried, saving, scope, emit, onProblem } = context
  const profiles = new ProfileCollection(store, data.profiles ?? [], list => emit('profiles', list), onProblem)
  const drafts = new Drafts(data.drafts ?? [], profiles, store, saving, onProblem)
  if (carried) drafts.carry(carried.drafts)
  const tryout = new Tryout(engine.pool, scope)
  return {
    profiles,
    handlers: {
      profiles: async () => profiles.list,
      createProfile: async profile => profiles.create(profile),
      copyProfile: async ({ of, name, title }) => profiles.copy(of, name, title),
      changeProfile: async ({ id, changes }) => profiles.change(id, changes),
      deleteProfiles: async ({ ids }) => profiles.remove(ids),
      restoreProfiles: async ({ ids }) => profiles.restore(ids),
      planImport: async ({ files }) => profiles.planImport(profilesIn(files, most)),
      importProfiles: async ({ files, choices }) => profiles.import(profilesIn(files, most), choices),
      exportProfiles: async ({ names }) => profiles.export(names),
      saveDraft: async ({ profile, draft }) => {
        drafts.save(profile, draft)
        return savedUnless(await drafts.flush())
      },
      tryPlayer: async ({ board, player }) => tryout.search(board, player),
    },
    hello: () => ({ profiles: profiles.list, drafts: drafts.list, defaultProfile: STRONGEST_PROFILE }),
  }
}

/** @throws {LabError} `BAD_FILE` */
function profilesIn(files: readonly TextFile[], most: number): Profile[] {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  if (bytes > most)
    throw new LabError(
      'BAD_FILE',
      `At most ${most} bytes are imported at once, these are ${bytes}; lab profile import takes more.`,
    )
  return files.flatMap(({ name, text }) => parseProfiles(text, name))
}

/** Searches for a user who tries out weights: only the last request matters. */
class Tryout {
  #latest: Scope | undefined

  constructor(
    private readonly pool: Pool,
    private readonly scope: Scope,
  ) {}

  /** @throws {LabError} `CANCELLED` if another request came meanwhile; errors of the pool */
  async search(board: Board, player: Player): Promise<SearchReport> {
    void this.#latest?.close()
    const search = (this.#latest = this.scope.child('a search'))
    const ms = Math.min(player.limits.ms ?? LONGEST_MS, LONGEST_MS)
    try {
      const { report } = await this.pool.search(board, { ...player, limits: { ...player.limits, ms } }, { signal: search.signal })
      if (search.isClosed) throw new LabError('CANCELLED', 'Other weights were tried meanwhile.')
      return report
    } finally {
      await search.close()
    }
  }
}
