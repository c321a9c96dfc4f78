import type { RescuedView } from '../../../core/contract/calls'
import type { SAVING_CALLS } from '../../../core/contract/calls/saving'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { RescuedDatabase } from './rescue'
import type { Store } from '../../store/store'
import type { Feature, LabListeners } from '../ground/labFeature'
import { Saving, type SavingPace } from './saving'

type SavingFeature = Feature<keyof typeof SAVING_CALLS, 'unsaved' | 'rescued'> & { readonly saving: Saving }

export interface SavingOptions {
  /** The files from which work was recovered. */
  readonly rescued?: readonly RescuedView[]
  /** Copies all data that it has to a safe place when the lab closes and their own folder is gone. */
  readonly rescueDatabase?: ((store: Store) => Promise<RescuedDatabase>) | undefined
  /** `USUAL_PACE` if absent. */
  readonly pace?: SavingPace | undefined
}

/** What it needs of the lab's common ground. */
interface SavingGround extends LabListeners {
  readonly store: Store
  readonly data: { readonly store?: Store; readonly problem?: LabErrorData }
  readonly onFailure: (error: unknown) => void
}

export function openSaving(
  { store, data, emit, onFailure }: SavingGround,
  { rescued = [], rescueDatabase, pace }: SavingOptions,
): SavingFeature {
  const saving = new Saving(data.store ?? data.problem, view => emit('unsaved', view ?? null), rescueDatabase, pace)
  return {
    saving,
    handlers: {
      saveNow: async () => (await saving.saveNow()) ?? null,
      writeDataAnew: async () => {
        const lost = await store.writeAnew()
        await saving.saveNow()
        if (lost !== '') onFailure(new LabError('BAD_STORE', `The database was written anew. Lost with its folder: ${lost}.`))
      },
    },
    hello: () => ({ ...(saving.view && { unsaved: saving.view }), rescued }),
  }
}
