import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LectureView } from '../../../../../core/tree/views'
import type { OpenTrees } from '../useOpenTrees'
import { useWords } from '../useWords'
import { callerOf, STATEMENTS, statementAt, type LectureStatement } from './lectureStatements'
import type { Scene } from './scene'
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
