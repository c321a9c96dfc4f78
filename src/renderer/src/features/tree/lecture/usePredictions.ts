import { computed, readonly, shallowRef, watch } from 'vue'
import type { EventStop, NodeKey } from '../../../../../core/tree/views'
import { useLatest } from '../../../bridge/useLatest'
import { hasProbes, hasWindows } from '../searcherFacts'
import type { NodeNames } from '../useNodeNames'
import type { OpenTrees } from '../useOpenTrees'
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
  /** Answers, and questions that were stepped past. */
  const score = shallowRef({ right: 0, of: 0, passed: 0 })
  const verdict = shallowRef<Verdict>()

  const { event } = lecture
  const rules = computed(() => ({
    hasWindows: hasWindows(view.value),
    hasVisits: view.value?.hasVisits ?? false,
    hasProbes: hasProbes(view.value),
    agents: view.value?.values ?? 1,
  }))
  /** What this searcher's lecture asks. */
  const kinds = computed(() => {
    const { hasVisits, hasWindows: withCuts, hasProbes: withProbes } = rules.value
    if (hasVisits) return 'visits'
    return withProbes ? 'probes' : withCuts ? 'windows' : 'values'
  })
  const question = computed(() => (on.value && event.value ? questionAfter(event.value, rules.value) : undefined))
  /** The calls down to the node in question. */
  const frames = computed((): EventStop['frames'] => {
    const { value: its } = question
    const all = event.value?.frames ?? []
    return !its || its.is === 'cut' ? all : all.slice(0, all.findIndex(({ key }) => key === its.key) + 1)
  })
  const name = computed(() => names.full(edgesOf(frames.value)))
  const left = computed(() => event.value?.frames.at(-1)?.left ?? 0)

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

  let isAnswering = false
  async function answer(guess: Guess): Promise<void> {
    const { value: asked } = question
    if (!asked || !event.value) return
    const its = {
      ...{ asked, name: name.value, left: left.value, given: guess },
      names: new Map(choices.value.map(each => [each.guess, each.name])),
    }
    isAnswering = true
    try {
      await lecture.step(answeringStep(asked, event.value))
    } finally {
      isAnswering = false
    }
    const { value: now } = event
    const found = now && answerAt(asked, now)
    if (found === undefined) return
    const isNew = asked.is === 'child' && now.event.kind === 'enter' && !names.sketch.value
    const right = isNew ? NEW_CHILD : found
    verdict.value = { ...its, at: now.at, right, isRight: isRight(guess, right) }
    const { right: before, of, passed } = score.value
    score.value = { right: before + (verdict.value.isRight ? 1 : 0), of: of + 1, passed }
  }

  /** A step over or out of a call; with predictions, it ends at the first question on the way. */
  async function step(kind: 'over' | 'out'): Promise<void> {
    if (!on.value || !event.value) return lecture.step(kind)
    const { length: depth } = event.value.frames
    let before: number
    do {
      before = event.value.at
      await lecture.step('into')
    } while (!question.value && event.value && event.value.at > before && event.value.frames.length >= depth)
  }

  // a lecture that plays waits for the answer
  watch(question, now => now && lecture.pause())
  // a step forward without an answer passes the question
  watch(
    event,
    (now, before) => {
      if (on.value && !isAnswering && now && before && now.at > before.at && questionAfter(before, rules.value))
        score.value = { ...score.value, passed: score.value.passed + 1 }
    },
    { flush: 'sync' },
  )
  watch(
    () => lecture.on.value,
    () => {
      on.value = false
      score.value = { right: 0, of: 0, passed: 0 }
      verdict.value = undefined
    },
  )

  return {
    toggle: () => (on.value = !on.value),
    ...{ on: readonly(on), question, kinds, name, left, choices, score, answer, step },
    verdict: computed(() => (verdict.value && verdict.value.at === event.value?.at ? verdict.value : undefined)),
  }
}

export type Predictions = ReturnType<typeof usePredictions>

type Question =
  /** Whether the children left of a node are cut now. */
  | { readonly is: 'cut' }
  /** The value that a node returns, whose last child has just returned. */
  | {
      readonly is: 'value'
      readonly key: NodeKey
      /** Whose value, where each agent has its own. */
      readonly agent?: number
    }
  /** The child that the root takes, or that a visit enters. */
  | { readonly is: 'child'; readonly key: NodeKey }

type Guess = boolean | number

/** The last answer beside the right one, at the event that shows it. */
interface Verdict {
  readonly at: number
  readonly asked: Question
  /** Name of the node in question, and its children that were left to search. */
  readonly name: string
  readonly left: number
  readonly given: Guess
  readonly right: Guess
  readonly isRight: boolean
  /** Children by their numbers. */
  readonly names: ReadonlyMap<number, string | undefined>
}

/** What is known of the searcher. */
interface Rules {
  readonly hasWindows: boolean
  readonly hasVisits: boolean
  /** Children may be searched twice: the last one to return does not end its parent, and a probe ends without a cut. */
  readonly hasProbes: boolean
  /** Agents that a value has a number for. */
  readonly agents: number
}

/**
 * What a student may predict before a step. It follows from the current event alone: what comes next decides only whether the answer is
 * right, so that the question gives nothing away.
 * @returns `undefined` where there is nothing to predict
 */
export function questionAfter(
  { event, frames }: EventStop,
  { hasWindows, hasVisits, hasProbes, agents }: Rules,
): Question | undefined {
  const top = frames.at(-1)!
  if (hasVisits) return event.kind === 'visit' ? { is: 'child', key: top.key } : undefined
  const node = event.kind === 'leave' ? frames.at(-2) : top
  if (!node || node.left === null) return undefined
  if (event.kind === 'improve' && hasWindows && !hasProbes && node.left > 0) return { is: 'cut' }
  const isOver = event.kind === 'cut' || (event.kind === 'leave' && node.left === 0 && !hasProbes)
  if (!isOver) return undefined
  if (frames[0] === node && node.kind !== 'chance') return { is: 'child', key: node.key }
  return { is: 'value', key: node.key, ...(agents > 1 && { agent: node.agent ?? 0 }) }
}

/** The step to the event that shows the answer. */
export const answeringStep = ({ is }: Question, { event }: EventStop): 'into' | 'out' =>
  is === 'cut' || event.kind === 'visit' ? 'into' : 'out'

/** The answer; `undefined` if the search ended otherwise. */
export function answerAt(question: Question, { event, frames, returned, values }: EventStop): Guess | undefined {
  if (question.is === 'cut') return event.kind === 'cut'
  if (question.is === 'value') {
    const value = question.agent === undefined ? returned : values?.[question.agent]
    return event.kind === 'leave' && event.key === question.key ? (value ?? undefined) : undefined
  }
  const isBelow = frames.length > 1 && frames.at(-2)!.key === question.key
  if (isBelow && (event.kind === 'enter' || event.kind === 'visit')) return event.edge?.id
  return event.kind === 'leave' && event.key === question.key ? frames.at(-1)!.bestEdge?.id : undefined
}

/** Half of the last decimal that a value is shown with, relative and absolute. */
const CLOSE = 0.005

export function isRight(guess: Guess, answer: Guess): boolean {
  if (typeof guess !== 'number' || typeof answer !== 'number') return guess === answer
  return Math.abs(guess - answer) <= CLOSE * Math.max(1, Math.abs(answer))
}
