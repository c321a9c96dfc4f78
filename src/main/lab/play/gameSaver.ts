import type { CurrentGame, NewGame } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Scope } from '../../scope'
import type { Store } from '../../store/store'
import { Autosave, type Pace } from '../saving/autosave'
import { isEarlier } from '../saving/commandSaving'
import type { LeavingRow, UnsavedGame, UnsavedWork } from '../saving/unsavedWork'

/** Limit of games that wait in memory for the store: more than a person plays while a disk is full. */
const MOST_WAITING = 1000

/** A game that is played elsewhere than on the board, and is in the library from its first move on. */
export interface GameUnderway {
  /** Must be called after every move. */
  changed(): void
  /** Must be called once, when no more moves come. */
  end(): void
}

/** Saves the game on the board for the next start, and finished games in the library. */
export class GameSaver {
  /** Not yet in the library, oldest first. */
  readonly #done: UnsavedGame[] = []
  /** Games of an earlier lab, which may already be in the library. */
  readonly #carried = new WeakSet<NewGame>()
  /** Rows that an earlier lab wanted to remove from the library. */
  #leaving: readonly LeavingRow[] = []
  /** Games back on the board, which must be removed from the library. */
  #back: NewGame[] = []
  /** Ids in the library of added games. */
  readonly #ids = new WeakMap<NewGame, number>()
  /** Games that are played elsewhere, with the number of their row once they have one. */
  readonly #underway = new Set<Underway>()
  readonly #autosave: Autosave

  /** @param scope see `Autosave` @param onState called when writing starts to fail or fails for another reason, and with `undefined` when it works again */
  constructor(
    scope: Scope,
    private readonly store: Pick<Store, 'currentGame' | 'games'>,
    private readonly current: () => CurrentGame,
    onState: (problem: LabErrorData | undefined) => void,
    /** Called when games were added to the library, or removed. */
    private readonly onLibrary: () => void = () => {},
    pace?: Pace,
  ) {
    this.#autosave = new Autosave(scope, () => this.#save(), onState, pace)
  }

  /** Games that must still be added to the library or removed, and whether the one on the board changed since it was saved. */
  get unsaved(): Pick<UnsavedWork, 'games' | 'leaving'> & { readonly hasBoard: boolean } {
    const left = this.#back.flatMap(game => {
      const id = this.#ids.get(game)
      const { seed, score, slides } = game
      return id === undefined ? [] : { id, seed, score, slides }
    })
    return {
      games: [
        ...this.#done.filter(game => !this.#back.includes(game)),
        ...[...this.#underway].filter(({ isBehind }) => isBehind).map(gameOf),
      ],
      leaving: [...this.#leaving, ...left],
      hasBoard: this.#autosave.isBehind,
    }
  }

  /** Must be called after every change of the game on the board; written at most once a second. */
  changed(): void {
    this.#autosave.changed()
  }

  /** Adds a game that is over or left; it is saved together with the current game on the board, both or neither. */
  save(game: NewGame): void {
    this.#done.push(game)
    this.#autosave.changed()
  }

  /** Begins to save a game that is played elsewhere. @param gameNow the game so far */
  follow(gameNow: () => NewGame): GameUnderway {
    const game: Underway = { gameNow, isBehind: false }
    this.#underway.add(game)
    return {
      changed: () => {
        game.isBehind = true
        this.#autosave.changed()
      },
      end: () => {
        this.#underway.delete(game)
        if (game.gameNow().slides > 0) this.save(gameOf(game))
      },
    }
  }

  /** Takes over work that an earlier lab could not save. Parts that were saved after all are not saved twice. */
  carry(games: readonly UnsavedGame[], leaving: readonly LeavingRow[]): void {
    for (const game of games) {
      this.#carried.add(game)
      this.#done.push(game)
    }
    this.#leaving = [...this.#leaving, ...leaving]
    if (games.length + leaving.length > 0) this.#autosave.changed()
  }

  /** A game that was passed to `keep` continues on the board: it is removed from the library once it is saved as the current one. */
  takeBack(game: NewGame): void {
    this.#back = [...this.#back, game]
    this.#autosave.changed()
  }

  /** Must be called before another game is put on the board. @throws {LabError} the reason, if too many games wait */
  async requireRoom(): Promise<void> {
    if (this.#done.length < MOST_WAITING) return
    const problem = await this.flush()
    if (problem)
      throw new LabError(problem.code, `${MOST_WAITING} games wait to be saved, so no other is begun: ${problem.message}`)
  }

  /** Adds finished games to the library now, before it is read. Failed writes are repeated and reported. */
  async settle(): Promise<void> {
    if (this.#done.length > 0 || this.#back.length > 0) await this.flush()
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  flush(): Promise<LabErrorData | undefined> {
    return this.#autosave.flush()
  }

  async #save(): Promise<void> {
    const { currentGame, games } = this.store
    const back = this.#back
    if (this.#done.length === 0 || back.length + this.#leaving.length > 0) await currentGame.save(this.current())
    while (this.#done[0]) {
      const [oldest] = this.#done
      if (!back.includes(oldest)) {
        this.#ids.set(oldest, await this.#put(oldest))
        this.onLibrary()
      }
      this.#done.shift()
    }
    for (const game of this.#underway) if (game.isBehind) await this.#putUnderway(game)
    // last: until here a kill leaves it on the board and in the library, never in neither
    const ids = back.flatMap(game => this.#ids.get(game) ?? [])
    for (const { id, seed, score, slides } of this.#leaving) {
      const row = await games.get(id)
      if (row?.seed === seed && row.score === score && row.slides === slides) ids.push(id)
    }
    if (ids.length > 0) {
      await games.remove(ids)
      this.onLibrary()
    }
    this.#leaving = []
    this.#back = this.#back.filter(game => !back.includes(game))
  }

  async #putUnderway(game: Underway): Promise<void> {
    const { games } = this.store
    const now = game.gameNow()
    if (now.slides === 0) return
    game.isBehind = false
    try {
      if (game.row === undefined) game.row = await games.add(now)
      else await games.goOn(game.row, now)
    } catch (error) {
      // deleted meanwhile: it comes back as a whole, when it ends
      if (error instanceof LabError && error.code === 'NOT_FOUND') return
      game.isBehind = true
      throw error
    }
    this.onLibrary()
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
    this.#leaving = this.#leaving.filter(row => row.id !== id) // it ended in the state that the library has
    return id
  }
}

interface Underway {
  readonly gameNow: () => NewGame
  row?: number
  /** Whether moves were made since it was written. */
  isBehind: boolean
}

function gameOf(game: Underway): UnsavedGame {
  return {
    ...game.gameNow(),
    // a write may be adding it at this moment
    get row() {
      return game.row
    },
  }
}
