import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { sameContent } from '../../../../core/contentHash'
import type { DraftChanges, Hello, KnownProfile } from '../../../../core/contract/calls'
import { useProfiles } from '../../bridge/profiles'
import type { Draft as StoredDraft } from '../../../../core/contract/calls/profiles'
import { useLab } from '../../bridge/lab'
import { useMutation } from '../../bridge/useMutation'
import { beforeLeaving } from '../../bridge/saving'
import { useFailureToast } from '../../ui/toasts/failureToast'

/** The fields that the editor changes; a new name is saved immediately. */
export type Edit = DraftChanges

interface Draft {
  /** Fields that differ from the stored profile. */
  readonly changes: Edit
  /** Their stored values when they were changed. */
  readonly base: Edit
  /** For each step the fields that it changed, with their earlier values: the profile may be saved again meanwhile. */
  readonly past: readonly Edit[]
  readonly future: readonly Edit[]
  /** The last edit: which control made it, and when. */
  readonly by: string
  readonly at: number
}

/** Maximum number of steps that can be undone. */
const LONGEST_HISTORY = 200
/** Edits of one control within this time are one step, since a dragged slider makes many. */
const ONE_STEP_MS = 1_000

const CLEAN: Draft = { changes: {}, base: {}, past: [], future: [], by: '', at: 0 }

/**
 * Unsaved changes of the user's own profiles, each with its undo history, by the profile's number. They stay until they are saved
 * or discarded, on any screen; the lab stores them, without the history, beyond this page and its own exit.
 */
export const useDrafts = defineStore('drafts', () => {
  const profiles = useProfiles()
  const drafts = shallowRef<ReadonlyMap<number, Draft>>(new Map())
  /** By profile, what is being saved: a field that is changed back meanwhile is a change again once the lab has answered. */
  const saving = shallowRef<ReadonlyMap<number, Edit>>(new Map())
  /** Number of edits so far, including each step of undo and redo. */
  const edits = shallowRef(0)
  const storage = useDraftStorage(profile => {
    const changes = changesOf(profile)
    return Object.keys(changes).length === 0 ? null : { changes, base: only(draftOf(profile).base, changes) }
  })

  /** Profiles with unsaved changes. */
  const unsaved = computed((): ReadonlySet<number> => new Set(profiles.list.flatMap(each => (isDirty(each) ? [each.id!] : []))))

  /** Adopts the drafts of an earlier page, except for profiles of which this page has a newer draft. */
  function greet({ drafts: stored }: Hello): void {
    const known = new Map(drafts.value)
    for (const { profile, changes, base } of stored) {
      if (known.has(profile)) continue
      known.set(profile, { ...CLEAN, changes, base, past: [base] })
      storage.knows(profile)
    }
    drafts.value = known
  }

  function draftOf({ id }: KnownProfile): Draft {
    return (id !== undefined && drafts.value.get(id)) || CLEAN
  }

  /** Fields that still differ from the stored profile, which another page may have saved. */
  function changesOf(profile: KnownProfile): Edit {
    return pruned(profile, draftOf(profile).changes)
  }

  /** Changed fields whose stored value another page or an import has changed since. */
  function changedElsewhere(profile: KnownProfile): readonly (keyof Edit)[] {
    const { base } = draftOf(profile)
    const stored = storedOf(profile)
    const fields = Object.keys(changesOf(profile)) as (keyof Edit)[]
    return fields.filter(field => !sameContent(stored[field], base[field]) && !(field in savedOf(profile)))
  }

  /** The editor's current values of some fields. */
  function editOf(profile: KnownProfile, fields: Edit): Edit {
    return only({ ...storedOf(profile), ...draftOf(profile).changes }, fields)
  }

  function isDirty(profile: KnownProfile): boolean {
    return Object.keys(changesOf(profile)).length > 0
  }

  /** @param by the control that made it */
  function edit(profile: KnownProfile, part: Edit, by: string): void {
    const { changes, past, at, by: before } = draftOf(profile)
    const now = Date.now()
    const goesOn = by === before && now - at < ONE_STEP_MS
    put(profile, {
      changes: { ...changes, ...part },
      past: goesOn ? past : [...past, editOf(profile, part)].slice(-LONGEST_HISTORY),
      future: [],
      by,
      at: now,
    })
  }

  function undo(profile: KnownProfile): void {
    const { changes, past, future } = draftOf(profile)
    const before = past.at(-1)
    if (!before) return
    const after = [...future, editOf(profile, before)]
    put(profile, { ...CLEAN, changes: { ...changes, ...before }, past: past.slice(0, -1), future: after })
  }

  function redo(profile: KnownProfile): void {
    const { changes, past, future } = draftOf(profile)
    const after = future.at(-1)
    if (!after) return
    const before = [...past, editOf(profile, after)]
    put(profile, { ...CLEAN, changes: { ...changes, ...after }, past: before, future: future.slice(0, -1) })
  }

  /** Can be undone, like any other edit. */
  function discard(profile: KnownProfile): void {
    put(profile, { ...CLEAN, past: [...draftOf(profile).past, changesOf(profile)].slice(-LONGEST_HISTORY) })
  }

  function put(profile: KnownProfile, draft: Omit<Draft, 'base'>): void {
    if (profile.id === undefined) throw new Error('a built-in profile has no draft')
    const changes = { ...pruned(profile, draft.changes), ...only(draft.changes, savedOf(profile)) }
    // a field that was saved meanwhile starts again from its stored value
    const base = { ...storedOf(profile), ...only(draftOf(profile).base, changesOf(profile)), ...savedOf(profile) }
    drafts.value = new Map(drafts.value).set(profile.id, { ...draft, changes, base: only(base, changes) })
    edits.value++
    storage.changed(profile.id)
  }

  function savedOf({ id }: KnownProfile): Edit {
    return (id !== undefined && saving.value.get(id)) || {}
  }

  /** Unsaved fields keep what was stored before as their base. */
  function rebase(id: number, before: Edit): void {
    const draft = drafts.value.get(id)
    if (draft) drafts.value = new Map(drafts.value).set(id, { ...draft, base: { ...draft.base, ...only(before, draft.base) } })
  }

  /** Marks changes as being saved. @param answer resolves with whether they were */
  async function save(profile: KnownProfile, changes: Edit, answer: Promise<boolean>): Promise<boolean> {
    const id = profile.id!
    const before = draftOf(profile).base
    saving.value = new Map(saving.value).set(id, changes)
    try {
      const isSaved = await answer
      if (!isSaved) rebase(id, before)
      return isSaved
    } finally {
      if (saving.value.get(id) === changes) {
        saving.value = new Map([...saving.value].filter(([each]) => each !== id))
        storage.changed(id)
      }
    }
  }

  return { unsaved, edits, greet, draftOf, changesOf, changedElsewhere, isDirty, edit, undo, redo, discard, save }
})

