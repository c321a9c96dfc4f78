import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { asBeginning } from '../../../games/boardWords'
import type { EventKind } from '../../../../../core/trace/eventLog'
import { glyphOf } from '../../../../../core/tree/outlineText'
import type { EventStop, LectureFrame, TreeEdge, WindowEnd } from '../../../../../core/tree/views'
import { hasWindows, isByCalls } from '../searcherFacts'
import type { NodeNames } from '../useNodeNames'
import type { OpenTrees } from '../useOpenTrees'
import { useWords } from '../useWords'
import type { Lecture } from './useLecture'

/** A call of the searcher that has not returned, in words. */
interface Call {
  readonly key: string
  /** `▽ B` */
  readonly name: string
  /** `CurMin` and its value so far, or `returns` and what it returns; empty where there is none. */
  readonly variable: string
  readonly value: string
  /** The two ends of the call's window at this step: `α 3`, `β ∞`. */
  readonly alpha: string
  readonly beta: string
  /** Depth left, and cumulative probability, where the code has them. */
  readonly depth: string
  readonly reach: string
}

/** The current place of a lecture in words. */
export interface Scene {
  /** Place on the slider, which begins at 0, and its end. */
  readonly at: number
  readonly last: number
  /** Place in the whole search. */
  readonly place: string
  /** The last event, and why. */
  readonly sentence: string
  readonly code: readonly string[]
  /** Index of the current line, and of the line that waits for its value, with a remark. */
  readonly lit: number | null
  readonly caller: number | null
  /** From the root to the current node. */
  readonly calls: readonly Call[]
  /** The recording ends here for lack of memory. */
  readonly isCutShort: boolean
}

/** Events of a visit whose value is the first agent's. */
const OF_VALUES: readonly EventKind[] = ['utility', 'evaluate', 'rollout', 'backUp']

/** The edges from the root to the last of these calls. */
export const edgesOf = (frames: readonly LectureFrame[]): readonly TreeEdge[] => frames.flatMap(({ edge }) => edge ?? [])

