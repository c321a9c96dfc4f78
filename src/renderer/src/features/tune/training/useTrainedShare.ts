import { computed, type ComputedRef } from 'vue'
import { attemptWith } from '../../../bridge/attempt'
import { useLatest } from '../../../bridge/useLatest'
import { useTrainings } from './trainingStore'

/**
 * The share of games in which a network made its tile, in the last validation of the run here that trained it; `undefined` if none did.
 * @param network its id
 */
export function useTrainedShare(network: () => string | undefined): ComputedRef<number | undefined> {
  const trainings = useTrainings()
  const attempt = attemptWith(() => undefined) // a run that was deleted meanwhile, or that cannot be read
  const { value } = useLatest({
    about: network,
    ask: async (ask, id) => {
      for (const run of trainings.list ?? [])
        if (run.state === 'finished' && run.output === 'chance') {
          const view = await attempt(ask('training', { id: run.id }))
          if (view?.result?.id === id) return { share: view.success ?? undefined }
        }
      return { share: undefined }
    },
    clearOn: id => id,
  })
  return computed(() => value.value?.share)
}
