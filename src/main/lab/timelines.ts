import type { StoredGame } from '../../core/contract/stored'
import type { Timeline } from '../../core/games/twenty48/timeline'
import type { Store } from '../store/store'
import { requireGame } from './labData'
import { Recent } from './recent'

/** Played through and kept: the game that somebody looks at, and the one that is analysed meanwhile. */
const KEPT = 2

/** Kept games by their number, each played through once for as long as it is asked for. */
export class Timelines {
  readonly #kept = new Recent<number, Timeline>(KEPT)

  constructor(
    private readonly store: () => Store,
    /** Plays a kept game through. @throws {LabError} `BAD_STORE` */
    private readonly playThrough: (game: StoredGame) => Promise<Timeline>,
  ) {}

  /** @throws {LabError} `NOT_FOUND`; `BAD_STORE` for a game that cannot be played through */
  async get(game: number): Promise<Timeline> {
    const timeline = this.#kept.get(game) ?? (await this.playThrough(await requireGame(this.store(), game)))
    this.#kept.set(game, timeline)
    return timeline
  }
}
