import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RowContent } from '../../../../core/tree/views'
import { hasWindows } from './searcherFacts'
import { useOpenTrees } from './useOpenTrees'
import { useTerms, useWords } from './useWords'

/** A node of the shown tree in words. */
export function useRowWords() {
  const { t, n } = useI18n()
  const { view } = useOpenTrees()
  const words = useWords(() => view.value?.game)
  const { effort } = useTerms()
  const agents = computed(() => view.value?.values ?? 1)
  const isWindowed = computed(() => hasWindows(view.value))

  /** Its flags; where it was cut, why. */
  function marks(row: RowContent): string[] {
    const reason = cut(row)
    return row.flags.map(flag => (reason && (flag === 'alpha-cut' || flag === 'beta-cut') ? reason : words.flag(flag)))
  }

  /** `pruned: 5 ≥ β = 3`; empty without a cut. */
  function cut({ cut: its, value }: RowContent): string {
    return its ? words.cut(its, value === null ? '–' : n(value, 'brief'), 'brief') : ''
  }

  /** Everything that is known of it, for screen readers. */
  function label(row: RowContent): string {
    const { kind, agent, edge, value, visits, bonus, chance, contribution, nodes, flags, derived, best, tie, bound } = row
    const { difference, window } = row
    const text = value === null ? '' : words.valueNow(row, agents.value)
    const parts = [
      `${words.kind(kind, agent)}, ${words.edgeWords(edge)}`,
      best && t('tree.taken'),
      tie && t('tree.tie'),
      value === null
        ? !flags.includes('not-visited') && t('tree.noValue')
        : t('tree.valueIs', {
            value: !bound ? text : bound === 'upper' ? t('tree.atMost', { value: text }) : t('tree.atLeast', { value: text }),
          }),
      window !== undefined &&
        isWindowed.value &&
        t('tree.windowIs', { alpha: words.windowEnd(window.alpha), beta: words.windowEnd(window.beta) }),
      difference !== null && difference !== 0 && t('tree.differenceIs', { difference: n(difference, 'loss') }),
      contribution !== undefined && t('tree.chanceIs', { chance: n(chance, 'share') }),
      visits !== undefined && visits > 0 && t('tree.visitsAre', { visits: n(visits, 'integer') }, visits),
      bonus !== undefined && t('tree.bonusIs', { bonus: n(bonus, 'value') }),
      nodes > 0 && effort(nodes),
      derived && t('tree.derived'),
      ...marks(row),
    ]
    return parts.filter(part => part !== false).join(', ')
  }

  return { label, marks, cut }
}
