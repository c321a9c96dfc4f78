import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { EventStop, LectureFrame, WindowEnd } from '../../../../../core/tree/views'
import type { OpenTrees } from '../useOpenTrees'
import { useWords } from '../useWords'
import type { Lecture } from './useLecture'
import type { EventKind } from '../../../../../core/trace/eventLog'
import type { NodeKind } from '../../../../../core/trace/format'
import { hasWindows, isByCalls } from '../searcherFacts'

/** The current place of a lecture in words. */
export interface Scene {
  /** Place on the slider, which begins at 0, and its end. */
  readonly at: number
  readonly last: number
  /** Place in the whole search. */
  readonly place: string
  /** The last event. */
  readonly sentence: string
  readonly code: readonly string[]
  /** Index of the current line, and of the line that waits for its value, with a remark. */
  readonly lit: number | null
  readonly caller: number | null
  /** Named as in the code. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** From the root to the current node. */
  readonly calls: readonly LectureFrame[]
  /** The recording ends here for lack of memory. */
  readonly isCutShort: boolean
}

/** Edges shown of a path; earlier ones are omitted. */
const LAST_EDGES = 4
/** Events of a visit whose value is the first agent's. */
const OF_VALUES: readonly EventKind[] = ['utility', 'evaluate', 'rollout', 'backUp']

