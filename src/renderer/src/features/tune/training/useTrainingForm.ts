import { computed, shallowRef } from 'vue'
import { sameContent } from '../../../../../core/contentHash'
import { movesOf, withMoves, type TrainingConfig } from '../../../../../core/games/twenty48/wallGame/training'
import { useLatest } from '../../../bridge/useLatest'
import { provideFormFields, settingOf } from '../form/formFields'

/** The form is checked when the typing rests. */
const SETTLE_MS = 250

/** The settings of a training run before its start, with the errors that the lab finds in them. */
export function useTrainingForm(first: TrainingConfig, presets: readonly TrainingConfig[]) {
  const config = shallowRef(first)
  const checked = useLatest({
    about: () => config.value,
    ask: (ask, asked) => ask('checkTraining', { config: asked }),
    settle: SETTLE_MS,
  })
  const problems = computed(() => checked.value.value ?? [])
  const setting = <T>(path: () => string) => settingOf<T>(config, path)
  /** Of all networks, which share them as before. */
  const moves = computed({
    get: () => movesOf(config.value),
    set: wanted => (config.value = withMoves(config.value, wanted)),
  })
  /** The preset that the settings are of, whatever moves, seed and threads they have. */
  const preset = computed(() =>
    presets.find(({ name, networks }) => {
      const { value } = config
      const same = value.networks.map(({ moves: _, ...network }) => network)
      return name === value.name && sameContent(same, networks.map(({ moves: _, ...network }) => network)) // oxfmt-ignore
    }),
  )

  function choose(name: string): void {
    const chosen = presets.find(each => each.name === name)
    const { seed, threads } = config.value
    if (chosen) config.value = { ...chosen, seed, threads }
  }

  provideFormFields({ problems, assumed: computed(() => new Map<string, string>()), setting })
  return {
    ...{ config, moves, preset, problems, choose },
    /** Checks now, without waiting until the typing rests. */
    check: checked.now,
  }
}
