import type { Unstored } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import type { Move } from '../../../core/games/twenty48/board'
import type { ParsedPosition } from '../../../core/games/twenty48/notation'
import type { GamePosition, Player, Turn } from '../../../core/games/twenty48/player'
import { isOver, startGame } from '../../../core/games/twenty48/playGame'
import { createRandom } from '../../../core/random'
import { searchedWorth } from '../../../core/games/twenty48/search/report'
import type { Searched } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import { provenanceOf, type Provenance } from '../ground/provenance'
import { LabGame, newGameOf } from '../games/labGame'
import { CommandSaving, type UnsavedGame } from '../saving/commandSaving'
import type { LocalContext } from '../ground/storeLease'

export interface GameOrder {
  /** The engine that plays or helps. */
  readonly player: Player
  /** The profile of the player. */
  readonly profile: Profile
  readonly seed: number
  /** The first position, with tiles drawn from the seed; absent: two tiles drawn from the seed. */
  readonly position?: ParsedPosition | undefined
  /** True to add it to the library. */
  readonly saves: boolean
  /** Called when saving starts to fail, when the reason changes, and with `undefined` when it works again. */
  readonly onUnsaved: (unsaved: UnsavedGame | undefined) => void
}

/** A move of the engine, with the search behind it. */
export interface EngineTurn extends Searched {
  readonly turn: Turn
  readonly position: GamePosition
}

/**
 * A game that a command plays, saved in the library as it continues. The data folder is held only during writes, so that a window can be
 * opened in between.
 */
export class CommandGame {
  readonly #game: LabGame
  /** Absent: it is not for the library. */
  readonly #saving: CommandSaving | undefined
  /** When the current board was first shown, by `performance.now()`. */
  #boardSince = performance.now()

  constructor(
    private readonly context: LocalContext,
    private readonly order: GameOrder,
  ) {
    const { seed, position, saves, onUnsaved } = order
    this.#game = LabGame.begin(startOf(order), seed, position ? 'position' : 'seed')
    if (saves) this.#saving = new CommandSaving(context, () => this.#newGame, onUnsaved)
  }

  get start(): GamePosition {
    return this.#game.start
  }

  get position(): GamePosition {
    return this.#game.history.position
  }

  get provenance(): Provenance {
    return provenanceOf(this.order.profile.name, this.order.player, this.context.engine)
  }

  /** Present while the game is not saved. */
  get unsaved(): UnsavedGame | undefined {
    return this.#saving?.unsaved
  }

  /** @returns true if it is legal */
  slide(move: Move): boolean {
    return this.#play(move, performance.now() - this.#boardSince) !== undefined
  }

  /** The engine's analysis of the board, saved with the game unless the search is cut short. */
  async think(signal: AbortSignal): Promise<Searched> {
    const { pool } = this.context.engine
    const searched = await pool.search(this.position.board, this.order.player, { signal, readsExpert: true })
    if (!signal.aborted) this.#game.learn(searched.player, searchedWorth(searched.report))
    this.#saving?.changed()
    return searched
  }

  /** @returns `undefined` if the signal aborts, because an unfinished search gives no move */
  async slideByEngine(signal: AbortSignal): Promise<EngineTurn | undefined> {
    const searched = await this.think(signal)
    if (signal.aborted) return undefined
    const turn = this.#play(searched.report.best!, searched.ms, this.order.player)!
    return { ...searched, turn, position: this.position }
  }

  /** Plays the game until it is over or the signal aborts. */
  async *turns(signal: AbortSignal): AsyncGenerator<EngineTurn> {
    while (!isOver(this.position)) {
      const turn = await this.slideByEngine(signal)
      if (!turn) return
      yield turn
    }
  }

  /**
   * Writes pending changes: into the library, otherwise into a rescue file.
   * @returns its number in the library, `null` if it is not there, such as a game without a move; and work that could not be saved
   */
  async end(): Promise<{ readonly id: number | null; readonly unstored?: Unstored }> {
    return (await this.#saving?.end()) ?? { id: null }
  }

  /** Ends the attempts to save it. */
  get scope(): Scope | undefined {
    return this.#saving?.scope
  }

  #play(move: Move, ms: number, engine?: Player): Turn | undefined {
    const turn = this.#game.play(move, ms, engine)
    if (!turn) return undefined
    this.#boardSince = performance.now()
    this.#saving?.changed()
    return turn
  }

  get #newGame() {
    return newGameOf(this.#game, this.context.engine, [this.order.profile])
  }
}

/** Lends a game, and closes it in any case. */
export async function playGame(
  context: LocalContext,
  order: GameOrder,
  use: (game: CommandGame) => Promise<void>,
): Promise<void> {
  const game = new CommandGame(context, order)
  try {
    await use(game)
  } finally {
    await game.scope?.close()
  }
}

/** A given position continues with tiles drawn from the seed. */
function startOf({ seed, position }: GameOrder): GamePosition {
  if (!position) return startGame(seed)
  return { board: position.board, score: position.score ?? 0, slides: 0, random: createRandom(seed).state }
}
