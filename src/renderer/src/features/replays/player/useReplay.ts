import { computed, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import type { ReplayView } from '../../../../../core/contract/calls'
import type { LabError } from '../../../../../core/errors'
import { FramedGame } from '../../../../../core/games/twenty48/timeline'
import { useJobs } from '../../../bridge/jobs'
import { useMutation } from '../../../bridge/useMutation'

export type ReplayState =
  | { readonly is: 'opening'; readonly id: number }
  | { readonly is: 'failed'; readonly id: number; readonly error: LabError }
  | { readonly is: 'open'; readonly id: number; readonly view: ReplayView; readonly game: FramedGame }

/** The opened game. Its turns are outside Vue's reactivity; only their number is reactive. */
export function useReplay() {
  const jobs = useJobs()
  const state = shallowRef<ReplayState>()
  const at = shallowRef(0)
  const opening = useMutation(error => (state.value = { is: 'failed', id: state.value!.id, error }), 'instead')
  onScopeDispose(close)

  const opened = computed(() => (state.value?.is === 'open' ? state.value : undefined))
  const position = computed(() => opened.value?.game.at(at.value))
  /** Present while the engine plays the game again. */
  const job = computed(() => {
    const now = state.value
    return now?.is === 'opening' ? jobOf(now.id) : undefined
  })
  const jobOf = (id: number) => jobs.list.find(({ kind, title }) => kind === 'replay' && title === String(id))

  /** Games that were closed before the lab has answered: it may report only now that it plays one again. */
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

  /** Cancels the work on a game that is still being played again. */
  function close(): void {
    if (state.value?.is === 'opening') {
      givenUp.add(state.value.id)
      stopPlaying(state.value.id)
    }
    opening.stop()
    state.value = undefined
  }

  /** To the position after this number of moves, or the nearest existing one. */
  function go(slide: number): void {
    if (opened.value) at.value = Math.max(0, Math.min(opened.value.game.length, Math.round(slide)))
  }

  return { state, opened, at, position, job, open, close, go }
}

export type OpenReplay = ReturnType<typeof useReplay>

/** Stops of the speed control, in moves per second. */
export const SPEEDS: readonly number[] = [1, 2, 5, 10, 25, 60, 150, 500]
const USUAL = 5

/** Plays a replay by the clock, so that a slow page skips moves and keeps the pace. */
export function usePlayback(at: () => number, length: () => number, go: (slide: number) => void) {
  const playing = shallowRef(false)
  const speed = shallowRef(USUAL)
  let from = { slide: 0, time: 0 }
  let slide = 0
  let frame: number | undefined

  function start(): void {
    if (length() === 0) return
    if (at() >= length()) go(0)
    playing.value = true
    begin()
    frame ??= requestAnimationFrame(run)
  }

  function begin(): void {
    slide = at()
    from = { slide: slide, time: performance.now() }
  }

  function stop(): void {
    playing.value = false
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  function run(): void {
    frame = undefined
    if (at() !== slide) begin() // the user stepped meanwhile, and playback continues from there
    const due = from.slide + Math.floor(((performance.now() - from.time) / 1000) * speed.value)
    if (due > slide) go((slide = Math.min(due, length())))
    if (slide >= length()) stop()
    else frame = requestAnimationFrame(run)
  }

  watch(speed, begin)
  onDeactivated(stop)
  onScopeDispose(stop)
  return { playing, speed, start, stop, toggle: () => (playing.value ? stop() : start()) }
}
