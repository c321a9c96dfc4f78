import { computed, shallowRef, type WritableComputedRef } from 'vue'
import { isGameObjective } from '../../../../../core/contract/files'
import { sameContent } from '../../../../../core/contentHash'
import type { PresetView } from '../../../../../core/contract/calls'
import type { ObjectiveSpec } from '../../../../../core/tuning/objective'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/tuning/tuningConfig'
import { useLatest } from '../../../bridge/useLatest'
import { provided } from '../../../ui/provided'

/** A form is checked when the typing rests. */
const SETTLE_MS = 250

/** The settings of a run that is not yet begun, with what the lab finds wrong in them. */
export const [provideTuningForm, useTuningForm] = provided('useTuningForm()', createForm)

function createForm(first: TuningConfig) {
  const config = shallowRef(first)
  const preset = shallowRef<PresetView>()
  /** A lost connection is told by the status bar; starting it would be refused. */
  const checked = useLatest({
    about: () => config.value,
    ask: (ask, asked) => ask('checkTuning', { config: asked }),
    settle: SETTLE_MS,
  })
  const problems = computed(() => checked.value.value ?? [])

  /** What the preset's source leaves open and we assumed, by field; a field that was changed since is assumed no more. */
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

  /** Settings that are nobody's preset, as of another game. */
  function begin(settings: TuningConfig): void {
    raced = 'off'
    preset.value = undefined
    config.value = { ...settings, seed: config.value.seed }
  }

  /** What is tuned and what it is worth: of 2048 or of another game, each with fields of its own. */
  const board = computed(() => (isGameObjective(config.value.objective) ? undefined : config.value.objective))
  const game = computed(() => (isGameObjective(config.value.objective) ? config.value.objective : undefined))

  function change(part: Partial<TuningConfig>): void {
    config.value = { ...config.value, ...part }
  }

  /** The setting at a path of the form: `optimizer.particles`. */
  function setting<T>(path: () => string): WritableComputedRef<T> {
    return computed({
      get: () => at(config.value, path()) as T,
      set: value => (config.value = withAt(config.value, path().split('.'), value)),
    })
  }

  /** This optimiser learns from the ranks of all points of a batch, so no game of a point may be left out. */
  const racesNone = computed(() => config.value.optimizer.kind === 'cmaes')
  /** Racing as it was before an optimiser was chosen that races none. */
  let raced: ObjectiveSpec['racing'] = 'off'

  function chooseOptimizer(optimizer: OptimizerConfig): void {
    const { objective } = config.value
    if (optimizer.kind === 'cmaes') {
      raced = objective.racing
      change({ optimizer, objective: { ...objective, racing: 'off' } })
    } else if (racesNone.value) change({ optimizer, objective: { ...objective, racing: raced } })
    else change({ optimizer })
  }

  return {
    ...{ config, board, game, preset, problems, assumed, racesNone, choose, begin, chooseOptimizer, change, setting },
    /** Asks at once what is wrong, for whoever cannot wait until the typing rests. */
    check: checked.now,
  }
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

function withAt<T>(whole: T, [key, ...inner]: readonly string[], value: unknown): T {
  if (key === undefined) return value as T
  const parts = whole as Record<string, unknown>
  if (!(key in parts)) throw new Error(`the form has no setting "${key}" there`)
  return { ...whole, [key]: withAt(parts[key], inner, value) }
}
