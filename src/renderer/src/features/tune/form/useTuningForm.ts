import { computed, shallowRef } from 'vue'
import { isGameObjective, type ObjectiveSpec } from '../../../../../core/contract/tuning/objective'
import { sameContent } from '../../../../../core/contentHash'
import type { PresetView } from '../../../../../core/contract/calls'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/contract/tuning/tuningConfig'
import { provided } from '../../../ui/provided'
import { at, provideSettings } from './formFields'

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

  return { ...settings, board, game, preset, racesNone, choose, begin, chooseOptimizer, change }
}
