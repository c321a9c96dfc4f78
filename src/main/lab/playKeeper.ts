import type { Profile } from '../../core/contract/files'
import type { NewGame } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import type { Replay } from '../../core/games/twenty48/replay'
import type { EnginePool } from './enginePool'
import { replayOf } from './gameRecords'
import { keptGame } from './keptGame'
import type { LabGame } from './labGame'
import { withWriter, type Home } from './storeAccess'

/** What a kill may cost of a game that goes on. */
const BETWEEN_SAVES_MS = 60_000

/**
 * Keeps a game of the terminal in the library while it goes on. The data folder is held only while it is written, so that a
 * window can be opened meanwhile.
 */
export class PlayKeeper {
  /** Its number in the library. */
  #id: number | undefined
  #lastTry = performance.now()

  constructor(
    private readonly game: LabGame,
    private readonly engine: EnginePool,
    private readonly profile: Profile,
    private readonly home: Home,
  ) {}

  /** To be called after every slide; writes now and then. What fails now may go well later: `save` tells in the end. */
  async changed(): Promise<void> {
    if (performance.now() - this.#lastTry < BETWEEN_SAVES_MS) return
    await this.save().catch((error: unknown) => {
      if (!(error instanceof LabError)) throw error
    })
    this.#lastTry = performance.now()
  }

  /** @returns its number in the library, `undefined` for a game without a slide. @throws {LabError} `STORE_LOCKED`, `BAD_STORE`, `STORE_FULL` */
  async save(): Promise<number | undefined> {
    if (this.game.history.length === 0) return undefined
    const kept = this.#kept()
    return withWriter(this.home, 'lab play', async ({ games }) => {
      if (this.#id === undefined) this.#id = await games.add(kept)
      else await games.goOn(this.#id, kept)
      return this.#id
    })
  }

  /** For where the library cannot have it. */
  replay(): Promise<Replay> {
    return replayOf({ ...this.#kept(), id: 0, hasTurns: true }, () => this.engine.pool)
  }

  #kept(): NewGame {
    return keptGame(this.game, this.engine, [this.profile])
  }
}
