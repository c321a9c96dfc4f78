import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ReplayView } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import { FramedGame } from '../../../../../core/games/twenty48/frames'
import { useJobs } from '../../../bridge/jobs'
import { useLab } from '../../../bridge/lab'

export type ReplayState =
  | { readonly is: 'opening'; readonly id: number }
  | { readonly is: 'failed'; readonly id: number; readonly error: LabError }
  | { readonly is: 'open'; readonly id: number; readonly view: ReplayView; readonly game: FramedGame }

/** The game that is looked at slide by slide. Its turns are outside Vue's reactivity: only how far it is counts. */
export function useReplay() {
  const lab = useLab()
  const jobs = useJobs()
  const state = shallowRef<ReplayState>()
  const at = shallowRef(0)
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
    const opening: ReplayState = { is: 'opening', id }
    state.value = opening
    givenUp.delete(id)
    try {
      const view = await lab.call('openReplay', { id })
      if (state.value !== opening) return
      state.value = { is: 'open', id, view, game: new FramedGame(view.frames, Uint8Array.from(view.turns)) }
      at.value = 0
      go(slide)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (state.value === opening) state.value = { is: 'failed', id, error }
    } finally {
      givenUp.delete(id)
    }
  }

  /** A game that is still being played again is given up. */
  function close(): void {
    if (state.value?.is === 'opening') {
      givenUp.add(state.value.id)
      stopPlaying(state.value.id)
    }
    state.value = undefined
  }

  /** To the position after so many slides, or the nearest that there is. */
  function go(slide: number): void {
    if (opened.value) at.value = Math.max(0, Math.min(opened.value.game.length, Math.round(slide)))
  }

  return { state, opened, at, position, job, open, close, go }
}

export type OpenReplay = ReturnType<typeof useReplay>
