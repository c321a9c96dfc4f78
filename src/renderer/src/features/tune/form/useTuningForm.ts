import { computed, shallowRef } from 'vue'
import { isGameObjective, type ObjectiveSpec } from '../../../../../core/contract/tuning/objective'
import { sameContent } from '../../../../../core/contentHash'
import type { PresetView } from '../../../../../core/contract/calls'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/contract/tuning/tuningConfig'
import { useLatest } from '../../../bridge/useLatest'
import { provided } from '../../../ui/provided'
import { at, provideFormFields, settingOf } from './formFields'

/** The form is checked when the typing rests. */
const SETTLE_MS = 250

/** The settings of a run before its start, with the errors that the lab finds in them. */
export const [provideTuningForm, useTuningForm] = provided('useTuningForm()', createForm)

function createForm(first: TuningConfig) {
  const config = shallowRef(first)
  const preset = shallowRef<PresetView>()
  /** The status bar reports a lost connection, and starting a run would fail. */
  const checked = useLatest({
    about: () => config.value,
    ask: (ask, asked) => ask('checkTuning', { config: asked }),
    settle: SETTLE_MS,
  })
  const problems = computed(() => checked.value.value ?? [])

  /**
   * The settings that the preset's source does not state, or states otherwise, with the reasons for our choices, by field; a changed field is no longer
   * assumed.
   */
  const assumed = computed((): ReadonlyMap<string, string> => {
    const { config: original, reasons = {} } = preset.value ?? {}
    return new Map(
      Object.entries(reasons).filter(([field]) => original && sameContent(at(config.value, field), at(original, field))),
    )
  })

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

  /** The setting at a path of the form: `optimizer.particles`. */
  const setting = <T>(path: () => string) => settingOf<T>(config, path)

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

  provideFormFields({ problems, assumed, setting })
  return {
    ...{ config, board, game, preset, problems, assumed, racesNone, choose, begin, chooseOptimizer, change, setting },
    /** Checks now, without waiting until the typing rests. */
    check: checked.now,
  }
}
