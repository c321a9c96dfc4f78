import { onScopeDispose, readonly, shallowRef, watch } from 'vue'
import type { LectureStop, LectureView } from '../../../../../core/tree/views'
import { useMutation } from '../../../bridge/useMutation'
import type { OpenTrees } from '../useOpenTrees'
import type { Outline } from '../outline/useOutline'
import { useFailureToast } from '../../../ui/toasts/failureToast'

export type LectureStep = 'into' | 'over' | 'out' | 'back'

/** Steps a second that can be chosen. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 15]

/** Walks through the recorded search, step by step or by itself; the outline goes along. */
export function useLecture(openTrees: OpenTrees, outline: Outline) {
  const on = shallowRef(false)
  const stop = shallowRef<LectureView>()
  const playing = shallowRef(false)
  const speed = shallowRef(2)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What was asked in a lecture that ended is of another place, and nothing waits for its answer. */
  const stepping = useMutation(useFailureToast(), 'ignore')

  async function step(kind: LectureStep | 'stay', from: LectureStop | undefined = stop.value): Promise<void> {
    const tree = openTrees.view.value?.id
    if (tree === undefined || !from) return
    const { key, phase, child } = from
    const at = { key, phase, ...(child !== undefined && { child }) }
    const found = await stepping(ask => ask('stepTree', { tree, at, step: kind }))
    if (found === undefined) return
    if (found === null) return pause() // the search has come to its end, or back to its start
    stop.value = found
    if (!(await outline.go(found.child ?? found.key)) && stop.value === found) pause()
  }

  /** @param at where to begin; absent: at the start of the search */
  async function start(at?: string): Promise<void> {
    forget()
    on.value = true
    const isReady = await stepping(async () => {
      if (outline.isFiltered()) await outline.showAll() // every node has its turn
      return true
    })
    if (isReady) await step('stay', { key: at ?? '0', phase: 'enter' })
  }

  function forget(): void {
    stepping.stop()
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

  function setSpeed(steps: number): void {
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
  watch([() => openTrees.view.value?.id, () => openTrees.view.value?.version], end)
  onScopeDispose(pause)

  return { on: readonly(on), stop, playing: readonly(playing), speed: readonly(speed), setSpeed, step, start, end, play, pause }
}

export type Lecture = ReturnType<typeof useLecture>
