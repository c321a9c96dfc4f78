import type { HandlersOf } from '../../core/contract/calls'
import type { LIBRARY_CALLS } from '../../core/contract/calls/library'
import type { Library } from './library'
import type { Play } from './play'

/** @param settle waits until what was played last is in the library. */
export function libraryHandlers(
  library: Library,
  play: Play,
  settle: () => Promise<void> | undefined,
): HandlersOf<keyof typeof LIBRARY_CALLS> {
  return {
    games: async query => {
      await settle()
      return library.window(query)
    },
    gameIds: async query => {
      await settle()
      return library.ids(query)
    },
    gamePlaces: async ({ ids, ...order }) => library.places(ids, order),
    gameProfiles: async () => library.profileNames(),
    annotateGame: async ({ id, notes }) => library.annotate(id, notes),
    deleteGames: async ({ ids }) => library.remove(ids),
    restoreGames: async ({ ids }) => library.restore(ids),
    loadGame: async ({ id, slides }) => play.load(await library.load(id, slides)),
  }
}
