import type { CurrentGame } from '../../core/contract/stored'
import type { Move } from '../../core/games/twenty48/board'
import type { GamePosition, Player, Turn } from '../../core/games/twenty48/player'
import { GameHistory } from './gameHistory'

/** What the library will say about a game, besides its turns. The store keeps it as JSON. */
export interface GameAbout {
  readonly started: number
  /** When its line last became another one. */
  readonly changed: number
  /** Whether a person made a slide of it; one that was dropped counts too. */
  readonly person: boolean
  /** The engine that made slides of it, the last one if there were several. */
  readonly engine: Player | null
  /** Whether the line is in the library as it is now. */
  readonly kept: boolean
}

/** A game in the lab: its slides, where its tiles come from, and who made it. */
export class LabGame {
  #about: GameAbout

  private constructor(
    readonly seed: number,
    readonly origin: CurrentGame['origin'],
    readonly start: GamePosition,
    readonly history: GameHistory,
    about?: GameAbout,
  ) {
    const now = Date.now()
    this.#about = about ?? { started: now, changed: now, person: false, engine: null, kept: false }
  }

  static begin(start: GamePosition, seed: number, origin: CurrentGame['origin']): LabGame {
    return new LabGame(seed, origin, start, new GameHistory(start))
  }

  /** The game of a `record`, a turn a step. @throws {LabError} `BAD_FILE` for turns that cannot have been played. */
  static *resume({ seed, origin, start, about, ...line }: CurrentGame): Generator<unknown, LabGame> {
    const history = yield* GameHistory.restore(start, line)
    // null where an older lab stored it
    return new LabGame(seed, origin, start, history, (about as GameAbout | null) ?? undefined)
  }

  get about(): GameAbout {
    return this.#about
  }

  /** All of it, for the next start of the lab. */
  get record(): CurrentGame {
    const { turns, values, times: ms, undoable: played } = this.history
    return { seed: this.seed, origin: this.origin, start: this.start, turns, played, values, ms, about: this.#about }
  }

  /**
   * @param ms that the slide took
   * @param engine that slides; absent: a person does
   * @returns `undefined` if it is illegal
   */
  play(move: Move, ms: number, engine?: Player): Turn | undefined {
    const { revision } = this.history
    const turn = this.history.play(move, ms)
    if (turn && this.history.revision !== revision)
      this.#about = { ...this.#about, changed: Date.now(), kept: false, ...(engine ? { engine } : { person: true }) }
    return turn
  }

  /** @returns whether it is for the library: it has a slide, and its line is not there yet; from now on that holds no more. */
  claimKeeping(): boolean {
    const isNew = this.history.length > 0 && !this.#about.kept
    this.#about = { ...this.#about, kept: true }
    return isNew
  }
}
