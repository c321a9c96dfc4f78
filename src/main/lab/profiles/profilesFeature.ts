import {
  type DRAFT_CALLS,
  type Draft,
  MAX_IMPORT_BYTES,
  type PROFILE_CALLS,
  type ProfileDraftView,
  type TextFile,
  draftShape,
} from '../../../core/contract/calls/profiles'
import { type Profile, STRONGEST_PROFILE, parseProfiles } from '../../../core/contract/files'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import type { Pool } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { type Saving, savedUnless } from '../saving/saving'
import { ProfileCollection } from './profileCollection'
import { faultOf } from '../../../core/contract/shapes'
import type { StoredDraft } from '../../../core/contract/stored'
import type { Store } from '../../store/store'
import type { Autosave } from '../saving/autosave'
import type { UnsavedDraft } from '../saving/unsavedWork'

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

/** The user's profiles, as far as drafts need them. */
interface DraftOwners {
  /** `undefined` for an unknown number. */
  own(id: number): Profile | undefined
  /** `undefined` for an unknown name. */
  idOf(name: string): number | undefined
  /** Creates a profile with this name, or a free one like it. @returns its number */
  adopt(profile: Profile): Promise<number>
}

/** Unsaved changes of profiles, for pages that open later: in memory immediately, in the store at most a second later. */
export class Drafts {
  readonly #drafts = new Map<number, Draft>()
  /** Profiles whose draft differs from the store's. */
  readonly #behind = new Set<number>()
  /** Drafts of profiles that do not exist in these data. */
  #orphans: readonly UnsavedDraft[] = []
  readonly #autosave: Autosave | undefined

  /** @param onUnreadable called for each unreadable stored draft, which stays until the profile is edited again */
  constructor(
    stored: readonly StoredDraft[],
    private readonly owners: DraftOwners,
    private readonly store: Pick<Store, 'profileDrafts'>,
    saving: Pick<Saving, 'autosave'>,
    onUnreadable: (problem: LabErrorData) => void,
  ) {
    this.#autosave = saving.autosave(
      'drafts',
      () => this.#save(),
      () => ({ drafts: this.#unsaved() }),
    )
    for (const { profile, draft } of stored) {
      const read = draftShape.safeParse(draft)
      if (read.success) this.#drafts.set(profile, read.data)
      else
        onUnreadable({
          code: 'BAD_STORE',
          message: `The unsaved changes of profile number ${profile} cannot be read: ${faultOf(read.error)}.`,
        })
    }
  }

  get list(): ProfileDraftView[] {
    return [...this.#drafts].map(([profile, draft]) => ({ profile, ...draft }))
  }

  #unsaved(): UnsavedDraft[] {
    const behind = [...this.#behind].flatMap((id): UnsavedDraft[] => {
      const profile = this.owners.own(id)
      return profile ? [{ id, profile, draft: this.#drafts.get(id) ?? null }] : []
    })
    return [...this.#orphans, ...behind]
  }

  /** Takes over drafts that an earlier lab could not save. A profile that does not exist in these data is created again, with its draft. */
  carry(drafts: readonly UnsavedDraft[]): void {
    for (const each of drafts) {
      const id = this.owners.idOf(each.profile.name)
      if (id !== undefined) this.save(id, each.draft)
      else if (each.draft) this.#orphans = [...this.#orphans, each]
    }
    if (drafts.length > 0) this.#autosave?.changed()
  }

  /** @throws {LabError} `NOT_FOUND` */
  save(profile: number, draft: Draft | null): void {
    if (!this.owners.own(profile))
      throw new LabError('NOT_FOUND', `There is no profile number ${profile}; it may have been deleted.`, { id: profile })
    if (draft) this.#drafts.set(profile, draft)
    else this.#drafts.delete(profile)
    this.#behind.add(profile)
    this.#autosave?.changed()
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  async flush(): Promise<LabErrorData | undefined> {
    return this.#autosave?.flush()
  }

  async #save(): Promise<void> {
    for (const orphan of this.#orphans) {
      this.save(await this.owners.adopt(orphan.profile), orphan.draft)
      this.#orphans = this.#orphans.filter(each => each !== orphan)
    }
    const saved = [...this.#behind]
    this.#behind.clear()
    try {
      await this.store.profileDrafts.save(saved.map(profile => ({ profile, draft: this.#drafts.get(profile) ?? null })))
    } catch (error) {
      for (const profile of saved) this.#behind.add(profile)
      throw error
    }
  }
}
