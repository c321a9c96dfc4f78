import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { KnownProfile, ProfileChanges } from '../../../../core/contract/calls'
import { useProfiles } from '../../bridge/profiles'
import { same } from './known'

/** What an editor changes; a name is changed at once. */
export type Edit = Omit<ProfileChanges, 'name'>

interface Draft {
  /** Fields that are other than stored. */
  readonly changes: Edit
  readonly past: readonly Edit[]
  readonly future: readonly Edit[]
  /** Of the last edit: which control made it, and when. */
  readonly by: string
  readonly at: number
}

/** Steps that can be undone. */
const LONGEST_HISTORY = 200
/** Edits of one control within this time are one step: a slider in motion makes many. */
const ONE_STEP_MS = 1_000

const CLEAN: Draft = { changes: {}, past: [], future: [], by: '', at: 0 }

/**
 * Unsaved changes of the user's own profiles, each with its undo, by the profile's number. They stay until they are saved
 * or discarded, whatever else is looked at.
 */
export const useDrafts = defineStore('drafts', () => {
  const profiles = useProfiles()
  const drafts = shallowRef<ReadonlyMap<number, Draft>>(new Map())
  /** Made so far, each step of undo and redo among them. */
  const edits = shallowRef(0)

  /** Profiles with something to save. */
  const unsaved = computed((): ReadonlySet<number> => new Set(profiles.list.flatMap(each => (isDirty(each) ? [each.id!] : []))))

  function draftOf({ id }: KnownProfile): Draft {
    return (id !== undefined && drafts.value.get(id)) || CLEAN
  }

  /** Fields that are other than stored by now: what was saved from another page is no change any more. */
  function changesOf(profile: KnownProfile): Edit {
    return pruned(profile, draftOf(profile).changes)
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
      changes: pruned(profile, { ...changes, ...part }),
      past: goesOn ? past : [...past, changes].slice(-LONGEST_HISTORY),
      future: [],
      by,
      at: now,
    })
  }

  function undo(profile: KnownProfile): void {
    const { changes, past, future } = draftOf(profile)
    const before = past.at(-1)
    if (before) put(profile, { ...CLEAN, changes: before, past: past.slice(0, -1), future: [...future, changes] })
  }

  function redo(profile: KnownProfile): void {
    const { changes, past, future } = draftOf(profile)
    const after = future.at(-1)
    if (after) put(profile, { ...CLEAN, changes: after, past: [...past, changes], future: future.slice(0, -1) })
  }

  /** Can be undone, like any other edit. */
  function discard(profile: KnownProfile): void {
    const { changes, past } = draftOf(profile)
    put(profile, { ...CLEAN, past: [...past, changes].slice(-LONGEST_HISTORY) })
  }

  function put({ id }: KnownProfile, draft: Draft): void {
    if (id === undefined) throw new Error('a built-in profile has no draft')
    drafts.value = new Map(drafts.value).set(id, draft)
    edits.value++
  }

  return { unsaved, edits, draftOf, changesOf, isDirty, edit, undo, redo, discard }
})

function pruned(profile: KnownProfile, changes: Edit): Edit {
  const stored: Edit = { tags: [], ...profile }
  return Object.fromEntries(Object.entries(changes).filter(([field, value]) => !same(value, stored[field as keyof Edit])))
}