/** The scene at the current event of a lecture. */
export function useScene({ view }: OpenTrees, { event, code }: Lecture, names: NodeNames): ComputedRef<Scene | undefined> {
  const { t, n } = useI18n()
  const words = useWords(() => view.value?.game)
  const withWindows = computed(() => hasWindows(view.value))
  const byCalls = computed(() => isByCalls(view.value))

  const end = (value: WindowEnd | null) => (value === null ? '–' : words.windowEnd(value))

  /** "2 by leaf 1". The running sum of a chance node is not the value of its last child. */
  function soFar(frames: readonly LectureFrame[]): string {
    const { best, bestEdge, values, kind } = frames.at(-1)!
    const value = words.values({ value: best, ...(values && { values }) })
    if (!bestEdge || kind === 'chance') return value
    return t('tree.lecture.bestBy', { value, edge: names.child([...edgesOf(frames), bestEdge]) })
  }

  function boardSentence({ event: { kind, edge }, child, frames, returned }: EventStop): string {
    const name = edge ? words.edgeWords(edge) : t('tree.lecture.theRoot')
    if (kind === 'enter') return t('tree.lecture.boards.enter', { name })
    if (!child) return t('tree.lecture.boards.leave', { name, value: words.values({ value: returned }) })
    const { best, kind: of } = frames.at(-1)!
    const facts = {
      child: asBeginning(words.edgeWords(child.edge)),
      value: words.values(child),
      soFar: words.values({ value: best }),
    }
    return of === 'max' ? t('tree.lecture.boards.best', facts) : t('tree.lecture.boards.sum', facts)
  }

  /** What a cut compares, who has something better, and what is skipped. */
  function cutSentence({ event: { x, nodeKind }, frames }: EventStop): string {
    const { alpha, beta, best, left } = frames.at(-1)!
    const skipped = left ?? 0
    const isLower = nodeKind === 'max' || (nodeKind === 'chance' && x === beta)
    // a number other than the end of the window: nothing can be better
    if (x === null || best === null || x !== (isLower ? beta : alpha)) return t('tree.lecture.events.cutAtBest', skipped)
    const facts = { value: words.values({ value: best }), end: words.windowEnd(x), left: n(skipped, 'integer') }
    const relation = isLower ? t('tree.lecture.reachesBeta', facts) : t('tree.lecture.reachesAlpha', facts)
    const above = frames.slice(0, -1)
    const holder = above.findLastIndex(frame => frame.kind === (isLower ? 'min' : 'max') && frame.best === x)
    if (holder < 0) return t('tree.lecture.events.cut', { ...facts, relation }, skipped)
    const where = { ...facts, relation, name: names.full(edgesOf(above.slice(0, holder + 1))) }
    return isLower ? t('tree.lecture.events.cutByMin', where, skipped) : t('tree.lecture.events.cutByMax', where, skipped)
  }

  const sentence = computed(() => {
    if (!event.value) return ''
    const { frames, values } = event.value
    const { kind, x, y, nodeKind } = event.value.event
    const top = frames.at(-1)
    if (top?.reach !== undefined) return boardSentence(event.value)
    const worth = values && words.values({ value: values[0]!, values })
    const agents = view.value?.values ?? 1
    // for a rollout and for visits only the first agent's
    const toFirst = view.value?.hasVisits && OF_VALUES.includes(kind) && typeof x === 'number'
    const facts = {
      name: names.full(edgesOf(frames)),
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
        if (view.value?.hasVisits)
          return t('tree.lecture.events.chosen', { edge: names.child(top?.bestEdge ? [top.bestEdge] : []) })
        return top?.variable == null
          ? t('tree.lecture.events.best', facts)
          : t('tree.lecture.events.improve', { name: facts.name, variable: top.variable, x: soFar(frames) })
      case 'narrow':
        if (nodeKind === 'max') return t('tree.lecture.events.raiseAlpha', facts)
        return nodeKind === 'min' ? t('tree.lecture.events.lowerBeta', facts) : t('tree.lecture.events.narrow', facts)
      case 'cut':
        return cutSentence(event.value)
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

  /** What the last of the open calls returns, or the best so far of a call. */
  function valueOf({ event: last, frames, returned, values }: EventStop, at: number): Pick<Call, 'variable' | 'value'> {
    const { best, kind, reach, variable, values: so } = frames[at]!
    const isTop = at === frames.length - 1
    if (isTop && (last.kind === 'leave' || last.kind === 'backUp')) {
      const its = { value: returned, ...(values && { values }) }
      return { variable: t('tree.lecture.returned'), value: words.valueNow(its, view.value?.values ?? 1) }
    }
    // whether a node is a leaf is known once it has its value
    const name = reach === undefined ? (variable ?? '') : kind === 'leaf' ? '' : kind === 'max' ? 'best' : 'sum'
    const value = words.values({ value: best, ...(so && { values: so }) }, isTop ? 'value' : 'brief')
    return name === '' ? { variable: '', value: '' } : { variable: name, value }
  }

  function depthOf({ depth }: LectureFrame): string {
    if (depth !== null) return n(depth, 'integer')
    return byCalls.value ? '∞' : '' // a search without a limit in plies never reaches D = 0
  }

  const calls = computed(() =>
    (event.value?.frames ?? []).map((frame, i, frames): Call => {
      const [alpha, beta] = withWindows.value ? words.windowEnds(frame, 'brief') : ['', '']
      return {
        key: frame.key,
        name: `${glyphOf(frame)} ${names.short(edgesOf(frames.slice(0, i + 1)))}`,
        ...valueOf(event.value!, i),
        ...{ alpha: `α ${alpha}`, beta: `β ${beta}`, depth: depthOf(frame) },
        reach: frame.reach === undefined ? '' : n(frame.reach, 'value'),
      }
    }),
  )

  return computed(() => {
    if (!event.value) return undefined
    const { at, of, line, caller, isWhole } = event.value
    return {
      ...{ at, last: of - 1 },
      place: t('tree.lecture.place', { at: n(at + 1, 'integer'), of: n(of, 'integer') }),
      ...{ sentence: sentence.value, code: code.value, lit: line, caller, calls: calls.value },
      isCutShort: !isWhole && at === of - 1,
    }
  })
}
