import { watch } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import type { Draft } from '../../../../core/contract/calls/drafts'
import { useLab } from '../../bridge/lab'
import { useProfiles } from '../../bridge/profiles'
import { useMutation } from '../../bridge/useMutation'
import { beforeLeaving } from '../../ui/beforeLeaving'
import { useFailureToast } from '../../ui/toasts/failureToast'

/**
 * Sends changed drafts to the lab: immediately, and while it has not answered only the newest afterwards, since a dragged slider
 * makes many.
 * @param draftOf `null` where nothing is unsaved
 */
export function useDraftKeeping(draftOf: (profile: KnownProfile) => Draft | null) {
  const lab = useLab()
  const profiles = useProfiles()
  // of a deleted profile the lab keeps the last draft it received
  const tell = useFailureToast(['CANCELLED', 'NOT_FOUND', 'DISCONNECTED'])
  /** Numbers of profiles whose current draft the lab does not have. */
  const untold = new Set<number>()
  /** Numbers of profiles of which the lab has a draft. */
  const kept = new Set<number>()
  const telling = useMutation(tell, 'last')
  const change = useMutation(tell)

  function changed(id: number): void {
    untold.add(id)
    void tellAll()
  }

  function tellAll(): Promise<void> {
    return telling(async () => {
      for (const id of untold) if (!(await keep(id))) break // what is added meanwhile comes last
    })
  }

  /** On unload the page cannot wait for answers. */
  function tellAtOnce(): void {
    for (const id of untold) void keep(id)
  }

  /** @returns whether the lab is up to date */
  async function keep(id: number): Promise<boolean> {
    const profile = profiles.list.find(each => each.id === id)
    const draft = profile && draftOf(profile)
    untold.delete(id)
    if (draft === undefined || (draft === null && !kept.has(id))) return true
    if (draft) kept.add(id)
    else kept.delete(id)
    let heard = true
    await change(
      ask => ask('keepDraft', { profile: id, draft }),
      failure => {
        heard = failure.code !== 'DISCONNECTED'
        if (!heard) untold.add(id) // until the next connection
        tell(failure)
      },
    )
    return heard
  }

  // a saved draft is no draft any more
  watch(
    () => profiles.list,
    list => {
      for (const profile of list) if (profile.id !== undefined && kept.has(profile.id) && !draftOf(profile)) changed(profile.id)
    },
  )
  watch(lab.connected, up => {
    if (up) void tellAll()
  })
  beforeLeaving(tellAtOnce)

  return { changed, /** Records that the lab has a draft of it already. */ knows: (id: number) => void kept.add(id) }
}
