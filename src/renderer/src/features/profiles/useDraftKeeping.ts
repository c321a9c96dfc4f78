import { watch } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import type { Draft } from '../../../../core/contract/calls/drafts'
import { useLab } from '../../bridge/lab'
import { useProfiles } from '../../bridge/profiles'
import { useMutation } from '../../bridge/useMutation'
import { beforeLeaving } from '../../ui/leaving/beforeLeaving'
import { useFailureToast } from '../../ui/toasts/failureToast'

/**
 * Tells the lab of drafts that changed: at once, and while it has not answered yet nothing but the newest afterwards, for a
 * slider in motion makes many.
 *
 * @param draftOf `null` where nothing is unsaved
 */
export function useDraftKeeping(draftOf: (profile: KnownProfile) => Draft | null) {
  const lab = useLab()
  const profiles = useProfiles()
  // of a profile that was deleted the lab keeps what it heard before
  const tell = useFailureToast(['CANCELLED', 'NOT_FOUND', 'DISCONNECTED'])
  /** Numbers of profiles whose draft the lab does not know. */
  const untold = new Set<number>()
  /** Of those of which the lab keeps a draft. */
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

  /** The page goes: there is no waiting for answers. */
  function tellAtOnce(): void {
    for (const id of untold) void keep(id)
  }

  /** @returns whether the lab heard of it, or need not */
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
        if (!heard) untold.add(id) // until it stands again
        tell(failure)
      },
    )
    return heard
  }

  // what was saved is no draft any more
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

  return { changed, /** The lab has a draft of it already. */ knows: (id: number) => void kept.add(id) }
}
