import type { RescuedView } from '../../../core/contract/calls'
import type { SAVING_CALLS } from '../../../core/contract/calls/saving'
import type { Store } from '../../store/store'
import type { Feature, Ground } from '../feature'
import { Keeping, type SavingPace } from './keeping'

type SavingFeature = Feature<keyof typeof SAVING_CALLS, 'unsaved' | 'rescued'> & { readonly keeping: Keeping }

export interface SavingOptions {
  /** The files from which work was recovered. */
  readonly rescued?: readonly RescuedView[]
  /** Copies all data to a safe place when the lab closes and their own folder is gone. @returns the path of the copy */
  readonly rescueDatabase?: ((store: Store) => Promise<string>) | undefined
  /** `USUAL_PACE` if absent. */
  readonly pace?: SavingPace | undefined
}

export function openSaving({ store, data, emit }: Ground, { rescued = [], rescueDatabase, pace }: SavingOptions): SavingFeature {
  const keeping = new Keeping(data.store ?? data.problem, view => emit('unsaved', view ?? null), rescueDatabase, pace)
  return {
    keeping,
    handlers: {
      saveNow: async () => (await keeping.saveNow()) ?? null,
      writeDataAnew: async () => {
        await store.writeAnew()
        await keeping.saveNow()
      },
    },
    hello: () => ({ ...(keeping.view && { unsaved: keeping.view }), rescued }),
  }
}
