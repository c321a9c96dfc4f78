/** Exercises from the mistakes of analysed games. Days are local dates where the lab runs, as numbers since 1970. */
import { wholeShape, z } from '../zod'
import { KIND_FILTERS, type KindFilter, type MistakeCost } from '../../games/twenty48/mistakeKinds'
import { MOST_TRIES } from '../../games/twenty48/exercises'
import type { Player } from '../../games/twenty48/player'
import { moveShape } from '../shapes'
import type { StoredExercise } from '../stored'
import type { AnalysedSlide } from './analyses'
import { call, idShape } from './call'

/** Exercises in one answer. */
export const MOST_EXERCISES = 1_000

interface ExerciseDay {
  readonly today: number
  /** See `streakOf`. */
  readonly streak: number
}

export interface ExerciseList extends ExerciseDay {
  /** The first ones, in the order in which they are asked. */
  readonly exercises: readonly StoredExercise[]
  /** Number of exercises of the game, or of all games. */
  readonly all: number
  /** How many of them are due today. */
  readonly due: number
  /** The next day on which another one is due; `null` if there is none. */
  readonly next: number | null
  /** How many of all are of each kind; some are of several. */
  readonly kinds: Readonly<Record<KindFilter, number>>
}

/** An exercise with its solution. */
export interface ExerciseView extends AnalysedSlide {
  readonly exercise: StoredExercise
  readonly player: Player
  readonly profile: string
  readonly cost: MistakeCost
}

export interface ExerciseResult extends ExerciseDay {
  readonly isFound: boolean
  readonly exercise: StoredExercise
}

export const EXERCISE_CALLS = {
  /** Looks first through what was analysed since: of people's games, or of that game by any player. */
  exercises: call<ExerciseList>()({
    game: idShape.exactOptional(),
    kind: z.enum(KIND_FILTERS).exactOptional(),
    isDue: z.boolean().exactOptional(),
    limit: wholeShape(0, MOST_EXERCISES),
  }),
  exercise: call<ExerciseView>()({ id: idShape }),
  /** An exercise is done: by tries, of which one may be right; none: the answer was shown. */
  finishExercise: call<ExerciseResult>()({ id: idShape, tries: z.array(moveShape).max(MOST_TRIES) }),
} as const
