import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NodeKind } from '../../../../../core/trace/format'
import { GLYPHS } from '../../../../../core/tree/outlineText'
import type { TreeRow } from '../../../../../core/tree/views'
import { useOpenTrees } from '../useOpenTrees'
import { useWords } from '../useWords'

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

/** Words for rows. Each is made once, since making them again would slow down scrolling. */
export function useCells(): (row: TreeRow | undefined) => Cells {
  const { t, n, locale } = useI18n()
  const openTrees = useOpenTrees()
  const words = useWords(() => openTrees.view.value?.game)
  /** Of the language that is read now. */
  const known = computed(() => (void locale.value, new WeakMap<TreeRow, Cells>()))
  const whole = (value: number) => n(value, 'integer')

  /** Below each other the points of siblings line up; whole numbers have none. */
  function figure(value: number): string {
    if (!Number.isInteger(value)) return n(value, 'column')
    return n(value, Math.abs(value) < MILLION ? 'integer' : 'tick')
  }

  function make(row: TreeRow): Cells {
    const { kind, edge, value, chance, contribution, nodes, depth, flags, derived, points, best, tie } = row
    const isTile = contribution !== undefined
    const marks = flags.map(words.flag)
    const chanceText = isTile ? n(chance, 'share') : ''
    const nodesText = nodes > 0 ? whole(nodes) : ''
    const label = [
      `${words.kind(kind)}, ${words.edgeWords(edge)}`,
      best && t('tree.taken'),
      tie && t('tree.tie'),
      value === null ? t('tree.noValue') : t('tree.valueIs', { value: n(value, 'value') }),
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
      points: points > 0 ? t('tree.plusPoints', { points: whole(points) }) : '',
      value: value === null ? '–' : figure(value),
      exact: value === null ? '' : n(value, 'full'),
      share: row.share,
      chance: chanceText,
      contribution: isTile && contribution !== null ? figure(contribution) : '',
      nodes: nodesText,
      depth: derived ? '' : whole(depth),
      flags: [...(tie ? [t('tree.tieShort')] : []), ...(derived ? [t('tree.derivedShort')] : []), ...marks].join(' · '),
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
    let cells = known.value.get(row)
    if (!cells) known.value.set(row, (cells = make(row)))
    return cells
  }
}
