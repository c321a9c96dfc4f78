import type { CurrentGame, NewGame } from '../../core/contract/stored'
import type { Store } from '../store/store'
import { Autosave } from './autosave'

/** Keeps the game on the board for the next start, and those that are done in the library. */
export class GameKeeper {
  /** Not yet in the library, the oldest first. */
  readonly #done: NewGame[] = []
  readonly #autosave: Autosave

  constructor(
    private readonly store: Pick<Store, 'currentGame'>,
    private readonly current: () => CurrentGame,
    onFailure: (error: unknown) => void,
    /** Hears that games were put into the library. */
    private readonly onKept: () => void = () => {},
  ) {
    this.#autosave = new Autosave(() => this.#save(), onFailure)
  }

  /** To be called after every change of the game on the board; written at most once a second. */
  changed(): void {
    this.#autosave.changed()
  }

  /** A game that is over or left; what is on the board by the time it is written is stored with it, both or neither. */
  keep(game: NewGame): void {
    this.#done.push(game)
    this.#autosave.changed()
  }

  /** Puts what is done into the library at once, for whoever looks there. */
  async settle(): Promise<void> {
    if (this.#done.length > 0) await this.flush()
  }

  /** Writes at once what is not yet written. */
  flush(): Promise<void> {
    return this.#autosave.flush()
  }

  async #save(): Promise<void> {
    const [oldest] = this.#done
    if (!oldest) return this.store.currentGame.save(this.current())
    while (this.#done[0]) {
      await this.store.currentGame.replace(this.#done[0], this.current())
      this.#done.shift()
      this.onKept()
    }
  }
}
