import { MOST_VALUE_OWNERS, type CurrentGame, type ValueOwner } from '../../../core/contract/stored'
import type { Move } from '../../../core/games/twenty48/board'
import type { GamePosition, Player, Turn } from '../../../core/games/twenty48/player'
import { samePlayer } from '../../../core/games/twenty48/playerHash'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { GameHistory } from './gameHistory'
import { withMove, type HandMoves } from './handMoves'
import { ownerOf } from './valueOwner'

/** What the library will say about a game, besides its turns. The store keeps it as JSON. */
export interface GameAbout {
  readonly started: number
  /** When its course last became another one. */
  readonly changed: number
  /** Whether a person made a slide of it; one that was dropped counts too. */
  readonly person: boolean
  /** Which moves of the course a person made; absent where an older lab did not note them. */
  readonly hand?: HandMoves | undefined
  /** The engine that made slides of it, the last one if there were several. */
  readonly engine: Player | null
  /** Other engines that made slides of it, each once, at most `MOST_EARLIER`; slides that were dropped count too. */
  readonly earlier?: readonly Player[]
  /** Whether the course is in the library as it is now. */
  readonly kept: boolean
}

/** As many players as values of a game are stored of, the last one among them. */
export const MOST_EARLIER = MOST_VALUE_OWNERS - 1

/** A game in the lab: its slides, where its tiles come from, and who made it. */
export class LabGame {
  #about: GameAbout
  /** Of the last value. */
  #owner: { readonly player: Player; readonly owner: ValueOwner } | undefined

  private constructor(
    readonly seed: number,
    readonly origin: CurrentGame['origin'],
    readonly start: GamePosition,
    readonly history: GameHistory,
    about?: GameAbout,
  ) {
    const now = Date.now()
    const known = about ?? { started: now, changed: now, person: false, engine: null, kept: false }
    this.#about = { ...known, hand: known.hand ?? soleHand(about, history.length) }
  }

  static begin(start: GamePosition, seed: number, origin: CurrentGame['origin']): LabGame {
    return new LabGame(seed, origin, start, new GameHistory(start))
  }

  /** The game of a `record`, a turn a step. @throws {LabError} `BAD_FILE` for turns that cannot have been played. */
  static *resume({ seed, origin, start, about, ...course }: CurrentGame): Generator<unknown, LabGame> {
    const history = yield* GameHistory.restore(start, course)
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
    const { revision, undoable: at } = this.history
    const turn = this.history.play(move, ms)
    if (turn && this.history.revision !== revision) {
      const hand = this.#about.hand && withMove(this.#about.hand, at, !engine)
      this.#about = {
        ...this.#about,
        changed: Date.now(),
        kept: false,
        hand,
        ...(engine ? this.#playedBy(engine) : { person: true }),
      }
    }
    return turn
  }

  /** Notes what the board is worth to a player. @param nameOf its profile; absent: it is named as the game is kept */
  learn(player: Player, value: BoardValue, nameOf?: (player: Player) => string | null): void {
    // thousands of slides a second may be of one player
    if (this.#owner?.player !== player) this.#owner = { player, owner: ownerOf(player, nameOf?.(player) ?? null) }
    this.history.setValue(this.#owner.owner, value)
  }

  #playedBy(engine: Player): Partial<GameAbout> {
    const { engine: last, earlier = [] } = this.#about
    if (!last || last === engine) return { engine }
    const others = [...earlier, last].filter(each => !samePlayer(each, engine))
    return others.length === 0 ? { engine } : { engine, earlier: others.slice(-MOST_EARLIER) }
  }

  /** @returns whether it is for the library: it has a slide, and its course is not there yet; from now on that holds no more. */
  claimKeeping(): boolean {
    const isNew = this.history.length > 0 && !this.#about.kept
    this.#about = { ...this.#about, kept: true }
    return isNew
  }

  /** Its course leaves the library again: it goes on. */
  unclaimKeeping(): void {
    this.#about = { ...this.#about, kept: false }
  }
}

/** Where one of person and engine made all moves, nobody need have noted them. */
function soleHand(about: GameAbout | undefined, length: number): HandMoves | undefined {
  if (length === 0 || about?.person === false) return []
  return about?.engine === null ? [[0, length]] : undefined
}
