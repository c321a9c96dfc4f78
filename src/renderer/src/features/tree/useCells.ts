import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NodeKind } from '../../../../core/search/trace/format'
import type { TreeRow } from '../../../../core/search/tree/views'
import { GLYPHS, useWords } from './useWords'

/** A row of the outline, put into words. */
export interface Cells {
  readonly label: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** Absent where nothing unfolds. */
  readonly expanded: boolean | undefined
  readonly kind: NodeKind
  readonly glyph: string
  readonly edge: string
  readonly points: string
  readonly value: string
  /** As a length, 0 … 1. */
  readonly share: number
  readonly chance: string
  readonly contribution: string
  readonly nodes: string
  readonly depth: string
  readonly flags: string
  readonly hasSource: boolean
  readonly best: boolean
  readonly derived: boolean
  /** Its row is not there yet. */
  readonly loading: boolean
}

/**
 * Words for rows, each put together once: while somebody scrolls there is no time for more. Formatters are made here once
 * too, since `n` makes a new one with every call that has options of its own.
 */
export function useCells(): (row: TreeRow | undefined) => Cells {
  const { t, locale } = useI18n()
  const words = useWords()
  /** Of the language that is read now. */
  const language = computed(() => ({
    known: new WeakMap<TreeRow, Cells>(),
    whole: new Intl.NumberFormat(locale.value, { maximumFractionDigits: 0 }),
    exact: new Intl.NumberFormat(locale.value, { maximumSignificantDigits: 6, signDisplay: 'negative' }),
    share: new Intl.NumberFormat(locale.value, { style: 'percent', maximumSignificantDigits: 3 }),
  }))

  function make(row: TreeRow): Cells {
    const { whole, exact, share } = language.value
    const { kind, edge, value, chance, contribution, nodes, depth, flags, derived, points, best } = row
    const isTile = contribution !== undefined
    const marks = flags.map(words.flag)
    const valueText = value === null ? '–' : exact.format(value)
    const chanceText = isTile ? share.format(chance) : ''
    const nodesText = nodes > 0 ? whole.format(nodes) : ''
    const label = [
      `${words.kind(kind)}, ${words.edgeWords(edge)}`,
      best && t('tree.taken'),
      value === null ? t('tree.noValue') : t('tree.valueIs', { value: valueText }),
      isTile && t('tree.chanceIs', { chance: chanceText }),
      nodes > 0 && t('tree.sizeIs', { nodes: nodesText }),
      derived && t('tree.derived'),
      ...marks,
    ]
    return {
      label: label.filter(part => part !== false).join(', '),
      level: row.level,
      position: row.position,
      siblings: row.siblings,
      expanded: row.children > 0 ? row.open : undefined,
      kind,
      glyph: GLYPHS[kind],
      edge: words.edge(edge),
      points: points > 0 ? t('tree.plusPoints', { points: whole.format(points) }) : '',
      value: valueText,
      share: row.share,
      chance: chanceText,
      contribution: isTile && contribution !== null ? exact.format(contribution) : '',
      nodes: nodesText,
      depth: derived ? '' : whole.format(depth),
      flags: [...(derived ? [t('tree.derivedShort')] : []), ...marks].join(' · '),
      hasSource: row.source !== undefined,
      best,
      derived,
      loading: false,
    }
  }

  const nothing = computed((): Cells => ({
    ...{ label: t('tree.loading'), level: 1, position: 1, siblings: 1, expanded: undefined, kind: 'leaf', glyph: '', edge: '…' },
    ...{ points: '', value: '', share: 0, chance: '', contribution: '', nodes: '', depth: '', flags: '' },
    ...{ hasSource: false, best: false, derived: false, loading: true },
  }))

  return row => {
    if (!row) return nothing.value
    const { known } = language.value
    let cells = known.get(row)
    if (!cells) known.set(row, (cells = make(row)))
    return cells
  }
}
