import type { CurrentGame, NewGame } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import { Autosave } from '../saving/autosave'
import { isEarlier } from './carriedGames'
import type { LeavingRow, UnsavedGame, UnsavedWork } from '../saving/unsavedWork'

/** Games that may wait in memory for the store. A person does not play as many while a disk is full. */
const MOST_WAITING = 1000

/** Keeps the game on the board for the next start, and those that are done in the library. */
export class GameKeeper {
  /** Not yet in the library, the oldest first. */
  readonly #done: UnsavedGame[] = []
  /** Those of an earlier lab, which may be in the library already. */
  readonly #carried = new WeakSet<NewGame>()
  /** To leave the library, as an earlier lab said. */
  #leaving: readonly LeavingRow[] = []
  /** On the board again, and so to leave the library. */
  #back: NewGame[] = []
  /** Numbers in the library of those that were put there. */
  readonly #ids = new WeakMap<NewGame, number>()
  readonly #autosave: Autosave

  /** @param onState hears when writing begins to fail or fails for another reason, and with `undefined` when it works again */
  constructor(
    private readonly store: Pick<Store, 'currentGame' | 'games'>,
    private readonly current: () => CurrentGame,
    onState: (problem: LabErrorData | undefined) => void,
    /** Hears that games were put into the library, or left it. */
    private readonly onKept: () => void = () => {},
  ) {
    this.#autosave = new Autosave(() => this.#save(), onState)
  }

  /** Games that are not in the library yet or still are, and whether the one on the board changed since it was stored. */
  get unsaved(): Pick<UnsavedWork, 'games' | 'leaving'> & { readonly hasBoard: boolean } {
    const left = this.#back.flatMap(game => {
      const id = this.#ids.get(game)
      const { seed, score, slides } = game
      return id === undefined ? [] : { id, seed, score, slides }
    })
    return {
      games: this.#done.filter(game => !this.#back.includes(game)),
      leaving: [...this.#leaving, ...left],
      hasBoard: this.#autosave.isBehind,
    }
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

  /** What an earlier lab could not store. Some of it may be stored all the same: then it is not stored twice. */
  carry(games: readonly UnsavedGame[], leaving: readonly LeavingRow[]): void {
    for (const game of games) {
      this.#carried.add(game)
      this.#done.push(game)
    }
    this.#leaving = [...this.#leaving, ...leaving]
    if (games.length + leaving.length > 0) this.#autosave.changed()
  }

  /** A game that was given to `keep` goes on, on the board: it leaves the library once it is stored as the current one. */
  takeBack(game: NewGame): void {
    this.#back = [...this.#back, game]
    this.#autosave.changed()
  }

  /** To be called before another game is put on the board. @throws {LabError} why as many games wait as may */
  async requireRoom(): Promise<void> {
    if (this.#done.length < MOST_WAITING) return
    const problem = await this.flush()
    if (problem)
      throw new LabError(problem.code, `${MOST_WAITING} games wait to be saved, so no other is begun: ${problem.message}`)
  }

  /** Puts what is done into the library at once, for whoever looks there. What fails is tried again and told as such. */
  async settle(): Promise<void> {
    if (this.#done.length > 0 || this.#back.length > 0) await this.flush()
  }

  /** Writes at once what is not yet written. @returns why something is still unwritten */
  flush(): Promise<LabErrorData | undefined> {
    return this.#autosave.flush()
  }

  /** See `Autosave`. */
  close(): void {
    this.#autosave.close()
  }

  async #save(): Promise<void> {
    const { currentGame, games } = this.store
    const back = this.#back
    if (this.#done.length === 0 || back.length + this.#leaving.length > 0) await currentGame.save(this.current())
    while (this.#done[0]) {
      const [oldest] = this.#done
      if (!back.includes(oldest)) {
        this.#ids.set(oldest, await this.#put(oldest))
        this.onKept()
      }
      this.#done.shift()
    }
    // last: until here a kill leaves it on the board and in the library, never in neither
    const ids = back.flatMap(game => this.#ids.get(game) ?? [])
    for (const { id, seed, score, slides } of this.#leaving) {
      const row = await games.get(id)
      if (row?.seed === seed && row.score === score && row.slides === slides) ids.push(id)
    }
    if (ids.length > 0) {
      await games.remove(ids)
      this.onKept()
    }
    this.#leaving = []
    this.#back = this.#back.filter(game => !back.includes(game))
  }

  /** @returns its number in the library */
  async #put(game: UnsavedGame): Promise<number> {
    const { currentGame, games } = this.store
    const earlier = game.row === undefined ? undefined : await games.get(game.row)
    const goesOn = earlier && isEarlier(earlier, game)
    const id = goesOn ? earlier.id : this.#carried.has(game) ? await games.find(game) : undefined
    if (id === undefined) return currentGame.replace(game, this.current())
    await currentGame.save(this.current())
    if (goesOn) await games.goOn(id, game)
    this.#leaving = this.#leaving.filter(row => row.id !== id) // it ended as the library has it
    return id
  }
}
