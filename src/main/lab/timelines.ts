import type { StoredGame } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import type { Timeline } from '../../core/games/twenty48/timeline'
import type { Store } from '../store/store'

/** Played through and kept: the game that somebody looks at, and the one that is analysed meanwhile. */
const KEPT = 2

/** Kept games by their number, each played through once for as long as it is asked for. */
export class Timelines {
  /** The one asked for last is the last. */
  readonly #kept = new Map<number, Timeline>()

  constructor(
    private readonly store: () => Store,
    /** Plays a kept game through. @throws {LabError} `BAD_STORE` */
    private readonly playThrough: (game: StoredGame) => Promise<Timeline>,
  ) {}

  /** @throws {LabError} `NOT_FOUND`; `BAD_STORE` for a game that cannot be played through */
  async get(game: number): Promise<Timeline> {
    const timeline = this.#kept.get(game) ?? (await this.#load(game))
    this.#kept.delete(game)
    this.#kept.set(game, timeline)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(oldest)
    }
    return timeline
  }

  async #load(game: number): Promise<Timeline> {
    const stored = await this.store().games.get(game)
    if (!stored) throw new LabError('NOT_FOUND', `There is no game number ${game}; it may have been deleted.`, { game })
    return this.playThrough(stored)
  }
}
