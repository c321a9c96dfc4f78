import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { fixedDecimals } from '../../../../../core/numberText'
import { DEEPEST, type NodeKind } from '../../../../../core/trace/format'
import { glyphOf } from '../../../../../core/tree/outlineText'
import type { TreeRow } from '../../../../../core/tree/views'
import { decimalsFor } from '../../../ui/words/numbers'
import type { MoveFigures } from '../../../ui/loss/loss'
import { useNodeWorth } from '../useNodeWorth'
import { useOpenTrees } from '../useOpenTrees'
import { hasWindows } from '../searcherFacts'
import { useRowWords, useTerms, useWords } from '../useWords'

const MILLION = 1e6
/** Decimals that fit into a column of values. */
const decimalsOfEach = (agents: number) => (agents > 2 ? 2 : 4)
const BOUND_SIGNS = { upper: '≤ ', lower: '≥ ' } as const

/** The texts of a row of the outline. */
export interface Cells {
  readonly label: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** Absent if the node has no children. */
  readonly expanded: boolean | undefined
  readonly kind: NodeKind
  readonly glyph: string
  readonly edge: string
  /** Points of the action that led to it, or, without a column of probabilities, the probability of an outcome. */
  readonly points: string
  readonly value: string
  /** One per agent, if the searcher has a value for each; `–` for one that is not known yet. */
  readonly values: readonly string[]
  /** All values with full precision. */
  readonly exact: string
  /** Difference to the best action, `=` for an equal one. */
  readonly difference: string
  readonly window: string
  /** The bar of an action; absent for other nodes. */
  readonly bar: Pick<MoveFigures, 'mark' | 'length'> | undefined
  readonly chance: string
  /** Visits of the node, and what UCB1 adds to their mean. */
  readonly visits: string
  readonly bonus: string
  readonly contribution: string
  readonly nodes: string
  readonly depth: string
  readonly flags: string
  /** Whether it leads to another node: a table hit to its source, a repeated search to the first one. */
  readonly leadsTo: 'source' | 'first' | undefined
  readonly best: boolean
  readonly derived: boolean
  readonly notVisited: boolean
  /** Whether the row is not loaded yet. */
  readonly loading: boolean
}

/**
 * Texts of rows, each made once: making them again would slow down scrolling.
 * @param visible the visible rows, whose figures have equally many decimals
 */
