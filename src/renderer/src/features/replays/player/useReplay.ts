import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ReplayView } from '../../../../../core/contract/calls'
import type { LabError } from '../../../../../core/errors'
import { FramedGame } from '../../../../../core/games/twenty48/frames'
import { useJobs } from '../../../bridge/jobs'
import { useMutation } from '../../../bridge/useMutation'

export type ReplayState =
  | { readonly is: 'opening'; readonly id: number }
  | { readonly is: 'failed'; readonly id: number; readonly error: LabError }
  | { readonly is: 'open'; readonly id: number; readonly view: ReplayView; readonly game: FramedGame }

/** The game that is looked at slide by slide. Its turns are outside Vue's reactivity: only how far it is counts. */
export function useReplay() {
  const jobs = useJobs()
  const state = shallowRef<ReplayState>()
  const at = shallowRef(0)
  const opening = useMutation(error => (state.value = { is: 'failed', id: state.value!.id, error }), 'instead')
  onScopeDispose(close)

  const opened = computed(() => (state.value?.is === 'open' ? state.value : undefined))
  const position = computed(() => opened.value?.game.at(at.value))
  /** While the engine plays it again. */
  const job = computed(() => {
    const now = state.value
    return now?.is === 'opening' ? jobOf(now.id) : undefined
  })
  const jobOf = (id: number) => jobs.list.find(({ kind, title }) => kind === 'replay' && title === String(id))

  /** Games that nobody waits for any more, until the lab has answered: it may tell only now that it plays one again. */
  const givenUp = new Set<number>()
  watch(
    () => jobs.list,
    () => givenUp.forEach(stopPlaying),
  )

  function stopPlaying(id: number): void {
    const found = jobOf(id)
    if (found && found.state !== 'stopping') jobs.cancel(found.id)
  }

  /** @param slide to begin at; absent: the start */
  async function open(id: number, slide = 0): Promise<void> {
    close()
    state.value = { is: 'opening', id }
    givenUp.delete(id)
    await opening(async ask => {
      const view = await ask('openReplay', { id }).finally(() => givenUp.delete(id))
      state.value = { is: 'open', id, view, game: new FramedGame(view.frames, Uint8Array.from(view.turns)) }
      at.value = 0
      go(slide)
    })
  }

  /** A game that is still being played again is given up. */
  function close(): void {
    if (state.value?.is === 'opening') {
      givenUp.add(state.value.id)
      stopPlaying(state.value.id)
    }
    opening.stop()
    state.value = undefined
  }

  /** To the position after so many slides, or the nearest that there is. */
  function go(slide: number): void {
    if (opened.value) at.value = Math.max(0, Math.min(opened.value.game.length, Math.round(slide)))
  }

  return { state, opened, at, position, job, open, close, go }
}

export type OpenReplay = ReturnType<typeof useReplay>
