import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useOpenTrees } from './useOpenTrees'

/** The vocabulary for the shown tree: a search of 2048 by its own searchers tries moves, others enter positions. */
export function useTerms() {
  const { t, n } = useI18n()
  const { view } = useOpenTrees()
  const ofBoards = computed(() => view.value === undefined || view.value.player !== undefined)

  /** What the search counts: `5 moves tried`. */
  function effort(nodes: number): string {
    const facts = { nodes: n(nodes, 'integer') }
    return ofBoards.value ? t('tree.tried', facts, nodes) : t('tree.entered', facts, nodes)
  }

  const own = computed(() => ({
    effort: t('tree.columns.subtree'),
    best: t('tree.lines.best'),
    state: t('tree.boardOfNode'),
    find: t('tree.findBoard'),
    depth: t('tree.facts.depth'),
    terms: t('tree.sections.terms'),
    total: t('terms.total'),
    moves: t('tree.sections.moves'),
    move: t('tree.backup.slide'),
    outcome: t('tree.backup.tile'),
    worst: t('tree.moves.worst'),
    luckiest: t('tree.moves.luckiest'),
    max: t('tree.backup.max'),
    mean: t('tree.backup.mean'),
    evaluated: t('tree.backup.evaluated'),
    unlikely: t('tree.backup.unlikely'),
    uneven: t('tree.backup.maxUneven'),
    floored: t('tree.backup.floored'),
    dead: t('tree.levels.dead'),
    icicle: t('tree.icicle.hint'),
    beside: t('tree.beside.hint'),
  }))
  const others = computed((): typeof own.value => ({
    effort: t('tree.anyGame.effort'),
    best: t('tree.anyGame.best'),
    state: t('tree.anyGame.state'),
    find: t('tree.anyGame.find'),
    depth: t('tree.anyGame.depth'),
    terms: t('tree.anyGame.terms'),
    // terms are the first agent's, even if each node has a value for each agent
    total:
      (view.value?.values ?? 1) > 1
        ? t('tree.anyGame.totalTo', { agent: t('tree.agent', { number: n(1, 'integer') }) })
        : t('tree.anyGame.total'),
    moves: t('tree.anyGame.moves'),
    move: t('tree.anyGame.move'),
    outcome: t('tree.anyGame.outcome'),
    worst: t('tree.anyGame.worst'),
    luckiest: t('tree.anyGame.luckiest'),
    max: t('tree.anyGame.max'),
    mean: t('tree.anyGame.mean'),
    evaluated: t('tree.anyGame.evaluated'),
    unlikely: t('tree.anyGame.unlikely'),
    uneven: t('tree.anyGame.uneven'),
    floored: t('tree.anyGame.floored'),
    dead: t('tree.anyGame.dead'),
    icicle: t('tree.anyGame.icicleHint'),
    beside: t('tree.anyGame.besideHint'),
  }))
  const terms = computed(() => (ofBoards.value ? own.value : others.value))

  return { terms, effort, ofBoards }
}
