import { type Ref, type ShallowRef, type WritableComputedRef, computed, shallowRef } from 'vue'
import type { FieldProblem, PresetView } from '../../../../../core/contract/calls'
import { useLatest } from '../../../bridge/useLatest'
import { provided } from '../../../ui/provided'
import { isGameObjective, isWallObjective, type ObjectiveSpec } from '../../../../../core/contract/tuning/objective'
import { sameContent } from '../../../../../core/contentHash'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/contract/tuning/tuningConfig'
import {
  makeTraining,
  makeTuning,
  MAX_TRAINING_CHARS,
  MAX_TUNING_CHARS,
  parseTraining,
  parseTuning,
} from '../../../../../core/contract/files'
import type { TrainingConfig } from '../../../../../core/games/twenty48/wallGame/training'
import { download } from '../../../ui/exchange/files'

/** The form is checked when the typing rests. */
const SETTLE_MS = 250

/** A form of settings as its fields see it. */
interface FormFields {
  /** Found by the lab. */
  readonly problems: Readonly<Ref<readonly FieldProblem[]>>
  /** By field: why a value that its source does not state, or states otherwise, is as it is. */
  readonly assumed: Readonly<Ref<ReadonlyMap<string, string>>>
  /** The setting at a path of the form: `optimizer.particles`. */
  setting<T>(path: () => string): WritableComputedRef<T>
}

const [provideFormFields, useFormFields] = provided('useFormFields()', (fields: FormFields) => fields)
export { useFormFields }

/** The settings of a run before its start, with the errors that the lab finds in them. */
export interface RunSettings<C> extends FormFields {
  readonly config: ShallowRef<C>
  /** Checks now, without waiting until the typing rests. */
  check(): Promise<void>
}

/** Provides the fields of a form with settings, which are replaced whole. @param assumedIn see `FormFields` */
export function provideSettings<C extends object>(
  first: C,
  call: 'checkTuning' | 'checkTraining',
  assumedIn: (config: C) => ReadonlyMap<string, string> = () => new Map(),
): RunSettings<C> {
  const config = shallowRef(first) as ShallowRef<C>
  // the status bar reports a lost connection, and starting a run would fail
  const { value, now: check } = useLatest({
    about: () => config.value,
    ask: (ask, asked) => ask(call, { config: asked }),
    settle: SETTLE_MS,
  })
  const fields: FormFields = {
    problems: computed(() => value.value ?? []),
    assumed: computed(() => assumedIn(config.value)),
    setting: <T>(path: () => string) =>
      computed({
        get: () => at(config.value, path()) as T,
        set: setting => (config.value = withAt(config.value, path().split('.'), setting)),
      }),
  }
  provideFormFields(fields)
  return { ...fields, config, check }
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

function withAt<T>(whole: T, [key, ...inner]: readonly string[], value: unknown): T {
  if (key === undefined) return value as T
  const parts = whole as Record<string, unknown>
  if (!(key in parts)) throw new Error(`the form has no setting "${key}" there`)
  const changed = withAt(parts[key], inner, value)
  return (Array.isArray(whole) ? whole.with(Number(key), changed) : { ...whole, [key]: changed }) as T
}

/** The settings of a run before its start, with the errors that the lab finds in them. */
export const [provideTuningForm, useTuningForm] = provided('useTuningForm()', createForm)

function createForm(first: TuningConfig) {
  const preset = shallowRef<PresetView>()
  const settings = provideSettings(first, 'checkTuning', assumedIn)
  const { config } = settings

  /**
   * The settings that the preset's source does not state, or states otherwise, with the reasons for our choices, by field; a changed field is no longer
   * assumed.
   */
  function assumedIn(current: TuningConfig): ReadonlyMap<string, string> {
    const { config: original, reasons = {} } = preset.value ?? {}
    return new Map(Object.entries(reasons).filter(([field]) => original && sameContent(at(current, field), at(original, field))))
  }

  function choose(chosen: PresetView): void {
    raced = 'off'
    preset.value = chosen
    config.value = { ...chosen.config, seed: config.value.seed }
  }

  /** Settings that belong to no preset, such as another game's. */
  function begin(settings: TuningConfig): void {
    raced = 'off'
    preset.value = undefined
    config.value = { ...settings, seed: config.value.seed }
  }

  /** The tuned weights and the objective: of 2048, by games or by phases, or of another game. */
  const board = computed(() => (isGameObjective(config.value.objective) ? undefined : config.value.objective))
  const game = computed(() => (isGameObjective(config.value.objective) ? config.value.objective : undefined))

  function change(part: Partial<TuningConfig>): void {
    config.value = { ...config.value, ...part }
  }

  /** Phases that begin at each board of a wall test. */
  const continuations = computed({
    get() {
      const { objective } = config.value
      return isWallObjective(objective) ? Math.max(1, Math.floor(objective.games / objective.walls.boards)) : 1
    },
    set(count) {
      const { objective } = config.value
      if (isWallObjective(objective)) change({ objective: { ...objective, games: objective.walls.boards * count } })
    },
  })

  /** This optimiser learns from the ranks of all points of a batch, so each point must play all its games. */
  const racesNone = computed(() => config.value.optimizer.kind === 'cmaes')
  /** The racing setting before an optimiser without racing was chosen. */
  let raced: ObjectiveSpec['racing'] = 'off'

  function chooseOptimizer(optimizer: OptimizerConfig): void {
    const { objective } = config.value
    if (optimizer.kind === 'cmaes') {
      raced = objective.racing
      change({ optimizer, objective: { ...objective, racing: 'off' } })
    } else if (racesNone.value) change({ optimizer, objective: { ...objective, racing: raced } })
    else change({ optimizer })
  }

  return { ...settings, board, game, continuations, preset, racesNone, choose, begin, chooseOptimizer, change }
}

/** How the settings of a kind of run are written as a file, and read. */
export interface SettingsFile<C> {
  readonly titleOf: (config: C) => string
  readonly make: (config: C) => string
  readonly parse: (text: string, name: string) => C
  readonly maxChars: number
}

export const TUNING_FILE: SettingsFile<TuningConfig> = {
  titleOf: ({ title }) => title,
  make: makeTuning,
  parse: parseTuning,
  maxChars: MAX_TUNING_CHARS,
}
export const TRAINING_FILE: SettingsFile<TrainingConfig> = {
  titleOf: ({ name }) => name,
  make: makeTraining,
  parse: parseTraining,
  maxChars: MAX_TRAINING_CHARS,
}

export function saveSettings<C>({ titleOf, make }: SettingsFile<C>, config: C): void {
  download(`${titleOf(config)}.json`, 'application/json', make(config))
}
