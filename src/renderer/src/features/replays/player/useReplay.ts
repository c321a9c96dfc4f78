import { computed, onScopeDispose, shallowRef } from 'vue'
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
    return now?.is === 'opening' ? jobs.list.find(({ kind, title }) => kind === 'replay' && title === String(now.id)) : undefined
  })

  /** @param slide to begin at; absent: the start */
  async function open(id: number, slide = 0): Promise<void> {
    close()
    const opening: ReplayState = { is: 'opening', id }
    state.value = opening
    try {
      const view = await lab.call('openReplay', { id })
      if (state.value !== opening) return
      state.value = { is: 'open', id, view, game: new FramedGame(view.frames, Uint8Array.from(view.turns)) }
      at.value = 0
      go(slide)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (state.value === opening) state.value = { is: 'failed', id, error }
    }
  }

  /** A game that is still being played again is given up. */
  function close(): void {
    if (job.value) jobs.cancel(job.value.id)
    state.value = undefined
  }

  /** To the position after so many slides, or the nearest that there is. */
  function go(slide: number): void {
    if (opened.value) at.value = Math.max(0, Math.min(opened.value.game.length, Math.round(slide)))
  }

  return { state, opened, at, position, job, open, close, go }
}

export type OpenReplay = ReturnType<typeof useReplay>
