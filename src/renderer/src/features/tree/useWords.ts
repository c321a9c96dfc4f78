import { useI18n } from 'vue-i18n'
import { type NumberForm, endSign, endValue } from '../../../../core/numberText'
import type { Values } from '../../../../core/game/game'
import { twenty48 } from '../../../../core/games/twenty48/game'
import type { FlagName, NodeKind } from '../../../../core/trace/format'
import type { RowContent, TreeCut, TreeEdge, Window, WindowEnd } from '../../../../core/tree/views'
import { useAllEdgeWords } from '../../games/gameViews'
import { computed } from 'vue'
import { useOpenTrees } from './useOpenTrees'
import { hasWindows } from './searcherFacts'

/**
 * Names of nodes, edges and flags, in signs and in words.
 * @param game of the tree whose edges are named in words; absent: only signs are needed
 */
export function useWords(game: () => string | undefined = () => undefined) {
  const { t, n } = useI18n()
  const wordsOf = useAllEdgeWords()

  /** `←`, `4 @ r2c3`. */
  function edge(its: TreeEdge | undefined): string {
    return its ? its.words : t('tree.root')
  }

  /** For screen readers: "Left", "a 4 in row 2, column 3". */
  function edgeWords(its: TreeEdge | undefined): string {
    return its ? wordsOf(game())(its) : t('tree.root')
  }

  /** Where nothing around it says what it is: `←`, "child 1". */
  function edgeAlone(its: TreeEdge): string {
    const [sign, spoken] = [edge(its), edgeWords(its)]
    return spoken.includes(sign) ? spoken : sign
  }

  const ofBoards = () => game() === undefined || game() === twenty48.id

  /** @param agent of the node, from 0, if its values are the agents' own: who acts */
  function kind(its: NodeKind, agent?: number): string {
    if (agent !== undefined) return t('tree.kinds.agentNumber', { agent: agentName(agent) })
    if (!ofBoards() && its === 'max') return t('tree.anyGame.kinds.max')
    if (!ofBoards() && its === 'min') return t('tree.anyGame.kinds.min')
    return {
      max: t('tree.kinds.max'),
      chance: t('tree.kinds.chance'),
      min: t('tree.kinds.min'),
      leaf: t('tree.kinds.leaf'),
      agent: t('tree.kinds.agent'),
    }[its]
  }

  /** `P2` for the second agent, counted from 0. */
  function agentName(agent: number): string {
    return t('tree.agent', { number: n(agent + 1, 'integer') })
  }

  /** `3`; if the searcher has a value for each agent, `[3, 1, 2]`. */
  function values(its: { readonly value: number | null; readonly values?: Values }, form: NumberForm = 'value'): string {
    if (its.value === null) return '–'
    return its.values ? `[${its.values.map(value => n(value, form)).join(', ')}]` : n(its.value, form)
  }

  /** Like `values`; while only the first of several agents' is known: `3 to P1`. */
  function valueNow(its: Parameters<typeof values>[0], agents: number, form: NumberForm = 'value'): string {
    const text = values(its, form)
    if (its.value === null || its.values || agents === 1) return text
    return t('tree.valueToAgent', { value: text, agent: agentName(0) })
  }

  function flag(its: FlagName): string {
    return {
      'table-hit': t('tree.flags.tableHit'),
      'probability-cut': t('tree.flags.probabilityCut'),
      horizon: t('tree.flags.horizon'),
      terminal: ofBoards() ? t('tree.flags.terminal') : t('tree.anyGame.over'),
      floor: t('tree.flags.floor'),
      stopped: t('tree.flags.stopped'),
      'not-recorded': t('tree.flags.notRecorded'),
      'alpha-cut': t('tree.flags.alphaCut'),
      'beta-cut': t('tree.flags.betaCut'),
      'not-visited': t('tree.flags.notVisited'),
      'searched-again': t('tree.flags.searchedAgain'),
      probed: t('tree.flags.probed'),
    }[its]
  }

  /** Edges as a path that can be copied: `left 4@r2c3 up`. */
  function path(edges: readonly TreeEdge[]): string {
    return edges.map(({ notation }) => notation).join(' ')
  }

  /** An end of a window, or another number that may be infinite. */
  function windowEnd(end: WindowEnd, form: NumberForm = 'value'): string {
    return typeof end === 'number' ? n(endValue(end), form) + endSign(end) : end
  }

  /** `−∞` and `3`; for a null window `3` and `3⁺`. */
  function windowEnds({ alpha, beta }: Window, form: NumberForm = 'value'): readonly [alpha: string, beta: string] {
    const [low, high] = [windowEnd(alpha, form), windowEnd(beta, form)]
    if (low !== high || alpha === beta) return [low, high]
    if (windowEnd(alpha) !== windowEnd(beta)) return windowEnds({ alpha, beta }) // ends that look alike are a null window: one end is the number next to the other, which is the rounder one
    return String(alpha).length <= String(beta).length ? [low, `${low}⁺`] : [`${high}⁻`, high]
  }

  /** `[−∞, 3]`, `[3, 3⁺]` */
  function window(its: Window, form?: NumberForm): string {
    return `[${windowEnds(its, form).join(', ')}]`
  }

  /** `pruned: 5 ≥ β = 3` @param value of the node */
  function cut({ bound, window: limit }: TreeCut, value: string, form?: NumberForm): string {
    if (typeof limit !== 'number') return t('tree.backup.pruned')
    const facts = { window: windowEnd(limit, form), value }
    return bound === 'lower' ? t('tree.backup.betaCut', facts) : t('tree.backup.alphaCut', facts)
  }

  return { edge, edgeWords, edgeAlone, kind, agentName, values, valueNow, flag, path, windowEnd, windowEnds, window, cut }
}

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

  /** Terms are the first agent's, even if each node has a value for each agent. */
  const totalOfOthers = computed(() =>
    (view.value?.values ?? 1) > 1
      ? t('tree.anyGame.totalTo', { agent: t('tree.agent', { number: n(1, 'integer') }) })
      : t('tree.anyGame.total'),
  )
  const terms = computed(() => {
    const of = (own: string, others: string) => (ofBoards.value ? own : others)
    return {
      effort: of(t('tree.columns.subtree'), t('tree.anyGame.effort')),
      best: of(t('tree.lines.best'), t('tree.anyGame.best')),
      state: of(t('tree.boardOfNode'), t('tree.anyGame.state')),
      find: of(t('tree.findBoard'), t('tree.anyGame.find')),
      depth: of(t('tree.facts.depth'), t('tree.anyGame.depth')),
      terms: of(t('tree.sections.terms'), t('tree.anyGame.terms')),
      total: of(t('terms.total'), totalOfOthers.value),
      moves: of(t('tree.sections.moves'), t('tree.anyGame.moves')),
      move: of(t('tree.backup.slide'), t('tree.anyGame.move')),
      outcome: of(t('tree.backup.tile'), t('tree.anyGame.outcome')),
      worst: of(t('tree.moves.worst'), t('tree.anyGame.worst')),
      luckiest: of(t('tree.moves.luckiest'), t('tree.anyGame.luckiest')),
      max: of(t('tree.backup.max'), t('tree.anyGame.max')),
      mean: of(t('tree.backup.mean'), t('tree.anyGame.mean')),
      evaluated: of(t('tree.backup.evaluated'), t('tree.anyGame.evaluated')),
      unlikely: of(t('tree.backup.unlikely'), t('tree.anyGame.unlikely')),
      uneven: of(t('tree.backup.maxUneven'), t('tree.anyGame.uneven')),
      floored: of(t('tree.backup.floored'), t('tree.anyGame.floored')),
      dead: of(t('tree.levels.dead'), t('tree.anyGame.dead')),
      icicle: of(t('tree.icicle.hint'), t('tree.anyGame.icicleHint')),
      beside: of(t('tree.beside.hint'), t('tree.anyGame.besideHint')),
    }
  })

  return { terms, effort, ofBoards }
}

/** A node of the shown tree in words. */
export function useRowWords() {
  const { t, n } = useI18n()
  const { view } = useOpenTrees()
  const words = useWords(() => view.value?.game)
  const { effort } = useTerms()
  const agents = computed(() => view.value?.values ?? 1)
  const isWindowed = computed(() => hasWindows(view.value))

  /** The flags of a node, and the reason where it was cut. */
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