/** The scene at the current event of a lecture. */
export function useScene({ view }: OpenTrees, { event, code }: Lecture): ComputedRef<Scene | undefined> {
  const { t, n } = useI18n()
  const words = useWords(() => view.value?.game)
  const withWindows = computed(() => hasWindows(view.value))
  const byCalls = computed(() => isByCalls(view.value))

  const end = (value: WindowEnd | null) => (value === null ? '–' : words.windowEnd(value))
  const soFar = ({ best, bestEdge, values, kind }: LectureFrame) => {
    const value = words.values({ value: best, ...(values && { values }) })
    // the running sum of a chance node is not the value of its last child
    return bestEdge && kind !== 'chance' ? t('tree.lecture.bestBy', { value, edge: words.edge(bestEdge) }) : value
  }

  /** "the root", "node 1 › 2" */
  function nameOf(frames: readonly LectureFrame[]): string {
    const edges = frames.flatMap(({ edge }) => (edge ? [words.edge(edge)] : []))
    if (edges.length === 0) return t('tree.lecture.theRoot')
    const path = edges.slice(-LAST_EDGES).join(' › ')
    return t('tree.lecture.nodeAt', { path: edges.length > LAST_EDGES ? `… › ${path}` : path })
  }

  /** A search of 2048 by its own searchers. */
  function boardVariables({ returned }: EventStop, { depth, reach = 1, kind, best }: LectureFrame): Scene['variables'] {
    const place = [
      { name: 'd', value: n(depth ?? 0, 'integer') },
      { name: 'p', value: n(reach, 'value') },
    ]
    if (event.value?.event.kind === 'leave')
      return [...place, { name: t('tree.lecture.returned'), value: words.values({ value: returned }) }]
    // whether a node is a leaf is known once it has its value
    return kind === 'leaf' ? place : [...place, { name: kind === 'max' ? 'best' : 'sum', value: words.values({ value: best }) }]
  }

  function boardSentence({ event: { kind, edge }, child, frames, returned }: EventStop): string {
    const name = edge ? words.edgeWords(edge) : t('tree.lecture.theRoot')
    if (kind === 'enter') return t('tree.lecture.boards.enter', { name })
    if (!child) return t('tree.lecture.boards.leave', { name, value: words.values({ value: returned }) })
    const { best, kind: of } = frames.at(-1)!
    const facts = { child: words.edgeWords(child.edge), value: words.values(child), soFar: words.values({ value: best }) }
    return of === 'max' ? t('tree.lecture.boards.best', facts) : t('tree.lecture.boards.sum', facts)
  }

  const variables = computed(() => {
    const top = event.value?.frames.at(-1)
    if (!event.value || !top) return []
    if (top.reach !== undefined) return boardVariables(event.value, top)
    const { depth, variable } = top
    const [alpha, beta] = words.windowEnds(top)
    const { returned, values } = event.value
    return [
      ...(withWindows.value
        ? [
            { name: 'α', value: alpha },
            { name: 'β', value: beta },
          ]
        : []),
      // a search without a limit in plies never reaches D = 0
      ...(depth === null && !byCalls.value
        ? []
        : [{ name: t('tree.lecture.depth'), value: depth === null ? '∞' : n(depth, 'integer') }]),
      ...(variable === null ? [] : [{ name: variable, value: soFar(top) }]),
      ...(returned === null
        ? []
        : [
            {
              name: t('tree.lecture.returned'),
              value: words.valueNow({ value: returned, ...(values && { values }) }, view.value?.values ?? 1),
            },
          ]),
    ]
  })

  function cutText(x: WindowEnd | null, nodeKind: NodeKind, top: LectureFrame | undefined): string {
    if (x === null) return t('tree.backup.pruned')
    const { alpha = x, beta = x, best = null } = top ?? {}
    const isLower = nodeKind === 'max' || (nodeKind === 'chance' && x === beta)
    // a number other than the end of the window: nothing can be better
    if (x !== (isLower ? beta : alpha)) return t('tree.backup.pruned')
    return words.cut({ bound: isLower ? 'lower' : 'upper', window: x }, words.values({ value: best }))
  }

  const sentence = computed(() => {
    if (!event.value) return ''
    const { frames } = event.value
    const { kind, x, y, nodeKind } = event.value.event
    const top = frames.at(-1)
    if (top?.reach !== undefined) return boardSentence(event.value)
    const { values } = event.value
    const worth = values && words.values({ value: values[0]!, values })
    const agents = view.value?.values ?? 1
    // for a rollout and for visits only the first agent's
    const toFirst = view.value?.hasVisits && OF_VALUES.includes(kind) && typeof x === 'number'
    const facts = {
      name: nameOf(frames),
      x: worth ?? (toFirst ? words.valueNow({ value: x }, agents) : end(x)),
      y: end(y),
      window: x === null ? '' : words.window({ alpha: x, beta: y }),
    }
    switch (kind) {
      case 'iteration':
        return t('tree.lecture.events.iteration', facts)
      case 'enter':
        return withWindows.value ? t('tree.lecture.events.enterWindow', facts) : t('tree.lecture.events.enter', facts)
      case 'expand':
        return t('tree.lecture.events.expand', facts, typeof x === 'number' ? x : 0)
      case 'utility':
        return t('tree.lecture.events.utility', facts)
      case 'evaluate':
        return t('tree.lecture.events.evaluate', facts)
      case 'probe':
        return t('tree.lecture.events.probe')
      case 'hit':
        return t('tree.lecture.events.hit', facts)
      case 'improve':
        if (view.value?.hasVisits) return t('tree.lecture.events.chosen', { edge: words.edge(top?.bestEdge) })
        return top?.variable == null
          ? t('tree.lecture.events.best', facts)
          : t('tree.lecture.events.improve', { variable: top.variable, x: soFar(top) })
      case 'narrow':
        return t('tree.lecture.events.narrow', facts)
      case 'cut':
        return t('tree.lecture.events.cut', { reason: cutText(x, nodeKind, top) })
      case 'again':
        return nodeKind === 'chance' ? t('tree.lecture.events.afterProbe', facts) : t('tree.lecture.events.again', facts)
      case 'visit':
        return t('tree.lecture.events.visit', facts)
      case 'rollout':
        return t('tree.lecture.events.rollout', facts, typeof y === 'number' ? y : 0)
      case 'backUp':
        return t('tree.lecture.events.backUp', facts, typeof y === 'number' ? y : 0)
      case 'leave':
        return t('tree.lecture.events.leave', facts)
    }
    return ''
  })

  return computed(() => {
    if (!event.value) return undefined
    const { at, of, line, caller, frames, isWhole } = event.value
    return {
      ...{ at, last: of - 1 },
      place: t('tree.lecture.place', { at: n(at + 1, 'integer'), of: n(of, 'integer') }),
      ...{ sentence: sentence.value, code: code.value, lit: line, caller, variables: variables.value, calls: frames },
      isCutShort: !isWhole && at === of - 1,
    }
  })
}
