import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import type { LocalContext } from '../ground/localContext'

/**
 * Plays and saves the games, or plays without saving if the data folder is unusable.
 * @param play receives the reason if nothing can be saved
 */
export async function keepIfPossible<Keeper, T>(
  { store }: Pick<LocalContext, 'store'>,
  begin: (store: Store) => Promise<Keeper>,
  play: (keeper: Keeper | undefined, unkept?: LabErrorData) => Promise<T>,
): Promise<T> {
  let isBegun = false
  try {
    return await store.write(async store => {
      const keeper = await begin(store)
      isBegun = true
      return play(keeper)
    })
  } catch (error) {
    if (isBegun || !(error instanceof LabError)) throw error
    return play(undefined, error.toData())
  }
}
