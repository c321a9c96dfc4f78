import { onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'

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
