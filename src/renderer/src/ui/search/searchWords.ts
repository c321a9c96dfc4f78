import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SearcherId } from '../../../../core/search/registry'
import type { Wrapping } from '../../../../core/search/searcher'
import { useSettingWords } from '../player/playerWords'

/** Names of searchers and their wrappers. */
export function useSearchNames() {
  const { t } = useI18n()
  const searchers = computed((): Readonly<Record<SearcherId, string>> => ({
    minimax: t('tree.searchers.minimax'),
    alphaBeta: t('tree.searchers.alphaBeta'),
    pvs: t('tree.searchers.pvs'),
    expectimax: t('tree.searchers.expectimax'),
    mcts: t('tree.searchers.mcts'),
    sampling: t('tree.searchers.sampling'),
    star1: t('tree.searchers.star1'),
    star2: t('tree.searchers.star2'),
    maxN: t('tree.searchers.maxN'),
    paranoid: t('tree.searchers.paranoid'),
    helpNext: t('tree.searchers.helpNext'),
    coalition: t('tree.searchers.coalition'),
    greedy: t('tree.searchers.greedy'),
    random: t('tree.searchers.random'),
  }))
  return {
    searcher: (id: SearcherId): string => searchers.value[id],
    searchers,
    ...useWrappingWords(),
  }
}

/** Labels for the choices of searchers' wrappers. */
export function useWrappingWords() {
  const { t } = useI18n()
  return {
    deepening: (its: NonNullable<Wrapping['deepening']>): string =>
      ({ contract: t('search.wrapping.contract'), interruptible: t('search.wrapping.interruptible') })[its],
    order: (its: NonNullable<Wrapping['order']>): string =>
      ({ static: t('search.wrapping.static'), dynamic: t('search.wrapping.dynamic') })[its],
  }
}

interface FieldWords {
  readonly label: string
  readonly hint: string
  /** Labels of the choices. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Labels for the fields of searchers' configs. A field without one is labelled as in its schema. */
export function useConfigWords() {
  const { t, n } = useI18n()
  const settings = useSettingWords()
  const { searchers } = useSearchNames()
  const fields = computed((): Readonly<Record<string, FieldWords>> => ({
    known: { label: t('search.config.known'), hint: t('search.config.knownHint') },
    leaf: {
      label: t('search.config.leaf'),
      hint: t('search.config.leafHint'),
      choices: { afterstate: t('search.config.leafAfterstate'), spawned: t('search.config.leafSpawned') },
    },
    points: { label: t('search.config.points'), hint: t('search.config.pointsHint'), choices: settings.value.points },
    dead: {
      label: t('search.config.dead'),
      hint: t('search.config.deadHint'),
      choices: { utility: t('search.config.deadUtility'), heuristic: t('search.config.deadHeuristic') },
    },
    floor: { label: t('search.floor'), hint: t('search.config.floorHint'), choices: { none: t('search.floorNone') } },
    cut: { label: t('search.cut'), hint: t('search.cutHint') },
    opponent: {
      label: t('search.config.opponent'),
      hint: t('search.config.opponentHint'),
      choices: { min: t('search.config.opponentMin'), chance: t('search.config.opponentChance') },
    },
    table: {
      label: t('search.wrapping.table'),
      hint: t('search.config.tableHint'),
      choices: { ...settings.value.table, kept: t('search.config.tableKept') },
    },
    C: { label: t('search.config.C'), hint: t('search.config.CHint') },
    rollout: {
      label: t('search.config.rollout'),
      hint: t('search.config.rolloutHint'),
      choices: {
        random: t('search.config.rolloutRandom'),
        greedy: t('search.config.rolloutGreedy'),
        none: t('search.config.rolloutNone'),
      },
    },
    plies: { label: t('search.config.plies'), hint: t('search.config.pliesHint') },
    choice: {
      label: t('search.config.choice'),
      hint: t('search.config.choiceHint'),
      choices: { visits: t('search.config.choiceVisits'), mean: t('search.config.choiceMean') },
    },
    values: {
      label: t('search.config.values'),
      hint: t('search.config.valuesHint'),
      choices: { points: t('search.config.valuesPoints'), result: t('search.config.valuesResult') },
    },
    iterations: { label: t('search.config.iterations'), hint: t('search.config.iterationsHint') },
    treeNodes: { label: t('search.config.treeNodes'), hint: t('search.config.treeNodesHint') },
    inner: { label: t('search.config.inner'), hint: t('search.config.innerHint'), choices: searchers.value },
    worlds: { label: t('search.config.worlds'), hint: t('search.config.worldsHint') },
    growing: {
      label: t('search.config.growing'),
      hint: t('search.config.growingHint'),
      choices: {
        off: t('search.config.growingOff'),
        last: t('search.config.growingLast'),
        highest: t('search.config.growingHighest'),
      },
    },
  }))
  const label = (name: string) => fields.value[name]?.label ?? name
  const choice = (name: string, word: string) => fields.value[name]?.choices?.[word] ?? word

  return {
    label,
    hint: (name: string) => fields.value[name]?.hint ?? '',
    choice,
    /** "Probability cut: 0.01" */
    summary: (name: string, value: string | number) =>
      `${label(name)}: ${typeof value === 'number' ? n(value, 'value') : choice(name, value)}`,
  }
}