function storedOf({ title, notes, evaluator, settings, depth, tags = [] }: KnownProfile): Required<Edit> {
  return { title, notes, evaluator, settings, depth, tags }
}

function pruned(profile: KnownProfile, changes: Edit): Edit {
  const stored = storedOf(profile)
  return Object.fromEntries(Object.entries(changes).filter(([field, value]) => !sameContent(value, stored[field as keyof Edit])))
}

/** The fields of `values` that the other edit also has. */
function only(values: Edit, { ...fields }: Edit): Edit {
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in fields))
}

/**
 * Sends changed drafts to the lab: immediately, and while it has not answered only the newest afterwards, since a dragged slider
 * makes many.
 * @param draftOf `null` where nothing is unsaved
 */
function useDraftStorage(draftOf: (profile: KnownProfile) => StoredDraft | null) {
  const lab = useLab()
  const profiles = useProfiles()
  // of a deleted profile the lab keeps the last draft it received
  const onFailure = useFailureToast(['CANCELLED', 'NOT_FOUND', 'DISCONNECTED'])
  /** Numbers of profiles whose current draft the lab does not have. */
  const unsent = new Set<number>()
  /** Numbers of profiles of which the lab has a draft. */
  const stored = new Set<number>()
  const sending = useMutation(onFailure, 'last')
  const change = useMutation(onFailure)

  function changed(id: number): void {
    unsent.add(id)
    void sendAll()
  }

  function sendAll(): Promise<void> {
    return sending(async () => {
      for (const id of unsent) if (!(await send(id))) break // what is added meanwhile comes last
    })
  }

  /** On unload the page cannot wait for answers. */
  function sendAtOnce(): void {
    for (const id of unsent) void send(id)
  }

  /** @returns whether the lab is up to date */
  async function send(id: number): Promise<boolean> {
    const profile = profiles.list.find(each => each.id === id)
    const draft = profile && draftOf(profile)
    unsent.delete(id)
    if (draft === undefined || (draft === null && !stored.has(id))) return true
    if (draft) stored.add(id)
    else stored.delete(id)
    let isConnected = true
    await change(
      ask => ask('saveDraft', { profile: id, draft }),
      failure => {
        isConnected = failure.code !== 'DISCONNECTED'
        if (!isConnected) unsent.add(id) // until the next connection
        onFailure(failure)
      },
    )
    return isConnected
  }

  // a saved draft is no draft any more
  watch(
    () => profiles.list,
    list => {
      for (const profile of list) if (profile.id !== undefined && stored.has(profile.id) && !draftOf(profile)) changed(profile.id)
    },
  )
  watch(lab.connected, up => {
    if (up) void sendAll()
  })
  beforeLeaving(sendAtOnce)

  return { changed, /** Records that the lab has a draft of it already. */ knows: (id: number) => void stored.add(id) }
}
