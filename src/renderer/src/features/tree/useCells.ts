import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NodeKind } from '../../../../core/search/trace/format'
import type { TreeRow } from '../../../../core/search/tree/views'
import { NUMBER_FORMATS } from '../../locales'
import { GLYPHS, useWords } from './useWords'

/** Of a value in its column. */
const DIGITS = 6
const EXACTLY = { minimumSignificantDigits: DIGITS, maximumSignificantDigits: DIGITS }
const MILLION = 1e6

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
  /** The value in full. */
  readonly exact: string
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
    said: new Intl.NumberFormat(locale.value, { maximumSignificantDigits: DIGITS, signDisplay: 'negative' }),
    /** With the zeros at the end: below each other, the points of siblings line up. */
    aligned: new Intl.NumberFormat(locale.value, { ...EXACTLY, signDisplay: 'negative' }),
    /** As many digits of a number that is too long for its column. */
    short: new Intl.NumberFormat(locale.value, { ...EXACTLY, notation: 'compact', signDisplay: 'negative' }),
    shortWhole: new Intl.NumberFormat(locale.value, {
      ...{ maximumSignificantDigits: DIGITS, notation: 'compact', signDisplay: 'negative' },
    }),
    full: new Intl.NumberFormat(locale.value, NUMBER_FORMATS.en.full),
    share: new Intl.NumberFormat(locale.value, { style: 'percent', maximumSignificantDigits: 3 }),
  }))

  function figure(value: number): string {
    const { said, aligned, short, shortWhole } = language.value
    const isWhole = Number.isInteger(value)
    // what is rounded to a million is as long as one
    if (Math.abs(value) >= MILLION - 0.5) return (isWhole ? shortWhole : short).format(value)
    return (isWhole ? said : aligned).format(value)
  }

  function make(row: TreeRow): Cells {
    const { whole, said, full, share } = language.value
    const { kind, edge, value, chance, contribution, nodes, depth, flags, derived, points, best } = row
    const isTile = contribution !== undefined
    const marks = flags.map(words.flag)
    const chanceText = isTile ? share.format(chance) : ''
    const nodesText = nodes > 0 ? whole.format(nodes) : ''
    const label = [
      `${words.kind(kind)}, ${words.edgeWords(edge)}`,
      best && t('tree.taken'),
      value === null ? t('tree.noValue') : t('tree.valueIs', { value: said.format(value) }),
      isTile && t('tree.chanceIs', { chance: chanceText }),
      nodes > 0 && t('tree.tried', { nodes: nodesText }, nodes),
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
      value: value === null ? '–' : figure(value),
      exact: value === null ? '' : full.format(value),
      share: row.share,
      chance: chanceText,
      contribution: isTile && contribution !== null ? figure(contribution) : '',
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
    ...{ points: '', value: '', exact: '', share: 0, chance: '', contribution: '', nodes: '', depth: '', flags: '' },
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
