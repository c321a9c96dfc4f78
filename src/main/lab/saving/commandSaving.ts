import type { UnsavedView, Unstored } from '../../../core/contract/calls'
import type { NewGame } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import { placeOfData } from '../../files/home'
import { Scope } from '../../scope'
import type { LocalContext } from '../ground/storeLease'
import { Autosave } from './autosave'
import { mayEnd } from './recovery'
import { writeRescue } from './rescue'
import { sameContent } from '../../../core/contentHash'
import type { Board } from '../../../core/games/twenty48/board'
import type { LabGame } from '../games/labGame'
import type { UnsavedWork } from './unsavedWork'

/** The most that a kill may lose of an unfinished game: a minute. */
const PACE = { everyMs: 60_000, waits: true }

/** Why a game is not saved, and whether that may end by itself. */
export type UnsavedGame = Pick<UnsavedView, 'problem' | 'retries'>

/**
 * Saves a game that a command plays in the library during the game. The data folder is held only while it is written, so that a
 * window can be opened meanwhile.
 */
export class CommandSaving {
  /** Number of the game in the library. */
  #id: number | undefined
  readonly #autosave: Autosave
  /** Ends the attempts to save it. */
  readonly scope = new Scope('the saving of a game')

  /** @param onUnsaved hears when saving begins to fail, why if that changes, and with `undefined` when it works again */
  constructor(
    private readonly context: Pick<LocalContext, 'home' | 'env' | 'store'>,
    private readonly gameNow: () => NewGame,
    onUnsaved: (unsaved: UnsavedGame | undefined) => void,
  ) {
    this.#autosave = new Autosave(
      this.scope,
      () => this.#save(),
      () => onUnsaved(this.unsaved),
      PACE,
    )
  }

  /** While the game is not saved. */
  get unsaved(): UnsavedGame | undefined {
    const { problem } = this.#autosave
    return problem && { problem, retries: mayEnd(problem) }
  }

  /** To be called after every move. */
  changed(): void {
    this.#autosave.changed()
  }

  /**
   * Writes what is left: into the library, else into a rescue file.
   *
   * @returns its number in the library, `null` where it is not there, as a game without a slide; what should be there and cannot
   */
  async end(): Promise<{ readonly id: number | null; readonly unstored?: Unstored }> {
    await this.scope.close()
    const problem = await this.#autosave.flush()
    return problem ? { id: null, unstored: await this.#rescue(problem) } : { id: this.#id ?? null }
  }

  async #save(): Promise<void> {
    const game = this.gameNow()
    if (game.slides === 0) return
    await this.context.store.write(async ({ games }) => {
      const earlier = this.#id === undefined ? undefined : await games.get(this.#id)
      // the number may be another game's by now: the data were restored in between, or it was deleted
      if (earlier && isEarlier(earlier, game)) await games.goOn(earlier.id, game)
      else this.#id = await games.add(game)
    })
  }

  async #rescue(problem: LabErrorData): Promise<Unstored> {
    const work = { problem, games: [{ ...this.gameNow(), row: this.#id }], leaving: [], boards: [], drafts: [], preferences: {} }
    const { home, env } = this.context
    try {
      return { problem, file: await writeRescue(work, placeOfData(home, env).folder, env) }
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return { problem: error.toData(), file: undefined }
    }
  }
}

/**
 * The newest game returns to the board; any other is added to the library, unless it is only an earlier state of a game that is saved anyway.
 * @param stored as the game on the board
 */
export function chooseGame(
  stored: LabGame | undefined,
  carried: Pick<UnsavedWork, 'games' | 'boards'> | undefined,
): { readonly game: LabGame | undefined; readonly others: readonly LabGame[] } {
  if (!carried) return { game: stored, others: [] }
  const played = [...(stored ? [stored] : []), ...carried.boards]
  const newest = played.at(-1)
  // a rescued game may have continued since
  const game = stored && newest && isPartOf(courseOf(newest), courseOf(stored)) ? stored : newest
  const isNeeded = (other: LabGame, i: number): boolean =>
    other !== game &&
    !carried.games.some(done => isPartOf(courseOf(other), { seed: done.seed, start: done.start, turns: done.played?.turns })) &&
    !played.some((better, j) => {
      const isBetter = better === game || better.history.length > other.history.length || j > i // among equal ones, the last
      return better !== other && isBetter && isPartOf(courseOf(other), courseOf(better))
    })
  return { game, others: played.filter(isNeeded) }
}

/** True if the library's row has an earlier state of a game, or all of it. */
export function isEarlier(stored: NewGame, { seed, start, played }: NewGame): boolean {
  const { turns } = stored.played ?? {}
  return turns !== undefined && isPartOf({ ...stored, turns }, { seed, start, turns: played?.turns })
}

interface Course {
  readonly seed: number | null
  /** `null`: the two tiles of the seed. */
  readonly start: Board | null
  readonly turns: Uint8Array | undefined
}

function courseOf({ seed, origin, start, history: { turns } }: LabGame): Course {
  return { seed, start: origin === 'seed' ? null : start.board, turns }
}

/** True if every move of a game is in a course from the same start, which may be longer. */
function isPartOf({ seed, start, turns }: Course, course: Course): boolean {
  return sameContent([seed, start, turns], [course.seed, course.start, course.turns?.slice(0, turns?.length)])
}