export function useCells(visible: () => readonly { readonly row: TreeRow | undefined }[]): (row: TreeRow | undefined) => Cells {
  const { t, n, locale } = useI18n()
  const openTrees = useOpenTrees()
  const nodeWorth = useNodeWorth()
  const words = useWords(() => openTrees.view.value?.game)
  const { ofBoards } = useTerms()
  const rowWords = useRowWords()
  const isWindowed = computed(() => hasWindows(openTrees.view.value))
  /** For 2048 the digits of its values; for other games as few decimals as the visible values need. */
  const agents = computed(() => openTrees.view.value?.values ?? 1)
  const usualDecimals = decimalsOf(({ value, values }) => values ?? value)
  const valueDecimals = computed(() => {
    const decimals = usualDecimals.value
    return decimals === undefined || agents.value === 1 ? decimals : Math.min(decimals, decimalsOfEach(agents.value))
  })
  const partDecimals = decimalsOf(({ contribution }) => contribution)
  const bonusDecimals = decimalsOf(({ bonus }) => bonus)
  /** For the current language and those decimals. */
  const known = computed(
    () => (
      void [locale.value, valueDecimals.value, partDecimals.value, bonusDecimals.value, nodeWorth.key.value],
      new WeakMap<TreeRow, Cells>()
    ),
  )
  const whole = (value: number) => n(value, 'integer')

  function decimalsOf(numberOf: (row: TreeRow) => number | readonly number[] | null | undefined) {
    return computed(() => {
      if (ofBoards.value) return undefined
      const numbers = visible().flatMap(({ row }) => (row && numberOf(row)) ?? [])
      return decimalsFor(numbers.filter(each => Math.abs(each) < MILLION))
    })
  }

  /** Aligns the decimal points of a column. */
  function figure(value: number, decimals: number | undefined): string {
    if (decimals !== undefined && Math.abs(value) < MILLION) return n(value, fixedDecimals(decimals))
    if (!Number.isInteger(value)) return n(value, 'column')
    return n(value, Math.abs(value) < MILLION ? 'integer' : 'tick')
  }

  /** With the decimals of the values, so that it can be recomputed from them. */
  function differenceText(difference: number): string {
    const decimals = valueDecimals.value
    if (decimals === undefined || Math.abs(difference) >= MILLION) return n(difference, 'loss')
    return n(difference, { ...fixedDecimals(decimals), signDisplay: 'exceptZero' })
  }

  /** In the lecture of a tree of visits, only the first agent's mean is known before the last visit. */
  function valuesOf({ value, values, flags }: TreeRow): readonly string[] {
    if (agents.value === 1) return []
    if (values) return values.map(each => figure(each, valueDecimals.value))
    const unknown = flags.includes('not-visited') ? '' : '–'
    return Array.from({ length: agents.value }, (_, agent) =>
      agent === 0 && value !== null ? figure(value, valueDecimals.value) : unknown,
    )
  }

  function make(row: TreeRow): Cells {
    const { kind, edge, value, visits, bonus, chance, contribution, nodes, depth, flags, derived, points, best, tie } = row
    const isTile = contribution !== undefined
    const worth = agents.value === 1 ? nodeWorth.figures(row) : undefined
    const isConverted = worth !== undefined && nodeWorth.isConverted.value
    const valueText = value === null ? '–' : isConverted ? worth.value! : figure(value, valueDecimals.value)
    const marks = rowWords.marks(row)
    const notVisited = flags.includes('not-visited')
    const { bound, difference, window } = row
    const chanceText = isTile ? n(chance, 'share') : ''
    const nodesText = nodes > 0 ? whole(nodes) : ''
    return {
      label: rowWords.label(row),
      level: row.level,
      position: row.position,
      siblings: row.siblings,
      expanded: row.children > 0 ? row.open : undefined,
      kind,
      glyph: glyphOf(row),
      edge: words.edge(edge),
      points:
        points > 0
          ? t('tree.plusPoints', { points: whole(points) })
          : isTile && isWindowed.value
            ? t('tree.chanceShort', { chance: chanceText })
            : '',
      value: value === null ? (notVisited ? '' : '–') : `${bound ? BOUND_SIGNS[bound] : ''}${valueText}`,
      values: valuesOf(row),
      exact: value === null ? '' : words.valueNow(row, agents.value, 'full'),
      difference:
        difference === null || best
          ? ''
          : difference === 0
            ? t('tie.sign')
            : isConverted
              ? (worth.loss ?? '')
              : differenceText(difference),
      window: window && isWindowed.value ? words.window(window, 'brief') : '',
      bar: worth && row.difference !== null ? { mark: worth.mark, length: worth.length } : undefined,
      chance: chanceText,
      visits: visits ? whole(visits) : '',
      bonus: bonus === undefined ? '' : figure(bonus, bonusDecimals.value),
      contribution: isTile && contribution !== null ? figure(contribution, partDecimals.value) : '',
      nodes: nodesText,
      depth: derived || notVisited || depth === DEEPEST ? '' : whole(depth),
      flags: [
        ...(tie && difference !== 0 ? [t('tree.tieShort')] : []),
        ...(derived ? [t('tree.derivedShort')] : []),
        ...marks,
      ].join(' · '),
      leadsTo: row.source !== undefined ? 'source' : row.first !== undefined ? 'first' : undefined,
      notVisited,
      best,
      derived,
      loading: false,
    }
  }

  const nothing = computed((): Cells => ({
    ...{ label: t('tree.loading'), level: 1, position: 1, siblings: 1, expanded: undefined, kind: 'leaf', glyph: '', edge: '…' },
    ...{
      points: '',
      value: '',
      values: [],
      exact: '',
      difference: '',
      window: '',
      bar: undefined,
      chance: '',
      visits: '',
      bonus: '',
      contribution: '',
      nodes: '',
      depth: '',
      flags: '',
    },
    ...{ leadsTo: undefined, best: false, derived: false, notVisited: false, loading: true },
  }))

  return row => {
    if (!row) return nothing.value
    let cells = known.value.get(row)
    if (!cells) known.value.set(row, (cells = make(row)))
    return cells
  }
}
