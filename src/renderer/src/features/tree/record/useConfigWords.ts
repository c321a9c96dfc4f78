import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useSettingWords } from '../../../ui/player/useSettingWords'

interface FieldWords {
  readonly label: string
  readonly hint: string
  /** Of the words that can be chosen. */
  readonly choices?: Readonly<Record<string, string>>
}

/** What the fields of searchers' configs are called. A field that is not here is called as in its schema. */
export function useConfigWords() {
  const { t, n } = useI18n()
  const settings = useSettingWords()
  const fields = computed((): Readonly<Record<string, FieldWords>> => ({
    known: { label: t('tree.config.known'), hint: t('tree.config.knownHint') },
    leaf: {
      label: t('tree.config.leaf'),
      hint: t('tree.config.leafHint'),
      choices: { afterstate: t('tree.config.leafAfterstate'), spawned: t('tree.config.leafSpawned') },
    },
    points: { label: t('tree.config.points'), hint: t('tree.config.pointsHint'), choices: settings.value.points },
    dead: {
      label: t('tree.config.dead'),
      hint: t('tree.config.deadHint'),
      choices: { utility: t('tree.config.deadUtility'), heuristic: t('tree.config.deadHeuristic') },
    },
    floor: { label: t('search.floor'), hint: t('tree.config.floorHint'), choices: { none: t('search.floorNone') } },
    cut: { label: t('search.cut'), hint: t('search.cutHint') },
    table: { label: t('tree.record.table'), hint: t('tree.config.tableHint'), choices: settings.value.table },
    opponent: {
      label: t('tree.config.opponent'),
      hint: t('tree.config.opponentHint'),
      choices: { min: t('tree.config.opponentMin'), chance: t('tree.config.opponentChance') },
    },
  }))
  const label = (name: string) => fields.value[name]?.label ?? name
  const choice = (name: string, word: string) => fields.value[name]?.choices?.[word] ?? word

  return {
    label,
    hint: (name: string) => fields.value[name]?.hint ?? '',
    choice,
    /** "Probability cut: 0.01" */
    told: (name: string, value: string | number) =>
      `${label(name)}: ${typeof value === 'number' ? n(value, 'value') : choice(name, value)}`,
  }
}
