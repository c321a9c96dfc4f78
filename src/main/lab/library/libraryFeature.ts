import type { LIBRARY_CALLS } from '../../../core/contract/calls/library'
import type { REPLAY_CALLS } from '../../../core/contract/calls/replays'
import { LabError } from '../../../core/errors'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { PlayFeature } from '../play/playFeature'
import { systemSeed } from '../ground/systemSeed'
import { Library } from './library'
import { Replayer } from './replayer'

type LibraryCalls = keyof typeof LIBRARY_CALLS | keyof typeof REPLAY_CALLS

/** @param playing its saver adds the latest games to the library before a page reads it; absent: no game is played here */
export function openLibrary(
  { store, engine, jobs, onLibrary, scope }: LabContext,
  playing?: Pick<PlayFeature, 'play' | 'saver'>,
): Feature<LibraryCalls> & { readonly replayer: Replayer } {
  const replayer = new Replayer(store, engine.pool, jobs, scope)
  const library = new Library(store, game => replayer.timeline(game), systemSeed, onLibrary)
  return {
    replayer,
    handlers: {
      games: async query => {
        await playing?.saver?.settle()
        return library.window(query)
      },
      gameIds: async query => {
        await playing?.saver?.settle()
        return library.ids(query)
      },
      gamePlaces: async ({ ids, ...order }) => library.places(ids, order),
      gameProfiles: async () => library.profileNames(),
      annotateGame: async ({ id, notes }) => library.annotate(id, notes),
      deleteGames: async ({ ids }) => library.remove(ids),
      restoreGames: async ({ ids }) => library.restore(ids),
      loadGame: async ({ id, slides }) => {
        if (!playing) throw new LabError('BAD_REQUEST', 'No game is played here.')
        const game = await library.load(id, slides)
        await playing.saver?.requireRoom()
        return playing.play.load(game)
      },
      openReplay: async ({ id }) => replayer.open(id),
      exportGame: async ({ id, form }) => replayer.text(id, form),
    },
  }
}
