import type { LIBRARY_CALLS, REPLAY_CALLS } from '../../../core/contract/calls/library'
import { LabError } from '../../../core/errors'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { PlayFeature } from '../play/playFeature'
import { systemSeed } from '../ground/provenance'
import { Replayer } from './replayer'
import type { GameWindow } from '../../../core/contract/calls'
import type { GameFilter, GameOrder, GameQuery, StoredGame } from '../../../core/contract/stored'
import { startGame } from '../../../core/games/twenty48/playGame'
import type { Replay } from '../../../core/games/twenty48/replay'
import { unpackLines } from '../../../core/games/twenty48/sideLines'
import type { Timeline } from '../../../core/games/twenty48/timeline'
import { encodeTurns } from '../../../core/games/twenty48/turnBytes'
import { createRandom, GENERATOR } from '../../../core/random'
import type { Store } from '../../store/store'
import { earlierOf } from '../games/gameRecords'
import { requireGame } from '../context/labData'
import { type GameAbout, handOf, LabGame } from '../games/labGame'
import { paced } from '../ground/throttle'

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
      bestScores: async () => {
        await playing?.saver?.settle()
        return { person: await store.games.best('person'), engine: await store.games.best('engine') }
      },
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
      setSideLines: async ({ id, lines }) => replayer.setSideLines(id, unpackLines(lines)),
      exportGame: async ({ id, form }) => replayer.text(id, form),
    },
  }
}

/** The saved games, for pages. Every method throws why the data folder is unusable, and errors of the store. */
export class Library {
  /**
   * @param timelineOf replays a stored game
   * @param drawSeed for games that continue with tiles other than their own
   */
  constructor(
    private readonly store: Store,
    private readonly timelineOf: (game: StoredGame) => Promise<Timeline>,
    private readonly drawSeed: () => number,
    /** Called after each change that this library makes. */
    private readonly onChange: () => void,
  ) {}

  async window({ sort, descending, offset, limit, ...filter }: GameQuery): Promise<GameWindow> {
    const { games } = this.store
    const { hideShort, ...whole } = filter
    const [rows, total, all] = await Promise.all([
      games.window({ sort, descending, offset, limit, ...filter }),
      games.count(filter),
      hideShort && games.count(whole),
    ])
    return { rows, total, ...(all !== undefined && { hidden: all - total }) }
  }

  async ids(query: GameQuery): Promise<number[]> {
    return this.store.games.ids(query)
  }

  async places(ids: readonly number[], order: GameFilter & GameOrder): Promise<(number | null)[]> {
    const { games } = this.store
    return Promise.all(ids.map(async id => (await games.place(id, order)) ?? null))
  }

  async profileNames(): Promise<string[]> {
    return this.store.games.profileNames()
  }

  annotate(id: number, notes: string): Promise<void> {
    return this.#change(({ games }) => games.annotate(id, notes))
  }

  remove(ids: readonly number[]): Promise<number> {
    return this.#change(({ games }) => games.remove(ids))
  }

  restore(ids: readonly number[]): Promise<number> {
    return this.#change(({ games }) => games.restore(ids))
  }

  /**
   * A saved game after `slides` of its moves, or after all. If its tiles can be drawn again, the remaining moves can be redone and the same
   * tiles follow; otherwise the game begins with that board.
   * @throws {LabError} `NOT_FOUND`; `BAD_REQUEST` for a move number out of range; `BAD_STORE`
   */
  async load(id: number, slides?: number): Promise<LabGame> {
    const stored = await requireGame(this.store, id)
    const timeline = await this.timelineOf(stored)
    const { replay, length } = timeline
    const played = slides ?? length
    if (played > length) throw new LabError('BAD_REQUEST', `slides: game ${id} has ${length} moves, not ${played}`)
    if (replay.draws?.generator === GENERATOR) return resumed(stored, replay, replay.draws.seed, played)
    const { board, score } = timeline.at(played)
    const seed = this.drawSeed()
    return LabGame.begin({ board, score, slides: 0, random: createRandom(seed).state }, seed, 'position')
  }

  async #change<T>(change: (store: Store) => Promise<T>): Promise<T> {
    const result = await change(this.store)
    this.onChange()
    return result
  }
}

function resumed(
  stored: StoredGame,
  { start, startScore, turns, draws, by, engine }: Replay,
  seed: number,
  played: number,
): Promise<LabGame> {
  const origin = draws!.origin
  const random = origin === 'seed' ? startGame(seed).random : createRandom(seed).state
  const earlier = earlierOf(stored).map(({ evaluator, settings, limits }) => ({ evaluator, settings, limits }))
  const about: GameAbout = {
    started: stored.started ?? stored.created,
    changed: stored.ended ?? stored.created,
    person: by !== 'engine',
    hand: handOf(stored),
    engine: engine ? { evaluator: engine.evaluator, settings: engine.settings, limits: engine.limits } : null,
    ...(earlier.length > 0 && { earlier }),
    kept: true,
  }
  return paced(
    LabGame.resume({
      ...{ seed, origin, played, about },
      start: { board: start, score: startScore, slides: 0, random },
      turns: encodeTurns(turns),
      values: stored.played?.values ?? [],
      ms: stored.played?.ms ?? null,
    }),
  )
}
