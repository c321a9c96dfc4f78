import type { RescuedView } from '../../../core/contract/calls'
import type { SAVING_CALLS } from '../../../core/contract/calls/saving'
import { LabError } from '../../../core/errors'
import type { RescuedDatabase } from './rescue'
import type { Store } from '../../store/store'
import type { Feature, Ground } from '../feature'
import { Keeping, type SavingPace } from './keeping'

type SavingFeature = Feature<keyof typeof SAVING_CALLS, 'unsaved' | 'rescued'> & { readonly keeping: Keeping }

export interface SavingOptions {
  /** The files from which work was recovered. */
  readonly rescued?: readonly RescuedView[]
  /** Copies all data that it has to a safe place when the lab closes and their own folder is gone. */
  readonly rescueDatabase?: ((store: Store) => Promise<RescuedDatabase>) | undefined
  /** `USUAL_PACE` if absent. */
  readonly pace?: SavingPace | undefined
}

export function openSaving(
  { store, data, emit, onFailure }: Ground,
  { rescued = [], rescueDatabase, pace }: SavingOptions,
): SavingFeature {
  const keeping = new Keeping(data.store ?? data.problem, view => emit('unsaved', view ?? null), rescueDatabase, pace)
  return {
    keeping,
    handlers: {
      saveNow: async () => (await keeping.saveNow()) ?? null,
      writeDataAnew: async () => {
        const lost = await store.writeAnew()
        await keeping.saveNow()
        if (lost !== '') onFailure(new LabError('BAD_STORE', `The database was written anew. Lost with its folder: ${lost}.`))
      },
    },
    hello: () => ({ ...(keeping.view && { unsaved: keeping.view }), rescued }),
  }
}
