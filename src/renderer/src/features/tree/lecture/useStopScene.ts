import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LectureFrame, LectureView } from '../../../../../core/tree/views'
import type { OpenTrees } from '../useOpenTrees'
import { useWords } from '../useWords'
import type { Lecture } from './useLecture'

/** The scene of a search of 2048 by its own searchers. */
export function useStopScene({ view }: OpenTrees, { stop }: Lecture): ComputedRef<Scene | undefined> {
  const { t, n } = useI18n()
  const words = useWords(() => view.value?.game)

  const text = computed((): Readonly<Record<LectureStatement, string>> => ({
    player: t('tree.code.player'),
    slides: t('tree.code.slides'),
    best: t('tree.code.best'),
    highest: t('tree.code.highest'),
    chance: t('tree.code.chance'),
    leaf: t('tree.code.leaf'),
    table: t('tree.code.table'),
    tiles: t('tree.code.tiles'),
    sum: t('tree.code.sum'),
    mean: t('tree.code.mean'),
  }))
  const code = computed(() => STATEMENTS.map(statement => text.value[statement]))

  const number = (value: number | null) => (value === null ? '–' : n(value, 'value'))

  function told({ row, childRow, soFar, phase }: LectureView): string {
    const name = row.edge ? words.edgeWords(row.edge) : t('tree.lecture.theRoot')
    if (phase === 'combine' && childRow) {
      const facts = { child: words.edgeWords(childRow.edge), value: number(childRow.value), soFar: number(soFar) }
      return row.kind === 'max' ? t('tree.lecture.best', facts) : t('tree.lecture.sum', facts)
    }
    return phase === 'enter' ? t('tree.lecture.enter', { name }) : t('tree.lecture.leave', { name, value: number(row.value) })
  }

  function variables({ row, soFar, phase }: LectureView): Scene['variables'] {
    return [
      { name: 'd', value: n(row.depth, 'integer') },
      { name: 'p', value: n(row.reach, 'value') },
      ...(phase === 'leave'
        ? [{ name: t('tree.lecture.returned'), value: number(row.value) }]
        : row.kind === 'leaf'
          ? []
          : [{ name: row.kind === 'max' ? 'best' : 'sum', value: number(soFar) }]),
    ]
  }

  return computed(() => {
    const its = stop.value
    if (!its) return undefined
    const caller = callerOf(its)
    return {
      ...{ at: its.at, first: 1, last: its.of },
      place: t('tree.lecture.place', { at: n(its.at, 'integer'), of: n(its.of, 'integer') }),
      ...{ told: told(its), code: code.value, variables: variables(its), calls: [], isCutShort: false },
      lit: STATEMENTS.indexOf(statementAt(its)),
      caller: caller === undefined ? null : STATEMENTS.indexOf(caller),
    }
  })
}

/** The current place of a lecture in words, in one form for searches with and without an event log. */
export interface Scene {
  /** Place on the slider, and its range. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** Place in the whole search. */
  readonly place: string
  /** The last event. */
  readonly told: string
  readonly code: readonly string[]
  /** Index of the current line, and of the line that waits for its value, with a remark. */
  readonly lit: number | null
  readonly caller: number | null
  /** Named as in the code. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** From the root to the current node; empty if unknown. */
  readonly calls: readonly LectureFrame[]
  /** The recording ends here for lack of memory. */
  readonly isCutShort: boolean
}

/** Statements of the textbook's two functions, in order. */
export const STATEMENTS = ['player', 'slides', 'best', 'highest', 'chance', 'leaf', 'table', 'tiles', 'sum', 'mean'] as const
export type LectureStatement = (typeof STATEMENTS)[number]

/** The searcher's current statement. */
export function statementAt({ phase, row }: Pick<LectureView, 'phase' | 'row'>): LectureStatement {
  if (row.kind === 'max') return phase === 'enter' ? 'player' : phase === 'combine' ? 'best' : 'highest'
  if (phase === 'combine') return 'sum'
  if (phase === 'enter') return 'chance'
  if (row.kind === 'leaf') return 'leaf'
  return row.flags.includes('table-hit') ? 'table' : 'mean'
}

/** The statement that called the current function: a player's node is searched for each tile, others for each move. */
export function callerOf({ row }: Pick<LectureView, 'row'>): LectureStatement | undefined {
  if (row.level === 1) return undefined
  return row.kind === 'max' ? 'tiles' : 'slides'
}
