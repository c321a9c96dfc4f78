/** Decides about games that an earlier lab could not save, given the saved game on the board. */
import { sameContent } from '../../../core/contentHash'
import type { NewGame } from '../../../core/contract/stored'
import type { Board } from '../../../core/games/twenty48/board'
import type { LabGame } from '../games/labGame'
import type { UnsavedWork } from './unsavedWork'

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
