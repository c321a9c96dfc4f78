import { computed, readonly, shallowRef, watch } from 'vue'
import type { EventStop } from '../../../../../core/tree/views'
import { useLatest } from '../../../bridge/useLatest'
import { hasProbes, hasWindows } from '../searcherFacts'
import type { NodeNames } from '../useNodeNames'
import type { OpenTrees } from '../useOpenTrees'
import { answerAt, answeringStep, isRight, questionAfter, type Guess } from './questions'
import { edgesOf } from './scenes'
import type { Lecture } from './useLecture'

/** An edge that a search of visits did not take before, as a guess. */
const NEW_CHILD = -1

/** A child to choose. */
interface Choice {
  readonly guess: number
  /** Absent for one that is new. */
  readonly name?: string
}

/** Asks what a step of a lecture will show before it does, and counts the right answers. */
export function usePredictions({ view }: OpenTrees, lecture: Lecture, names: NodeNames) {
  const on = shallowRef(false)
  const score = shallowRef({ right: 0, of: 0 })
  /** The last answer, at the event that shows it. */
  const verdict = shallowRef<{ readonly at: number; readonly isRight: boolean }>()

  const { event } = lecture
  const rules = computed(() => ({
    hasWindows: hasWindows(view.value),
    hasVisits: view.value?.hasVisits ?? false,
    hasProbes: hasProbes(view.value),
  }))
  const question = computed(() => (on.value && event.value ? questionAfter(event.value, rules.value) : undefined))
  /** The calls down to the node in question. */
  const frames = computed((): EventStop['frames'] => {
    const { value: its } = question
    const all = event.value?.frames ?? []
    return !its || its.is === 'cut' ? all : all.slice(0, all.findIndex(({ key }) => key === its.key) + 1)
  })
  const name = computed(() => names.full(edgesOf(frames.value)))

  const { value: known } = useLatest({
    about: () => {
      const { value: its } = question
      if (its?.is !== 'child' || names.sketch.value || !view.value) return undefined
      return [view.value.id, view.value.version, its.key, event.value!.at] as const
    },
    ask: (ask, [tree, , node, lecture]) => ask('treeTop', { tree, plies: 1, boards: 0, node, lecture }),
  })
  /** The children to choose from; of a game that does not give them away, those that the search came to. */
  const choices = computed((): readonly Choice[] => {
    if (question.value?.is !== 'child') return []
    const above = edgesOf(frames.value)
    let node = names.sketch.value
    for (const { id } of above) node = node?.children.find(({ edge }) => edge.id === id)?.node
    const edges = node ? node.children.map(({ edge }) => edge) : (known.value?.root.children ?? []).map(({ edge }) => edge!)
    const old = edges.map(edge => ({ guess: edge.id, name: names.child([...above, edge]) }))
    return node || !rules.value.hasVisits ? old : [...old, { guess: NEW_CHILD }]
  })

  async function answer(guess: Guess): Promise<void> {
    const { value: asked } = question
    if (!asked || !event.value) return
    await lecture.step(answeringStep(asked, event.value))
    const { value: now } = event
    const found = now && answerAt(asked, now)
    if (found === undefined) return
    const isNew = asked.is === 'child' && now.event.kind === 'enter' && !names.sketch.value
    const right = isRight(guess, isNew ? NEW_CHILD : found)
    verdict.value = { at: now.at, isRight: right }
    score.value = { right: score.value.right + (right ? 1 : 0), of: score.value.of + 1 }
  }

  // a lecture that plays waits for the answer
  watch(question, now => now && lecture.pause())
  watch(
    () => lecture.on.value,
    () => {
      score.value = { right: 0, of: 0 }
      verdict.value = undefined
    },
  )

  return {
    toggle: () => (on.value = !on.value),
    ...{ on: readonly(on), question, name, choices, score, answer },
    left: computed(() => event.value?.frames.at(-1)?.left ?? 0),
    verdict: computed(() => (verdict.value && verdict.value.at === event.value?.at ? verdict.value : undefined)),
  }
}

export type Predictions = ReturnType<typeof usePredictions>
