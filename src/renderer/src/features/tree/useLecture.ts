import { onScopeDispose, readonly, shallowRef, watch } from 'vue'
import type { LectureStop, LectureView } from '../../../../core/search/tree/views'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import type { TreeDesk } from './useTreeDesk'
import { useFailureToast } from '../../ui/toasts/failureToast'

export type LectureStep = 'into' | 'over' | 'out' | 'back'

/** Steps a second that can be chosen. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 15] as const

/** Walks through the recorded search, step by step or by itself; the outline goes along. */
export function useLecture(desk: TreeDesk) {
  const lab = useLab()
  const attempt = attemptWith(useFailureToast())
  const on = shallowRef(false)
  const stop = shallowRef<LectureView>()
  const playing = shallowRef(false)
  const speed = shallowRef<(typeof SPEEDS)[number]>(2)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stepping = false
  /** Grows with every lecture: what was asked in an earlier one is of another place, and nothing waits for its answer. */
  let round = 0

  async function step(kind: LectureStep | 'stay', from: LectureStop | undefined = stop.value): Promise<void> {
    const tree = desk.view.value
    if (!tree || !from || stepping) return
    stepping = true
    const { key, phase, child } = from
    const at = { key, phase, ...(child !== undefined && { child }) }
    const mine = round
    const found = await attempt(lab.call('stepTree', { tree: tree.id, at, step: kind }))
    if (mine !== round) return
    stepping = false
    if (found === undefined) return
    if (found === null) return pause() // the search has come to its end, or back to its start
    stop.value = found
    if (!(await desk.go(found.child ?? found.key)) && mine === round) pause()
  }

  /** @param at where to begin; absent: at the start of the search */
  async function start(at?: string): Promise<void> {
    forget()
    const mine = round
    on.value = true
    if (desk.isFiltered()) await desk.showAll() // every node has its turn
    if (mine === round) await step('stay', { key: at ?? '0', phase: 'enter' })
  }

  function forget(): void {
    round++
    stepping = false
    stop.value = undefined
  }

  function end(): void {
    pause()
    forget()
    on.value = false
  }

  function play(): void {
    playing.value = true
    schedule()
  }

  function pause(): void {
    playing.value = false
    clearTimeout(timer)
  }

  function setSpeed(steps: (typeof SPEEDS)[number]): void {
    speed.value = steps
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      await step('into')
      if (playing.value) schedule()
    }, 1000 / speed.value)
  }

  watch(speed, () => {
    if (playing.value) schedule()
  })
  // Another tree, or another iteration: its nodes are others.
  watch([() => desk.view.value?.id, () => desk.view.value?.version], end)
  onScopeDispose(pause)

  return { on: readonly(on), stop, playing: readonly(playing), speed: readonly(speed), setSpeed, step, start, end, play, pause }
}

export type Lecture = ReturnType<typeof useLecture>
