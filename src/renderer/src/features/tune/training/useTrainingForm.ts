import { computed } from 'vue'
import { sameContent } from '../../../../../core/contentHash'
import { movesOf, withMoves, type TrainingConfig } from '../../../../../core/games/twenty48/wallGame/training'
import { provideSettings } from '../form/formFields'

/** The settings of a training run before its start, with the errors that the lab finds in them. */
export function useTrainingForm(first: TrainingConfig, presets: readonly TrainingConfig[]) {
  const settings = provideSettings(first, 'checkTraining')
  const { config } = settings
  /** Moves of all networks, which share them as before. */
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

  return { ...settings, moves, preset, choose }
}
