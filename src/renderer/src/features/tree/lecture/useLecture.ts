import { onScopeDispose, readonly, shallowRef, watch } from 'vue'
import type { EventStop, NodeKey, TreeRow } from '../../../../../core/tree/views'
import { useMutation } from '../../../bridge/useMutation'
import type { OpenTrees } from '../useOpenTrees'
import type { Outline } from '../outline/useOutline'
import { useFailureToast } from '../../../ui/toasts/failureToast'

export type LectureStep = 'into' | 'over' | 'out' | 'back'

/** The available speeds, in steps per second. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 15]

/** Maximum number of waiting steps; a key that is held down requests more than the lab can answer. */
const MOST_WAITING = 4

/** Steps through the recorded search, manually or automatically; the outline follows, and hides what comes later. */
export function useLecture(openTrees: OpenTrees, outline: Outline) {
  const on = shallowRef(false)
  /** The current event, and the lines of the pseudocode. */
  const event = shallowRef<EventStop>()
  const code = shallowRef<readonly string[]>([])
  const playing = shallowRef(false)
  const speed = shallowRef(2)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Each step begins where the one before it ended. The end of a lecture drops those that wait. */
  const stepping = useMutation(useFailureToast(), 'queue')
  let waiting = 0
  /** Counts the requested places: of those that wait, only the last is visited. */
  let goal = 0

  async function step(kind: LectureStep): Promise<void> {
    if (waiting === MOST_WAITING) return
    waiting++
    try {
      await toEvent(() => event.value?.at, kind)
    } finally {
      waiting--
    }
  }

  /**
   * @param from `undefined` once another place is wanted
   * @param to a node to run to
   */
  async function toEvent(from: () => number | undefined, kind: LectureStep | 'stay', to?: NodeKey): Promise<void> {
    const tree = openTrees.view.value?.id
    if (tree === undefined) return
    const found = await stepping(async ask => {
      const at = from()
      if (at === undefined) return undefined
      const answer = await ask('lectureAt', { tree, at, step: kind, ...(to !== undefined && { to }) })
      if (answer) {
        event.value = answer
        openTrees.lecturePlace.value = answer.at
      }
      return answer
    })
    if (found === undefined) return
    if (found === null) return pause()
    if (!(await outline.go(found.event.key)) && event.value === found) pause()
  }

  /** @param at where to begin; absent: at the start of the search */
  async function start(at?: NodeKey): Promise<void> {
    forget()
    const tree = openTrees.view.value?.id
    if (tree === undefined) return
    on.value = true
    const isReady = await stepping(async ask => {
      if (outline.isFiltered() || outline.sort.value !== 'search') await outline.showAll('search') // shows every node, in the order of the search
      code.value = await ask('lectureCode', { tree })
      return true
    })
    if (isReady) await toEvent(() => 0, 'stay', at === '0' ? undefined : at)
  }

  async function goTo(at: number): Promise<void> {
    const mine = ++goal
    await toEvent(() => (mine === goal ? at : undefined), 'stay')
  }

  /** Runs to where the searcher enters a node; from inside the node, to where it returns. */
  async function runTo({ key }: Pick<TreeRow, 'key'>): Promise<void> {
    await toEvent(() => event.value?.at, 'stay', key)
  }

  function forget(): void {
    stepping.stop()
    event.value = openTrees.lecturePlace.value = undefined
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
  // Another tree or iteration has other nodes.
  watch([() => openTrees.view.value?.id, () => openTrees.view.value?.version], end, { flush: 'sync' })
  onScopeDispose(pause)

  return {
    ...{ on: readonly(on), event, code, playing: readonly(playing), speed: readonly(speed) },
    ...{ setSpeed, step, start, end, play, pause },
    goTo,
    runTo,
  }
}

export type Lecture = ReturnType<typeof useLecture>
